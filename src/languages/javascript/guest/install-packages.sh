# Installs what a lock names, with the files that the manager reads laid out in $WORK/tree, into the layer. The manager checks each package against the
# lock. Words are options of it.
set -eu
. "${0%/*}/use-manager.sh"
mkdir -p "$LAYER/bin"
for program in node npm npx; do
  [ ! -e "${NODE%/*}/$program" ] || ln -s "${NODE%/*}/$program" "$LAYER/bin/$program"
done
if [ -f "$WORK/manager/package.json" ]; then
  mkdir "$LAYER/manager"
  cp "$WORK/manager/package.json" "$WORK/manager/package-lock.json" "$LAYER/manager/"
  npm ci --prefix "$LAYER/manager"
  for program in "$LAYER/manager/node_modules/.bin"/*; do
    ln -s "../manager/node_modules/.bin/${program##*/}" "$LAYER/bin/${program##*/}"
  done
  PATH="$LAYER/bin:$PATH"
fi
cp -a "$WORK/tree" "$LAYER/tree"
cd "$LAYER/tree"
case $MANAGER in
  npm)
    # A lock that npm wrote by itself may lack optional packages that no registry has: `npm ci` refuses it, `npm install` passes over them.
    if ! npm ci "$@"; then
      if npm ci --dry-run "$@" > "$WORK/log"; then exit 1; fi
      npm install "$@"
    fi
    ;;
  pnpm) pnpm install --frozen-lockfile --ignore-scripts "$@" ;;
  yarn)
    # Lock files name the host that they were made with, whatever the registry is.
    sed -i "s|https://registry\.\(npmjs\.org\|yarnpkg\.com\)/|$npm_config_registry|" yarn.lock
    yarn install --frozen-lockfile --ignore-scripts --ignore-engines --non-interactive "$@"
    ;;
  berry) yarn install --immutable "$@" ;;
esac
