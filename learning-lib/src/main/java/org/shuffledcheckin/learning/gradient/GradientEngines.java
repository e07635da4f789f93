package org.shuffledcheckin.learning.gradient;

import java.lang.reflect.InvocationTargetException;
import org.shuffledcheckin.learning.model.ModelSpec;
import org.shuffledcheckin.learning.model.Network;

/** Chooses how gradients are computed. */
public final class GradientEngines {
  private static final String VECTOR_MODULE = "jdk.incubator.vector";
  private static final String VECTOR_KERNELS =
      "org.shuffledcheckin.learning.gradient.VectorKernels";

  private GradientEngines() {}

  /**
   * Returns the fastest engine for {@code model} that this Java runtime offers: compiled with the
   * Vector API where its module was added, compiled plain Java otherwise, and Deeplearning4j for a
   * network the compiler does not know.
   */
  public static GradientEngine forModel(ModelSpec model) {
    if (model.network() instanceof Network.Foreign) {
      return dl4j(model);
    }
    return vectorAvailable() ? vector(model) : plain(model);
  }

  /** Tells whether the JVM was started with {@code --add-modules jdk.incubator.vector}. */
  public static boolean vectorAvailable() {
    return ModuleLayer.boot().findModule(VECTOR_MODULE).isPresent();
  }

  /** Returns the engine of compiled plain Java. */
  public static GradientEngine plain(ModelSpec model) {
    return new CompiledEngine(model, "plain", new PlainKernels());
  }

  /** Returns the engine of compiled Vector API kernels. */
  public static GradientEngine vector(ModelSpec model) {
    if (!vectorAvailable()) {
      throw new IllegalStateException(
          "vector kernels need the JVM option --add-modules " + VECTOR_MODULE);
    }
    return new CompiledEngine(model, "vector", vectorKernels());
  }

  /** Returns the engine of Deeplearning4j, which loads its native library. */
  public static GradientEngine dl4j(ModelSpec model) {
    return new Dl4jEngine(model);
  }

  // By name, because nothing here may link to a class whose module may be absent.
  private static Kernels vectorKernels() {
    try {
      return Class.forName(VECTOR_KERNELS)
          .asSubclass(Kernels.class)
          .getDeclaredConstructor()
          .newInstance();
    } catch (InvocationTargetException e) {
      throw new IllegalStateException("vector kernels do not start on this machine", e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("vector kernels are missing from this build", e);
    }
  }
}
