package org.shuffledcheckin.experiments.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.shuffledcheckin.experiments.figure.Figure.Axis;
import org.shuffledcheckin.experiments.figure.Figure.Hue;
import org.shuffledcheckin.experiments.figure.Figure.Line;

class FigureTest {
  private static final List<double[]> POINTS =
      List.of(new double[] {1, 0.1}, new double[] {10, 0.5}, new double[] {100, Double.NaN});

  private final Figure figure =
      new Figure("Cost", Axis.log("rounds"), Axis.linear("epsilon"))
          .add("sound", Line.SOLID, Hue.BLUE, POINTS)
          .add("nothing to draw", Line.DOTTED, Hue.GREY, List.of(new double[] {0, 1}));

  @Test
  void png_isAPicture() throws IOException {
    assertThat(ImageIO.read(new ByteArrayInputStream(figure.png())).getWidth()).isEqualTo(860);
  }

  @Test
  void svg_isDrawn() {
    assertThat(figure.svg()).contains("<svg", "path");
  }

  @Test
  void svg_oneDecade_isLabelledAndNamed() {
    String svg = figure.svg();
    for (String text : List.of("Cost", "rounds", "epsilon", "sound", "1", "2", "3", "5", "10")) {
      assertThat(svg).contains(">" + text + "</text>");
    }
    assertThat(svg).doesNotContain("nothing to draw", ">4</text>", ">100</text>");
  }

  @Test
  void add_onTheRight_isHeldAgainstTheRightAxis() {
    Figure two =
        new Figure("Two", Axis.linear("round"), Axis.log("epsilon"))
            .right(Axis.linear("accuracy"))
            .add("cost", Line.SOLID, Hue.BLUE, List.of(new double[] {1, 0.5}))
            .addRight("gain", Line.STEPS, Hue.ORANGE, List.of(new double[] {1, -7}))
            .addRight("endless", Line.DASHED, Hue.GREY, List.of(new double[] {1, 1.0 / 0}));
    assertThat(two.svg()).contains(">gain</text>", ">-7</text>", "endless: infinite, no line");
  }

  @Test
  void page_escapesTextAndHoldsItsFigures() {
    String page = new HtmlPage("a < b").figure(figure, "\"cost\"").toString();
    assertThat(page).contains("a &lt; b", "&quot;cost&quot;", "data:image/png;base64,");
    assertThat(page).doesNotContain("http");
  }

  @Test
  void csv_quotesWhatNeedsIt() {
    assertThat(new Csv("a", "b").row("x,y", null).row("say \"hi\"", 1.5).toString())
        .isEqualTo("a,b\n\"x,y\",\n\"say \"\"hi\"\"\",1.5\n");
  }

  @Test
  void csv_rowOfAnotherLength_isRefused() {
    assertThatThrownBy(() -> new Csv("a").row(1, 2)).isInstanceOf(IllegalArgumentException.class);
  }
}
