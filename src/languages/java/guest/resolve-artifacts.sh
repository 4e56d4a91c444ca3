# Finds out what compiling a tree in $SOURCE and running its tests needs, by doing that with an empty local repository, once without the tests and once with a
# program in the place of java that ends at once; an extension of Maven sees to it that no test runs otherwise. Words are options of the user's. Leaves in $WORK
# `artifacts`, `metadata` and, where $MAVEN_VERSION was fetched, `maven.sha256`.
set -u
. "${0%/*}/use-maven.sh"
if [ -n "${MAVEN_VERSION:-}" ]; then
  fetch_maven "$WORK/maven" "$MAVEN_VERSION" || exit 1
  MAVEN=$WORK/maven
fi
mkdir -p "$WORK/jdk/bin" "$WORK/metadata"
for entry in "$JAVA_HOME"/* "$JAVA_HOME"/bin/*; do
  ln -sf "$entry" "$WORK/jdk/${entry#"$JAVA_HOME"/}" 2> /dev/null || :
done
rm -f "$WORK/jdk/bin/java"
printf '#!/bin/sh\nexit 1\n' > "$WORK/jdk/bin/java"
chmod +x "$WORK/jdk/bin/java"
extension=$WORK/extension
mkdir -p "$extension/META-INF/plexus"
cat > "$extension/META-INF/plexus/components.xml" << 'END'
<component-set><components><component>
  <role>org.apache.maven.AbstractMavenLifecycleParticipant</role>
  <role-hint>diorama</role-hint>
  <implementation>TestsApart</implementation>
</component></components></component-set>
END
javac -nowarn -proc:none -cp "$MAVEN/lib/*" -d "$extension" "${0%/*}/TestsApart.java" || exit 1

cd "$SOURCE" || exit 1
write_settings "$WORK/settings.xml"
fit_tree
repository=$WORK/repository
set -- "-Dmaven.ext.class.path=$extension" -DskipTests "$@"
if ! run_maven "$repository" "$WORK/settings.xml" "$@" > "$WORK/log" 2>&1; then
  grep -E '^\[ERROR\]|^Error|^Exception' "$WORK/log" | head -c 100000 || tail -c 20000 "$WORK/log"
  exit 1
fi
# What runs the tests is fetched before their program, which ends at once.
failing=--fail-never
run_maven "$repository" "$WORK/settings.xml" "-Ddiorama.jvm=$WORK/jdk/bin/java" "$@" > "$WORK/log" 2>&1
cd "$repository" || exit 1
find . -type f -name 'maven-metadata-central.xml' | while read -r path; do
  mkdir -p "$WORK/metadata/${path%/*}"
  cp "$path" "$WORK/metadata/$path"
done
find . -type f ! -name _remote.repositories ! -name '*.sha1' ! -name '*.lastUpdated' ! -name resolver-status.properties ! -name 'maven-metadata*' |
  LC_ALL=C sort | xargs -d '\n' sha256sum > "$WORK/artifacts"
