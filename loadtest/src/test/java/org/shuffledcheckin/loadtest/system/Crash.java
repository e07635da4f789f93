package org.shuffledcheckin.loadtest.system;

/** A process dies here; only what it is a process of catches it. */
final class Crash extends Error {
  private static final long serialVersionUID = 1;

  Crash() {
    super("crash", null, false, false);
  }
}
