import java.lang.reflect.*;
import java.net.URI;
import java.nio.file.*;
import java.util.*;
import java.util.stream.*;

/**
 * Prints what the public classes of the most used packages of java.base declare, one class a line: what Java's resolution knows of the JDK.
 * <pre>java scripts/JdkSignatures.java > src/languages/java/resolution/jdk/signatures.txt</pre>
 * A line is {@code KIND NAME<PARAMETERS> SUPERTYPE;…|MEMBER|…}; a member is {@code [static ][abstract ][<PARAMETERS>]NAME(TYPE,…)TYPE} or
 * {@code [static ]NAME:TYPE}, a constructor is named {@code new}. Wildcards are {@code ?}, {@code +UPPER} and {@code -LOWER}.
 * Methods that only repeat an inherited one are left out. Classes of the listed packages are named without their package where that is enough.
 */
class JdkSignatures {
  static final List<String> PACKAGES = List.of(
      "java.lang", "java.lang.annotation", "java.lang.ref", "java.lang.reflect", "java.util", "java.util.function", "java.util.stream", "java.util.regex",
      "java.util.concurrent", "java.util.concurrent.atomic", "java.util.concurrent.locks", "java.io", "java.nio", "java.nio.charset",
      "java.nio.file", "java.nio.file.attribute", "java.net", "java.math", "java.text", "java.time", "java.time.format",
      "java.time.temporal", "java.time.chrono", "java.nio.channels", "java.util.zip", "java.security");
  /** Hundreds of constants each, of no use to a resolution. */
  static final Set<String> LEFT_OUT = Set.of("java.lang.Character.UnicodeBlock", "java.lang.Character.UnicodeScript");
  static final Set<Class<?>> TAKEN = new HashSet<>();
  static final Map<String, Integer> SIMPLE_NAMES = new HashMap<>();

  public static void main(String[] arguments) throws Exception {
    List<Class<?>> classes = new ArrayList<>();
    Path modules = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules/java.base");
    for (String name : PACKAGES) {
      try (Stream<Path> files = Files.list(modules.resolve(name.replace('.', '/')))) {
        for (Path file : (Iterable<Path>) files.filter(each -> each.toString().endsWith(".class"))::iterator) {
          String simple = file.getFileName().toString().replace(".class", "");
          if (simple.endsWith("-info")) continue;
          Class<?> found = Class.forName(name + "." + simple, false, null);
          if (isOpen(found) && !LEFT_OUT.contains(found.getCanonicalName())) classes.add(found);
        }
      }
    }
    classes.sort(Comparator.comparing(Class::getName));
    TAKEN.addAll(classes);
    for (Class<?> each : classes) SIMPLE_NAMES.merge(shortName(each), 1, Integer::sum);
    System.out.println("# Public signatures of java.base, OpenJDK " + Runtime.version().feature() + ", written by scripts/JdkSignatures.java.");
    System.out.println("# " + String.join(" ", PACKAGES));
    for (Class<?> each : classes) System.out.println(describe(each));
  }

