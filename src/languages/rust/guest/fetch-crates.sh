# Fetches what a lock names, with its manifests laid out in $WORK/tree, into the layer. cargo checks each against Cargo.lock.
set -eu
export CARGO_HOME="$LAYER/cargo"
mkdir -p "$LAYER/bin" "$CARGO_HOME"
for program in cargo rustc rustdoc; do
  ln -s "${CARGO%/*}/$program" "$LAYER/bin/$program"
done
cd "$WORK/tree"
"$CARGO" fetch --quiet --locked --target "$TARGET"
