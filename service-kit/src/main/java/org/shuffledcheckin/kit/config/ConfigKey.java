package org.shuffledcheckin.kit.config;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * One value that can be configured.
 *
 * @param key its dotted name
 * @param type the Java type it is read as
 * @param fallback the text it has where nobody gives it; empty if it must be given or is optional
 * @param required whether it must be given
 */
public record ConfigKey(String key, Class<?> type, Optional<String> fallback, boolean required) {

  static List<ConfigKey> of(Class<? extends Record> type) {
    List<ConfigKey> keys = new ArrayList<>();
    collect(type, "", keys);
    return List.copyOf(keys);
  }

  static String name(RecordComponent component) {
    return kebab(component.getName());
  }

  static String kebab(String camel) {
    return camel.replaceAll("([a-z0-9])([A-Z])", "$1-$2").toLowerCase(Locale.ROOT);
  }

  static Class<?> raw(Type type) {
    return type instanceof ParameterizedType parameterized
        ? (Class<?>) parameterized.getRawType()
        : (Class<?>) type;
  }

  static Type argument(Type type) {
    return ((ParameterizedType) type).getActualTypeArguments()[0];
  }

  /**
   * Whether values of the type are nested keys; {@link ByteSize} is a record but written as text.
   */
  static boolean isSection(Class<?> type) {
    return type.isRecord() && type != ByteSize.class;
  }

  static Class<?> unwrapped(Type type) {
    Class<?> raw = raw(type);
    return raw == Optional.class ? raw(argument(type)) : raw;
  }

  /** The prefix of the keys inside a section. */
  static String inside(RecordComponent section, String prefix) {
    return section.isAnnotationPresent(Flat.class) ? prefix : prefix + name(section) + ".";
  }

  static Optional<SectionReader> reader(RecordComponent component) {
    return Optional.ofNullable(component.getAnnotation(ReadBy.class))
        .map(
            by -> {
              try {
                return by.value().getConstructor().newInstance();
              } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("no reader " + by.value().getName(), e);
              }
            });
  }

  private ConfigKey under(String section) {
    return new ConfigKey(section + "." + key, type, fallback, required);
  }

  private static void collect(Class<?> type, String prefix, List<ConfigKey> keys) {
    for (RecordComponent component : type.getRecordComponents()) {
      String key = prefix + name(component);
      Class<?> valueType = unwrapped(component.getGenericType());
      Optional<SectionReader> reader = reader(component);
      if (reader.isPresent()) {
        reader.get().keys().forEach(inner -> keys.add(inner.under(key)));
        continue;
      }
      if (isSection(valueType)) {
        collect(valueType, inside(component, prefix), keys);
        continue;
      }
      Default fallback = component.getAnnotation(Default.class);
      boolean optional = component.getType() == Optional.class;
      keys.add(
          new ConfigKey(
              key,
              valueType,
              Optional.ofNullable(fallback).map(Default::value),
              fallback == null && !optional));
    }
  }
}
