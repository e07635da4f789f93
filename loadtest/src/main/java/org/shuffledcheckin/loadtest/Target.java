package org.shuffledcheckin.loadtest;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.shuffledcheckin.client.enrolment.Credentials;

/**
 * A system that runs already, to be driven instead of one that is started for the test.
 *
 * @param shuffler its port for clients
 * @param trust what it is known by
 * @param tokenFile of the clients
 * @param enrolled how many tokens that holds
 * @param aggregator the operations port, if counts are to be compared
 * @param sole whether nobody else is enrolled
 */
public record Target(
    Address shuffler,
    Trust trust,
    Path tokenFile,
    int enrolled,
    Optional<Address> aggregator,
    boolean sole) {

  /**
   * What a system is known by.
   *
   * @param authority the root of the shuffler's certificate
   * @param bundle the keys of the aggregator's operator
   * @param modelKeys the keys of models that travel sealed, if they do
   */
  public record Trust(Path authority, Path bundle, Optional<Path> modelKeys) {}

  /**
   * Names a system, all of whose tokens are read.
   *
   * @throws IOException if the file of tokens cannot be used
   */
  public static Target of(
      Address shuffler, Trust trust, Path tokenFile, Optional<Address> aggregator, boolean sole)
      throws IOException {
    int enrolled = Credentials.read(tokenFile).clients();
    return new Target(shuffler, trust, tokenFile, enrolled, aggregator, sole);
  }
}
