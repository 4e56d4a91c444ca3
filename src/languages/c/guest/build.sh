# Builds a tree. The first word is the kind of build; options follow.
. "${0%/*}/build-tree.sh"
BUILD=$PWD/build-diorama LOG=$PWD/build-diorama.log REPORT=/dev/null
kind=$1
shift
build_tree "$kind" "$@"
