# Read by the scripts that install and by those that run over a tree: $JAVA is a JDK's java, $MAVEN a folder of Maven, $REGISTRY what it asks, $WORK a
# folder of theirs with the file `call` in it: properties and projects of Maven, a word a line, then packages of the JDK that are opened, releases in place
# of snapshots, artifacts that are added, the release of the compiler's plug-in, whether the tree is committed, the level of the sources, the phase.
JAVA_HOME=${JAVA%/bin/java}
export JAVA_HOME
PATH="$JAVA_HOME/bin:$PATH"
level=$(sed -n 's/^level //p' "$WORK/call")
phase=$(tail -n 1 "$WORK/call")
# Packages of the JDK that are opened, a line each; of whole modules all that older releases had as well.
list_opened() {
  sed -n 's#^opened ##p' "$WORK/call" | while read -r package; do
    case $package in
      */\*) "$JAVA" --describe-module "${package%/*}" | sed -nE "/ jdk\.internal/d; s#^(exports|qualified exports|contains) ([^ ]+).*#${package%/*}/\2#p" ;;
      *) echo "$package" ;;
    esac
  done
}
# Every java reads it, that of the tests among them; those before 9 do not, and need not.
opened=$(list_opened | sed 's#.*#--add-opens=&=ALL-UNNAMED#' | tr '\n' ' ')
[ -z "$opened" ] || export JDK_JAVA_OPTIONS="$opened"
# Maven's own memory, and room for the compiler, which it runs itself; tests have a process of their own.
export MAVEN_OPTS="${MAVEN_OPTS:-} -Xmx1g -Xss8m -XX:+UseSerialGC"

# How the proxy is reached, and whom to trust where $TRUST_STORE says so, as words of Java.
trust=${TRUST_STORE:+-Djavax.net.ssl.trustStore=$TRUST_STORE -Djavax.net.ssl.trustStorePassword=changeit}
MAVEN_OPTS="$MAVEN_OPTS $trust"
proxy=${HTTPS_PROXY:-}
proxy=${proxy#*://}
proxy=${proxy%/}

# Settings in which every repository is the one registry, reached as the sandbox reaches it.
write_settings() {
  {
    echo '<settings>'
    [ -z "$proxy" ] || printf '<proxies><proxy><id>https</id><protocol>https</protocol><host>%s</host><port>%s</port></proxy><proxy><id>http</id><protocol>http</protocol><host>%s</host><port>%s</port></proxy></proxies>\n' \
      "${proxy%:*}" "${proxy##*:}" "${proxy%:*}" "${proxy##*:}"
    printf '<mirrors><mirror><id>central</id><mirrorOf>*</mirrorOf><url>%s</url></mirror></mirrors>\n' "$REGISTRY"
    echo '</settings>'
  } > "$1"
  write_toolchains "$1.toolchains"
}

# Toolchains in which every JDK that a project may ask for is the one there is.
write_toolchains() {
  {
    echo '<toolchains>'
    for version in 1.3 1.4 1.5 1.6 1.7 1.8 $(seq 5 30); do
      printf '<toolchain><type>jdk</type><provides><version>%s</version></provides><configuration><jdkHome>%s</jdkHome></configuration></toolchain>\n' \
        "$version" "$JAVA_HOME"
    done
    echo '</toolchains>'
  } > "$1"
}

# Maven as an environment's recipe has it, behind a local repository and settings. Failing tests end nothing, and neither does a module the others.
run_maven() {
  repository=$1 settings=$2
  shift 2
  while read -r word; do
    case $word in -D* | --projects=*) set -- "$word" "$@" ;; esac
  done < "$WORK/call"
  "$MAVEN/bin/mvn" --batch-mode --no-transfer-progress "${failing:---fail-at-end}" -s "$settings" -gs "$settings" -t "$settings.toolchains" "-Dmaven.repo.local=$repository" \
    -Dmaven.test.failure.ignore=true -Dmaven.artifact.threads=10 -Dstyle.color=never "$@" "$phase"
}

# Has the tree say what an environment's recipe takes otherwise.
fit_tree() {
  raise_levels
  release_snapshots
  add_profile
  raise_compiler
  commit_tree
}

