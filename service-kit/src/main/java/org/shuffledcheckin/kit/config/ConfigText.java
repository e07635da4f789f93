package org.shuffledcheckin.kit.config;

import java.io.IOException;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The text of one value and how public the place is that it came from. */
final class ConfigText {
  private static final String FILE = "file:";

  private final List<String> items;
  private final boolean list;
  private final boolean mayBeSecret;

  private ConfigText(List<String> items, boolean list, boolean mayBeSecret) {
    this.items = items;
    this.list = list;
    this.mayBeSecret = mayBeSecret;
  }

  /** Text from a file or a flag: both are read by more eyes than a secret may have. */
  static ConfigText visible(String text) {
    return new ConfigText(List.of(text), false, false);
  }

  static ConfigText fromEnvironment(String text) {
    return new ConfigText(List.of(text), false, true);
  }

  static ConfigText items(List<String> items) {
    return new ConfigText(List.copyOf(items), true, false);
  }

  Object as(Type type) {
    if (ConfigKey.raw(type) == List.class) {
      Class<?> itemType = ConfigKey.raw(ConfigKey.argument(type));
      return split().stream().map(item -> scalar(item, itemType)).toList();
    }
    if (list) {
      throw new IllegalArgumentException("must be a single value but is a list");
    }
    return scalar(items.get(0), ConfigKey.raw(type));
  }

  private List<String> split() {
    if (list) {
      return items;
    }
    return Arrays.stream(items.get(0).split(",", -1))
        .map(String::strip)
        .filter(item -> !item.isEmpty())
        .toList();
  }

  private Object scalar(String text, Class<?> type) {
    if (type == String.class) {
      return text;
    } else if (type == int.class || type == Integer.class) {
      return (int) integer(text, Integer.MIN_VALUE, Integer.MAX_VALUE);
    } else if (type == long.class || type == Long.class) {
      return integer(text, Long.MIN_VALUE, Long.MAX_VALUE);
    } else if (type == double.class || type == Double.class) {
      return number(text);
    } else if (type == boolean.class || type == Boolean.class) {
      return truth(text);
    } else if (type == Duration.class) {
      return Durations.parse(text);
    } else if (type == ByteSize.class) {
      return ByteSize.parse(text);
    } else if (type == Path.class) {
      return path(text);
    } else if (type == Secret.class) {
      return secret(text);
    } else if (type.isEnum()) {
      return constant(text, type);
    }
    throw new IllegalStateException("no configuration value can be a " + type.getName());
  }

  private static long integer(String text, long low, long high) {
    try {
      long value = Long.parseLong(text.strip().replace("_", ""));
      if (value >= low && value <= high) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Refused below, like a number that is out of range.
    }
    throw new IllegalArgumentException("must be a whole number but is '" + text + "'");
  }

  private static double number(String text) {
    try {
      double value = Double.parseDouble(text);
      if (Double.isFinite(value)) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Refused below, like NaN and the infinities.
    }
    throw new IllegalArgumentException("must be a finite number but is '" + text + "'");
  }

  private static boolean truth(String text) {
    return switch (text.strip().toLowerCase(Locale.ROOT)) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new IllegalArgumentException("must be true or false but is '" + text + "'");
    };
  }

  private static Path path(String text) {
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw new IllegalArgumentException("must be a path but is '" + text + "'", e);
    }
  }

  private Secret secret(String text) {
    if (text.startsWith(FILE)) {
      return secretFile(path(text.substring(FILE.length())));
    }
    if (!mayBeSecret) {
      throw new IllegalArgumentException(
          "is a secret: write file:PATH here, or set it in the environment");
    }
    return Secret.of(text);
  }

  private static Secret secretFile(Path path) {
    try {
      return Secret.of(Files.readString(path));
    } catch (IOException e) {
      throw new IllegalArgumentException("names a file that cannot be read: " + path, e);
    }
  }

  private static Object constant(String text, Class<?> type) {
    String wanted = text.strip().replace('-', '_').toUpperCase(Locale.ROOT);
    return Arrays.stream(type.getEnumConstants())
        .filter(constant -> ((Enum<?>) constant).name().equals(wanted))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "must be one of " + choices(type) + " but is '" + text + "'"));
  }

  private static String choices(Class<?> type) {
    return Arrays.stream(type.getEnumConstants())
        .map(constant -> ((Enum<?>) constant).name().toLowerCase(Locale.ROOT).replace('_', '-'))
        .collect(Collectors.joining(", "));
  }
}
