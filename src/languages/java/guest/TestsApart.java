import java.util.ArrayList;
import java.util.List;
import org.apache.maven.AbstractMavenLifecycleParticipant;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.model.Plugin;
import org.apache.maven.model.PluginExecution;
import org.apache.maven.project.MavenProject;
import org.codehaus.plexus.util.xml.Xpp3Dom;

/**
 * An extension of Maven's core that decides how tests are run, whatever a pom.xml, a parent of it or a profile says: not at all, or where the property
 * {@code diorama.jvm} is set in a process of that program alone. It is there while artifacts are found out with a network, so that no test runs then.
 */
public final class TestsApart extends AbstractMavenLifecycleParticipant {
  /** All that says which program runs tests, in which process, and whether. */
  private static final String[] DECIDED = {
    "jvm", "jdkToolchain", "forkCount", "forkMode", "skip", "skipTests", "skipITs", "skipExec",
  };

  @Override
  public void afterProjectsRead(MavenSession session) {
    String jvm = session.getUserProperties().getProperty("diorama.jvm");
    for (MavenProject project : session.getProjects()) {
      for (Plugin plugin : project.getBuild().getPlugins()) {
        if (!runsTests(plugin)) continue;
        plugin.setConfiguration(decide(plugin.getConfiguration(), jvm));
        for (PluginExecution execution : plugin.getExecutions()) {
          execution.setConfiguration(decide(execution.getConfiguration(), jvm));
        }
      }
    }
  }

  private static boolean runsTests(Plugin plugin) {
    return plugin.getArtifactId().equals("maven-surefire-plugin") || plugin.getArtifactId().equals("maven-failsafe-plugin");
  }

  private static Xpp3Dom decide(Object configured, String jvm) {
    Xpp3Dom decided = configured instanceof Xpp3Dom ? new Xpp3Dom((Xpp3Dom) configured) : new Xpp3Dom("configuration");
    for (String name : DECIDED) {
      List<Integer> found = new ArrayList<>();
      for (int at = decided.getChildCount() - 1; at >= 0; at--) {
        if (decided.getChild(at).getName().equals(name)) found.add(at);
      }
      for (int at : found) decided.removeChild(at);
    }
    set(decided, "skip", String.valueOf(jvm == null));
    set(decided, "skipTests", String.valueOf(jvm == null));
    set(decided, "skipITs", String.valueOf(jvm == null));
    if (jvm == null) return decided;
    set(decided, "jvm", jvm);
    set(decided, "forkCount", "1");
    set(decided, "forkMode", "once");
    return decided;
  }

  private static void set(Xpp3Dom configuration, String name, String value) {
    Xpp3Dom child = new Xpp3Dom(name);
    child.setValue(value);
    configuration.addChild(child);
  }
}
