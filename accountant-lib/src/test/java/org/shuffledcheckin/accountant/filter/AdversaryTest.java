package org.shuffledcheckin.accountant.filter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shuffledcheckin.accountant.Budget;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.PrivacyAccountant;
import org.shuffledcheckin.accountant.sound.SoundAccountant;

/**
 * The best adversary of all: after every round it picks the next one, or stops, in view of the loss
 * so far, so as to make delta as large as it can, by dynamic programming. Rounds are randomised
 * response of single clients, so that pairs are exact and losses are multiples of one step.
 */
class AdversaryTest {
  private static final double STEP = 0.1;
  private static final int[] SIZES = {1, 3, 9};

  @ParameterizedTest
  @CsvSource({"1.5, 0.05", "1.5, 0.005", "3, 0.01", "0.9, 0.2"})
  void filter_bestAdversary_staysWithinTheBudget(double epsilon, double delta) {
    Budget budget = new Budget(epsilon, delta);
    for (FilterMenu menu :
        List.of(
            FilterMenu.recommended(budget),
            FilterMenu.firstKind(budget),
            FilterMenu.renyi(budget, 8),
            FilterMenu.slices(
                budget,
                List.of(
                    new Budget(epsilon / 2, delta / 2),
                    new Budget(epsilon / 4, delta / 4),
                    new Budget(epsilon / 4, delta / 4))))) {
      double worst =
          new Adversary<>(
                  epsilon,
                  (PrivacyFilter filter, CheckInRound round) -> filter.next(round).orElse(null))
              .value(PrivacyFilter.open(menu), 0);
      assertThat(worst).isLessThanOrEqualTo(delta);
    }
  }

  /** What the filters are for: the same adversary against "compose what came and compare". */
  @Test
  void accountant_bestAdversary_exceedsTheBudget() {
    Budget budget = new Budget(1.5, 0.05);
    BiFunction<Map<CheckInRound, Long>, CheckInRound, Map<CheckInRound, Long>> compose =
        (rounds, round) -> {
          Map<CheckInRound, Long> more = new HashMap<>(rounds);
          more.merge(round, 1L, Long::sum);
          PrivacyAccountant accountant = SoundAccountant.create();
          for (Map.Entry<CheckInRound, Long> entry : more.entrySet()) {
            accountant = accountant.compose(entry.getKey(), entry.getValue());
          }
          return budget.allows(accountant) ? more : null;
        };
    assertThat(new Adversary<>(budget.epsilon(), compose).value(Map.of(), 0))
        .isGreaterThan(1.05 * budget.delta());
  }

  /** Computes what can be made of a state; a transition to null is a refusal. */
  private static final class Adversary<S> {
    private final double epsilon;
    private final BiFunction<S, CheckInRound, S> transition;
    private final Map<S, S[]> next = new HashMap<>();
    private final Map<S, Map<Integer, Double>> values = new HashMap<>();

    Adversary(double epsilon, BiFunction<S, CheckInRound, S> transition) {
      this.epsilon = epsilon;
      this.transition = transition;
    }

    double value(S state, int loss) {
      Map<Integer, Double> known = values.computeIfAbsent(state, s -> new HashMap<>());
      Double before = known.get(loss);
      if (before != null) {
        return before;
      }
      double best = Math.max(0, -Math.expm1(epsilon - loss * STEP));
      S[] successors = successors(state);
      for (int i = 0; i < SIZES.length; i++) {
        if (successors[i] != null) {
          double right = 1 / (1 + Math.exp(-SIZES[i] * STEP));
          best =
              Math.max(
                  best,
                  right * value(successors[i], loss + SIZES[i])
                      + (1 - right) * value(successors[i], loss - SIZES[i]));
        }
      }
      known.put(loss, best);
      return best;
    }

    private S[] successors(S state) {
      S[] known = next.get(state);
      if (known == null) {
        @SuppressWarnings("unchecked")
        S[] made = (S[]) new Object[SIZES.length];
        for (int i = 0; i < SIZES.length; i++) {
          made[i] = transition.apply(state, response(SIZES[i] * STEP));
        }
        next.put(state, made);
        known = made;
      }
      return known;
    }

    private static CheckInRound response(double epsilon0) {
      return new CheckInRound(1, 1, CheckInLaw.BERNOULLI, new LocalGuarantee.PureLdp(epsilon0));
    }
  }
}
