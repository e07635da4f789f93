package org.shuffledcheckin.loadtest;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Watches what this process uses from a moment on. */
final class Resources {
  private static final Pattern PEAK = Pattern.compile("VmHWM:\\s+(\\d+) kB");

  private final OperatingSystemMXBean system =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private final long cpuAtStart = system.getProcessCpuTime();

  Resources() {
    heap().forEach(MemoryPoolMXBean::resetPeakUsage);
  }

  /**
   * What was used.
   *
   * @param cpuSeconds of all threads
   * @param processors that there are
   * @param peakHeapBytes bounds the most heap in use at a time: the peaks of all pools, which need
   *     not coincide
   * @param peakResidentBytes the most memory the process ever had in its hands; null where the
   *     system does not tell
   */
  record Used(double cpuSeconds, int processors, long peakHeapBytes, Long peakResidentBytes) {}

  Used used() {
    return new Used(
        (system.getProcessCpuTime() - cpuAtStart) / 1e9,
        system.getAvailableProcessors(),
        heap().mapToLong(pool -> pool.getPeakUsage().getUsed()).sum(),
        peakResidentBytes());
  }

  private static Long peakResidentBytes() {
    try {
      Matcher peak = PEAK.matcher(Files.readString(Path.of("/proc/self/status")));
      return peak.find() ? Long.parseLong(peak.group(1)) * 1024 : null;
    } catch (IOException noLinux) {
      return null;
    }
  }

  private static Stream<MemoryPoolMXBean> heap() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP);
  }
}
