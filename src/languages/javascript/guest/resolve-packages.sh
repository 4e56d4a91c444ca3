# Finds out what the packages of a tree in $SOURCE need: what its $LOCK says where that counts ($LOCKED) and goes with the manifests, else the newest that they allow. Words
# are packages of the manager itself, the first that this Node runs is taken. Leaves in $WORK `lock`, the manager's own in `manager`, and `options`. npm adds the
# $PLUGINS of tap.
set -eu
. "${0%/*}/use-manager.sh"
: > "$WORK/options"
found=$command
[ $# -eq 0 ] || found=
# One that says it is for a newer Node may well tell its version, and fail later.
for strictly in --engine-strict --no-engine-strict; do
  for package in "$@"; do
    [ -z "$found" ] || break
    rm -rf "$WORK/manager"
    mkdir -p "$WORK/manager"
    npm install "$strictly" --prefix "$WORK/manager" "$package" || continue
    cd "$WORK/manager"
    PATH="$WORK/manager/node_modules/.bin:$PATH" "$command" --version > "$WORK/version" || continue
    PATH="$WORK/manager/node_modules/.bin:$PATH"
    found=$command
  done
done
[ -n "$found" ]

cd "$SOURCE"
[ -n "$LOCKED" ] || rm -f "$LOCK"
# What is asked for otherwise than the tree's own manifests say.
[ ! -d "$WORK/manifests" ] || cp -R "$WORK/manifests/." .
case $MANAGER in
  npm)
    if [ -f "$LOCK" ] && npm ci --dry-run; then
      :
    elif [ -f "$LOCK" ] && npm ci --dry-run --legacy-peer-deps; then
      echo --legacy-peer-deps > "$WORK/options"
    elif ! npm install --package-lock-only; then
      npm install --package-lock-only --legacy-peer-deps
      echo --legacy-peer-deps > "$WORK/options"
    fi
    for plugin in $PLUGINS; do
      npm view "$plugin@>=0" version peerDependencies --json > "$WORK/releases"
      release=$(node "${0%/*}/plugin-release.mjs" "$LOCK" < "$WORK/releases")
      if ! npm install --package-lock-only --save-dev $(cat "$WORK/options") "$plugin@$release"; then
        npm install --package-lock-only --save-dev --legacy-peer-deps "$plugin@$release"
        echo --legacy-peer-deps > "$WORK/options"
      fi
    done
    ;;
  pnpm)
    pnpm install --frozen-lockfile --lockfile-only --ignore-scripts ||
      pnpm install --no-frozen-lockfile --lockfile-only --ignore-scripts
    ;;
  yarn)
    set -- --ignore-scripts --ignore-engines --non-interactive
    # A lock that does not go with the manifests shows before anything is fetched; one that does is the answer.
    yarn install --frozen-lockfile --offline "$@" > "$WORK/log" 2>&1 || :
    grep -q '^\[2/[0-9]*\]' "$WORK/log" || yarn install "$@"
    ;;
  berry)
    export YARN_ENABLE_IMMUTABLE_INSTALLS=false
    yarn install --mode=update-lockfile || yarn install
    ;;
esac
cp "$LOCK" "$WORK/lock"
