# Runs the tests of a tree's packages, whose folders standard input has one a line. $COMMAND is a command of the shell, words are put behind it; those in
# $BEFORE are run first, and one that fails is passed over. $REPORT gets for each package a line that names it and then what was reported: by a program
# of ours that runs within, in a file of the framework's own, or, where $KIND is `output`, by what the command printed.
. "${0%/*}/use-layer.sh"
root=$PWD
export DIORAMA_ROOT="$root" DIORAMA_GUESTS="${0%/*}"
path=$PATH
# There is no network: what asks for it is told at once, and not after all retries.
export npm_config_offline=true npm_config_fetch_retries=0
# What scripts of the tree compile has the headers that came with Node.
home=$(readlink -f "$NODE")
home=${home%/bin/*}
[ ! -d "$home/include/node" ] || export npm_config_nodedir="$home"
status=0
output=${REPORT%/*}/output
cat > "${REPORT%/*}/packages"
[ -z "$BEFORE" ] || sh -c "$BEFORE" > "$output" 2>&1 < /dev/null || tail -c 20000 "$output"
[ -z "${TEST_NODE_OPTIONS:-}" ] || export NODE_OPTIONS="${NODE_OPTIONS:-} $TEST_NODE_OPTIONS"
printf '#diorama root %s\n' "$root" > "$REPORT"
while read -r folder; do
  cd "$root/$folder" || continue
  PATH="$PWD/node_modules/.bin:$path"
  printf '\n#diorama %s %s\n' "$KIND" "$folder" >> "$REPORT"
  sh -c "$COMMAND \"\$@\"" sh "$@" > "$output" 2>&1 < /dev/null
  code=$?
  [ "$code" = 0 ] || status=$code
  if [ -f "$REPORT.json" ]; then
    cat "$REPORT.json" >> "$REPORT"
    rm "$REPORT.json"
  fi
  [ "$KIND" != output ] || cat "$output" >> "$REPORT"
  tail -c 20000 "$output"
done < "${REPORT%/*}/packages"
printf '\n#diorama ended %d\n' "$status" >> "$REPORT"
exit "$status"
