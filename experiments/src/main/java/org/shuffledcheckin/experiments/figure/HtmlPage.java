package org.shuffledcheckin.experiments.figure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;

/** One HTML file that needs nothing beside it: text, tables and figures, for screen and print. */
public final class HtmlPage {
  private static final String STYLE =
      """
      :root { color-scheme: light dark; --text: #1f2328; --soft: #57606a; --line: #d0d7de; \
      --ground: #fff }
      @media (prefers-color-scheme: dark) { :root { --text: #e6edf3; --soft: #9da7b3; \
      --line: #30363d; --ground: #0d1117 } }
      body { font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, \
      sans-serif; color: var(--text); background: var(--ground); max-width: 60rem; \
      margin: 2rem auto; padding: 0 1rem }
      h1 { font-size: 1.6rem } h2 { font-size: 1.15rem; margin-top: 2rem }
      p { max-width: 46rem } figure { margin: 1.5rem 0 } \
      img { max-width: 100%; height: auto; background: #fff; border: 1px solid var(--line); \
      border-radius: 8px } figcaption { color: var(--soft); font-size: .9rem }
      .scroll { overflow-x: auto } table { border-collapse: collapse; font-size: .95rem } \
      th, td { text-align: left; padding: .35rem .9rem .35rem 0; \
      border-bottom: 1px solid var(--line); font-variant-numeric: tabular-nums } \
      th { color: var(--soft); font-weight: 500 }
      """;

  private final String title;
  private final StringBuilder body = new StringBuilder();

  /** Begins a page. */
  public HtmlPage(String title) {
    this.title = title;
    body.append("<h1>").append(escape(title)).append("</h1>\n");
  }

  /** Adds a heading. */
  public HtmlPage heading(String text) {
    body.append("<h2>").append(escape(text)).append("</h2>\n");
    return this;
  }

  /** Adds a paragraph. */
  public HtmlPage paragraph(String text) {
    body.append("<p>").append(escape(text)).append("</p>\n");
    return this;
  }

  /** Adds a figure with a caption that also serves readers who cannot see it. */
  public HtmlPage figure(Figure figure, String caption) {
    body.append("<figure><img alt=\"")
        .append(escape(caption))
        .append("\" src=\"data:image/png;base64,")
        .append(Base64.getEncoder().encodeToString(figure.png()))
        .append("\"><figcaption>")
        .append(escape(caption))
        .append("</figcaption></figure>\n");
    return this;
  }

  /** Adds a table. */
  public HtmlPage table(List<String> header, List<List<String>> rows) {
    body.append("<div class=\"scroll\"><table><thead>");
    cells(header, "th scope=\"col\"", "th");
    body.append("</thead><tbody>\n");
    rows.forEach(row -> cells(row, "td", "td"));
    body.append("</tbody></table></div>\n");
    return this;
  }

  private void cells(List<String> row, String open, String close) {
    body.append("<tr>");
    for (String cell : row) {
      body.append('<').append(open).append('>').append(escape(cell));
      body.append("</").append(close).append('>');
    }
    body.append("</tr>\n");
  }

  /** Writes the page. */
  public void writeTo(Path file) {
    try {
      Files.writeString(file, toString());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file, e);
    }
  }

  @Override
  public String toString() {
    return """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>%s</title>
    <style>
    %s</style>
    </head>
    <body>
    %s</body>
    </html>
    """
        .formatted(escape(title), STYLE, body);
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
