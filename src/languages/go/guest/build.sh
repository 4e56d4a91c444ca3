# Builds all packages of a tree's modules.
layer=${GO%/bin/go}
export GOMODCACHE="$layer/mod" GOCACHE="$layer/cache" GOFLAGS="$(cat "$layer/flags")" GOPROXY=off GOSUMDB=off
root=$PWD
status=0
while IFS='	' read -r _ directory; do
  cd "$root/$directory" && "$GO" build -o /dev/null ./... || status=1
done < "$layer/modules"
exit "$status"
