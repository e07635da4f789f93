package org.shuffledcheckin.cli.account;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Rows of text in aligned columns. */
final class Table {
  private final List<List<String>> rows = new ArrayList<>();

  Table row(String... cells) {
    rows.add(List.of(cells));
    return this;
  }

  void print(PrintWriter out) {
    out.print(this);
  }

  @Override
  public String toString() {
    int columns = rows.stream().mapToInt(List::size).max().orElse(0);
    int[] widths = new int[columns];
    for (List<String> row : rows) {
      for (int i = 0; i < row.size(); i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    StringBuilder text = new StringBuilder();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < row.size(); i++) {
        line.append(row.get(i));
        line.append(" ".repeat(widths[i] - row.get(i).length() + 2));
      }
      text.append(line.toString().stripTrailing()).append(System.lineSeparator());
    }
    return text.toString();
  }
}
