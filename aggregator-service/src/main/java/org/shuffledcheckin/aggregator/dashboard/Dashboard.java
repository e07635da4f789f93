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
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.shuffledcheckin.aggregator.run.RoundFacts;
import org.shuffledcheckin.aggregator.run.RunEvents;
import org.shuffledcheckin.aggregator.run.RunListener;
import org.shuffledcheckin.aggregator.run.RunStatus;
import org.shuffledcheckin.aggregator.store.RunCommand;
import org.shuffledcheckin.aggregator.store.StoredEvaluation;

/**
 * The dashboard's routes. Reading needs no login, as everything on the operations port; it shows
 * what the aggregator may know, which names no client. Orders need the operator's token.
 */
public final class Dashboard {
  private static final Map<String, String> FILES =
      Map.of(
          "index.html", "text/html; charset=utf-8",
          "style.css", "text/css; charset=utf-8",
          "main.js", "text/javascript; charset=utf-8",
          "run.js", "text/javascript; charset=utf-8",
          "explorer.js", "text/javascript; charset=utf-8",
          "ledger.js", "text/javascript; charset=utf-8",
          "bounds.js", "text/javascript; charset=utf-8",
          "charts.js", "text/javascript; charset=utf-8",
          "sha256.js", "text/javascript; charset=utf-8");
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src data:;"
          + " connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

  private final RunView view;
  private final RunEvents events;
  private final RunOrders orders;
  private final Supplier<Map<String, Object>> results;
  private final Explorer explorer = new Explorer();
  private final JsonMapper json = new JsonMapper();

  /** Serves this run; {@code results} are those of counting rounds, empty where a model learns. */
  public Dashboard(
      RunView view, RunEvents events, RunOrders orders, Supplier<Map<String, Object>> results) {
    this.view = view;
    this.events = events;
    this.orders = orders;
    this.results = results;
  }

  /** Adds every route. */
  public void addTo(RoutesConfig routes) {
    routes.get("/", context -> file(context, "index.html"));
    FILES.keySet().forEach(name -> routes.get("/" + name, context -> file(context, name)));
    routes.get("/api/run", context -> answer(context, view.run()));
    routes.get("/api/rounds", context -> answer(context, view.rounds()));
    routes.get("/api/results", context -> answer(context, results.get()));
    routes.get("/api/ledger", context -> answer(context, view.ledger(newest(context))));
    routes.get("/api/explore", this::explore);
    routes.sse("/api/events", this::stream);
    routes.post("/api/control/{action}", this::control);
  }

  private static void file(Context context, String name) throws IOException {
    try (InputStream in = Dashboard.class.getResourceAsStream("/dashboard/" + name)) {
      context
          .header("Content-Security-Policy", POLICY)
          .header("X-Content-Type-Options", "nosniff")
          .header("Cache-Control", "no-cache")
          .contentType(FILES.get(name))
          .result(in.readAllBytes());
    }
  }

  private static int newest(Context context) {
    String asked = context.queryParam("newest");
    return asked != null && asked.matches("\\d{1,6}") ? Integer.parseInt(asked) : Integer.MAX_VALUE;
  }

  private void explore(Context context) {
    try {
      answer(context, explorer.answer(context::queryParam));
    } catch (IllegalArgumentException e) {
      context.status(HttpStatus.BAD_REQUEST);
      answer(context, Map.of("message", String.valueOf(e.getMessage())));
    }
  }

  private void stream(SseClient client) {
    client.keepAlive();
    RunEvents.Subscription subscription =
        events.subscribe(
            new RunListener() {
              @Override
              public void stateChanged(RunStatus status) {
                client.sendEvent("run", text(view.run()));
              }

              @Override
              public void roundEnded(RoundFacts facts) {
                client.sendEvent("round", text(view.round(facts.number())));
                client.sendEvent("run", text(view.run()));
              }

              @Override
              public void evaluated(StoredEvaluation evaluation) {
                client.sendEvent("round", text(view.round(evaluation.round())));
                client.sendEvent("run", text(view.run()));
              }
            });
    client.onClose(subscription::close);
  }

  private void control(Context context) {
    String token = context.header("operator-token");
    if (!orders.mayOrder(token)) {
      context.status(HttpStatus.FORBIDDEN);
      answer(
          context, Map.of("message", "That is not the operator's token, or none is configured."));
      return;
    }
    RunCommand command;
    switch (context.pathParam("action").toLowerCase(Locale.ROOT)) {
      case "pause" -> command = RunCommand.PAUSE;
      case "resume" -> command = RunCommand.TRAIN;
      case "end" -> command = RunCommand.END;
      default -> {
        context.status(HttpStatus.NOT_FOUND);
        answer(context, Map.of("message", "An order is pause, resume or end."));
        return;
      }
    }
    orders.give(command);
    answer(context, Map.of("message", "Done: " + command.name().toLowerCase(Locale.ROOT) + "."));
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
