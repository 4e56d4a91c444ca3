# Runs the install scripts of the packages in the layer, without network, and leaves of its tree the folders of packages alone. What does not build here
# is told by the tests that need it.
. "${0%/*}/use-manager.sh"
export npm_config_ignore_scripts=false
[ ! -d "${NODE%/bin/*}/include/node" ] || export npm_config_nodedir="${NODE%/bin/*}"
cd "$LAYER/tree" || exit 1
find . -path '*/node_modules/*' -name package.json -type f | sort > "$WORK/manifests"
node "${0%/*}/install-scripts.mjs" < "$WORK/manifests" > "$WORK/scripts"
while IFS='	' read -r folder script; do
  (cd "$folder" && npm run "$script" < /dev/null) || echo "$folder: $script failed" >&2
done < "$WORK/scripts"
find . -name node_modules -prune -o ! -type d -exec rm -f {} +
find . -name node_modules -prune -o -depth -type d -empty -delete
chmod -R u+w,a+rX "$LAYER"
