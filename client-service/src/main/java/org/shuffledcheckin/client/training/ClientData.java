package org.shuffledcheckin.client.training;

import java.util.Objects;
import org.shuffledcheckin.learning.data.ClientPartition;
import org.shuffledcheckin.learning.data.Dataset;

/**
 * The records of the clients of a host. A client only ever reads its own.
 *
 * @param data the records
 * @param partition which of them are whose
 * @param measurement which number a client gives to rounds that count or average
 */
public record ClientData(Dataset data, ClientPartition partition, Measurement measurement) {
  /** Validates that the parts fit. */
  public ClientData {
    Objects.requireNonNull(partition, "partition");
    if (measurement instanceof Measurement.Input input && input.index() >= data.shape().size()) {
      throw new IllegalArgumentException(
          "input index must be below %d but is %d".formatted(data.shape().size(), input.index()));
    }
  }

  /** How many clients there are. */
  public int clients() {
    return partition.clients();
  }
}
