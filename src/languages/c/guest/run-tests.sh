# Builds a tree and runs its tests. The first word is the kind of build, the second the target that runs the tests, behind its folder; options follow. $REPORT gets what
# ctest or Meson reports, or all that the tests print and the results that automake writes. $SKIP is a pattern of tests that ctest leaves out.
. "${0%/*}/build-tree.sh"
kind=$1 target=$2
shift 2
BUILD=$PWD/build-diorama LOG="${REPORT%/*}/log"
: > "$REPORT"
: > "$LOG"
status=1
# A makefile may build what only its tests need where they are asked for.
[ "$kind" != make ] || build=optional
if build_tree "$kind" "$@" || [ "${build:-}" = optional ]; then
  if [ "$kind" = cmake ]; then
    # Programs that a target of their own (`check`) builds and not `all`; where one fails, its test tells.
    grep -rhoE --include=CMakeLists.txt 'add_executable\([[:space:]]*[A-Za-z0-9_.+-]+[[:space:]]+EXCLUDE_FROM_ALL' . |
      sed -E 's/.*\([[:space:]]*([^[:space:]]+).*/\1/' | sort -u | while read -r name; do
      cmake --build "$BUILD" --parallel "$jobs" --target "$name" >> "$LOG" 2>&1 < /dev/null
    done
    cd "$BUILD" || exit 1
    ctest --output-junit "$REPORT.xml" --timeout "$TEST_SECONDS" --output-on-failure --test-output-size-passed 1000000 --test-output-size-failed 1000000 ${SKIP:+-E "$SKIP"} > "$LOG" 2>&1
    status=$?
    { echo "#diorama junit"; cat "$REPORT.xml"; } >> "$REPORT"
  elif [ "$kind" = meson ]; then
    meson test -C "$BUILD" --no-rebuild --print-errorlogs > "$LOG" 2>&1
    status=$?
    { echo "#diorama junit"; cat "$BUILD/meson-logs/testlog.junit.xml"; } >> "$REPORT"
  else
    : > "$REPORT"
    folder=. goal=${target##*/}
    [ "$goal" = "$target" ] || folder=${target%/*}
    make -k -C "$folder" ${goal:+"$goal"} "$@" > "$LOG" 2>&1 < /dev/null
    status=$?
    # A target that is a program of tests only builds it.
    if [ "$status" = 0 ] && [ -n "$goal" ] && [ -x "./$target" ] && [ -f "./$target" ]; then
      "./$target" >> "$LOG" 2>&1 < /dev/null
      status=$?
    fi
    { echo "#diorama output"; tail -c 4000000 "$LOG"; } >> "$REPORT"
    find . -name '*.trs' | sort | while read -r results; do
      echo
      echo "#diorama results ${results#./}"
      cat "$results"
      echo
      echo "#diorama printed"
      tail -c 4000 "${results%.trs}.log"
    done >> "$REPORT"
  fi
  tail -c 12000 "$LOG"
fi
printf '\n#diorama ended %d\n' "$status" >> "$REPORT"
exit "$status"
