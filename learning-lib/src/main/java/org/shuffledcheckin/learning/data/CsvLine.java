package org.shuffledcheckin.learning.data;

import java.util.ArrayList;
import java.util.List;

/** Splits one line at its commas; quotes around a cell keep commas in it (RFC 4180). */
final class CsvLine {
  private CsvLine() {}

  static List<String> split(String line) {
    List<String> cells = new ArrayList<>();
    if (line == null) {
      return cells;
    }
    StringBuilder cell = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c == '"' && quoted && i + 1 < line.length() && line.charAt(i + 1) == '"') {
        cell.append('"');
        i++;
      } else if (c == '"') {
        quoted = !quoted;
      } else if (c == ',' && !quoted) {
        cells.add(cell.toString());
        cell.setLength(0);
      } else {
        cell.append(c);
      }
    }
    cells.add(cell.toString());
    return cells;
  }
}
