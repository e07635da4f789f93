package org.shuffledcheckin.shuffler.enrolment;

import static org.shuffledcheckin.accountant.Arguments.requireBetween;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.shuffledcheckin.kit.round.Digest;
import org.shuffledcheckin.kit.round.WireLimits;
import org.shuffledcheckin.kit.server.Refusal;
import org.shuffledcheckin.kit.server.RefusedException;
import org.shuffledcheckin.shuffler.store.Store;
import org.shuffledcheckin.shuffler.store.Store.Durability;
import org.shuffledcheckin.shuffler.store.Store.Table;
import org.shuffledcheckin.shuffler.store.StoreBatch;
import org.shuffledcheckin.shuffler.store.StoreGuard;

/**
 * The enrolled clients, by dense numbers from 0. A token is {@code be64(number) || secret}; only
 * the secret's SHA-256 is kept, and checking takes the same time for every wrong secret. Reading
 * needs no lock; a change is on disk before it is visible.
 */
public final class ClientRegistry implements ActiveClients {
  private static final int TOKEN_BYTES = Long.BYTES + 16;

  private static final int SECRET_BYTES = 16;
  private static final byte[] NOBODY = new byte[Digest.BYTES];
  private static final ThreadLocal<MessageDigest> SHA256 =
      ThreadLocal.withInitial(Digest::newSha256);

  private final StoreGuard store;
  private final SecureRandom random;
  private final long maxClients;
  private volatile Snapshot snapshot = new Snapshot(List.of(), 0, 0);

  private record Snapshot(List<ClientPage> pages, long enrolled, long active) {}

  /**
   * Reads the registry from the store.
   *
   * @param maxClients that may ever be enrolled: each takes about 33 bytes of memory
   */
  public ClientRegistry(StoreGuard store, SecureRandom random, long maxClients) {
    this.store = store;
    this.random = random;
    this.maxClients = maxClients;
    reload(store.reading());
  }

  /** Reads everything again. */
  public synchronized void reload(Store from) {
    List<ClientPage> pages = new ArrayList<>();
    from.forEach(Table.CLIENTS, (key, value) -> pages.add(ClientPage.decode(value)));
    publish(pages);
  }

  /** The client whose token this is, unless unknown, wrong or revoked. */
  public OptionalLong authenticate(byte[] token) {
    if (token.length != TOKEN_BYTES) {
      return OptionalLong.empty();
    }
    Snapshot now = snapshot;
    long number = ByteBuffer.wrap(token).getLong();
    boolean known = number >= 0 && number < now.enrolled;
    MessageDigest sha256 = SHA256.get();
    sha256.update(token, Long.BYTES, SECRET_BYTES);
    // Unknown clients cost the same comparison as known ones.
    byte[] expected = known ? page(now, number).hash(within(number)) : NOBODY;
    boolean matches = MessageDigest.isEqual(sha256.digest(), expected);
    return known && matches ? activeOnly(now, number) : OptionalLong.empty();
  }

  /** The client that a verified certificate names, unless unknown or revoked. */
  public OptionalLong authenticateCertified(OptionalLong certified) {
    Snapshot now = snapshot;
    return certified.isPresent() && certified.getAsLong() < now.enrolled
        ? activeOnly(now, certified.getAsLong())
        : OptionalLong.empty();
  }

  /** Enrols as many clients as one message names and returns their tokens, which are not kept. */
  public synchronized List<byte[]> enrol(int count) {
    requireBetween("clients to enrol", count, 1, WireLimits.CLIENTS_PER_MESSAGE);
    if (snapshot.enrolled + count > maxClients) {
      throw new RefusedException(
          Refusal.BUSY, "no more than " + maxClients + " clients can be enrolled");
    }
    List<byte[]> tokens = newTokens(snapshot.enrolled, count);
    List<ClientPage> pages = new ArrayList<>(snapshot.pages);
    StoreBatch batch = new StoreBatch();
    for (int done = 0; done < count; ) {
      int last = pages.size() - 1;
      boolean full = pages.isEmpty() || pages.get(last).used() == ClientPage.CLIENTS;
      ClientPage page = full ? ClientPage.EMPTY : pages.get(last);
      int here = Math.min(count - done, ClientPage.CLIENTS - page.used());
      page = page.plus(hashes(tokens.subList(done, done + here)));
      int index = full ? last + 1 : last;
      if (full) {
        pages.add(page);
      } else {
        pages.set(index, page);
      }
      batch.put(Table.CLIENTS, key(index), page.encode());
      done += here;
    }
    store.write(batch, Durability.DISK);
    publish(pages);
    return tokens;
  }

  @Override
  public synchronized int revoke(List<Long> numbers) {
    List<ClientPage> pages = new ArrayList<>(snapshot.pages);
    Map<Integer, ClientPage> changed = new HashMap<>();
    int revoked = 0;
    for (long number : numbers) {
      if (number >= 0 && number < snapshot.enrolled) {
        int index = (int) (number / ClientPage.CLIENTS);
        ClientPage page = pages.get(index);
        if (page.isActive(within(number))) {
          pages.set(index, page.without(within(number)));
          changed.put(index, pages.get(index));
          revoked++;
        }
      }
    }
    StoreBatch batch = new StoreBatch();
    changed.forEach((index, page) -> batch.put(Table.CLIENTS, key(index), page.encode()));
    if (!batch.isEmpty()) {
      store.write(batch, Durability.DISK);
      publish(pages);
    }
    return revoked;
  }

  @Override
  public long activeCount() {
    return snapshot.active;
  }

  @Override
  public long activeWord(int index) {
    List<ClientPage> pages = snapshot.pages;
    int page = index / ClientPage.WORDS;
    return page < pages.size() ? pages.get(page).word(index % ClientPage.WORDS) : 0;
  }

  private List<byte[]> newTokens(long first, int count) {
    byte[] secrets = new byte[count * SECRET_BYTES];
    random.nextBytes(secrets);
    List<byte[]> tokens = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      tokens.add(
          ByteBuffer.allocate(TOKEN_BYTES)
              .putLong(first + i)
              .put(secrets, i * SECRET_BYTES, SECRET_BYTES)
              .array());
    }
    return tokens;
  }

  private static byte[] hashes(List<byte[]> tokens) {
    ByteBuffer hashes = ByteBuffer.allocate(tokens.size() * Digest.BYTES);
    for (byte[] token : tokens) {
      hashes.put(Digest.sha256(Arrays.copyOfRange(token, Long.BYTES, token.length)).toBytes());
    }
    return hashes.array();
  }

  private void publish(List<ClientPage> pages) {
    long enrolled = pages.stream().mapToLong(ClientPage::used).sum();
    long active = 0;
    for (ClientPage page : pages) {
      for (int word = 0; word < ClientPage.WORDS; word++) {
        active += Long.bitCount(page.word(word));
      }
    }
    snapshot = new Snapshot(List.copyOf(pages), enrolled, active);
  }

  private static OptionalLong activeOnly(Snapshot now, long number) {
    return page(now, number).isActive(within(number))
        ? OptionalLong.of(number)
        : OptionalLong.empty();
  }

  private static ClientPage page(Snapshot now, long number) {
    return now.pages.get((int) (number / ClientPage.CLIENTS));
  }

  private static int within(long number) {
    return (int) (number % ClientPage.CLIENTS);
  }

  private static byte[] key(int page) {
    return ByteBuffer.allocate(Integer.BYTES).putInt(page).array();
  }
}
