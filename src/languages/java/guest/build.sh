# Compiles a tree and its tests.
. "${0%/*}/use-layer.sh"
run_offline -DskipTests
