package org.shuffledcheckin.client.journal;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.client.coin.Draws;
import org.shuffledcheckin.client.policy.ClientLedgers;
import org.shuffledcheckin.client.policy.RunMemory;
import org.shuffledcheckin.client.policy.Spending;
import org.shuffledcheckin.kit.ledger.LedgerChain.Head;
import org.shuffledcheckin.kit.round.Digest;
import org.shuffledcheckin.kit.round.RoundId;

/** The payloads of the journal's frames. Reading checks every length and refuses what is left. */
final class JournalCodec {
  private static final byte ALL = 0;
  private static final byte SOME = 1;
  private static final byte GAUSSIAN = 1;
  private static final byte PURE = 2;
  private static final byte TEXT = 3;

  private JournalCodec() {}

  static byte[] ledgers(ClientLedgers ledgers) {
    return write(
        out -> {
          out.writeInt(ledgers.clients());
          List<Spending> entries = ledgers.entries();
          out.writeInt(entries.size());
          for (Spending entry : entries) {
            out.writeInt(entry.rounds().size());
            for (Map.Entry<CheckInRound, Long> kind : entry.rounds().entrySet()) {
              writeCharge(out, kind.getKey());
              out.writeLong(kind.getValue());
            }
          }
          for (int entry : ledgers.entryOf()) {
            out.writeInt(entry);
          }
        });
  }

  static ClientLedgers readLedgers(ByteBuffer in) throws IOException {
    return read(
        in,
        () -> {
          int[] entryOf = new int[checkedCount(in, in.getInt(), Integer.BYTES)];
          int size = checkedCount(in, in.getInt(), Integer.BYTES);
          List<Spending> entries = new ArrayList<>();
          for (int i = 0; i < size; i++) {
            entries.add(readSpending(in));
          }
          for (int client = 0; client < entryOf.length; client++) {
            entryOf[client] = in.getInt();
          }
          return ClientLedgers.restore(entries, entryOf);
        });
  }

  private static Spending readSpending(ByteBuffer in) {
    Map<CheckInRound, Long> rounds = new LinkedHashMap<>();
    int kinds = checkedCount(in, in.getInt(), Long.BYTES);
    for (int i = 0; i < kinds; i++) {
      rounds.put(readCharge(in), in.getLong());
    }
    return new Spending(rounds);
  }

  /**
   * A draw; {@code charged} says that the ledgers before it hold its charge already, and the daily
   * reports its rate.
   */
  static byte[] drawn(RecordedRound round, int clients, boolean charged, long hour) {
    return write(
        out -> {
          out.writeBoolean(charged);
          out.writeLong(hour);
          writeId(out, round.id());
          out.write(round.memory().parameters().toBytes());
          out.writeLong(round.memory().head().sequence());
          out.write(round.memory().head().hash().toBytes());
          writeCharge(out, round.charge());
          writeParticipants(out, round.participants(), clients);
          writeDraws(out, round.draws());
        });
  }

  /** A draw as it was read back. */
  record Drawn(RecordedRound round, boolean charged, long hour) {}

  static Drawn readDrawn(ByteBuffer in, int clients) throws IOException {
    return read(
        in,
        () -> {
          boolean charged = in.get() != 0;
          long hour = in.getLong();
          RunMemory memory =
              new RunMemory(readId(in), readDigest(in), new Head(in.getLong(), readDigest(in)));
          CheckInRound charge = readCharge(in);
          BitSet participants = readParticipants(in, clients);
          Draws draws = readDraws(in, participants);
          return new Drawn(RecordedRound.drawn(memory, charge, participants, draws), charged, hour);
        });
  }

  static byte[] sealed(RoundId id, SealedReports reports) {
    return write(
        out -> {
          writeId(out, id);
          out.writeInt(reports.byClient().size());
          for (Map.Entry<Integer, List<byte[]>> entry : reports.byClient().entrySet()) {
            out.writeInt(entry.getKey());
            out.writeByte(entry.getValue().size());
            for (byte[] report : entry.getValue()) {
              out.writeInt(report.length);
              out.write(report);
            }
          }
        });
  }

  /** Sealed reports as they were read back. */
  record Sealed(RoundId id, SealedReports reports) {}

  static Sealed readSealed(ByteBuffer in) throws IOException {
    return read(
        in,
        () -> {
          RoundId id = readId(in);
          int size = checkedCount(in, in.getInt(), Integer.BYTES);
          Map<Integer, List<byte[]>> byClient = new HashMap<>();
          for (int i = 0; i < size; i++) {
            int client = in.getInt();
            byte count = in.get();
            List<byte[]> reports = new ArrayList<>();
            for (int report = 0; report < count; report++) {
              reports.add(readBytes(in, checkedCount(in, in.getInt(), 1)));
            }
            byClient.put(client, List.copyOf(reports));
          }
          return new Sealed(id, new SealedReports(byClient));
        });
  }

  static byte[] finished(RoundId id) {
    return write(out -> writeId(out, id));
  }

  static RoundId readFinished(ByteBuffer in) throws IOException {
    return read(in, () -> readId(in));
  }

  static byte[] daily(Map<Long, Double> byHour) {
    return write(
        out -> {
          out.writeInt(byHour.size());
          for (Map.Entry<Long, Double> entry : byHour.entrySet()) {
            out.writeLong(entry.getKey());
            out.writeDouble(entry.getValue());
          }
        });
  }

