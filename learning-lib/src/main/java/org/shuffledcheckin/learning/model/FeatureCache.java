package org.shuffledcheckin.learning.model;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.shuffledcheckin.learning.data.Dataset;

/**
 * Keeps the fixed features of records that were needed once, up to a bound in bytes: they depend on
 * the record alone, and computing them again would cost more than the gradient. Safe for several
 * threads.
 */
final class FeatureCache implements Dataset.Inputs {
  private final FeatureMap map;
  private final Dataset data;
  private final int size;
  private final AtomicReferenceArray<float[]> kept;
  private final AtomicLong room;
  private final Queue<Scratch> idle = new ConcurrentLinkedQueue<>();

  // The array is scratch memory, compared nowhere.
  @SuppressWarnings("ArrayRecordComponent")
  private record Scratch(FeatureExtractor extractor, float[] input) {}

  FeatureCache(FeatureMap map, Dataset data, long bytes) {
    this.map = map;
    this.data = data;
    this.size = map.output(data.shape()).size();
    this.kept = new AtomicReferenceArray<>(data.size());
    this.room = new AtomicLong(bytes);
  }

  @Override
  public void copy(int index, float[] out) {
    float[] features = kept.get(index);
    System.arraycopy(features == null ? compute(index) : features, 0, out, 0, size);
  }

  private float[] compute(int index) {
    Scratch scratch = idle.poll();
    if (scratch == null) {
      scratch = new Scratch(map.newExtractor(data.shape()), new float[data.shape().size()]);
    }
    float[] features = new float[size];
    data.copyInput(index, scratch.input());
    scratch.extractor().extract(scratch.input(), features);
    idle.add(scratch);
    // Two threads may both compute a record; they compute the same, so it does not matter whose
    // stays.
    if (room.addAndGet(-Float.BYTES * (long) size) >= 0) {
      kept.set(index, features);
    }
    return features;
  }
}
