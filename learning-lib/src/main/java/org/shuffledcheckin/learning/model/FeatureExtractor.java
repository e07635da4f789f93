package org.shuffledcheckin.learning.model;

/** Computes the fixed features of one record after another. Holds scratch: one per thread. */
public interface FeatureExtractor {
  /** Writes the features of {@code record} to the start of {@code out}. */
  void extract(float[] record, float[] out);
}
