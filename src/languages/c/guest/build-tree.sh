# Read by the programs that build a tree: `build_tree KIND OPTION…` builds it with what it says, and tells in $REPORT what failed. What building
# prints goes to $LOG.
failed() {
  { echo "#diorama failed $1"; tail -c 12000 "$LOG"; } >> "$REPORT"
  tail -c 12000 "$LOG"
  return 1
}
need() {
  command -v "$1" > /dev/null 2>&1 && return
  echo "building needs the program $1" >> "$LOG"
  return 1
}
jobs=$(nproc 2> /dev/null || echo 2)
# Runs the tree's own script that makes configure, which may end well without having made it.
make_configure() {
  for script in autogen.sh bootstrap.sh bootstrap buildconf.sh buildconf; do
    [ ! -f "$script" ] || break
  done
  chmod +x "$script"
  NOCONFIGURE=1 "./$script" < /dev/null
  [ -f configure ]
}

build_tree() {
  kind=$1
  shift
  case $kind in
    cmake)
      { need cmake && cmake -S . -B "$BUILD" "$@"; } >> "$LOG" 2>&1 || failed configure || return 1
      cmake --build "$BUILD" --parallel "$jobs" >> "$LOG" 2>&1 || failed build
      ;;
    meson)
      { need meson && need ninja && meson setup "$BUILD" "$@"; } >> "$LOG" 2>&1 || failed configure || return 1
      ninja -C "$BUILD" >> "$LOG" 2>&1 || failed build
      ;;
    autotools | autogen)
      if [ "$kind" = autogen ]; then
        make_configure >> "$LOG" 2>&1 || failed configure || return 1
      elif [ ! -f configure ]; then
        { need autoreconf && need aclocal && autoreconf -fi; } >> "$LOG" 2>&1 || failed configure || return 1
      fi
      # Times of files say nothing in a copy: what generates configure and its kin is not run again. One time for all, for each is made of another.
      touch "$LOG"
      find . \( -name aclocal.m4 -o -name configure -o -name Makefile.in -o -name config.h.in \) -exec touch -r "$LOG" {} +
      { sh ./configure "$@" && make -j"$jobs"; } >> "$LOG" 2>&1 || failed build
      ;;
    make)
      { need make && make -j"$jobs" "$@"; } >> "$LOG" 2>&1 || failed build
      ;;
  esac
}
