package org.shuffledcheckin.accountant;

/** Which two data sets a guarantee tells apart no better than its epsilon allows. */
public enum NeighboringRelation {
  /**
   * One client's record is exchanged for any other; the clients stay the same. Whether somebody is
   * a client at all is not hidden: the shuffler's operator enrols them, and their number is public.
   * Clipping to norm C has sensitivity 2C.
   */
  REPLACE_RECORD
}
