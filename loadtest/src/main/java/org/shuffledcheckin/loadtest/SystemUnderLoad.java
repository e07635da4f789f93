package org.shuffledcheckin.loadtest;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.shuffledcheckin.client.config.FleetConfig;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.loadtest.balance.RoundCounts;

/** What a load test drives: a system started for it, or one that runs already. */
interface SystemUnderLoad extends AutoCloseable {
  /** How honest clients reach it, and what they accept. */
  FleetConfig fleet();

  /** Begins rounds where that is ours to do; clients are there. */
  void begin() throws IOException;

  /** Waits until the plan's rounds are done or its time is up. */
  void await(LoadWatch watch) throws IOException, InterruptedException;

  /** Whether counts can be had, and whether nobody else adds to them. */
  Reach reach();

  /** What can be compared. */
  enum Reach {
    /** Every count, in both directions. */
    SOLE,
    /** Losses: others add to the counts. */
    SHARED,
    /** Nothing. */
    NONE
  }

  /** What became of a round; nothing while that is undecided. */
  Optional<RoundCounts> counts(RoundId round) throws IOException;

  /** What went wrong with the run as a whole, one sentence each. */
  List<String> complaints();

  /** How long each round took, where that is known better than from outside. */
  List<Duration> roundTimes();

  /** A few words that name it. */
  String describe();

  @Override
  void close() throws IOException;
}
