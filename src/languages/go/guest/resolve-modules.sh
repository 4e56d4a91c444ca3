# Finds out which packages the modules of a tree import from elsewhere, at the versions that its go.mod names; a tree without one gets
# one, with the newest. Works on a copy of the tree in $SOURCE and leaves in $WORK: `packages`, `modules`, `flags` and, below `files`, what go
# reads of the tree's own modules. $GO is the go command, $MODULE the path of a tree that says none.
set -eu
export GOMODCACHE="$WORK/mod" GOCACHE="$WORK/cache" GOTMPDIR="$WORK/tmp"
mkdir -p "$GOTMPDIR" "$WORK/files"
cd "$SOURCE"

if [ ! -f go.mod ] && [ ! -f go.work ]; then
  "$GO" mod init "$MODULE"
  # What code of that time means: loops and much else changed with later releases.
  "$GO" mod edit -go=1.16
  GOFLAGS=-mod=mod "$GO" mod tidy -e
  : > "$WORK/placed"
fi

"$GO" list -m -f '{{.Path}}	{{.Dir}}' > "$WORK/modules"

# Names own packages, each with what it imports; packages of modules in the tree that are not main ones are own ones too.
list_packages() {
  while IFS='	' read -r path directory; do
    cd "$directory"
    echo "module $path"
    "$GO" list "$@" -deps -test -f '{{if .Module}}{{if or .Module.Main (and .Module.Replace (eq .Module.Replace.Version ""))}}own {{.ImportPath}}
{{range .Imports}}imports {{.}}
{{end}}{{end}}{{end}}' ./...
  done < "$WORK/modules"
}

# Modes from the strictest on: what is vendored, go.mod as it stands, go.mod with what it forgets, and without what cannot be had.
modes=" -mod=mod keep-going"
[ ! -f vendor/modules.txt ] || modes="-mod=vendor $modes"
[ ! -f go.work ] || modes="workspace keep-going"
for mode in readonly $modes; do
  [ "$mode" != readonly ] || [ ! -f vendor/modules.txt ] || continue
  flags=-mod=mod
  keep=
  case $mode in
    readonly | workspace) flags= ;;
    -mod=*) flags=$mode ;;
    keep-going) keep=-e ;;
  esac
  [ ! -f go.work ] || flags=
  if GOFLAGS=$flags list_packages $keep > "$WORK/packages" 2> "$WORK/problem"; then
    found=yes
    break
  fi
done
cat "$WORK/problem" >&2
[ "${found:-}" = yes ]

echo "$flags" > "$WORK/flags"
cd "$SOURCE"
find . -type f \( -name go.mod -o -name go.sum -o -name go.work -o -name go.work.sum \) ! -path '*/vendor/*' ! -path '*/testdata/*' |
  while read -r file; do
    mkdir -p "$WORK/files/$(dirname "$file")"
    cp "$file" "$WORK/files/$file"
  done
sed "s|	$SOURCE/*|	|" "$WORK/modules" > "$WORK/directories"
