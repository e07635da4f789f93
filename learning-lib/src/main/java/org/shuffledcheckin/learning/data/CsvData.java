package org.shuffledcheckin.learning.data;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * A table of a user's own: comma-separated, with a header, every column that enters the model a
 * number. Numbers are scaled by public ranges or not at all: scaling them by statistics of the
 * clients' records would reveal those statistics.
 *
 * @param data the records in the order of the file
 * @param partition whose they are
 * @param classes the labels in the order of their numbers
 */
public record CsvData(Dataset data, ClientPartition partition, List<String> classes) {
  private static final int MAX_COLUMNS = 1 << 16;
  private static final int MAX_NUMBERS = 1 << 28;

  /** Copies the list. */
  public CsvData {
    classes = List.copyOf(classes);
  }

  /** Reads a table; a message about it names file, line and column. */
  public static CsvData read(Path file, CsvOptions options) throws IOException {
    try (BufferedReader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      return new Table(file, options).read(reader);
    } catch (NoSuchFileException e) {
      throw new DataFormatException(file + ": file must exist");
    } catch (CharacterCodingException e) {
      throw new DataFormatException(file + ": text must be UTF-8");
    }
  }

  /** Collects one file. */
  private static final class Table {
    private final Path file;
    private final CsvOptions options;
    private final List<String> labels = new ArrayList<>();
    private final Map<String, Integer> clients = new HashMap<>();
    private final List<Integer> owners = new ArrayList<>();
    private float[] numbers = new float[1 << 12];
    private int count;

    Table(Path file, CsvOptions options) {
      this.file = file;
      this.options = options;
    }

    CsvData read(BufferedReader reader) throws IOException {
      List<String> header = CsvLine.split(reader.readLine());
      int label = column(header, options.labelColumn());
      int client =
          options.clientColumn().isPresent() ? column(header, options.clientColumn().get()) : -1;
      List<CsvFeature> features = features(header, label, client);
      int[] columns = new int[features.size()];
      for (int i = 0; i < columns.length; i++) {
        columns[i] = column(header, features.get(i).column());
      }
      int number = 1;
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        number++;
        if (!line.isBlank()) {
          List<String> cells = cells(line, header.size(), number);
          for (int i = 0; i < columns.length; i++) {
            append(features.get(i).scaled(number(cells.get(columns[i]), features.get(i), number)));
          }
          labels.add(label(cells.get(label), number));
          owners.add(client < 0 ? owners.size() : owner(cells.get(client)));
        }
      }
      return result(columns.length);
    }

    private List<CsvFeature> features(List<String> header, int label, int client)
        throws DataFormatException {
      List<CsvFeature> features = new ArrayList<>(options.features());
      for (int i = 0; i < header.size() && options.features().isEmpty(); i++) {
        if (i != label && i != client) {
          features.add(new CsvFeature(header.get(i), Optional.empty()));
        }
      }
      if (features.isEmpty() || features.size() > MAX_COLUMNS) {
        throw new DataFormatException(
            "%s: columns besides label and client must number in [1, %d], got %d"
                .formatted(file, MAX_COLUMNS, features.size()));
      }
      return features;
    }

    private int column(List<String> header, String name) throws DataFormatException {
      int index = header.indexOf(name);
      if (index < 0 || header.lastIndexOf(name) != index) {
        throw new DataFormatException(
            "%s line 1: header must name the column %s once, got %s".formatted(file, name, header));
      }
      return index;
    }

    private List<String> cells(String line, int width, int number) throws DataFormatException {
      List<String> cells = CsvLine.split(line);
      if (cells.size() != width) {
        throw new DataFormatException(
            "%s line %d: cells must number %d like the header, got %d"
                .formatted(file, number, width, cells.size()));
      }
      return cells;
    }

    private int owner(String name) {
      return clients.computeIfAbsent(name, key -> clients.size());
    }

    private String label(String cell, int line) throws DataFormatException {
      if (!options.classes().isEmpty() && !options.classes().contains(cell)) {
        throw new DataFormatException(
            "%s line %d: column %s must be one of %s"
                .formatted(file, line, options.labelColumn(), options.classes()));
      }
      return cell;
    }

    private float number(String cell, CsvFeature feature, int line) throws DataFormatException {
      try {
        float value = Float.parseFloat(cell.trim());
        if (Float.isFinite(value)) {
          return value;
        }
      } catch (NumberFormatException e) {
        // Falls through to the same sentence.
      }
      // Without the cell itself: it is somebody's data.
      throw new DataFormatException(
          "%s line %d: column %s must be a finite number".formatted(file, line, feature.column()));
    }

    private void append(float value) throws DataFormatException {
      if (count == MAX_NUMBERS) {
        throw new DataFormatException(
            "%s: numbers must be at most %d".formatted(file, MAX_NUMBERS));
      }
      if (count == numbers.length) {
        numbers = Arrays.copyOf(numbers, count * 2);
      }
      numbers[count++] = value;
    }

    private CsvData result(int width) throws DataFormatException {
      List<String> classes =
          options.classes().isEmpty() ? List.copyOf(new TreeSet<>(labels)) : options.classes();
      if (labels.isEmpty() || classes.size() < 2) {
        throw new DataFormatException(
            "%s: there must be records of at least 2 classes, got %d records of %d classes"
                .formatted(file, labels.size(), classes.size()));
      }
      int[] numbersOfLabels = new int[labels.size()];
      for (int i = 0; i < numbersOfLabels.length; i++) {
        numbersOfLabels[i] = classes.indexOf(labels.get(i));
      }
      Dataset data =
          Dataset.ofFloats(
              file.getFileName().toString(),
              Shape.flat(width),
              classes.size(),
              Arrays.copyOf(numbers, count),
              numbersOfLabels);
      int[] ownerOfRecord = owners.stream().mapToInt(Integer::intValue).toArray();
      int owned = options.clientColumn().isPresent() ? clients.size() : ownerOfRecord.length;
      return new CsvData(data, ClientPartition.byOwner(ownerOfRecord, owned), classes);
    }
  }
}
