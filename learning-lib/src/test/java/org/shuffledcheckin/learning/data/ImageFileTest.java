package org.shuffledcheckin.learning.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.awt.image.BufferedImage;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImageFileTest {
  private static final Shape SMALL = new Shape(1, 2, 3);

  @TempDir private Path folder;

  @Test
  void read_picture_givesBrightnessRowByRow() throws Exception {
    BufferedImage image = new BufferedImage(3, 2, BufferedImage.TYPE_INT_RGB);
    image.setRGB(1, 0, 0xffffff);
    image.setRGB(0, 1, 0x333333);
    Path file = folder.resolve("small.png");
    ImageIO.write(image, "png", file.toFile());
    assertThat(ImageFile.read(file, SMALL, false)).containsExactly(0, 1, 0, 0.2f, 0, 0);
    assertThat(ImageFile.read(file, SMALL, true)).containsExactly(1, 0, 1, 0.8f, 1, 1);
    assertThatThrownBy(() -> ImageFile.read(file, new Shape(1, 28, 28), false))
        .hasMessageContaining("must be 28 pixels wide and 28 high, got 3 and 2");
  }

  @Test
  void read_text_takesFractionsAndBytes() throws Exception {
    Path fractions = Files.writeString(folder.resolve("a.csv"), "0,0.5,1\n0,0,0\n");
    Path bytes = Files.writeString(folder.resolve("b.csv"), "0, 51, 255, 0, 0, 0");
    assertThat(ImageFile.read(fractions, SMALL, false)).containsExactly(0, 0.5f, 1, 0, 0, 0);
    assertThat(ImageFile.read(bytes, SMALL, false)).containsExactly(0, 0.2f, 1, 0, 0, 0);
  }

  @Test
  void read_anythingElse_saysWhatItMustBe() throws Exception {
    Path few = Files.writeString(folder.resolve("few.csv"), "1,2");
    Path words = Files.writeString(folder.resolve("words.csv"), "1,two,3");
    Path none = Files.writeString(folder.resolve("none.png"), "not a picture");
    assertThatThrownBy(() -> ImageFile.read(few, SMALL, false)).hasMessageContaining("6 numbers");
    assertThatThrownBy(() -> ImageFile.read(words, SMALL, false)).hasMessageContaining("'two'");
    assertThatThrownBy(() -> ImageFile.read(none, SMALL, false))
        .hasMessageContaining("must be a PNG picture");
  }
}
