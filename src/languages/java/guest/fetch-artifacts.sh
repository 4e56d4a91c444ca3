# Makes a layer of what a lock lists: Maven, a local repository, and how Maven is called.
set -eu
. "${0%/*}/use-maven.sh"
mkdir -p "$LAYER/bin" "$LAYER/repository"
for program in java javac; do
  ln -s "$JAVA_HOME/bin/$program" "$LAYER/bin/$program"
done
if [ -n "${MAVEN_VERSION:-}" ]; then
  fetch_maven "$LAYER/maven" "$MAVEN_VERSION" "$MAVEN_SHA256"
else
  mkdir "$LAYER/maven"
  for part in bin boot conf lib; do
    cp -RL "$MAVEN/$part" "$LAYER/maven/$part"
  done
fi
ln -s ../maven/bin/mvn "$LAYER/bin/mvn"
fetch_files "$LAYER/repository" < "$WORK/artifacts"
[ ! -d "$WORK/metadata" ] || cp -R "$WORK/metadata/." "$LAYER/repository/"
cp "$WORK/call" "$LAYER/call"
chmod -R u+w,a+rX "$LAYER"
