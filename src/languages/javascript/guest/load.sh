# Builds a tree where a script does that, and loads what is named by the word.
. "${0%/*}/use-layer.sh"
npm run build --if-present
[ $# = 0 ] || node --input-type=module --eval 'import { pathToFileURL } from "node:url"; await import(pathToFileURL(process.argv[1]).href)' "$PWD/$1"
