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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.filter.FilterMenu;
import org.shuffledcheckin.accountant.filter.PrivacyFilter;
import org.shuffledcheckin.client.coin.Draws;
import org.shuffledcheckin.client.policy.ClientLedgers;
import org.shuffledcheckin.client.policy.RunMemory;
import org.shuffledcheckin.kit.ledger.LedgerChain.Head;
import org.shuffledcheckin.kit.round.Digest;
import org.shuffledcheckin.kit.round.RoundId;

/** The payloads of the journal's frames. Reading checks every length and refuses what is left. */
final class JournalCodec {
  private static final byte ALL = 0;
  private static final byte SOME = 1;

  private JournalCodec() {}

  /** The menu, the filters that clients are at, and at which of them each client is. */
  static byte[] ledgers(ClientLedgers ledgers) {
    return write(
        out -> {
          writeText(out, ledgers.menu().text());
          out.writeInt(ledgers.clients());
          writeFilters(out, ledgers.entries());
          for (int entry : ledgers.entryOf()) {
            out.writeInt(entry);
          }
        });
  }

  /**
   * Ledgers as they were written.
   *
   * @param menu is what they keep to where its text is theirs, so that it can be shared
   */
  static ClientLedgers readLedgers(ByteBuffer in, FilterMenu menu) throws IOException {
    return read(
        in,
        () -> {
          String text = readText(in);
          FilterMenu own = text.equals(menu.text()) ? menu : FilterMenu.parse(text);
          int[] entryOf = new int[checkedCount(in, in.getInt(), Integer.BYTES)];
          List<PrivacyFilter> entries = readFilters(in, own);
          for (int client = 0; client < entryOf.length; client++) {
            entryOf[client] = in.getInt();
          }
          return ClientLedgers.restore(own, entries, entryOf);
        });
  }

  /**
   * A draw.
   *
   * @param after where the participants' charges lead, see {@link ClientLedgers#after}; nothing if
   *     the ledgers before it hold the charges already, and the daily reports its rate
   */
  static byte[] drawn(
      RecordedRound round, int clients, Optional<List<PrivacyFilter>> after, long hour) {
    return write(
        out -> {
          out.writeLong(hour);
          writeId(out, round.id());
          out.write(round.memory().parameters().toBytes());
          out.writeLong(round.memory().head().sequence());
          out.write(round.memory().head().hash().toBytes());
          writeCharge(out, round.charge());
          writeParticipants(out, round.participants(), clients);
          writeDraws(out, round.draws());
          out.writeBoolean(after.isPresent());
          if (after.isPresent()) {
            writeFilters(out, after.get());
          }
        });
  }

  /** A draw as it was read back. */
  record Drawn(RecordedRound round, Optional<List<PrivacyFilter>> after, long hour) {}

  static Drawn readDrawn(ByteBuffer in, ClientLedgers ledgers) throws IOException {
    return read(
        in,
        () -> {
          long hour = in.getLong();
          RunMemory memory =
              new RunMemory(readId(in), readDigest(in), new Head(in.getLong(), readDigest(in)));
          CheckInRound charge = readCharge(in);
          BitSet participants = readParticipants(in, ledgers.clients());
          Draws draws = readDraws(in, participants);
          Optional<List<PrivacyFilter>> after =
              in.get() == 0 ? Optional.empty() : Optional.of(readFilters(in, ledgers.menu()));
          return new Drawn(RecordedRound.drawn(memory, charge, participants, draws), after, hour);
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
    writeText(out, charge.law().name());
    out.writeDouble(charge.lossMass());
    writeText(out, charge.guarantee().text());
  }

  private static CheckInRound readCharge(ByteBuffer in) {
    long clients = in.getLong();
    double rate = in.getDouble();
    CheckInLaw law = CheckInLaw.valueOf(readText(in));
    double lossMass = in.getDouble();
    return new CheckInRound(clients, rate, law, LocalGuarantee.parse(readText(in)), lossMass);
  }

  private static void writeFilters(DataOutputStream out, List<PrivacyFilter> filters)
      throws IOException {
    out.writeInt(filters.size());
    for (PrivacyFilter filter : filters) {
      writeText(out, filter.text());
    }
  }

  private static List<PrivacyFilter> readFilters(ByteBuffer in, FilterMenu menu) {
    int size = checkedCount(in, in.getInt(), Integer.BYTES);
    List<PrivacyFilter> filters = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      filters.add(PrivacyFilter.parse(menu, readText(in)));
    }
    return filters;
  }

  private static void writeText(DataOutputStream out, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static String readText(ByteBuffer in) {
    return new String(readBytes(in, checkedCount(in, in.getInt(), 1)), StandardCharsets.UTF_8);
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
