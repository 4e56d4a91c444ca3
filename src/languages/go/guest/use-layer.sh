# Read by the programs that run over a tree: modules are the layer's, what it has compiled is a copy. go writes into its cache, and now and then fails
# where it cannot. $cache is a folder for it.
layer=${GO%/bin/go}
mkdir -p "$cache/tmp"
cp -a "$layer/cache" "$cache/"
export GOMODCACHE="$layer/mod" GOCACHE="$cache/cache" GOTMPDIR="$cache/tmp" GOPROXY=off GOSUMDB=off
GOFLAGS=$(cat "$layer/flags")
export GOFLAGS
