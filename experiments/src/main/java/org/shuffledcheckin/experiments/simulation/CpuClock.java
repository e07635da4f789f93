package org.shuffledcheckin.experiments.simulation;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** Processor time of the current thread; wall time where the Java runtime cannot tell. */
final class CpuClock {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final boolean SUPPORTED = THREADS.isCurrentThreadCpuTimeSupported();

  private CpuClock() {}

  static long now() {
    return SUPPORTED ? THREADS.getCurrentThreadCpuTime() : System.nanoTime();
  }
}
