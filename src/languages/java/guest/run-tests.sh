# Runs the tests of a tree's modules. $REPORT gets what surefire wrote of each class of tests, the classes that ended their process, and what Maven
# complained of. Words are options; classes that standard input names, a path each, are left out.
. "${0%/*}/use-layer.sh"
output=${REPORT%/*}/output
excluded=${REPORT%/*}/excluded
began=${REPORT%/*}/began
cat > "$excluded"
touch "$began"
set -- "-Dsurefire.timeout=$MODULE_SECONDS" "$@"
[ ! -s "$excluded" ] || set -- "-Dsurefire.excludesFile=$excluded" "$@"
run_offline "$@" > "$output" 2>&1 < /dev/null
status=$?
find . -path '*/target/*' -name 'TEST-*.xml' -newer "$began" | LC_ALL=C sort > "${REPORT%/*}/files"
while read -r file; do
  module=${file%%/target/*}
  printf '\n#diorama junit %s\n' "${module#./}"
  # What the machine is like says nothing of a test.
  sed '/<properties>/,/<\/properties>/d' "$file"
done < "${REPORT%/*}/files" > "$REPORT"
sed -n '/Crashed tests:$/,/^\[ERROR\] *\(org\.apache\|at \|$\)/p' "$output" | sed -n 's/^\[ERROR\] *\([A-Za-z_][A-Za-z0-9_.$]*\)$/\1/p' | sort -u |
  while read -r class; do
    file=$(find . -path "*/target/*/$(printf %s "$class" | tr . /).class" | head -n 1)
    module=${file%%/target/*}
    printf '\n#diorama crashed %s %s\n' "${module#./}" "$class"
  done >> "$REPORT"
printf '\n#diorama output\n' >> "$REPORT"
grep '^\[ERROR\]' "$output" | head -c 200000 >> "$REPORT"
printf '\n#diorama ended %d\n' "$status" >> "$REPORT"
tail -c 20000 "$output"
exit "$status"
