import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.HttpURLConnection;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Fetches files of a registry into a folder. Words are the registry's URL and the folder; each line of standard input is a SHA-256, or `-` where none is
 * known, and a path. Ends at the first that cannot be had or holds something else, and says which.
 */
public final class FetchFiles {
  private static final int AT_ONCE = 12;
  private static final int TRIES = 3;
  private static final int TIMEOUT_MS = 60_000;

  private FetchFiles() {}

  public static void main(String[] words) throws Exception {
    String registry = words[0];
    Path folder = Paths.get(words[1]);
    ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE);
    List<Future<Void>> fetched = new ArrayList<>();
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      String[] parts = line.split(" ", 2);
      Callable<Void> fetch = () -> fetch(registry, folder, parts[0], parts[1]);
      fetched.add(threads.submit(fetch));
    }
    int status = 0;
    for (Future<Void> each : fetched) {
      try {
        each.get();
      } catch (ExecutionException failure) {
        System.err.println("error: " + failure.getCause().getMessage());
        status = 1;
        break;
      }
    }
    threads.shutdownNow();
    System.exit(status);
  }

  private static Void fetch(String registry, Path folder, String sha256, String path) throws Exception {
    byte[] content = read(registry + "/" + path);
    String found = digest(content);
    if (!sha256.equals("-") && !sha256.equals(found)) throw new IOException("checksum mismatch of " + path + ": " + found);
    Path file = folder.resolve(path);
    Files.createDirectories(file.getParent());
    Files.write(file, content);
    return null;
  }

  private static byte[] read(String url) throws IOException {
    for (int tries = 1; ; tries++) {
      try {
        HttpURLConnection connection = (HttpURLConnection) new URL(url).openConnection();
        connection.setConnectTimeout(TIMEOUT_MS);
        connection.setReadTimeout(TIMEOUT_MS);
        int code = connection.getResponseCode();
        if (code == 404 || code == 410) throw new NotThere("404 Not Found: " + url);
        if (code != 200) throw new IOException("failed to download " + url + ": network answer " + code);
        try (InputStream body = connection.getInputStream()) {
          return readAll(body);
        }
      } catch (NotThere missing) {
        throw missing;
      } catch (IOException failure) {
        if (tries == TRIES) throw new IOException("failed to download " + url + ": network, " + failure, failure);
      }
    }
  }

  private static byte[] readAll(InputStream body) throws IOException {
    java.io.ByteArrayOutputStream content = new java.io.ByteArrayOutputStream();
    byte[] part = new byte[65536];
    for (int length = body.read(part); length >= 0; length = body.read(part)) content.write(part, 0, length);
    return content.toByteArray();
  }

  private static String digest(byte[] content) throws Exception {
    StringBuilder text = new StringBuilder();
    for (byte each : MessageDigest.getInstance("SHA-256").digest(content)) text.append(String.format("%02x", each & 0xff));
    return text.toString();
  }

  private static final class NotThere extends IOException {
    private static final long serialVersionUID = 1L;

    NotThere(String message) {
      super(message);
    }
  }
}
