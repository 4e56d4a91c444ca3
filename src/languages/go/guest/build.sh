# Builds all packages of a tree's modules.
cache=$(mktemp -d)
. "${0%/*}/use-layer.sh"
root=$PWD
status=0
while IFS='	' read -r _ directory; do
  cd "$root/$directory" && "$GO" build -o /dev/null ./... || status=1
done < "$layer/modules"
exit "$status"
