# Runs the tests of a tree's crates. $REPORT gets the programs that cargo makes of them, as JSON, and all that they print. Words are options.
. "${0%/*}/use-layer.sh"
printf '{"reason":"root","path":"%s"}\n' "$PWD" > "$REPORT"
before=
for word in "$@"; do
  [ "$word" != -- ] || break
  before="$before $word"
done
"$CARGO" test --no-run --offline --workspace --message-format=json-render-diagnostics $before >> "$REPORT" 2> "${REPORT%/*}/problems"
status=$?
if [ "$status" = 0 ]; then
  "$CARGO" test --offline --workspace --no-fail-fast "$@" >> "$REPORT" 2>&1
  status=$?
else
  cat "${REPORT%/*}/problems" >> "$REPORT"
fi
printf '\n{"reason":"ended","exit":%d}\n' "$status" >> "$REPORT"
tail -c 20000 "$REPORT"
exit "$status"