  static Map<Long, Double> readDaily(ByteBuffer in) throws IOException {
    return read(
        in,
        () -> {
          Map<Long, Double> byHour = new HashMap<>();
          int hours = checkedCount(in, in.getInt(), Long.BYTES + Double.BYTES);
          for (int i = 0; i < hours; i++) {
            byHour.put(in.getLong(), in.getDouble());
          }
          return byHour;
        });
  }

  private static void writeId(DataOutputStream out, RoundId id) throws IOException {
    out.write(id.run().toBytes());
    out.writeLong(id.number());
  }

  private static RoundId readId(ByteBuffer in) {
    return new RoundId(RoundId.Run.of(readBytes(in, RoundId.Run.BYTES)), in.getLong());
  }

  private static Digest readDigest(ByteBuffer in) {
    return Digest.of(readBytes(in, Digest.BYTES));
  }

  private static void writeCharge(DataOutputStream out, CheckInRound charge) throws IOException {
    out.writeLong(charge.clients());
    out.writeDouble(charge.checkInRate());
    out.writeUTF(charge.law().name());
    out.writeDouble(charge.lossMass());
    if (charge.guarantee() instanceof LocalGuarantee.Gaussian gaussian) {
      out.writeByte(GAUSSIAN);
      out.writeDouble(gaussian.noiseMultiplier());
    } else if (charge.guarantee() instanceof LocalGuarantee.PureLdp pure) {
      out.writeByte(PURE);
      out.writeDouble(pure.epsilon0());
    } else {
      out.writeByte(TEXT);
      out.writeUTF(charge.guarantee().text());
    }
  }

  private static CheckInRound readCharge(ByteBuffer in) {
    long clients = in.getLong();
    double rate = in.getDouble();
    CheckInLaw law = CheckInLaw.valueOf(readText(in));
    double lossMass = in.getDouble();
    LocalGuarantee guarantee =
        switch (in.get()) {
          case GAUSSIAN -> new LocalGuarantee.Gaussian(in.getDouble());
          case PURE -> new LocalGuarantee.PureLdp(in.getDouble());
          case TEXT -> LocalGuarantee.parse(readText(in));
          default -> throw new IllegalArgumentException("unknown kind of local guarantee");
        };
    return new CheckInRound(clients, rate, law, guarantee, lossMass);
  }

  private static String readText(ByteBuffer in) {
    return new String(readBytes(in, checkedCount(in, in.getShort(), 1)), StandardCharsets.US_ASCII);
  }

  private static void writeParticipants(DataOutputStream out, BitSet participants, int clients)
      throws IOException {
    boolean all = participants.cardinality() == clients;
    out.writeByte(all ? ALL : SOME);
    if (!all) {
      byte[] bits = participants.toByteArray();
      out.writeInt(bits.length);
      out.write(bits);
    }
  }

  private static BitSet readParticipants(ByteBuffer in, int clients) {
    BitSet participants = new BitSet(clients);
    if (in.get() == ALL) {
      participants.set(0, clients);
    } else {
      participants.or(BitSet.valueOf(readBytes(in, checkedCount(in, in.getInt(), 1))));
    }
    if (participants.length() > clients) {
      throw new IllegalArgumentException("a client beyond the last has drawn");
    }
    return participants;
  }

  /** Gaps between clients are mostly below 128: seven bits a byte. */
  private static void writeDraws(DataOutputStream out, Draws draws) throws IOException {
    out.writeInt(draws.size());
    int previous = -1;
    for (int index = 0; index < draws.size(); index++) {
      int gap = draws.client(index) - previous;
      for (; gap >= 0x80; gap >>>= 7) {
        out.writeByte(gap | 0x80);
      }
      out.writeByte(gap);
      out.writeByte(draws.reports(index));
      previous = draws.client(index);
    }
  }

  private static Draws readDraws(ByteBuffer in, BitSet participants) {
    int size = checkedCount(in, in.getInt(), 2);
    Draws.Builder draws = new Draws.Builder();
    int client = -1;
    for (int i = 0; i < size; i++) {
      int gap = 0;
      int shift = 0;
      byte seven = in.get();
      for (; seven < 0 && shift < 28; seven = in.get()) {
        gap |= (seven & 0x7f) << shift;
        shift += 7;
      }
      client += gap | seven << shift;
      if (client < 0 || !participants.get(client)) {
        throw new IllegalArgumentException("a client has drawn that did not take part");
      }
      draws.add(client, in.get());
    }
    return draws.build();
  }

  private static byte[] readBytes(ByteBuffer in, int length) {
    byte[] bytes = new byte[length];
    in.get(bytes);
    return bytes;
  }

  private static int checkedCount(ByteBuffer in, int count, int bytesEach) {
    if (count < 0 || (long) count * bytesEach > in.remaining()) {
      throw new IllegalArgumentException("count " + count + " does not fit what is left");
    }
    return count;
  }

  private interface Writer {
    void write(DataOutputStream out) throws IOException;
  }

  private interface Reader<T> {
    T read();
  }

  private static byte[] write(Writer writer) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      writer.write(new DataOutputStream(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException("memory does not fail", e);
    }
    return bytes.toByteArray();
  }

  private static <T> T read(ByteBuffer in, Reader<T> reader) throws IOException {
    try {
      T value = reader.read();
      if (in.hasRemaining()) {
        throw new IOException("a journal record has " + in.remaining() + " bytes too many");
      }
      return value;
    } catch (BufferUnderflowException | IllegalArgumentException | IndexOutOfBoundsException e) {
      throw new IOException("a journal record cannot be read: " + e.getMessage(), e);
    }
  }
}
