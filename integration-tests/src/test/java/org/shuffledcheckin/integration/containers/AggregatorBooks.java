package org.shuffledcheckin.integration.containers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

/** The aggregator's ledger and rounds, read from its PostgreSQL, and what must hold of them. */
final class AggregatorBooks {
  private final ComposeSystem system;
  private List<String> ledger = List.of();

  AggregatorBooks(ComposeSystem system) {
    this.system = system;
  }

  /**
   * A row of the table of rounds.
   *
   * @param reports of the released batch
   * @param aggregated of them, in the model
   */
  record Round(long number, String state, String disposition, long reports, long aggregated) {
    boolean isCommitted() {
      return state.equals("COMMITTED");
    }

    boolean isDecided() {
      return isCommitted() || state.equals("DISCARDED");
    }
  }

  /** Every round, in order. */
  List<Round> rounds() {
    List<Round> rounds = new ArrayList<>();
    for (String line :
        query(
            "SELECT number, state, disposition, reports, aggregated FROM round ORDER BY number")) {
      String[] fields = line.split("\\|", -1);
      rounds.add(
          new Round(
              Long.parseLong(fields[0]),
              fields[1],
              fields[2],
              Long.parseLong(fields[3]),
              Long.parseLong(fields[4])));
    }
    return rounds;
  }

  /** How many rounds are committed; -1 while the database does not answer. */
  long committed() {
    ComposeSystem.Result result = psql("SELECT count(*) FROM round WHERE state = 'COMMITTED'");
    return result.exitCode() == 0 ? Long.parseLong(result.out().strip()) : -1;
  }

  List<String> query(String sql) {
    ComposeSystem.Result result = psql(sql);
    assertThat(result.exitCode()).as("psql: %s", result.err()).isZero();
    return result.out().lines().filter(line -> !line.isBlank()).toList();
  }

  private ComposeSystem.Result psql(String sql) {
    return system.tryExec("postgres", "psql", "-U", "checkin", "-d", "checkin", "-Atc", sql);
  }

  /** The ledger has no gap, and everything that was ever seen of it is still there. */
  void requireLedgerOnlyGrew() {
    List<String> now =
        query("SELECT sequence || ' ' || encode(head, 'hex') FROM ledger ORDER BY sequence");
    for (int i = 0; i < now.size(); i++) {
      assertThat(now.get(i)).as("entry of the ledger").startsWith((i + 1) + " ");
    }
    assertThat(now).as("entries of the ledger").hasSizeGreaterThanOrEqualTo(ledger.size());
    assertThat(now.subList(0, ledger.size())).as("what was seen of the ledger").isEqualTo(ledger);
    ledger = now;
  }

  /**
   * Compares with what clients were told.
   *
   * @param exact rounds in which every reply was heard, so that counts had to be equal
   */
  record Comparison(long committed, long discarded, long exact, long reports) {}

  /**
   * Every acknowledged report was counted once, or its round is declared discarded; nothing was
   * counted that no client sent.
   */
  Comparison requireExactlyOnce(DeliveryBook clients, List<Round> rounds) {
    long committed = 0;
    long discarded = 0;
    long exact = 0;
    long reports = 0;
    for (Round round : rounds) {
      long number = round.number();
      if (!round.isDecided()) {
        assertThat(number).as("only the newest round may be undecided").isEqualTo(rounds.size());
      } else if (round.isCommitted()) {
        long acknowledged = clients.acknowledged(number);
        long uncertain = clients.uncertain(number);
        assertThat(round.reports())
            .as(
                "reports in round %d; its clients heard %d acknowledged and nothing about %d",
                number, acknowledged, uncertain)
            .isBetween(acknowledged, acknowledged + uncertain);
        assertThat(round.aggregated())
            .as("aggregated in round %d", number)
            .isEqualTo(round.reports());
        committed++;
        reports += round.aggregated();
        exact += uncertain == 0 ? 1 : 0;
      } else {
        assertThat(round.disposition()).as("why round %d was discarded", number).isNotBlank();
        assertThat(round.aggregated()).as("aggregated in round %d", number).isZero();
        discarded++;
      }
    }
    assertThat(query("SELECT reason FROM rejection")).as("rejections").isEmpty();
    return new Comparison(committed, discarded, exact, reports);
  }
}
