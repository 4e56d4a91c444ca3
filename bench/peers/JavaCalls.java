import com.sun.source.tree.*;
import com.sun.source.util.*;
import com.sun.tools.javac.tree.JCTree;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import java.util.stream.*;
import javax.lang.model.element.*;
import javax.lang.model.type.*;
import javax.lang.model.util.*;
import javax.tools.*;

/**
 * Prints which method of a source tree the compiler picks for every call, constructor call and method reference in it, one JSON object a line:
 * {@code {"sort", "caller": {"path", "name", "line"}, "callee": {…}, "at"}}. {@code sort} is {@code written}, {@code implicit} (iteration, resources,
 * a superclass's constructor) or {@code generated} (in a constructor that nobody wrote). Code of an anonymous class belongs to what is around it.
 * <pre>java --add-exports jdk.compiler/com.sun.tools.javac.tree=ALL-UNNAMED JavaCalls.java FOLDER [CLASSPATH]</pre>
 */
class JavaCalls {
  static final Path NONE = Path.of("");
  static Path root;
  static Trees trees;
  static Types types;
  static Elements elements;
  static SourcePositions positions;
  static final Set<String> LINES = new TreeSet<>();

  public static void main(String[] arguments) throws IOException {
    root = Path.of(arguments[0]).toRealPath();
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    List<Path> files;
    try (Stream<Path> walked = Files.walk(root)) {
      files = walked.filter(path -> path.toString().endsWith(".java") && !path.endsWith("module-info.java")).sorted().toList();
    }
    StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8);
    List<String> options = new ArrayList<>(List.of("-proc:none", "-Xmaxerrs", "100000", "-implicit:none"));
    if (arguments.length > 1 && !arguments[1].isEmpty()) options.addAll(List.of("-classpath", arguments[1]));
    DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
    JavacTask task = (JavacTask) compiler.getTask(null, manager, problems, options, null, manager.getJavaFileObjectsFromPaths(files));
    List<CompilationUnitTree> units = new ArrayList<>();
    task.parse().forEach(units::add);
    task.analyze();
    trees = Trees.instance(task);
    types = task.getTypes();
    elements = task.getElements();
    positions = trees.getSourcePositions();
    for (CompilationUnitTree unit : units) new Scanner().scan(new TreePath(unit), null);
    LINES.forEach(System.out::println);
    List<Diagnostic<? extends JavaFileObject>> errors = problems.getDiagnostics().stream().filter(each -> each.getKind() == Diagnostic.Kind.ERROR).toList();
    System.err.println(files.size() + " files, " + errors.size() + " errors");
    errors.stream().limit(5).forEach(each -> System.err.println(each));
  }

  static class Scanner extends TreePathScanner<Void, Void> {
    @Override
    public Void visitMethodInvocation(MethodInvocationTree node, Void nothing) {
      ExpressionTree select = node.getMethodSelect();
      Element called = trees.getElement(new TreePath(getCurrentPath(), select));
      long end = positions.getEndPosition(unit(), select);
      // An implicit super() has no end.
      if (end < 0) report("implicit", called, positions.getStartPosition(unit(), node));
      else report("written", called, end - nameOf(select).length());
      return super.visitMethodInvocation(node, nothing);
    }

    private String nameOf(ExpressionTree select) {
      return select instanceof MemberSelectTree member ? member.getIdentifier().toString() : select.toString();
    }

    @Override
    public Void visitNewClass(NewClassTree node, Void nothing) {
      Element called = trees.getElement(getCurrentPath());
      boolean isAnonymous = called != null && called.getEnclosingElement().getSimpleName().length() == 0;
      // The constructor of an anonymous class calls the one that is meant.
      if (!isAnonymous) report("written", called, positions.getStartPosition(unit(), node.getIdentifier()));
      return super.visitNewClass(node, nothing);
    }

    @Override
    public Void visitMemberReference(MemberReferenceTree node, Void nothing) {
      report("written", trees.getElement(getCurrentPath()), positions.getEndPosition(unit(), node) - node.getName().length());
      return super.visitMemberReference(node, nothing);
    }

    @Override
    public Void visitEnhancedForLoop(EnhancedForLoopTree node, Void nothing) {
      reportMember(new TreePath(getCurrentPath(), node.getExpression()), "iterator", positions.getStartPosition(unit(), node.getExpression()));
      return super.visitEnhancedForLoop(node, nothing);
    }

    @Override
    public Void visitTry(TryTree node, Void nothing) {
      for (Tree resource : node.getResources()) reportMember(new TreePath(getCurrentPath(), resource), "close", positions.getStartPosition(unit(), resource));
      return super.visitTry(node, nothing);
    }

    private void reportMember(TreePath on, String name, long at) {
      TypeMirror type = trees.getTypeMirror(on);
      while (type instanceof TypeVariable variable) type = variable.getUpperBound();
      Element of = type instanceof DeclaredType declared ? declared.asElement() : null;
      if (!(of instanceof TypeElement owner)) return;
      for (Element member : elements.getAllMembers(owner)) {
        if (member instanceof ExecutableElement method && method.getSimpleName().contentEquals(name) && method.getParameters().isEmpty()) {
          report("implicit", method, at);
        }
      }
    }

    private CompilationUnitTree unit() {
      return getCurrentPath().getCompilationUnit();
    }

    private void report(String sort, Element called, long at) {
      if (!(called instanceof ExecutableElement method)) return;
      String callee = placeOf(method);
      if (callee == null) return;
      boolean isGenerated = false;
      for (TreePath path = getCurrentPath(); path != null; path = path.getParentPath()) {
        if (path.getLeaf() instanceof MethodTree declared && isMandated(trees.getElement(path))) {
          isGenerated = !(path.getParentPath().getLeaf() instanceof ClassTree type && type.getSimpleName().length() == 0);
          // What the constructor of an anonymous class calls is what the expression creates.
          if (!isGenerated && path.getParentPath().getParentPath().getLeaf() instanceof NewClassTree created) {
            sort = "written";
            at = positions.getStartPosition(unit(), created.getIdentifier());
          }
          break;
        }
        if (path.getLeaf() instanceof MethodTree || path.getLeaf() instanceof ClassTree) break;
      }
      String caller = isGenerated ? placeOf((ExecutableElement) trees.getElement(enclosingMethod(getCurrentPath()))) : callerOf(getCurrentPath());
      long line = at < 0 ? 0 : unit().getLineMap().getLineNumber(at);
      LINES.add("{\"sort\":\"" + (isGenerated ? "generated" : sort) + "\",\"caller\":" + caller + ",\"callee\":" + callee + ",\"at\":" + line + "}");
    }
  }

  static TreePath enclosingMethod(TreePath path) {
    while (!(path.getLeaf() instanceof MethodTree)) path = path.getParentPath();
    return path;
  }

  static boolean isMandated(Element element) {
    return element != null && elements.getOrigin(element) == Elements.Origin.MANDATED;
  }

  /** Where a method is written; a constructor that nobody wrote is its class, a record's accessor its component. */
  static String placeOf(ExecutableElement method) {
    Element owner = method.getEnclosingElement();
    TreePath path = trees.getPath(method);
    if (method.getKind() == ElementKind.CONSTRUCTOR && (isMandated(method) || path == null)) {
      TreePath type = trees.getPath(owner);
      return type == null ? null : place(type);
    }
    TreePath component = owner.getKind() == ElementKind.RECORD && method.getParameters().isEmpty() ? componentOf(owner, method) : null;
    if (component != null && (path == null || isMandated(method) || isAt(path, component))) return place(component);
    return path == null || isMandated(method) ? null : place(path);
  }

  /** The component that an accessor reads. */
  static TreePath componentOf(Element owner, ExecutableElement accessor) {
    for (Element field : owner.getEnclosedElements()) {
      boolean isOwn = field.getKind() == ElementKind.FIELD && !field.getModifiers().contains(Modifier.STATIC);
      if (isOwn && field.getSimpleName().equals(accessor.getSimpleName())) return trees.getPath(field);
    }
    return null;
  }

  /** True for an accessor that the compiler made: it stands where the component does. */
  static boolean isAt(TreePath path, TreePath component) {
    return ((JCTree) path.getLeaf()).pos == ((JCTree) component.getLeaf()).pos;
  }

  static String place(TreePath path) {
    CompilationUnitTree unit = path.getCompilationUnit();
    Deque<String> names = new ArrayDeque<>();
    for (TreePath each = path; each != null; each = each.getParentPath()) {
      Tree leaf = each.getLeaf();
      boolean isMember = leaf instanceof MethodTree || leaf instanceof VariableTree && names.isEmpty();
      if (isMember && !isNamed(each.getParentPath().getLeaf())) {
        // Members of an anonymous class belong to what is around it; what they hold is named by that.
        if (names.isEmpty()) return callerOf(each.getParentPath());
      } else if (leaf instanceof ClassTree type && isNamed(type)) {
        names.addFirst(type.getSimpleName().toString());
      } else if (leaf instanceof VariableTree variable && names.isEmpty()) {
        names.addFirst(variable.getName().toString());
      } else if (leaf instanceof MethodTree method) {
        boolean isConstructor = method.getName().contentEquals("<init>");
        names.addFirst(isConstructor ? ((ClassTree) each.getParentPath().getLeaf()).getSimpleName().toString() : method.getName().toString());
      }
    }
    long line = unit.getLineMap().getLineNumber(((JCTree) path.getLeaf()).pos);
    return place(unit, String.join(".", names), line);
  }

  static String callerOf(TreePath from) {
    for (TreePath path = from; path != null; path = path.getParentPath()) {
      Tree leaf = path.getLeaf();
      if (leaf instanceof MethodTree && isNamed(path.getParentPath().getLeaf())) return place(path);
      if (leaf instanceof ClassTree && isNamed(leaf)) break;
    }
    return place(from.getCompilationUnit(), "<module>", 1);
  }

  static boolean isNamed(Tree tree) {
    return tree instanceof ClassTree type && type.getSimpleName().length() > 0;
  }

  static String place(CompilationUnitTree unit, String name, long line) {
    String path = root.relativize(Path.of(unit.getSourceFile().toUri())).toString().replace('\\', '/');
    return "{\"path\":\"" + path + "\",\"name\":\"" + name + "\",\"line\":" + line + "}";
  }
}