# Raises what the tree's files name as the release of Java that sources are written in, where this JDK knows none so old.
raise_levels() {
  [ -n "$level" ] || return 0
  old="1\.[1-$((level - 1))]|[1-$((level - 1))]"
  edit_poms "s#<((maven\.compiler?\.)?(test)?([sS]ource|[tT]arget|[rR]elease)|([A-Za-z]+[._-])?(java|jdk|javac)([._-]?([vV]ersion|[lL]evel|[sS]ource|[tT]arget|[rR]elease|[cC]ompiler)){0,3})>[[:space:]]*($old)[[:space:]]*</#<\1>$level</#"
}

# Has the tree's files name the releases of snapshots that are gone.
release_snapshots() {
  sed -n 's/^released //p' "$WORK/call" | while read -r version; do
    edit_poms "s#>([[:space:]]*)$(printf %s "$version" | sed 's/\./\\./g')-SNAPSHOT([[:space:]]*)<#>\1$version\2<#"
  done
}

# Has every module depend on artifacts that have what the JDK has lost, and know the level of the sources where parents say another, by a profile that is always on.
add_profile() {
  added=$(sed -nE 's#^added (.*):(.*):(.*)#<dependency><groupId>\1</groupId><artifactId>\2</artifactId><version>\3</version><scope>provided</scope></dependency>#p' "$WORK/call" | tr -d '\n')
  added=${added:+<dependencies>$added</dependencies>}
  if grep -qx everywhere "$WORK/call"; then
    added="<build><plugins><plugin><groupId>org.apache.maven.plugins</groupId><artifactId>maven-compiler-plugin</artifactId><configuration><source>$level</source><target>$level</target></configuration></plugin></plugins></build>$added"
  fi
  [ -n "$added" ] || return 0
  added="<profile><id>diorama</id><activation><property><name>!diorama.none</name></property></activation>$added</profile>"
  edit_poms -z "s#<profiles>#&$added#;t;s#</project>#<profiles>$added</profiles>&#"
}

# Has the tree's files name another release of the compiler's plug-in, where they name one.
raise_compiler() {
  release=$(sed -n 's/^compiler //p' "$WORK/call")
  [ -n "$release" ] || return 0
  edit_poms -z "s#(<artifactId>[[:space:]]*maven-compiler-plugin[[:space:]]*</artifactId>[[:space:]]*<version>)[^<]*#\1$release#g"
}

# Makes the tree a repository of git with one commit, for builds that ask one: its own history is not there.
commit_tree() {
  grep -qx committed "$WORK/call" && [ ! -e .git ] || return 0
  export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=safe.directory GIT_CONFIG_VALUE_0='*'
  git init -q . && git add -A . && git -c user.name=tree -c user.email=tree@localhost -c commit.gpgsign=false commit -q -m tree
}

# Edits every pom.xml of the tree by an expression of sed, behind options of it.
edit_poms() {
  find . -name pom.xml -not -path '*/target/*' -exec sed -i -E "$@" {} +
}

# Fetches a Maven into a folder. Words are the folder, the release, and its SHA-256 or nothing.
fetch_maven() {
  path=org/apache/maven/apache-maven/$2/apache-maven-$2-bin.zip
  printf '%s %s\n' "${3:--}" "$path" > "$WORK/maven.list"
  fetch_files "$WORK/maven-zip" < "$WORK/maven.list" || return 1
  mkdir -p "$1"
  (cd "$1" && jar xf "$WORK/maven-zip/$path" && mv "apache-maven-$2"/* . && chmod +x bin/mvn)
  sha256sum "$WORK/maven-zip/$path" > "$WORK/maven.sha256"
}

# Fetches files into a folder, those that standard input names.
fetch_files() {
  [ -d "$WORK/classes" ] || { mkdir "$WORK/classes" && javac -nowarn -d "$WORK/classes" "${0%/*}/FetchFiles.java"; } || return 1
  set -- "$1"
  java ${proxy:+-Dhttps.proxyHost="${proxy%:*}" -Dhttps.proxyPort="${proxy##*:}" -Dhttp.proxyHost="${proxy%:*}" -Dhttp.proxyPort="${proxy##*:}" -Dhttp.nonProxyHosts=} \
    $trust -Xmx512m -cp "$WORK/classes" FetchFiles "$REGISTRY" "$1"
}
