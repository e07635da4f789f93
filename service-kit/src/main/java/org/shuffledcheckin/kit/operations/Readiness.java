package org.shuffledcheckin.kit.operations;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Supplier;

/** Named checks that must all pass before a service counts as ready. */
public final class Readiness {
  private final Map<String, Supplier<Optional<String>>> checks = new ConcurrentSkipListMap<>();

  /** Adds a check that gives nothing when all is well, otherwise one sentence for operators. */
  public Readiness check(String name, Supplier<Optional<String>> problem) {
    checks.put(name, problem);
    return this;
  }

  /** What each check says now, by name; {@code ok} where all is well. */
  public Map<String, String> results() {
    Map<String, String> results = new TreeMap<>();
    checks.forEach((name, check) -> results.put(name, check.get().orElse("ok")));
    return results;
  }
}
