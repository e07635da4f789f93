package org.shuffledcheckin.kit.config;

import com.fasterxml.jackson.databind.JsonNode;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Builds records from a tree and its overrides, collecting every problem before it gives up. */
final class ConfigBinder {
  private final ConfigSource source;
  private final JsonNode tree;
  private final List<String> problems = new ArrayList<>();

  ConfigBinder(ConfigSource source, JsonNode tree) {
    this.source = source;
    this.tree = tree;
  }

  <T extends Record> T bind(Class<T> type) {
    List<ConfigKey> keys = ConfigKey.of(type);
    requireDistinctVariables(keys);
    problems.addAll(new UnknownKeys(source, keys).in(tree));
    Optional<Object> bound = section(type, "", tree);
    if (!problems.isEmpty() || bound.isEmpty()) {
      throw new ConfigException(source.name(), problems);
    }
    return type.cast(bound.get());
  }

  private void requireDistinctVariables(List<ConfigKey> keys) {
    Set<String> seen = new HashSet<>();
    for (ConfigKey key : keys) {
      if (!seen.add(source.variable(key.key()))) {
        throw new IllegalStateException("two keys share variable " + source.variable(key.key()));
      }
    }
  }

  private Optional<Object> section(Class<?> type, String prefix, JsonNode node) {
    int before = problems.size();
    RecordComponent[] components = type.getRecordComponents();
    Object[] values = new Object[components.length];
    for (int i = 0; i < components.length; i++) {
      values[i] = component(components[i], prefix, node).orElse(null);
    }
    return problems.size() > before
        ? Optional.empty()
        : construct(type, prefix, components, values);
  }

  private Optional<Object> component(RecordComponent component, String prefix, JsonNode node) {
    String key = prefix + ConfigKey.name(component);
    JsonNode child = node.path(ConfigKey.name(component));
    Type type = component.getGenericType();
    boolean optional = ConfigKey.raw(type) == Optional.class;
    Class<?> valueType = ConfigKey.unwrapped(type);
    Optional<SectionReader> reader = ConfigKey.reader(component);
    if (reader.isPresent()) {
      return read(reader.get(), key, child);
    }
    if (ConfigKey.isSection(valueType)) {
      if (optional && !mentioned(key + ".", child)) {
        return Optional.of(Optional.empty());
      }
      boolean flat = component.isAnnotationPresent(Flat.class);
      Optional<Object> section =
          section(valueType, ConfigKey.inside(component, prefix), flat ? node : child);
      return optional ? Optional.of(section) : section;
    }
    Optional<Object> value =
        value(key, optional ? ConfigKey.argument(type) : type, child, component);
    return optional ? Optional.of(value) : value;
  }

  private Optional<Object> read(SectionReader reader, String key, JsonNode section) {
    Map<String, String> given = new LinkedHashMap<>();
    int before = problems.size();
    for (ConfigKey inner : reader.keys()) {
      Optional<ConfigText> text =
          text(key + "." + inner.key(), section.path(inner.key()), inner.fallback());
      if (text.isPresent()) {
        given.put(inner.key(), (String) text.get().as(String.class));
      } else if (inner.required()) {
        problems.add(key + "." + inner.key() + " is required");
      }
    }
    if (problems.size() > before) {
      return Optional.empty();
    }
    try {
      return Optional.of(reader.read(given));
    } catch (IllegalArgumentException e) {
      problems.add(key + ": " + e.getMessage());
      return Optional.empty();
    }
  }

  private boolean mentioned(String prefix, JsonNode child) {
    return child.isObject()
        || source.flags().keySet().stream().anyMatch(flag -> flag.startsWith(prefix))
        || source.environment().keySet().stream()
            .anyMatch(name -> name.startsWith(source.variable(prefix)));
  }

  private Optional<Object> value(String key, Type type, JsonNode node, RecordComponent component) {
    Optional<ConfigText> text =
        text(
            key,
            node,
            Optional.ofNullable(component.getAnnotation(Default.class)).map(Default::value));
    if (text.isEmpty()) {
      if (component.getType() != Optional.class) {
        problems.add(key + " is required");
      }
      return Optional.empty();
    }
    try {
      return Optional.of(text.get().as(type));
    } catch (IllegalArgumentException e) {
      problems.add(key + " " + e.getMessage());
      return Optional.empty();
    }
  }

  private Optional<ConfigText> text(String key, JsonNode node, Optional<String> fallback) {
    String flag = source.flags().get(key);
    if (flag != null) {
      return Optional.of(ConfigText.visible(flag));
    }
    String variable = source.environment().get(source.variable(key));
    if (variable != null) {
      return Optional.of(ConfigText.fromEnvironment(variable));
    }
    if (node.isArray()) {
      List<String> items = new ArrayList<>();
      node.forEach(item -> items.add(item.asText()));
      return Optional.of(ConfigText.items(items));
    }
    if (node.isValueNode() && !node.isNull()) {
      return Optional.of(ConfigText.visible(node.asText()));
    }
    return fallback.map(ConfigText::visible);
  }

  private Optional<Object> construct(
      Class<?> type, String prefix, RecordComponent[] components, Object[] values) {
    Class<?>[] types =
        Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    try {
      var constructor = type.getDeclaredConstructor(types);
      constructor.setAccessible(true);
      return Optional.of(constructor.newInstance(values));
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof IllegalArgumentException invalid) {
        problems.add(prefix.replaceFirst("\\.$", ": ") + invalid.getMessage());
        return Optional.empty();
      }
      throw new IllegalStateException("record " + type.getName() + " failed", e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("record " + type.getName() + " cannot be built", e);
    }
  }
}
