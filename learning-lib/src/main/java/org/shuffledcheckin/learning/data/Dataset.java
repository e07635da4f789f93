package org.shuffledcheckin.learning.data;

import static org.shuffledcheckin.accountant.Arguments.requireAtLeast;

import java.util.Objects;
import java.util.Optional;

/**
 * Holds labelled records of one shape, and whose they are where the source says so. Immutable in
 * effect: the arrays it was made from are kept, not copied, and must not be changed afterwards.
 * Safe for reading from several threads.
 */
public final class Dataset {
  /** Every byte divided by 255, correctly rounded. */
  private static final float[] FRACTIONS = new float[256];

  static {
    for (int i = 0; i < FRACTIONS.length; i++) {
      FRACTIONS[i] = i / 255f;
    }
  }

  private final String name;
  private final Shape shape;
  private final int classes;
  private final Records records;
  private final Optional<ClientPartition> owners;

  private Dataset(
      String name, Shape shape, int classes, Records records, Optional<ClientPartition> owners) {
    this.name = name;
    this.shape = shape;
    this.classes = classes;
    this.records = records;
    this.owners = owners;
  }

  /** Returns records whose inputs are unsigned bytes, read as value / 255. */
  public static Dataset ofBytes(
      String name, Shape shape, int classes, byte[] inputs, byte[] labels) {
    requireLabels(name, classes, labels.length, i -> labels[i] & 0xff);
    requireLength(name, shape, inputs.length, labels.length);
    Records records = new ByteRecords(shape.size(), inputs, labels);
    return new Dataset(name, shape, classes, records, Optional.empty());
  }

  /** Returns records whose inputs are finite floats. */
  public static Dataset ofFloats(
      String name, Shape shape, int classes, float[] inputs, int[] labels) {
    requireLabels(name, classes, labels.length, i -> labels[i]);
    requireLength(name, shape, inputs.length, labels.length);
    requireFinite(name, shape, inputs);
    Records records = new FloatRecords(shape.size(), inputs, labels);
    return new Dataset(name, shape, classes, records, Optional.empty());
  }

  /** Returns the name that errors and logs use. */
  public String name() {
    return name;
  }

  /** Returns the shape of every record. */
  public Shape shape() {
    return shape;
  }

  /** Returns how many classes the labels may name. */
  public int classes() {
    return classes;
  }

  /** Returns the number of records. */
  public int size() {
    return records.size();
  }

  /** Returns the label of record {@code index}, in [0, classes). */
  public int label(int index) {
    return records.label(Objects.checkIndex(index, size()));
  }

  /** Writes the input of record {@code index} to the start of {@code out}. */
  public void copyInput(int index, float[] out) {
    Objects.checkIndex(index, size());
    requireAtLeast("room for an input", out.length, shape.size());
    records.copyInput(index, out);
  }

  /** Returns whose the records are, if that is known. */
  public Optional<ClientPartition> owners() {
    return owners;
  }

  /** Returns the same records with their owners. */
  public Dataset withOwners(ClientPartition partition) {
    return new Dataset(name, shape, classes, records, Optional.of(partition));
  }

  /** Makes inputs when they are read. Safe for several threads. */
  public interface Inputs {
    /** Writes the input of record {@code index}, finite numbers, to the start of {@code out}. */
    void copy(int index, float[] out);
  }

  /** Returns the same labels and owners with other inputs. */
  public Dataset withInputs(String newName, Shape newShape, Inputs inputs) {
    return new Dataset(newName, newShape, classes, new Replaced(records, inputs), owners);
  }

  /** Returns a view of the records in [{@code start}, {@code end}), whose owners it forgets. */
  public Dataset slice(int start, int end) {
    Objects.checkFromToIndex(start, end, size());
    Records slice = new Slice(records, start, end - start);
    return new Dataset(name, shape, classes, slice, Optional.empty());
  }

  @Override
  public String toString() {
    return "%s (%d records of %s, %d classes)".formatted(name, size(), shape, classes);
  }

  private static void requireLength(String name, Shape shape, int numbers, int labels) {
    if ((long) shape.size() * labels != numbers) {
      throw new IllegalArgumentException(
          "%s: %d labels need %d numbers of shape %s, got %d"
              .formatted(name, labels, (long) shape.size() * labels, shape, numbers));
    }
  }

  private static void requireLabels(String name, int classes, int count, Labels labels) {
    requireAtLeast(name + ": classes", classes, 2);
    for (int i = 0; i < count; i++) {
      int label = labels.at(i);
      if (label < 0 || label >= classes) {
        throw new IllegalArgumentException(
            "%s: label of record %d must be in [0, %d), got %d".formatted(name, i, classes, label));
      }
    }
  }

  private static void requireFinite(String name, Shape shape, float[] inputs) {
    for (int i = 0; i < inputs.length; i++) {
      if (!Float.isFinite(inputs[i])) {
        throw new IllegalArgumentException(
            "%s: number %d of record %d must be finite, got %s"
                .formatted(name, i % shape.size(), i / shape.size(), inputs[i]));
      }
    }
  }

  private interface Labels {
    int at(int index);
  }

  private interface Records {
    int size();

    int label(int index);

    void copyInput(int index, float[] out);
  }

  private record Slice(Records whole, int from, int size) implements Records {
    @Override
    public int label(int index) {
      return whole.label(from + index);
    }

    @Override
    public void copyInput(int index, float[] out) {
      whole.copyInput(from + index, out);
    }
  }

  private record Replaced(Records labels, Inputs inputs) implements Records {
    @Override
    public int size() {
      return labels.size();
    }

    @Override
    public int label(int index) {
      return labels.label(index);
    }

    @Override
    public void copyInput(int index, float[] out) {
      inputs.copy(index, out);
    }
  }

  // The arrays are the data set; comparing or printing them as a record would is never wanted.
  @SuppressWarnings("ArrayRecordComponent")
  private record ByteRecords(int width, byte[] inputs, byte[] labels) implements Records {
    @Override
    public int size() {
      return labels.length;
    }

    @Override
    public int label(int index) {
      return labels[index] & 0xff;
    }

    @Override
    public void copyInput(int index, float[] out) {
      int start = index * width;
      for (int i = 0; i < width; i++) {
        out[i] = FRACTIONS[inputs[start + i] & 0xff];
      }
    }
  }

  @SuppressWarnings("ArrayRecordComponent")
  private record FloatRecords(int width, float[] inputs, int[] labels) implements Records {
    @Override
    public int size() {
      return labels.length;
    }

    @Override
    public int label(int index) {
      return labels[index];
    }

    @Override
    public void copyInput(int index, float[] out) {
      System.arraycopy(inputs, index * width, out, 0, width);
    }
  }
}
