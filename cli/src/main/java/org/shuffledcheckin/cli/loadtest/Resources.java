package org.shuffledcheckin.cli.loadtest;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Processor time and memory of this process since a moment. */
final class Resources {
  private static final Pattern PEAK = Pattern.compile("VmHWM:\\s+(\\d+) kB");

  private final OperatingSystemMXBean system =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private final long cpuAtStart = system.getProcessCpuTime();

  Resources() {
    heap().forEach(MemoryPoolMXBean::resetPeakUsage);
  }

  /** Processor seconds of all threads. */
  double cpuSeconds() {
    return (system.getProcessCpuTime() - cpuAtStart) / 1e9;
  }

  /** Bounds the most heap in use at a time: the peaks of all pools, which need not coincide. */
  long peakHeapBytes() {
    return heap().mapToLong(pool -> pool.getPeakUsage().getUsed()).sum();
  }

  /** The most memory the process ever had in its hands, where the system tells. */
  static OptionalLong peakResidentBytes() {
    try {
      Matcher peak = PEAK.matcher(Files.readString(Path.of("/proc/self/status")));
      return peak.find()
          ? OptionalLong.of(Long.parseLong(peak.group(1)) * 1024)
          : OptionalLong.empty();
    } catch (IOException noLinux) {
      return OptionalLong.empty();
    }
  }

  Map<String, Object> summary() {
    Map<String, Object> summary = new LinkedHashMap<>();
    summary.put("cpuSeconds", cpuSeconds());
    summary.put("processors", system.getAvailableProcessors());
    summary.put("peakHeapBytes", peakHeapBytes());
    OptionalLong resident = peakResidentBytes();
    summary.put("peakResidentBytes", resident.isPresent() ? resident.getAsLong() : null);
    return summary;
  }

  private static java.util.stream.Stream<MemoryPoolMXBean> heap() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP);
  }
}