  static boolean isOpen(Class<?> type) {
    for (Class<?> each = type; each != null; each = each.getEnclosingClass()) {
      if ((each.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED)) == 0 || each.isAnonymousClass() || each.isLocalClass()) return false;
    }
    return true;
  }

  static String shortName(Class<?> type) {
    return type.getCanonicalName().substring(type.getPackageName().length() + 1);
  }

  static String describe(Class<?> type) {
    Set<Type> above = new LinkedHashSet<>();
    Set<String> members = new TreeSet<>();
    // What a class inherits from one that is not public counts as its own.
    Class<?> superclass = type.getSuperclass();
    for (; superclass != null && !isOpen(superclass); superclass = superclass.getSuperclass()) {
      addMethods(members, superclass, type);
      above.addAll(Arrays.asList(superclass.getGenericInterfaces()));
    }
    if (superclass == type.getSuperclass() && superclass != null) above.add(type.getGenericSuperclass());
    else if (superclass != null) above.add(superclass);
    above.addAll(Arrays.asList(type.getGenericInterfaces()));
    above.removeIf(each -> each == Object.class || each instanceof Class<?> known && !isOpen(known));
    for (Field each : type.getDeclaredFields()) {
      if (isOpen(each)) members.add((Modifier.isStatic(each.getModifiers()) ? "static " : "") + each.getName() + ":" + write(each.getGenericType()));
    }
    for (Constructor<?> each : type.getDeclaredConstructors()) {
      if (isOpen(each)) members.add(parameters(each.getTypeParameters()) + "new" + list(each) + "void");
    }
    addMethods(members, type, type);
    String kind = type.isAnnotation() ? "annotation" : type.isInterface() ? "interface" : type.isEnum() ? "enum" : type.isRecord() ? "record" : "class";
    if (Modifier.isStatic(type.getModifiers()) && !kind.equals("enum")) kind = "static " + kind;
    String supertypes = above.stream().map(JdkSignatures::write).collect(Collectors.joining(";"));
    return kind + " " + type.getCanonicalName() + parameters(type.getTypeParameters()) + " " + supertypes
        + members.stream().map(each -> "|" + each).collect(Collectors.joining());
  }

  static void addMethods(Set<String> members, Class<?> declaring, Class<?> type) {
    for (Method each : declaring.getDeclaredMethods()) {
      if (!isOpen(each) || each.isBridge() || repeats(type, each) || declaring != type && declares(type, each)) continue;
      String kind = Modifier.isStatic(each.getModifiers()) ? "static " : Modifier.isAbstract(each.getModifiers()) ? "abstract " : "";
      members.add(kind + parameters(each.getTypeParameters()) + each.getName() + list(each) + write(each.getGenericReturnType()));
    }
  }

  static boolean isOpen(Member member) {
    return (member.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED)) != 0 && !member.isSynthetic();
  }

  /** True where a supertype declares the same with the same types, so that a call finds its signature there. */
  static boolean repeats(Class<?> type, Method method) {
    if (Modifier.isStatic(method.getModifiers())) return false;
    List<Class<?>> above = new ArrayList<>(Arrays.asList(type.getInterfaces()));
    if (type.getSuperclass() != null) above.add(type.getSuperclass());
    for (Class<?> each : above) {
      if (isOpen(each) && (declaresSame(each, method) || repeats(each, method))) return true;
    }
    return false;
  }

  static boolean declares(Class<?> type, Method method) {
    try {
      return type.getDeclaredMethod(method.getName(), method.getParameterTypes()) != null;
    } catch (NoSuchMethodException none) {
      return false;
    }
  }

  static boolean declaresSame(Class<?> type, Method method) {
    try {
      Method other = type.getDeclaredMethod(method.getName(), method.getParameterTypes());
      // A body counts where another class may inherit it.
      boolean getsBody = Modifier.isAbstract(other.getModifiers()) && !Modifier.isAbstract(method.getModifiers())
          && !Modifier.isFinal(method.getDeclaringClass().getModifiers());
      return isOpen(other) && other.getReturnType() == method.getReturnType() && !getsBody
          && other.getGenericReturnType().toString().equals(method.getGenericReturnType().toString());
    } catch (NoSuchMethodException none) {
      return false;
    }
  }

  static String list(Executable executable) {
    Type[] types = executable.getGenericParameterTypes();
    List<String> written = new ArrayList<>();
    for (Type each : types) written.add(write(each));
    if (executable.isVarArgs()) {
      int last = written.size() - 1;
      written.set(last, written.get(last).replaceFirst("\\[\\]$", "..."));
    }
    return "(" + String.join(",", written) + ")";
  }

  static String parameters(TypeVariable<?>[] variables) {
    if (variables.length == 0) return "";
    return Arrays.stream(variables).map(each -> {
      String bounds = Arrays.stream(each.getBounds()).filter(bound -> bound != Object.class).map(JdkSignatures::write).collect(Collectors.joining("&"));
      return bounds.isEmpty() ? each.getName() : each.getName() + ":" + bounds;
    }).collect(Collectors.joining(",", "<", ">"));
  }

  static String write(Type type) {
    if (type instanceof Class<?> each) {
      if (each.isArray()) return write(each.getComponentType()) + "[]";
      String name = each.getCanonicalName();
      return TAKEN.contains(each) && SIMPLE_NAMES.get(shortName(each)) == 1 ? shortName(each) : name;
    }
    if (type instanceof ParameterizedType each) {
      String inside = Arrays.stream(each.getActualTypeArguments()).map(JdkSignatures::write).collect(Collectors.joining(","));
      return write(each.getRawType()) + "<" + inside + ">";
    }
    if (type instanceof GenericArrayType each) return write(each.getGenericComponentType()) + "[]";
    if (type instanceof WildcardType each) {
      if (each.getLowerBounds().length > 0) return "-" + write(each.getLowerBounds()[0]);
      return each.getUpperBounds()[0] == Object.class ? "?" : "+" + write(each.getUpperBounds()[0]);
    }
    return ((TypeVariable<?>) type).getName();
  }
}
