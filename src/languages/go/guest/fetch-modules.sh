# Fetches the modules of a lock, laid out in $WORK/tree, into the layer. go checks each against go.sum.
set -eu
export GOMODCACHE="$LAYER/mod" GOCACHE="$WORK/cache" GOTMPDIR="$WORK"
mkdir -p "$LAYER/bin" "$LAYER/mod" "$LAYER/cache"
ln -s "$GO" "$LAYER/bin/go"
cp "$WORK/flags" "$WORK/modules" "$LAYER/"
[ ! -f "$WORK/placed" ] || : > "$LAYER/placed"
while IFS='	' read -r _ directory; do
  cd "$WORK/tree/$directory"
  "$GO" list -deps -test . > /dev/null
done < "$WORK/modules"
