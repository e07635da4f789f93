package org.shuffledcheckin.learning.data;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Fetches files over HTTP into temporary files. */
final class Downloads implements AutoCloseable {
  /** No data set here is near this size; a server that sends more is not the right one. */
  private static final long MAX_BYTES = 1L << 30;

  private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(30);

  private final ExecutorService threads;
  private final HttpClient client;
  private final ProgressListener listener;

  Downloads(Duration connectTimeout, ProgressListener listener) {
    this.threads =
        Executors.newCachedThreadPool(
            task -> {
              Thread thread = new Thread(task, "download");
              thread.setDaemon(true);
              return thread;
            });
    this.client =
        HttpClient.newBuilder()
            .connectTimeout(connectTimeout)
            .followRedirects(HttpClient.Redirect.NORMAL)
            .executor(threads)
            .build();
    this.listener = listener;
  }

  /** Returns a new file in {@code folder} with all that {@code address} gives. */
  Path fetch(URI address, Path folder) throws IOException {
    HttpResponse<InputStream> response = send(address);
    // Not a temporary file of the library's, which nobody else could read in the end.
    Path target = folder.resolve(".download-" + UUID.randomUUID());
    try (InputStream in = response.body()) {
      if (response.statusCode() != 200) {
        throw new IOException("%s answers %d".formatted(address, response.statusCode()));
      }
      long total = response.headers().firstValueAsLong("Content-Length").orElse(-1);
      copy(in, target, address.getPath(), total);
      return target;
    } catch (IOException e) {
      Files.deleteIfExists(target);
      throw e;
    }
  }

  private HttpResponse<InputStream> send(URI address) throws IOException {
    try {
      HttpRequest request = HttpRequest.newBuilder(address).timeout(ANSWER_TIMEOUT).build();
      return client.send(request, HttpResponse.BodyHandlers.ofInputStream());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("download was interrupted");
    }
  }

  private void copy(InputStream in, Path target, String path, long total) throws IOException {
    String name = path.substring(path.lastIndexOf('/') + 1);
    byte[] buffer = new byte[1 << 16];
    long done = 0;
    try (OutputStream out = Files.newOutputStream(target)) {
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        out.write(buffer, 0, read);
        done += read;
        if (done > MAX_BYTES) {
          throw new IOException("%s sends more than %d bytes".formatted(name, MAX_BYTES));
        }
        listener.transferred(name, done, total);
      }
    }
    if (total >= 0 && done != total) {
      throw new IOException("%s ended after %d of %d bytes".formatted(name, done, total));
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
