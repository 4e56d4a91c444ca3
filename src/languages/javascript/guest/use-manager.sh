# Read by the scripts that install: $NODE is the program that runs $MANAGER (npm, pnpm, yarn, or berry for yarn from its second release on), $WORK a
# folder of theirs. Nothing here runs a script of a package, and no setting of a tree keeps a manager from its work.
PATH="${NODE%/*}:$PATH"
export PATH
export npm_config_cache="$WORK/cache" npm_config_ignore_scripts=true npm_config_audit=false npm_config_fund=false npm_config_update_notifier=false
export npm_config_engine_strict=false npm_config_package_lock=true npm_config_store_dir="$WORK/store"
export npm_config_manage_package_manager_versions=false npm_config_package_manager_strict=false pnpm_config_pm_on_fail=ignore
# A lock has hashes: how old a release must be is for those who choose it.
export pnpm_config_minimum_release_age=0 pnpm_config_trust_policy=off
export YARN_CACHE_FOLDER="$WORK/cache" YARN_IGNORE_PATH=1 YARN_ENABLE_TELEMETRY=0 YARN_ENABLE_SCRIPTS=false YARN_ENABLE_GLOBAL_CACHE=false
export YARN_NODE_LINKER=node-modules YARN_HTTP_PROXY="${HTTP_PROXY:-}" YARN_HTTPS_PROXY="${HTTPS_PROXY:-}"
case $MANAGER in
  berry) command=yarn ;;
  *) command=$MANAGER ;;
esac
