# Builds all crates of a tree. Words are options.
. "${0%/*}/use-layer.sh"
exec "$CARGO" build --offline --workspace "$@"
