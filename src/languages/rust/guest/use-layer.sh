# Read by the programs that run over a tree: its target folder begins with a copy of what the layer has compiled: cargo writes into it.
layer=${CARGO%/bin/cargo}
export CARGO_HOME="$layer/cargo" CARGO_TARGET_DIR="$PWD/target" CARGO_TERM_COLOR=never RUSTC="$layer/bin/rustc" RUSTDOC="$layer/bin/rustdoc"
rm -rf "$CARGO_TARGET_DIR"
cp -a "$layer/target" "$CARGO_TARGET_DIR"
