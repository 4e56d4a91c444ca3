# Resolves what the crates of a tree in $SOURCE need, as its Cargo.lock says or, where it has none, to the newest that go together and are no newer than
# $UNTIL. Leaves Cargo.lock and a description of all crates in $WORK.
set -eu
export CARGO_HOME="$WORK/cargo" CARGO_TARGET_DIR="$WORK/target" CARGO_RESOLVER_INCOMPATIBLE_RUST_VERSIONS=fallback
cd "$SOURCE"
# Unstable in every release that has it; where it is not known, that is the failure.
[ -z "${UNTIL:-}" ] || [ -f Cargo.lock ] ||
  RUSTC_BOOTSTRAP=1 "$CARGO" generate-lockfile --quiet -Zunstable-options --publish-time "$UNTIL"
"$CARGO" fetch --quiet --target "$TARGET"
"$CARGO" metadata --offline --format-version 1 --filter-platform "$TARGET" > "$WORK/metadata.json"
cp Cargo.lock "$WORK/Cargo.lock"
pwd > "$WORK/root"
