package org.shuffledcheckin.client.exchange;

/** What one client says in a request that carries the words of many. */
public sealed interface ClientMessage permits Pledge, Delivery {
  /** The client's number at its host; never travels. */
  int client();

  /** Bounds from above how many bytes this adds to a request. */
  int wireBytes();
}
