import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import com.sun.tools.javac.code.Flags;
import com.sun.tools.javac.tree.JCTree.JCVariableDecl;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Where javac's parser says that definitions stand: reads paths from standard input, writes one JSON line for each. */
public final class JavaSpans {
  public static void main(String[] arguments) throws Exception {
    var compiler = ToolProvider.getSystemJavaCompiler();
    var reader = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String path = reader.readLine(); path != null; path = reader.readLine()) System.out.println(read(compiler, path));
  }

  private static String read(JavaCompiler compiler, String path) throws Exception {
    var problems = new DiagnosticCollector<JavaFileObject>();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(problems, null, StandardCharsets.UTF_8)) {
      var task = (JavacTask) compiler.getTask(null, files, problems, List.of(), null, files.getJavaFileObjects(Path.of(path)));
      var unit = task.parse().iterator().next();
      boolean isBroken = problems.getDiagnostics().stream().anyMatch(each -> each.getKind() == Diagnostic.Kind.ERROR);
      String written = "\"" + path.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
      if (isBroken) return "{\"path\":" + written + "}";
      var finder = new Finder(unit, Trees.instance(task).getSourcePositions(), unit.getSourceFile().getCharContent(true).toString());
      finder.scan(unit, null);
      return "{\"path\":" + written + ",\"definitions\":[" + String.join(",", finder.found) + "]}";
    }
  }

  private static final class Finder extends TreeScanner<Void, Void> {
    private final List<String> found = new ArrayList<>();
    private final Map<Long, Integer> variables = new HashMap<>();
    private final CompilationUnitTree unit;
    private final SourcePositions positions;
    private final int[] bytes;
    /** How deep in anonymous classes: of their members only types are definitions. */
    private boolean isAnonymous;
    private boolean isInBody;

    Finder(CompilationUnitTree unit, SourcePositions positions, String text) {
      this.unit = unit;
      this.positions = positions;
      bytes = new int[text.length() + 1];
      for (int index = 0; index < text.length(); index++) {
        char code = text.charAt(index);
        int size = code < 0x80 ? 1 : code < 0x800 ? 2 : Character.isHighSurrogate(code) ? 4 : Character.isLowSurrogate(code) ? 0 : 3;
        bytes[index + 1] = bytes[index] + size;
      }
    }

    @Override
    public Void visitClass(ClassTree node, Void nothing) {
      boolean wasAnonymous = isAnonymous;
      boolean wasInBody = isInBody;
      isAnonymous = node.getSimpleName().isEmpty();
      isInBody = false;
      if (!isAnonymous) add(node.getSimpleName().toString(), node, null, null);
      super.visitClass(node, nothing);
      isAnonymous = wasAnonymous;
      isInBody = wasInBody;
      return null;
    }

    @Override
    public Void visitMethod(MethodTree node, Void nothing) {
      boolean isWritten = positions.getEndPosition(unit, node) >= 0 && !node.getModifiers().toString().contains("GENERATED");
      if (!isAnonymous && isWritten) add(node.getName().toString(), node, node.getBody(), node.getParameters());
      boolean wasInBody = isInBody;
      isInBody = true;
      super.visitMethod(node, nothing);
      isInBody = wasInBody;
      return null;
    }

    @Override
    public Void visitBlock(com.sun.source.tree.BlockTree node, Void nothing) {
      boolean wasInBody = isInBody;
      isInBody = true;
      super.visitBlock(node, nothing);
      isInBody = wasInBody;
      return null;
    }

    @Override
    public Void visitLambdaExpression(com.sun.source.tree.LambdaExpressionTree node, Void nothing) {
      boolean wasInBody = isInBody;
      isInBody = true;
      super.visitLambdaExpression(node, nothing);
      isInBody = wasInBody;
      return null;
    }

    @Override
    public Void visitVariable(VariableTree node, Void nothing) {
      if (!isAnonymous && !isInBody) addVariable(node);
      return super.visitVariable(node, nothing);
    }

    /** Variables of one statement all begin with it: of the second on, and of the first, only the name's place can be compared. */
    private void addVariable(VariableTree node) {
      long start = positions.getStartPosition(unit, node);
      Integer first = variables.put(start, found.size());
      var declaration = (JCVariableDecl) node;
      // Of an annotated constant javac says where the annotation is.
      boolean isConstant = (declaration.mods.flags & Flags.ENUM) != 0;
      String named = "{\"name\":\"" + node.getName() + "\"" + (isConstant ? "" : ",\"named\":" + bytes[declaration.pos]);
      found.add(first == null ? named + ",\"whole\":" + span(node) + "}" : named + "}");
      if (first != null) found.set(first, found.get(first).replaceFirst(",\"whole\":[^}]*", ""));
    }

    private void add(String name, Tree node, Tree body, List<? extends VariableTree> parameters) {
      // A compact constructor of a record has those of the record.
      boolean isCompact = parameters != null && parameters.stream().anyMatch(each -> isBefore(each, node));
      var names = parameters == null || isCompact ? null : parameters.stream().map(each -> "\"" + each.getName() + "\"").toList();
      found.add(
          "{\"name\":\"" + name + "\",\"whole\":" + span(node) + (parameters == null ? "" : ",\"body\":" + (body == null ? "null" : span(body)))
              + (names == null ? "" : ",\"parameters\":[" + String.join(",", names) + "]") + "}");
    }

    private boolean isBefore(Tree one, Tree other) {
      return positions.getStartPosition(unit, one) < positions.getStartPosition(unit, other);
    }

    private String span(Tree tree) {
      long start = positions.getStartPosition(unit, tree);
      long end = positions.getEndPosition(unit, tree);
      return start < 0 || end < 0 ? "[-1,-1]" : "[" + bytes[(int) start] + "," + bytes[(int) end] + "]";
    }
  }
}
