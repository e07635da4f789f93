package org.shuffledcheckin.learning.model;

/** Settings that Deeplearning4j's native layer reads once, when it is loaded. */
public final class Dl4jRuntime {
  private static final String MAX_PHYSICAL_BYTES = "org.bytedeco.javacpp.maxphysicalbytes";

  private Dl4jRuntime() {}

  /**
   * Makes the settings unless the user made them: without the limit on physical memory, the native
   * layer stops reading the process's size from the operating system at every allocation, which
   * halves the speed of small networks. Must be called before the first use.
   */
  public static void prepare() {
    if (System.getProperty(MAX_PHYSICAL_BYTES) == null) {
      System.setProperty(MAX_PHYSICAL_BYTES, "0");
    }
  }
}
