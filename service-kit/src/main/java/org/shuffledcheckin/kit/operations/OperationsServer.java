package org.shuffledcheckin.kit.operations;

import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import io.javalin.util.JavalinBindException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.shuffledcheckin.kit.tls.TlsIdentity;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves {@code /metrics}, {@code /healthz} (the process lives) and {@code /readyz} (it takes work;
 * 503 and the failing checks otherwise), over HTTP or, where the configuration says so, HTTPS.
 */
public final class OperationsServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(OperationsServer.class);
  private static final int MAX_THREADS = 16;
  private static final int MIN_THREADS = 2;

  private final Javalin javalin;

  private OperationsServer(Javalin javalin) {
    this.javalin = javalin;
  }

  /** Starts the port without further pages. */
  public static OperationsServer start(
      OperationsConfig config, ServiceMetrics metrics, Readiness readiness) {
    return start(config, metrics, readiness, routes -> {});
  }

  /** Starts the port with further routes, at a service without a certificate to serve with. */
  public static OperationsServer start(
      OperationsConfig config,
      ServiceMetrics metrics,
      Readiness readiness,
      Consumer<RoutesConfig> routes) {
    return start(config, metrics, readiness, Optional.empty(), routes);
  }

  /**
   * Starts the port with further routes, such as a dashboard.
   *
   * @param identity that it shows where it speaks HTTPS
   * @throws IllegalArgumentException if it should and there is none
   */
  public static OperationsServer start(
      OperationsConfig config,
      ServiceMetrics metrics,
      Readiness readiness,
      Optional<TlsIdentity> identity,
      Consumer<RoutesConfig> routes) {
    Optional<SSLContext> tls = tls(config, identity);
    Javalin javalin =
        Javalin.create(
            settings -> {
              quiet(settings);
              tls.ifPresent(context -> secure(settings, config, context));
              settings.routes.get("/metrics", context -> scrape(context, metrics));
              settings.routes.get("/healthz", context -> context.result("ok\n"));
              settings.routes.get("/readyz", context -> ready(context, readiness));
              settings.routes.exception(Exception.class, OperationsServer::failed);
              routes.accept(settings.routes);
            });
    try {
      javalin.start(config.host(), config.port());
    } catch (JavalinBindException e) {
      throw new UncheckedIOException(
          "operations port %d of %s cannot be used: set operations.port to another"
              .formatted(config.port(), config.host()),
          new IOException(e.getMessage(), e));
    }
    return new OperationsServer(javalin);
  }

  /** The port it listens on. */
  public int port() {
    return javalin.port();
  }

  @Override
  public void close() {
    javalin.stop();
  }

  private static Optional<SSLContext> tls(OperationsConfig config, Optional<TlsIdentity> identity) {
    if (config.tls() && identity.isEmpty()) {
      throw new IllegalArgumentException(
          "operations.tls needs a certificate to serve with, and this service has none");
    }
    return identity.filter(given -> config.tls()).map(TlsIdentity::serverContext);
  }

  private static void secure(JavalinConfig settings, OperationsConfig config, SSLContext context) {
    settings.jetty.addConnector(
        (server, http) -> {
          SslContextFactory.Server tls = new SslContextFactory.Server();
          tls.setSslContext(context);
          tls.setIncludeProtocols("TLSv1.3");
          ServerConnector connector =
              new ServerConnector(
                  server,
                  new SslConnectionFactory(tls, "http/1.1"),
                  new HttpConnectionFactory(http));
          connector.setHost(config.host());
          connector.setPort(config.port());
          return connector;
        });
  }

  /** Whoever asked hears that it failed; the log says what. */
  private static void failed(Exception failure, Context context) {
    LOG.atError().setCause(failure).log("a request on the operations port failed");
    context.status(HttpStatus.INTERNAL_SERVER_ERROR);
  }

  private static void quiet(JavalinConfig settings) {
    settings.startup.showJavalinBanner = false;
    settings.startup.showOldJavalinVersionWarning = false;
    settings.startup.startupWatcherEnabled = false;
    QueuedThreadPool pool = new QueuedThreadPool(MAX_THREADS, MIN_THREADS);
    pool.setName("operations");
    pool.setDaemon(true);
    settings.jetty.threadPool = pool;
  }

  private static void scrape(Context context, ServiceMetrics metrics) {
    context.contentType("text/plain; version=0.0.4; charset=utf-8").result(metrics.scrape());
  }

  private static void ready(Context context, Readiness readiness) {
    Map<String, String> results = readiness.results();
    boolean ready = results.values().stream().allMatch("ok"::equals);
    StringBuilder text = new StringBuilder();
    results.forEach((name, result) -> text.append(name).append(": ").append(result).append('\n'));
    context
        .status(ready ? HttpStatus.OK : HttpStatus.SERVICE_UNAVAILABLE)
        .result(text.isEmpty() ? "ok\n" : text.toString());
  }
}
