/**
 * What a run of shuffled check-ins costs, as proven bounds. Pure mathematics: it needs nothing but
 * {@code java.base}. Privacy loss distributions and special functions stay inside.
 */
module org.shuffledcheckin.accountant {
  exports org.shuffledcheckin.accountant;
  exports org.shuffledcheckin.accountant.amplification;
  exports org.shuffledcheckin.accountant.filter;
  exports org.shuffledcheckin.accountant.losses;
  exports org.shuffledcheckin.accountant.lowerbound;
  exports org.shuffledcheckin.accountant.paper;
  exports org.shuffledcheckin.accountant.planner;
  exports org.shuffledcheckin.accountant.rdp;
  exports org.shuffledcheckin.accountant.sound;
  exports org.shuffledcheckin.accountant.sums;
}
