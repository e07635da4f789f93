package org.shuffledcheckin.shuffler.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shuffledcheckin.shuffler.intake.ClientDelivery;
import org.shuffledcheckin.shuffler.intake.ClientPledge;
import org.shuffledcheckin.shuffler.store.RocksDisk;

class PermutationTest {
  private static final int GROUP = 4;
  private static final int ORDERS = 24;
  private static final int REPORTS = 96_000;

  /** The upper 1e-6 point of chi-square with 23 degrees of freedom. */
  private static final double CRITICAL_23 = 70.55;

  @TempDir Path folder;

  /**
   * Splits one batch into groups of four reports that arrived together; with independent uniform
   * keys the order within each group is one of 24, equally likely and independent of the other
   * groups. Fails by chance with probability below 1e-6.
   */
  @Test
  void batch_reportsThatArrivedTogether_leaveInUniformOrder() {
    int[] orders = new int[ORDERS];
    Map<Long, Integer> position = positions();
    for (long first = 0; first < REPORTS; first += GROUP) {
      orders[order(position, first)]++;
    }
    assertThat(chiSquare(orders)).isLessThan(CRITICAL_23);
  }

  /**
   * Cuts arrivals and departures into 24 parts each and looks at where the reports of the first
   * part end: a fixed-margin table, so the statistic is a little below chi-square with 23 degrees.
   * Fails by chance with probability below 1e-6.
   */
  @Test
  void batch_reportsThatArrivedFirst_leaveEverywhere() {
    int[] parts = new int[ORDERS];
    Map<Long, Integer> position = positions();
    for (long unit = 0; unit < REPORTS / ORDERS; unit++) {
      parts[position.get(unit) / (REPORTS / ORDERS)]++;
    }
    assertThat(chiSquare(parts)).isLessThan(CRITICAL_23);
  }

  private Map<Long, Integer> positions() {
    try (ShufflerHarness harness = new ShufflerHarness(new RocksDisk(folder.resolve("data")))) {
      TestTerms terms = TestTerms.simple();
      int clients = REPORTS / 16;
      List<byte[]> tokens = new ArrayList<>();
      while (tokens.size() < clients) {
        tokens.addAll(harness.enrol(Math.min(4096, clients - tokens.size())));
      }
      harness.open(1, terms);
      long unit = 0;
      List<ClientPledge> pledges = new ArrayList<>();
      List<ClientDelivery> deliveries = new ArrayList<>();
      for (byte[] token : tokens) {
        List<byte[]> reports = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
          reports.add(ShufflerHarness.report(terms, unit++));
        }
        pledges.add(ClientPledge.of(token, reports.size()));
        deliveries.add(new ClientDelivery(token, reports));
      }
      OptionalLong nobody = OptionalLong.empty();
      ShufflerHarness.get(harness.shuffler().pledge(harness.id(1), nobody, pledges));
      ShufflerHarness.get(harness.shuffler().deliver(harness.id(1), nobody, deliveries));
      harness.advance(Duration.ofSeconds(30));
      Map<Long, Integer> position = new HashMap<>();
      harness
          .batch(1)
          .forEach(report -> position.put(ShufflerHarness.unit(report), position.size()));
      assertThat(position).hasSize(REPORTS);
      return position;
    }
  }

  /** The Lehmer code of a group's order. */
  private static int order(Map<Long, Integer> position, long first) {
    int code = 0;
    for (int i = 0; i < GROUP; i++) {
      int smaller = 0;
      for (int j = i + 1; j < GROUP; j++) {
        if (position.get(first + j) < position.get(first + i)) {
          smaller++;
        }
      }
      code = code * (GROUP - i) + smaller;
    }
    return code;
  }

  private static double chiSquare(int[] counts) {
    double total = 0;
    for (int count : counts) {
      total += count;
    }
    double expected = total / counts.length;
    double statistic = 0;
    for (int count : counts) {
      statistic += (count - expected) * (count - expected) / expected;
    }
    return statistic;
  }
}
