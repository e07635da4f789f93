package org.shuffledcheckin.aggregator.round;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Optional;
import java.util.function.LongFunction;

/**
 * Counts the moments just before and just after every call across a boundary, and lets something go
 * wrong at chosen ones.
 */
final class Faults {
  private final LongFunction<Optional<Throwable>> plan;
  private long moments;

  /** The process dies here; nothing catches it. */
  static final class Crash extends Error {
    private static final long serialVersionUID = 1;
  }

  Faults(LongFunction<Optional<Throwable>> plan) {
    this.plan = plan;
  }

  static Faults none() {
    return new Faults(moment -> Optional.empty());
  }

  static Faults crashAt(long moment) {
    return new Faults(now -> now == moment ? Optional.of(new Crash()) : Optional.empty());
  }

  long moments() {
    return moments;
  }

  <T> T around(Class<T> type, T target) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              if (method.getName().equals("close") || method.getDeclaringClass() == Object.class) {
                return method.invoke(target, arguments);
              }
              moment();
              Object result = invoke(target, method, arguments);
              moment();
              return result instanceof ShufflerLink.Batch batch
                  ? around(ShufflerLink.Batch.class, batch)
                  : result;
            }));
  }

  private static Object invoke(Object target, java.lang.reflect.Method method, Object[] arguments)
      throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private synchronized void moment() throws Throwable {
    Optional<Throwable> fault = plan.apply(moments++);
    if (fault.isPresent()) {
      throw fault.get();
    }
  }
}
