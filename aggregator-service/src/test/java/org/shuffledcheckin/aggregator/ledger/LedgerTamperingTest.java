package org.shuffledcheckin.aggregator.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.UpperBound;
import org.shuffledcheckin.aggregator.TestAccountant;
import org.shuffledcheckin.aggregator.TestRounds;
import org.shuffledcheckin.kit.ledger.LedgerChain;
import org.shuffledcheckin.kit.ledger.LedgerChain.Head;
import org.shuffledcheckin.kit.round.Digest;
import org.shuffledcheckin.kit.round.RoundId;

class LedgerTamperingTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int ENTRIES = 6;

  private final List<LedgerEntry> ledger = honest();

  private static List<LedgerEntry> honest() {
    List<LedgerEntry> entries = new ArrayList<>();
    Head head = LedgerChain.genesis(TestRounds.RUN);
    for (int i = 1; i <= ENTRIES; i++) {
      entries.add(TestRounds.entry(head, i * TestRounds.ROUND.checkInRate()));
      head = entries.get(i - 1).head();
    }
    return entries;
  }

  private static LedgerVerifier.Findings verify(List<LedgerEntry> entries, Optional<Head> seen) {
    LedgerVerifier verifier =
        new LedgerVerifier(TestRounds.RUN, TestAccountant.FRESH).remembers("the test", seen);
    entries.forEach(verifier::next);
    return verifier.end();
  }

  private static void assertRefused(List<LedgerEntry> entries, Optional<Head> seen) {
    assertThatThrownBy(() -> verify(entries, seen)).isInstanceOf(LedgerRefusal.class);
  }

  @Test
  void verify_honestLedger_rederivesWhatWasSpent() {
    Head end = ledger.get(ENTRIES - 1).head();
    LedgerVerifier.Findings findings = verify(ledger, Optional.of(end));
    assertThat(findings.head()).isEqualTo(end);
    assertThat(findings.derived().orElseThrow().epsilon())
        .isEqualTo(findings.recorded().orElseThrow().epsilon());
  }

  @Test
  void verify_emptyLedger_hasSpentNothing() {
    assertThat(verify(List.of(), Optional.empty()).derived()).isEmpty();
  }

  @Test
  void verify_anyFieldOfAnyEntryChanged_isRefused() throws Exception {
    int tried = 0;
    for (int i = 0; i < ENTRIES; i++) {
      ObjectNode entry = (ObjectNode) JSON.readTree(ledger.get(i).toBytes());
      for (Iterator<String> names = entry.fieldNames(); names.hasNext(); tried++) {
        List<LedgerEntry> bad = new ArrayList<>(ledger);
        bad.set(i, LedgerEntry.stored(changed(entry, names.next()), ledger.get(i).head()));
        assertRefused(bad, Optional.empty());
      }
    }
    assertThat(tried).isEqualTo(ENTRIES * 19);
  }

  /** The entry with one field made different in the smallest way its type allows. */
  private static byte[] changed(ObjectNode entry, String field) {
    ObjectNode copy = entry.deepCopy();
    JsonNode value = copy.get(field);
    if (value.isIntegralNumber()) {
      copy.put(field, value.longValue() - 1);
    } else if (value.isNumber()) {
      copy.put(field, Math.nextDown(value.doubleValue()));
    } else if (value.isObject()) {
      copy.putObject(field).put("kind", "gaussian").put("noise_multiplier", 1.5);
    } else {
      char last = value.asText().charAt(value.asText().length() - 1);
      copy.put(
          field,
          value.asText().substring(0, value.asText().length() - 1) + (last == '0' ? '1' : '0'));
    }
    return copy.toString().getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void verify_anyByteOfAnyEntryOrHeadChanged_isRefused() {
    for (int i = 0; i < ENTRIES; i++) {
      byte[] entry = ledger.get(i).toBytes();
      for (int at = 0; at < entry.length; at++) {
        byte[] bad = entry.clone();
        bad[at] ^= 1;
        assertRefused(with(i, LedgerEntry.stored(bad, ledger.get(i).head())), Optional.empty());
      }
      byte[] hash = ledger.get(i).head().hash().toBytes();
      for (int at = 0; at < hash.length; at++) {
        byte[] bad = hash.clone();
        bad[at] ^= 1;
        assertRefused(
            with(i, LedgerEntry.stored(entry, new Head(i + 1, Digest.of(bad)))), Optional.empty());
      }
    }
  }

  private List<LedgerEntry> with(int index, LedgerEntry entry) {
    List<LedgerEntry> bad = new ArrayList<>(ledger);
    bad.set(index, entry);
    return bad;
  }

  @Test
  void verify_entriesSwappedRemovedOrRepeated_isRefused() {
    for (int i = 0; i + 1 < ENTRIES; i++) {
      List<LedgerEntry> swapped = new ArrayList<>(ledger);
      Collections.swap(swapped, i, i + 1);
      assertRefused(swapped, Optional.empty());
      List<LedgerEntry> removed = new ArrayList<>(ledger);
      removed.remove(i);
      assertRefused(removed, Optional.empty());
      List<LedgerEntry> repeated = new ArrayList<>(ledger);
      repeated.add(i, ledger.get(i));
      assertRefused(repeated, Optional.empty());
    }
  }

  @Test
  void verify_truncatedAnywhere_isRefusedByWhoeverSawMore() {
    for (int length = 0; length < ENTRIES; length++) {
      List<LedgerEntry> cut = ledger.subList(0, length);
      assertThat(verify(cut, Optional.empty()).head().sequence()).isEqualTo(length);
      assertRefused(cut, Optional.of(ledger.get(ENTRIES - 1).head()));
    }
  }

  @Test
  void verify_rewrittenFromAnywhere_isRefusedByWhoeverSawTheFirst() {
    for (int from = 0; from < ENTRIES; from++) {
      List<LedgerEntry> forged = new ArrayList<>(ledger.subList(0, from));
      Head head = from == 0 ? LedgerChain.genesis(TestRounds.RUN) : ledger.get(from - 1).head();
      for (int i = from; i < ENTRIES + 2; i++) {
        forged.add(TestRounds.entry(head, 0.0625 * (i + 1)));
        head = forged.get(i).head();
      }
      assertThat(verify(forged, Optional.empty()).head()).isEqualTo(head);
      assertRefused(forged, Optional.of(ledger.get(ENTRIES - 1).head()));
    }
  }

  @Test
  void verify_rechainedWithSmallerEpsilon_isRefused() {
    Head head = LedgerChain.genesis(TestRounds.RUN);
    List<LedgerEntry> forged = new ArrayList<>();
    for (int i = 1; i <= ENTRIES; i++) {
      forged.add(TestRounds.entry(head, 0.001 * i));
      head = forged.get(i - 1).head();
    }
    assertThatThrownBy(() -> verify(forged, Optional.empty()))
        .isInstanceOf(LedgerRefusal.class)
        .hasMessageContaining("understates");
  }

  /** A ledger of one round, charged as somebody likes. */
  private static List<LedgerEntry> charging(CheckInRound accounted, double epsilon) {
    return List.of(
        LedgerEntry.after(
            LedgerChain.genesis(TestRounds.RUN), TestRounds.charge(1, accounted, epsilon)));
  }

  private static CheckInRound with(long clients, double lossMass) {
    CheckInRound rule = TestRounds.ROUND;
    return new CheckInRound(clients, rule.checkInRate(), rule.law(), rule.guarantee(), lossMass);
  }

  @Test
  void verify_chargedWithMoreClientsThanTheRule_isRefused() {
    CheckInRound rule = TestRounds.ROUND;
    double epsilon = rule.checkInRate();
    assertThat(rule.clients()).isLessThan(TestRounds.POPULATION.honest());
    assertThat(verify(charging(rule, epsilon), Optional.empty()).derived()).isPresent();
    for (long more : new long[] {1, TestRounds.POPULATION.honest() - rule.clients()}) {
      assertThatThrownBy(
              () ->
                  verify(
                      charging(with(rule.clients() + more, rule.lossMass()), epsilon),
                      Optional.empty()))
          .isInstanceOf(LedgerRefusal.class)
          .hasMessageContaining("understates", "at most " + rule.clients() + " clients");
    }
    assertThat(
            verify(charging(with(rule.clients() - 1, rule.lossMass()), epsilon), Optional.empty())
                .derived())
        .as("charged with fewer: errs on the safe side")
        .isPresent();
  }

  @Test
  void verify_chargedWithSmallerLossMassThanTheRule_isRefused() {
    CheckInRound rule = TestRounds.ROUND;
    double epsilon = rule.checkInRate();
    assertThat(rule.lossMass()).isPositive();
    for (double less : new double[] {0, rule.lossMass() / 2, Math.nextDown(rule.lossMass())}) {
      assertThatThrownBy(
              () -> verify(charging(with(rule.clients(), less), epsilon), Optional.empty()))
          .isInstanceOf(LedgerRefusal.class)
          .hasMessageContaining("understates", "loss mass " + less);
    }
    assertThat(
            verify(charging(with(rule.clients(), 2 * rule.lossMass()), epsilon), Optional.empty())
                .derived())
        .as("charged with more: errs on the safe side")
        .isPresent();
  }

  @Test
  void verify_epsilonBelowTheProvenByMoreThanRounding_isRefused() {
    double proven = TestRounds.ROUND.checkInRate();
    assertThat(verify(charging(TestRounds.ROUND, proven - 1e-7), Optional.empty()).derived())
        .isPresent();
    assertThatThrownBy(() -> verify(charging(TestRounds.ROUND, proven - 3e-6), Optional.empty()))
        .isInstanceOf(LedgerRefusal.class)
        .hasMessageContaining("understates");
  }

  /** Both charges are more than was spent, so only their order gives them away. */
  @Test
  void verify_epsilonThatFalls_isRefused() {
    LedgerEntry first = TestRounds.entry(LedgerChain.genesis(TestRounds.RUN), 0.5);
    LedgerEntry second = TestRounds.entry(first.head(), Math.nextDown(0.5));
    assertThatThrownBy(() -> verify(List.of(first, second), Optional.empty()))
        .isInstanceOf(LedgerRefusal.class)
        .hasMessageContaining("epsilon falls");
  }

  @Test
  void verify_deltaThatChanges_isRefused() {
    LedgerEntry first = TestRounds.entry(LedgerChain.genesis(TestRounds.RUN), 0.5);
    Charge charge = TestRounds.charge(2, 0.5);
    UpperBound other = new UpperBound(0.5, 2 * charge.after().delta(), charge.after().method());
    LedgerEntry second =
        LedgerEntry.after(
            first.head(),
            new Charge(charge.version(), charge.terms(), other, charge.limit(), charge.time()));
    assertThatThrownBy(() -> verify(List.of(first, second), Optional.empty()))
        .isInstanceOf(LedgerRefusal.class)
        .hasMessageContaining("delta changes");
  }

  private static List<LedgerEntry> understatedBy(double share) {
    Head head = LedgerChain.genesis(TestRounds.RUN);
    List<LedgerEntry> entries = new ArrayList<>();
    for (int i = 1; i <= ENTRIES; i++) {
      double spent = i * TestRounds.ROUND.checkInRate();
      // Only the last entry lies: a tolerance must not be larger than what the whole ledger shows.
      entries.add(TestRounds.entry(head, i == ENTRIES ? spent * (1 - share) : spent));
      head = entries.get(i - 1).head();
    }
    return entries;
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-1, 1e-2, 1e-3, 1e-4, 1e-5})
  void verify_understatedByASmallShare_isRefused(double share) {
    assertThatThrownBy(() -> verify(understatedBy(share), Optional.empty()))
        .isInstanceOf(LedgerRefusal.class)
        .hasMessageContaining("understates");
  }

  @Test
  void verify_differenceOfRounding_isAccepted() {
    List<LedgerEntry> rounded = understatedBy(1e-9);
    assertThat(verify(rounded, Optional.empty()).head()).isEqualTo(rounded.get(ENTRIES - 1).head());
  }

  @Test
  void verify_otherParametersUnderTheSameHead_isRefused() {
    Charge charge = ledger.get(0).charge();
    Charge.Terms terms = charge.terms();
    Charge other =
        new Charge(
            new Charge.Terms(
                terms.round(),
                terms.population(),
                terms.accounted(),
                terms.randomizer(),
                Digest.sha256(new byte[] {77})),
            charge.after(),
            charge.limit(),
            charge.time());
    LedgerEntry forged = LedgerEntry.after(LedgerChain.genesis(TestRounds.RUN), other);
    assertThat(forged.link().charges(Digest.sha256(new byte[] {77}))).isTrue();
    assertRefused(
        with(0, LedgerEntry.stored(forged.toBytes(), ledger.get(0).head())), Optional.empty());
  }

  @Test
  void verify_ledgerOfAnotherRun_isRefused() {
    RoundId.Run other = RoundId.Run.fromHex("ff0102030405060708090a0b0c0d0e0f");
    LedgerVerifier verifier = new LedgerVerifier(other, TestAccountant.FRESH);
    assertThatThrownBy(() -> verifier.next(ledger.get(0))).isInstanceOf(LedgerRefusal.class);
  }
}
