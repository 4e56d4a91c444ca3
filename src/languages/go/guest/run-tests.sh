# Runs the tests of a tree's modules with go's own events in $REPORT. Words are options, $PACKAGES says which packages. Standard input names
# what is left out: lines of a package's folder, a tab and a pattern of tests.
cache=${REPORT%/*}/go
. "${0%/*}/use-layer.sh"
cat > "$GOTMPDIR/skipped"
# Code of the time before modules lay below its path, and may look for itself there.
if [ -f "$layer/placed" ]; then
  place="$GOTMPDIR/src/$(cut -f 1 "$layer/modules")"
  mkdir -p "$place"
  cp -a . "$place"
  cd "$place" || exit 1
fi
root=$PWD
status=0
run() {
  "$GO" test -json -vet=off -count=1 -timeout "${PACKAGE_SECONDS}s" "$@" >> "$REPORT" < /dev/null || status=$?
}
while IFS='	' read -r path directory; do
  cd "$root/$directory" || continue
  printf '{"Action":"module","Module":"%s","Directory":"%s"}\n' "$path" "$directory" >> "$REPORT"
  if [ ! -s "$GOTMPDIR/skipped" ]; then
    run "$@" $PACKAGES
    continue
  fi
  "$GO" list -e $PACKAGES > "$GOTMPDIR/all"
  : > "$GOTMPDIR/done"
  while IFS='	' read -r folder pattern; do
    package=$("$GO" list -e "$root/$folder") || continue
    grep -qxF "$package" "$GOTMPDIR/all" || continue
    echo "$package" >> "$GOTMPDIR/done"
    run "$@" -skip "$pattern" "$package"
  done < "$GOTMPDIR/skipped"
  rest=$(grep -vxF -f "$GOTMPDIR/done" "$GOTMPDIR/all")
  [ -z "$rest" ] || run "$@" $rest
done < "$layer/modules"
printf '\n{"Action":"ended","Exit":%d}\n' "$status" >> "$REPORT"
exit "$status"
