package org.shuffledcheckin.client.enrolment;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongConsumer;
import org.shuffledcheckin.client.enrolment.rpc.ShufflerClient;

/**
 * Enrols clients into a file of tokens, wholly or not at all: a client whose token nobody holds
 * would be waited for in every round. If the process is killed, the shuffler revokes whom the
 * broken call had enrolled; if the call was over by then, the next enrolment into the same file
 * does, for everybody whose token had been written.
 *
 * <p>What remains: clients whose tokens the shuffler had sent, in a call that was over for it, and
 * that this process had not written when it was killed, milliseconds later; and those whose partial
 * file a power failure took. Nobody knows their numbers, and only a shuffler that waits for a word
 * of thanks could revoke them. A partial file must not meet another shuffler than the one that
 * filled it, whose numbers mean other clients.
 */
public final class Enrolment {
  /** How many clients one call may revoke. */
  private static final int PAGE = 4096;

  private final ShufflerClient shuffler;

  /** Enrols at a shuffler. */
  public Enrolment(ShufflerClient shuffler) {
    this.shuffler = shuffler;
  }

  /**
   * Enrols, when whom an earlier life left behind is revoked; where that breaks off, takes back
   * what it knows of.
   *
   * @param progress is told how many tokens have come since it was told last
   * @return how many an earlier life had left behind
   * @throws EnrolmentUnderWayException if somebody else enrols into the same file
   */
  public long enrol(long count, Path out, LongConsumer progress) throws IOException {
    try (TokenFile file = TokenFile.begin(out)) {
      long leftBehind = takeBack(file);
      try {
        shuffler.enrol(
            count,
            tokens -> {
              file.add(tokens);
              progress.accept(tokens.size());
            });
        file.complete();
        return leftBehind;
      } catch (IOException | RuntimeException e) {
        takeBack(file, e);
        throw e;
      }
    }
  }

  private void takeBack(TokenFile file, Exception because) {
    try {
      takeBack(file);
    } catch (IOException | RuntimeException e) {
      because.addSuppressed(e);
    }
  }

  private long takeBack(TokenFile file) throws IOException {
    long revoked = revoke(file.clients(), count -> {});
    file.clear();
    return revoked;
  }

  /** Revokes clients page by page; tells how many were enrolled until now. */
  public long revoke(List<Long> clients, LongConsumer progress) {
    long revoked = 0;
    for (int from = 0; from < clients.size(); from += PAGE) {
      List<Long> page = clients.subList(from, Math.min(from + PAGE, clients.size()));
      revoked += shuffler.revoke(page);
      progress.accept(page.size());
    }
    return revoked;
  }
}
