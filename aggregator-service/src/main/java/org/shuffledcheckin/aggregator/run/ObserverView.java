package org.shuffledcheckin.aggregator.run;

import java.util.List;
import java.util.Optional;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.UpperBound;
import org.shuffledcheckin.accountant.sound.SoundAccountant;

/**
 * What one who looks on may have learned of a record, where reports are only added up: there the
 * shuffler, who knows whose reports are in a sum, is an observer of its own.
 *
 * @param observer who
 * @param epsilon at most; nothing where no sum is seen
 * @param detail one sentence for people
 */
public record ObserverView(String observer, Optional<UpperBound> epsilon, String detail) {
  // Shared, so that what one view computed serves the next.
  private static final SoundAccountant ACCOUNTANT = SoundAccountant.create();

  /** The observers of a run; none where reports are seen one by one. */
  public static List<ObserverView> of(RunView view) {
    if (!(view.plan().guarantee() instanceof LocalGuarantee.GaussianSum sum)) {
      return List.of();
    }
    UpperBound gated = view.status().budget().spent();
    if (!sum.membersKnown()) {
      return List.of(
          new ObserverView("aggregator", Optional.of(gated), "sees sums, and not whose"),
          new ObserverView(
              "shuffler",
              Optional.empty(),
              "sees whose reports are added up, and no sum: models pass it sealed"));
    }
    return List.of(
        new ObserverView(
            "aggregator",
            Optional.of(forAggregator(view, sum, gated.delta())),
            "sees sums, and not whose"),
        new ObserverView(
            "shuffler",
            Optional.of(gated),
            "sees whose reports are added up and can read the models; the budget is held to this"));
  }

  private static UpperBound forAggregator(
      RunView view, LocalGuarantee.GaussianSum sum, double delta) {
    CheckInRound charged = view.plan().accounted();
    CheckInRound seen =
        new CheckInRound(
            charged.clients(),
            charged.checkInRate(),
            charged.law(),
            new LocalGuarantee.GaussianSum(sum.noiseMultiplier()),
            charged.lossMass());
    return ACCOUNTANT.compose(seen, view.status().totals().charged()).epsilon(delta);
  }
}
