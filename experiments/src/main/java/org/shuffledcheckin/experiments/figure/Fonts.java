package org.shuffledcheckin.experiments.figure;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Brings its own letters, so that figures can be drawn, and look the same, on machines without any
 * font. Java on Linux cannot even write the word "epsilon" where no font is installed, and servers
 * and images seldom have one.
 */
final class Fonts {
  /** What the Java run-time reads instead of asking the system for its fonts. */
  private static final String SETTING = "sun.awt.fontconfig";

  private static final String FOLDER = "/net/sf/jasperreports/fonts/dejavu/";
  private static final String PLAIN = "DejaVuSans.ttf";
  private static final String BOLD = "DejaVuSans-Bold.ttf";

  private Fonts() {}

  /** Must be called before anything is drawn; does nothing where a user has chosen fonts. */
  static void bring() {
    if (System.getProperty(SETTING) != null || !System.getProperty("os.name").equals("Linux")) {
      return;
    }
    try {
      Path folder = Files.createTempDirectory("checkin-fonts");
      Path plain = unpack(PLAIN, folder);
      Path bold = unpack(BOLD, folder);
      Path setting = Files.write(folder.resolve("fontconfig.properties"), lines(plain, bold));
      // Later entries are removed first.
      for (Path file : List.of(folder, plain, bold, setting)) {
        file.toFile().deleteOnExit();
      }
      System.setProperty(SETTING, setting.toString());
    } catch (IOException e) {
      throw new UncheckedIOException("the fonts of figures cannot be unpacked", e);
    }
  }

  private static Path unpack(String font, Path folder) throws IOException {
    Path file = folder.resolve(font);
    try (InputStream bytes = Fonts.class.getResourceAsStream(FOLDER + font)) {
      if (bytes == null) {
        throw new IOException("no font " + font + " among the jars");
      }
      Files.copy(bytes, file);
    }
    return file;
  }

  private static List<String> lines(Path plain, Path bold) {
    List<String> lines = new ArrayList<>(List.of("version=1", "sequence.allfonts=all"));
    for (String family : List.of("serif", "sansserif", "monospaced", "dialog", "dialoginput")) {
      lines.add(family + ".plain.all=DejaVu Sans");
      lines.add(family + ".italic.all=DejaVu Sans");
      lines.add(family + ".bold.all=DejaVu Sans Bold");
      lines.add(family + ".bolditalic.all=DejaVu Sans Bold");
    }
    lines.add("filename.DejaVu_Sans=" + plain);
    lines.add("filename.DejaVu_Sans_Bold=" + bold);
    return lines;
  }
}
