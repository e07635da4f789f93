package org.shuffledcheckin.client.enrolment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.shuffledcheckin.client.enrolment.rpc.ShufflerClient;
import org.shuffledcheckin.kit.server.OperatorCallException;

/**
 * Enrols clients for every fleet that takes a slot under a folder, once for each. A shuffler that
 * is away, or an enrolment that somebody else has begun, is waited for; a refusal ends it.
 */
public final class EnrolmentAgent {
  private static final long LOOK_MILLIS = 500;

  private final Path slots;
  private final long clients;
  private final Enrolment enrolment;
  private final Listener listener;

  /** Hears what the agent does. */
  public interface Listener {
    /**
     * A slot has its tokens.
     *
     * @param leftBehind clients of an attempt that broke off before, who were revoked
     */
    void enrolled(Path slot, long leftBehind);

    /** A slot has to wait, for a reason in one sentence. */
    void postponed(String why);
  }

  /**
   * Prepares.
   *
   * @param clients of each fleet
   */
  public EnrolmentAgent(Path slots, long clients, ShufflerClient shuffler, Listener listener) {
    this.slots = slots;
    this.clients = clients;
    this.enrolment = new Enrolment(shuffler);
    this.listener = listener;
  }

  /** Works until it is interrupted. */
  public void run() throws IOException, InterruptedException {
    Files.createDirectories(slots);
    while (true) {
      for (Path slot : waiting()) {
        serve(slot);
      }
      Thread.sleep(LOOK_MILLIS);
    }
  }

  private List<Path> waiting() throws IOException {
    try (Stream<Path> folders = Files.list(slots)) {
      return folders
          .filter(Files::isDirectory)
          .filter(slot -> Files.notExists(FleetSlot.tokens(slot)))
          .sorted()
          .toList();
    }
  }

  private void serve(Path slot) throws IOException {
    try {
      listener.enrolled(slot, enrolment.enrol(clients, FleetSlot.tokens(slot), count -> {}));
    } catch (EnrolmentUnderWayException e) {
      listener.postponed(e.getMessage());
    } catch (OperatorCallException e) {
      if (e.refusal().isPresent()) {
        throw e;
      }
      listener.postponed(e.getMessage());
    }
  }
}
