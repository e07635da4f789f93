package org.shuffledcheckin.client.enrolment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.shuffledcheckin.client.enrolment.rpc.ShufflerClient;
import org.shuffledcheckin.kit.files.AtomicFile;
import org.shuffledcheckin.kit.files.OwnerOnly;
import org.shuffledcheckin.kit.server.OperatorCallException;

/**
 * Enrols clients for the fleets that {@link SlotRules} name, when they have taken their slots, once
 * for each; whoever else asks is refused. What was enrolled for whom is kept in a folder of the
 * agent's own and copied from there, so that a fleet that loses or removes its tokens gets the same
 * ones again and no others. A shuffler that is away, or an enrolment that somebody else has begun,
 * is waited for; a refusal of the shuffler's ends it.
 */
public final class EnrolmentAgent {
  private static final long LOOK_MILLIS = 500;
  private static final int REFUSALS_TOLD = 20;

  private final SlotRules rules;
  private final Path state;
  private final long clients;
  private final Enrolment enrolment;
  private final Listener listener;
  private final Set<Path> told = new HashSet<>();
  private volatile int refused;

  /** Hears what the agent does. */
  public interface Listener {
    /**
     * A slot has its tokens.
     *
     * @param leftBehind clients of an attempt that broke off before, who were revoked
     */
    void enrolled(Path slot, long leftBehind);

    /** A slot has the tokens again that it had. */
    void handedOutAgain(Path slot);

    /** A slot gets nothing, for a reason in one sentence; told once, and not of more than a few. */
    void refused(Path slot, String why);

    /** A slot has to wait, for a reason in one sentence. */
    void postponed(String why);
  }

  /**
   * Prepares.
   *
   * @param state a folder that no fleet reaches
   * @param clients of each fleet
   */
  public EnrolmentAgent(
      SlotRules rules, Path state, long clients, ShufflerClient shuffler, Listener listener) {
    this.rules = rules;
    this.state = state;
    this.clients = clients;
    this.enrolment = new Enrolment(shuffler);
    this.listener = listener;
  }

  /** Works until it is interrupted. */
  public void run() throws IOException, InterruptedException {
    for (Path folder : List.of(state, named(), shared())) {
      Files.createDirectories(folder.toAbsolutePath().getParent());
      OwnerOnly.createFolder(folder);
    }
    while (true) {
      look();
      Thread.sleep(LOOK_MILLIS);
    }
  }

  /** How many folders ask for clients and get none. */
  public int refused() {
    return refused;
  }

  /** How many slots have clients. */
  public int enrolled() {
    try {
      return tokenFiles(named()) + tokenFiles(shared());
    } catch (IOException e) {
      return 0;
    }
  }

  private void look() throws IOException {
    for (Path slot : rules.named()) {
      if (FleetSlot.isWaiting(slot)) {
        serve(slot, named());
      }
    }
    int refusals = 0;
    for (Path slot : asking()) {
      boolean known = Files.exists(shared().resolve(slot.getFileName()));
      if (known || (FleetSlot.isName(slot) && tokenFiles(shared()) < rules.most())) {
        serve(slot, shared());
      } else {
        refusals++;
        refuse(slot);
      }
    }
    refused = refusals;
  }

  private List<Path> asking() throws IOException {
    if (rules.shared().isEmpty() || !Files.isDirectory(rules.shared().get())) {
      return List.of();
    }
    try (Stream<Path> folders = Files.list(rules.shared().get())) {
      return folders
          // A link could lead into another fleet's slot.
          .filter(slot -> Files.isDirectory(slot, LinkOption.NOFOLLOW_LINKS))
          .filter(slot -> Files.notExists(FleetSlot.tokens(slot)))
          .sorted()
          .toList();
    }
  }

  private void refuse(Path slot) {
    if (told.size() < REFUSALS_TOLD && told.add(slot)) {
      listener.refused(
          slot,
          FleetSlot.isName(slot)
              ? "%d fleets may share %s, and so many do".formatted(rules.most(), slot.getParent())
              : "it has no fleet's name");
    }
  }

  private void serve(Path slot, Path folder) throws IOException {
    Path own = folder.resolve(slot.getFileName());
    try {
      boolean again = Files.exists(own);
      long leftBehind = again ? 0 : enrolment.enrol(clients, own, count -> {});
      AtomicFile.replacePrivately(FleetSlot.tokens(slot), Files.readAllBytes(own));
      if (again) {
        listener.handedOutAgain(slot);
      } else {
        listener.enrolled(slot, leftBehind);
      }
    } catch (EnrolmentUnderWayException e) {
      listener.postponed(e.getMessage());
    } catch (OperatorCallException e) {
      if (e.refusal().isPresent()) {
        throw e;
      }
      listener.postponed(e.getMessage());
    }
  }

  private Path named() {
    return state.resolve("named");
  }

  private Path shared() {
    return state.resolve("shared");
  }

  /** Complete ones; those under way are hidden. */
  private static int tokenFiles(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return (int) files.filter(file -> !file.getFileName().toString().startsWith(".")).count();
    }
  }
}
