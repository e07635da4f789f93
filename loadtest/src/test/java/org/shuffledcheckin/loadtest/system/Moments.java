package org.shuffledcheckin.loadtest.system;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.shuffledcheckin.aggregator.round.ShufflerLink;
import org.shuffledcheckin.aggregator.store.RunStore;
import org.shuffledcheckin.aggregator.store.StoreUnavailable;
import org.shuffledcheckin.loadtest.system.Weather.Fault;

/** The moments just before and after every call of the aggregator: it may die at each of them. */
final class Moments {
  private final Weather weather;

  Moments(Weather weather) {
    this.weather = weather;
  }

  <T> T around(Class<T> type, T target) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              if (method.getName().equals("close") || method.getDeclaringClass() == Object.class) {
                return invoke(target, method, arguments);
              }
              moment(target);
              Object result = invoke(target, method, arguments);
              moment(target);
              return result instanceof ShufflerLink.Batch batch
                  ? around(ShufflerLink.Batch.class, batch)
                  : result;
            }));
  }

  private void moment(Object target) {
    if (weather.strikes(Fault.AGGREGATOR_CRASH)) {
      throw new Crash();
    }
    if (target instanceof RunStore && weather.strikes(Fault.AGGREGATOR_STORE_FAILURE)) {
      throw new StoreUnavailable("injected", null);
    }
  }

  private static Object invoke(Object target, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
