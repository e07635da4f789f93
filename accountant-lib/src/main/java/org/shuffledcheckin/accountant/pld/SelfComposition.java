package org.shuffledcheckin.accountant.pld;

import java.util.ArrayList;
import java.util.List;

/**
 * Composes one kind of round any number of times, in levels: a block of level i + 1 is 256 blocks
 * of level i on a wider grid. So a grid is never much finer than what is on it, 10^9 rounds cost
 * four levels instead of a window of 10^8 points, and one round more reuses every block. Not safe
 * for use by several threads at once.
 */
final class SelfComposition {
  private static final int FAN = 256;

  /** At the top level up to this many blocks are composed at once. */
  private static final int TOP = 1024;

  /** Grids are widened, which is sound, until a window fits into this many points. */
  private static final long LONGEST_WINDOW = 1 << 17;

  /** A law of so few points does not become shorter on a wider grid. */
  private static final int SHORT = 8;

  /** Poisson rounds are cut into fractions, or bundled, to about this many jumps. */
  private static final double JUMPS_PER_BLOCK = 2;

  private final Resolution resolution;
  private final double tilt;
  private final double widest;
  private final double blocksPerRound;
  private final List<Block> levels = new ArrayList<>();

  /**
   * Prepares the first level.
   *
   * @param mostRounds up to how many rounds will be asked for
   * @param widest the widest grid that may be used, if its window is not too long
   */
  SelfComposition(
      RoundLosses losses, double tilt, Resolution resolution, double mostRounds, double widest) {
    this.widest = widest;
    this.resolution = resolution;
    this.tilt = tilt;
    this.blocksPerRound = losses.isCompound() ? fractions(losses.totalRate(), mostRounds) : 1;
    start(new Gridding(losses, tilt, 1 / blocksPerRound), losses.isCompound(), mostRounds);
  }

  /** The same for a Poisson process of jumps that need not be symmetric. */
  SelfComposition(ProcessJumps jumps, double tilt, Resolution resolution, double mostRounds) {
    this.widest = Double.POSITIVE_INFINITY;
    this.resolution = resolution;
    this.tilt = tilt;
    this.blocksPerRound = fractions(jumps.totalRate(), mostRounds);
    start(jumps.gridding(tilt, 1 / blocksPerRound), true, mostRounds);
  }

  private void start(BlockSource source, boolean compound, double mostRounds) {
    double most = mostRounds * blocksPerRound < TOP ? mostRounds * blocksPerRound : FAN;
    double step = source.step(resolution, widest);
    Block first = new Block(source.onGrid(step), compound);
    while (first.window(most) > LONGEST_WINDOW && first.losses().mass().length > SHORT) {
      step *= 2;
      first = new Block(source.onGrid(step), compound);
    }
    levels.add(first);
  }

  /** The tilted law of this many rounds, on a grid that is chosen here. */
  TiltedLosses compose(long rounds) {
    double remaining = rounds * blocksPerRound;
    Block block = level(0);
    TiltedLosses sum = nothing(block.losses().step());
    int level = 0;
    while (remaining >= TOP) {
      sum = Convolution.power(sum, block, remaining % FAN);
      remaining = Math.floor(remaining / FAN);
      block = level(++level);
      sum = sum.onGrid(block.losses().step());
    }
    if (remaining == 1 && level == 0 && !block.compound()) {
      return block.losses();
    }
    return Convolution.power(sum, block, remaining);
  }

  /** How many doubles are held, about. */
  long size() {
    return levels.stream().mapToLong(Block::size).sum();
  }

  private Block level(int index) {
    while (levels.size() <= index) {
      Block below = levels.get(levels.size() - 1);
      TiltedLosses nothing = nothing(below.losses().step());
      TiltedLosses product = Convolution.power(nothing, below, FAN);
      double step = widerStep(product);
      Block block = new Block(product.onGrid(step), false);
      while (block.window(FAN) > LONGEST_WINDOW && block.losses().mass().length > SHORT) {
        step *= 2;
        block = new Block(product.onGrid(step), false);
      }
      levels.add(block);
    }
    return levels.get(index);
  }

  private double widerStep(TiltedLosses losses) {
    double finest = Math.min(losses.deviation(), 1 / tilt) / resolution.pointsPerDeviation();
    double step = losses.step();
    while (2 * step <= Math.min(widest, finest)) {
      step *= 2;
    }
    return step;
  }

  private TiltedLosses nothing(double step) {
    return new TiltedLosses(tilt, step, 0, new double[] {1}, 0, 0);
  }

  /** A power of two, so that no number of rounds is rounded. */
  private static double fractions(double rate, double mostRounds) {
    double jumpsPerBlock = Math.min(JUMPS_PER_BLOCK, rate * mostRounds);
    return Math.scalb(1.0, Math.getExponent(rate / jumpsPerBlock) + 1);
  }
}
