# Compiles what a tree imports from elsewhere into the layer's cache, so that runs compile the tree alone. What does not compile here is told
# by the tests that need it.
export GOMODCACHE="$LAYER/mod" GOCACHE="$LAYER/cache" GOTMPDIR="$WORK" GOPROXY=off
while IFS='	' read -r _ directory; do
  cd "$WORK/tree/$directory" && "$GO" test -vet=off -c -o /dev/null .
done < "$WORK/modules"
chmod -R u+w,a+rX "$LAYER"
