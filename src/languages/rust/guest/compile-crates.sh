# Compiles what a lock names into the layer, for the empty crates in $WORK/tree, so that runs compile the tree alone. What does not compile here is
# told by the tests that need it. Words are options of cargo.
export CARGO_HOME="$LAYER/cargo" CARGO_TARGET_DIR="$LAYER/target"
mkdir -p "$CARGO_TARGET_DIR"
cd "$WORK/tree" || exit 1
"$CARGO" test --quiet --no-run --offline --locked --workspace "$@"
while read -r crate; do
  "$CARGO" clean --quiet --offline --locked -p "$crate"
done < "$WORK/own"
rm -f "$CARGO_TARGET_DIR"/.rustc_info.json "$CARGO_TARGET_DIR"/*/.cargo-lock
chmod -R u+w,a+rX "$LAYER"
