# Read by the programs that run over a tree: $JAVA is the java of a layer. The local repository is the layer's own, read alone.
layer=${JAVA%/bin/java}
JAVA=$(readlink "$layer/bin/java")
MAVEN=$layer/maven WORK=$layer REGISTRY=https://repo.maven.apache.org/maven2
. "${0%/*}/use-maven.sh"
settings=${TMPDIR:-/tmp}/diorama-settings.xml
write_settings "$settings"
fit_tree

run_offline() {
  run_maven "$layer/repository" "$settings" --offline "$@"
}
