package org.shuffledcheckin.aggregator.dashboard;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import io.javalin.http.sse.SseClient;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.shuffledcheckin.aggregator.ledger.LedgerEntry;
import org.shuffledcheckin.aggregator.run.CountingView;
import org.shuffledcheckin.aggregator.run.RoundView;
import org.shuffledcheckin.aggregator.run.RunEvents;
import org.shuffledcheckin.aggregator.run.RunJson;
import org.shuffledcheckin.aggregator.run.RunView;
import org.shuffledcheckin.aggregator.store.RunCommand;
import org.shuffledcheckin.aggregator.store.RunHistory;
import org.shuffledcheckin.kit.config.Secret;

/**
 * The dashboard's routes. Reading needs no login, as everything on the operations port; it shows
 * what the aggregator may know, which names no client. Orders are taken only where a token is
 * given.
 */
public final class Dashboard {
  private static final int MOST_WATCHERS = 32;
  private static final int MOST_ROUNDS = 2000;
  private static final int LEDGER_PAGE = 1000;
  private static final List<String> FILES =
      List.of(
          "index.html",
          "style.css",
          "main.js",
          "run.js",
          "explorer.js",
          "ledger.js",
          "bounds.js",
          "charts.js",
          "sha256.js");
  private static final Map<String, String> TYPES =
      Map.of("html", "text/html", "css", "text/css", "js", "text/javascript");
  private static final Map<String, RunCommand> ORDERS =
      Map.of("pause", RunCommand.PAUSE, "resume", RunCommand.TRAIN, "end", RunCommand.END);
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src data:;"
          + " connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

  private final Supplier<RunView> run;
  private final RunHistory history;
  private final RunEvents events;
  private final Optional<Secret> token;
  private final Predicate<RunCommand> orders;
  private final Supplier<Optional<CountingView>> counting;
  private final Explorer explorer = new Explorer();
  private final Semaphore watchers = new Semaphore(MOST_WATCHERS);
  private final JsonMapper json = new JsonMapper();

  /** One entry, byte for byte as it was hashed, so that a browser can recompute the chain. */
  private record LedgerRow(long sequence, String entry, String head) {
    static LedgerRow of(LedgerEntry entry) {
      return new LedgerRow(
          entry.sequence(),
          new String(entry.toBytes(), StandardCharsets.UTF_8),
          entry.head().hash().toString());
    }
  }

  private record LedgerPage(String run, List<LedgerRow> entries) {}

  /**
   * Serves one run.
   *
   * @param token that orders must show; without one there is no way in for them
   * @param orders takes an order; false if the run was ended before
   * @param counting what counting rounds found; nothing where a model learns
   */
  public Dashboard(
      Supplier<RunView> run,
      RunHistory history,
      RunEvents events,
      Optional<Secret> token,
      Predicate<RunCommand> orders,
      Supplier<Optional<CountingView>> counting) {
    this.run = run;
    this.history = history;
    this.events = events;
    this.token = token;
    this.orders = orders;
    this.counting = counting;
  }

  /** Adds every route. */
  public void addTo(RoutesConfig routes) {
    routes.get("/", context -> file(context, "index.html"));
    FILES.forEach(name -> routes.get("/" + name, context -> file(context, name)));
    routes.get("/api/run", context -> answer(context, RunJson.write(run.get())));
    routes.get("/api/rounds", context -> answer(context, RunJson.write(rounds())));
    routes.get("/api/results", context -> answer(context, results()));
    routes.get("/api/ledger", context -> answer(context, ledger(after(context))));
    for (Explorer.Part part : Explorer.Part.values()) {
      String name = part.name().toLowerCase(Locale.ROOT).replace('_', '-');
      routes.get("/api/explore/" + name, context -> explore(context, part));
    }
    routes.sse("/api/events", this::stream);
    token.ifPresent(
        secret -> routes.post("/api/control/{action}", context -> control(context, secret)));
  }

  private static void file(Context context, String name) throws IOException {
    try (InputStream in = Dashboard.class.getResourceAsStream("/dashboard/" + name)) {
      context
          .header("Content-Security-Policy", POLICY)
          .header("X-Content-Type-Options", "nosniff")
          .header("Cache-Control", "no-cache")
          .contentType(TYPES.get(name.substring(name.indexOf('.') + 1)) + "; charset=utf-8")
          .result(in.readAllBytes());
    }
  }

  private static long after(Context context) {
    String asked = context.queryParam("after");
    return asked != null && asked.matches("\\d{1,15}") ? Long.parseLong(asked) : 0;
  }

  /** The newest rounds, oldest first. */
  private List<RoundView> rounds() {
    long charged = events.status().totals().charged();
    return RoundView.after(history, Math.max(0, charged - MOST_ROUNDS), MOST_ROUNDS + 1);
  }

  private Object results() {
    return counting.get().<Object>map(RunJson::write).orElseGet(Map::of);
  }

  /** A page of the ledger after a position; whoever wants all of it asks on. */
  private LedgerPage ledger(long after) {
    return new LedgerPage(
        events.status().run().toString(),
        history.ledgerAfter(after, LEDGER_PAGE).stream().map(LedgerRow::of).toList());
  }

  private void explore(Context context, Explorer.Part part) {
    try {
      answer(context, explorer.answer(part, context::queryParam));
    } catch (IllegalArgumentException e) {
      say(context, HttpStatus.BAD_REQUEST, e.getMessage());
    } catch (IllegalStateException e) {
      say(context, HttpStatus.SERVICE_UNAVAILABLE, e.getMessage());
    }
  }

  private void stream(SseClient client) {
    if (!watchers.tryAcquire()) {
      client.close();
      return;
    }
    client.keepAlive();
    LiveFeed feed = new LiveFeed(round -> send(client, round), client::close);
    RunEvents.Subscription subscription = events.subscribe(feed);
    client.onClose(
        () -> {
          subscription.close();
          feed.stop();
          watchers.release();
        });
    feed.start();
  }

  private void send(SseClient client, long round) {
    if (round != LiveFeed.NO_ROUND) {
      RoundView.after(history, round - 1, 1)
          .forEach(seen -> client.sendEvent("round", text(RunJson.write(seen))));
    }
    client.sendEvent("run", text(RunJson.write(run.get())));
  }

  private void control(Context context, Secret secret) {
    String shown = context.header("operator-token");
    String action = context.pathParam("action").toLowerCase(Locale.ROOT);
    // Takes the same time for every wrong token of a length.
    if (shown == null || !secret.matches(shown)) {
      say(context, HttpStatus.FORBIDDEN, "That is not the operator's token.");
    } else if (!ORDERS.containsKey(action)) {
      say(context, HttpStatus.NOT_FOUND, "An order is pause, resume or end.");
    } else if (!orders.test(ORDERS.get(action))) {
      say(context, HttpStatus.CONFLICT, "The run was ended, which is for good.");
    } else {
      say(
          context,
          HttpStatus.OK,
          "Done: " + ORDERS.get(action).name().toLowerCase(Locale.ROOT) + ".");
    }
  }

  private void say(Context context, HttpStatus status, String message) {
    context.status(status);
    answer(context, Map.of("message", String.valueOf(message)));
  }

  private void answer(Context context, Object value) {
    context.contentType("application/json").header("Cache-Control", "no-store").result(text(value));
  }

  private String text(Object value) {
    try {
      return json.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }
}
