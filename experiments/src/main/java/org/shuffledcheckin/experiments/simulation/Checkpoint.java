package org.shuffledcheckin.experiments.simulation;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.shuffledcheckin.aggregator.store.StoredModel;
import org.shuffledcheckin.kit.files.AtomicFile;

/**
 * Where a simulated run stands: enough to go on as if it had never stopped.
 *
 * @param plan the run's plan and data as text; a checkpoint of another is not taken
 * @param model after {@code model.version()} rounds
 * @param measured so far
 * @param cost so far
 * @param wallNanos so far
 */
record Checkpoint(
    String plan, StoredModel model, List<Measured> measured, RoundCost cost, long wallNanos) {
  private static final int MAGIC = 0x53434b31;

  /** Replaces the file in one step: a crash leaves the old one or the new one. */
  void writeTo(Path file) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeInt(MAGIC);
      out.writeUTF(plan);
      out.writeLong(model.version());
      write(out, model.parameters());
      write(out, model.state());
      out.writeInt(measured.size());
      for (Measured one : measured) {
        out.writeLong(one.round());
        out.writeDouble(one.accuracy());
        out.writeDouble(one.loss());
      }
      for (long number : numbers()) {
        out.writeLong(number);
      }
      AtomicFile.replace(file, bytes.toByteArray());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file + ": " + e.getMessage(), e);
    }
  }

  private long[] numbers() {
    return new long[] {
      cost.rounds(),
      cost.reports(),
      cost.refused(),
      cost.cpu().drawing(),
      cost.cpu().reporting(),
      cost.cpu().summing(),
      cost.cpu().updating(),
      wallNanos
    };
  }

  /** The checkpoint in the file, if there is one of this plan. */
  static Optional<Checkpoint> read(Path file, String plan) {
    if (Files.notExists(file)) {
      return Optional.empty();
    }
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
      if (in.readInt() != MAGIC || !in.readUTF().equals(plan)) {
        throw new IllegalArgumentException(
            file + " is the checkpoint of another run: remove it or name another folder");
      }
      StoredModel model = new StoredModel(in.readLong(), floats(in), floats(in));
      List<Measured> measured = new ArrayList<>();
      for (int left = in.readInt(); left > 0; left--) {
        measured.add(new Measured(in.readLong(), in.readDouble(), in.readDouble()));
      }
      RoundCost cost =
          new RoundCost(
              in.readLong(),
              in.readLong(),
              in.readLong(),
              new CpuTime(in.readLong(), in.readLong(), in.readLong(), in.readLong()));
      return Optional.of(new Checkpoint(plan, model, measured, cost, in.readLong()));
    } catch (IOException e) {
      throw new IllegalArgumentException(
          file + " is damaged and cannot be resumed from: remove it to start again");
    }
  }

  private static void write(DataOutputStream out, float[] values) throws IOException {
    out.writeInt(values.length);
    for (float value : values) {
      out.writeFloat(value);
    }
  }

  private static float[] floats(DataInputStream in) throws IOException {
    int length = in.readInt();
    if (length < 0 || length > 1 << 26) {
      throw new IOException("length " + length);
    }
    float[] values = new float[length];
    for (int i = 0; i < length; i++) {
      values[i] = in.readFloat();
    }
    return values;
  }
}
