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
import java.util.TreeSet;

/**
 * A table of a user's own: comma-separated, with a header, every column but the label's and the
 * client's a number. Numbers are used as they are: scaling them by statistics of the clients'
 * records would reveal those statistics, so that it is for the user to bring sensible units.
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

  /** Reads a table; a message about it names the file and the line. */
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
      int width = header.size() - (client < 0 ? 1 : 2);
      if (header.size() > MAX_COLUMNS || width < 1) {
        throw new DataFormatException(
            "%s: columns besides label and client must number in [1, %d], got %d"
                .formatted(file, MAX_COLUMNS, width));
      }
      int number = 1;
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        number++;
        if (!line.isBlank()) {
          addLine(CsvLine.split(line), header, label, client, number);
        }
      }
      return result(width);
    }

    private int column(List<String> header, String name) throws DataFormatException {
      int index = header.indexOf(name);
      if (index < 0) {
        throw new DataFormatException(
            "%s: header must name the column %s, got %s".formatted(file, name, header));
      }
      return index;
    }

    private void addLine(List<String> cells, List<String> header, int label, int client, int number)
        throws DataFormatException {
      if (cells.size() != header.size()) {
        throw new DataFormatException(
            "%s line %d: cells must number %d like the header, got %d"
                .formatted(file, number, header.size(), cells.size()));
      }
      for (int i = 0; i < cells.size(); i++) {
        if (i != label && i != client) {
          append(number(cells.get(i), header.get(i), number));
        }
      }
      labels.add(cells.get(label));
      owners.add(
          client < 0
              ? owners.size()
              : clients.computeIfAbsent(cells.get(client), key -> clients.size()));
    }

    private float number(String cell, String column, int line) throws DataFormatException {
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
          "%s line %d: column %s must be a finite number".formatted(file, line, column));
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
        if (numbersOfLabels[i] < 0) {
          throw new DataFormatException(
              "%s: label of record %d must be one of %s".formatted(file, i + 1, classes));
        }
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
