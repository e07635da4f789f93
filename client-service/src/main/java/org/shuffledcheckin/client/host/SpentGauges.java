package org.shuffledcheckin.client.host;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Optional;
import java.util.function.Supplier;
import org.shuffledcheckin.accountant.Budget;
import org.shuffledcheckin.accountant.filter.FilterReading;
import org.shuffledcheckin.accountant.filter.PrivacyFilter;

/**
 * Shows where the lifetime budget of most clients stands: the epsilon that their filter stands for,
 * its limit, and which filter of the menu carries it. Read when somebody looks, not in every round:
 * a reading takes the accountant some milliseconds.
 */
final class SpentGauges {
  private final MeterRegistry registry;
  private volatile Optional<PrivacyFilter> shown = Optional.empty();
  private Optional<Read> newest = Optional.empty();

  private record Read(PrivacyFilter filter, FilterReading reading) {}

  SpentGauges(MeterRegistry registry) {
    this.registry = registry;
  }

  /** Shows another filter from now on. */
  void show(PrivacyFilter filter) {
    boolean first = shown.isEmpty();
    shown = Optional.of(filter);
    if (first) {
      register(filter);
    }
  }

  private void register(PrivacyFilter filter) {
    Budget budget = filter.menu().budget();
    if (Double.isFinite(budget.epsilon())) {
      gauge("checkin.client.epsilon", () -> reading().epsilon());
      gauge("checkin.client.epsilon.limit", budget::epsilon);
      gauge("checkin.client.delta.limit", budget::delta);
    }
    for (String name : filter.menu().filters()) {
      Gauge.builder("checkin.client.filter", () -> reading().filter().equals(name) ? 1 : 0)
          .tag("filter", name)
          .register(registry);
    }
  }

  private void gauge(String name, Supplier<Number> value) {
    Gauge.builder(name, value).register(registry);
  }

  private synchronized FilterReading reading() {
    PrivacyFilter filter = shown.orElseThrow();
    if (newest.filter(read -> read.filter().equals(filter)).isEmpty()) {
      newest = Optional.of(new Read(filter, filter.reading()));
    }
    return newest.get().reading();
  }
}
