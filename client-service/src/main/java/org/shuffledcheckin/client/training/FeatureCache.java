package org.shuffledcheckin.client.training;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.shuffledcheckin.learning.data.Dataset;
import org.shuffledcheckin.learning.model.FeatureExtractor;
import org.shuffledcheckin.learning.model.FeatureMap;

/**
 * Keeps the fixed features of records that were needed once, up to a bound in bytes: they depend on
 * the record alone, and computing them again would cost more than the gradient. Safe for several
 * threads.
 */
final class FeatureCache {
  private final FeatureMap map;
  private final Dataset data;
  private final int size;
  private final AtomicReferenceArray<float[]> kept;
  private final AtomicLong room;

  FeatureCache(FeatureMap map, Dataset data, long bytes) {
    this.map = map;
    this.data = data;
    this.size = map.output(data.shape()).size();
    this.kept = new AtomicReferenceArray<>(data.size());
    this.room = new AtomicLong(bytes);
  }

  FeatureMap map() {
    return map;
  }

  /** Makes a reader with scratch memory of its own, for one thread. */
  Reader newReader() {
    return new Reader(map.newExtractor(data.shape()));
  }

  /** Reads the features of one record after another. */
  final class Reader {
    private final FeatureExtractor extractor;
    private final float[] input = new float[data.shape().size()];

    private Reader(FeatureExtractor extractor) {
      this.extractor = extractor;
    }

    /** The features of a record; not to be changed. */
    float[] of(int record) {
      float[] features = kept.get(record);
      if (features != null) {
        return features;
      }
      features = new float[size];
      data.copyInput(record, input);
      extractor.extract(input, features);
      // Two threads may both compute a record; they compute the same, so it does not matter whose
      // stays.
      if (room.addAndGet(-Float.BYTES * (long) size) >= 0) {
        kept.set(record, features);
      }
      return features;
    }
  }
}
