package org.shuffledcheckin.learning.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shuffledcheckin.learning.data.Shape;

final class ModelSpecTest {
  private static final Shape MNIST = new Shape(1, 28, 28);

  private static final String CNN_TEXT =
      "{\"format\":\"shuffled-checkin-model/1\",\"input\":[1,28,28],\"layers\":["
          + "{\"type\":\"convolution\",\"filters\":16,\"kernel\":[8,8],\"stride\":[2,2],"
          + "\"padding\":\"same\",\"activation\":\"relu\"},"
          + "{\"type\":\"max-pool\",\"kernel\":[2,2],\"stride\":[1,1]},"
          + "{\"type\":\"convolution\",\"filters\":32,\"kernel\":[4,4],\"stride\":[2,2],"
          + "\"padding\":\"valid\",\"activation\":\"relu\"},"
          + "{\"type\":\"max-pool\",\"kernel\":[2,2],\"stride\":[1,1]},"
          + "{\"type\":\"dense\",\"units\":32,\"activation\":\"relu\"},"
          + "{\"type\":\"softmax\",\"classes\":10}]}";

  @ParameterizedTest
  @CsvSource({"cnn,26010", "softmax,7850", "mlp,25450", "features,2890"})
  void named_onMnist_hasItsParametersAndSurvivesItsText(String name, int parameters) {
    ModelSpec model = Models.named(name, MNIST, 10);
    assertThat(model.parameterCount()).isEqualTo(parameters);
    assertThat(model.classes()).isEqualTo(10);
    assertThat(model.inputSize()).isEqualTo(784);
    assertThat(ModelSpec.parse(model.toJson())).isEqualTo(model);
  }

  @Test
  void toJson_cnn_isTheCanonicalText() {
    assertThat(Models.named("cnn", MNIST, 10).toJson()).isEqualTo(CNN_TEXT);
  }

  @Test
  void layout_cnn_isDeeplearning4js() {
    ModelSpec cnn = Models.named("cnn", MNIST, 10);
    ParameterLayout layout = ParameterLayout.of((Network.Layers) cnn.network(), MNIST);
    assertThat(layout.block(0)).isEqualTo(new ParameterLayout.Block(16, 1024, 0, 16));
    assertThat(layout.block(2)).isEqualTo(new ParameterLayout.Block(1072, 8192, 1040, 32));
    assertThat(layout.block(4)).isEqualTo(new ParameterLayout.Block(9264, 16384, 25648, 32));
    assertThat(layout.block(5)).isEqualTo(new ParameterLayout.Block(25680, 320, 26000, 10));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "not json|model text must be well-formed JSON",
        "[]|model must be a JSON object",
        "{}|field format of a model must be a string",
        "{\"format\":\"other\"}|model format must be shuffled-checkin-model/1, got other",
        "{\"format\":\"shuffled-checkin-model/1\",\"extra\":1}|model has no field extra",
        "{\"format\":\"a\",\"format\":\"b\"}|model text must be well-formed JSON",
      })
  void parse_malformed_isOneClearSentence(String text, String message) {
    assertRefused(text, message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[1,28,28]|[1,28]|field input of a model must be an array of 3 integers",
        "[1,28,28]|[1,28,2e1]|field input of a model must be an array of 3 integers",
        "[1,28,28]|[1,28,-1]|width must be in [1, 1048576] but is -1",
        "[1,28,28]|[1,1048576,1048576]|shape must hold at most 16777216 numbers",
        "[1,28,28]|[1,7,7]|must fit its input of",
        "\"filters\":16|\"filters\":0|filters must be in [1, 65536] but is 0",
        "\"filters\":16|\"filters\":99999999999|field filters of a model must be an integer",
        "\"filters\":16|\"units\":16|layer convolution has no field units",
        "[8,8]|[8,9999]|width of a window must be in [1, 1024] but is 9999",
        "\"same\"|\"wide\"|padding must be one of [valid, same], got wide",
        "\"max-pool\"|\"mean-pool\"|type of a layer must be convolution",
        "\"units\":32|\"units\":65536|parameters must be in [0, 16777216] but is 33629232",
        "\"classes\":10|\"classes\":1|classes must be in [2, 65536] but is 1",
      })
  void parse_badPart_namesNameBoundAndValue(String from, String to, String message) {
    assertRefused(CNN_TEXT.replace(from, to), message);
  }

  @Test
  void parse_tooMuchWork_isRefused() {
    assertRefused(
        CNN_TEXT
            .replace("[1,28,28]", "[1,600,600]")
            .replace("\"kernel\":[8,8]", "\"kernel\":[128,128]"),
        "multiplications per example must be in [0, 4294967296] but is 23592960000");
  }

  @Test
  void parse_tooLongText_isRefusedUnread() {
    assertRefused(
        " ".repeat(ModelSpec.MAX_TEXT + 1), "length of a model's text must be in [0, 1048576]");
  }

  @Test
  void parse_noSoftmaxAtTheEnd_isRefused() {
    assertRefused(
        CNN_TEXT.replace(",{\"type\":\"softmax\",\"classes\":10}", ""),
        "the last layer and only it must be a softmax");
    assertRefused(
        CNN_TEXT.replace("\"layers\":[", "\"features\":\"sift/1\",\"layers\":["),
        "features must be one of [oriented-gradients/1], got sift/1");
  }

  @Test
  void parse_foreignNetwork_keepsItsTextWithoutReadingIt() {
    ModelSpec model =
        new ModelSpec(
            MNIST, java.util.Optional.empty(), new Network.Foreign("{\"a\":\"\\u00e9\"}", 4, 77));
    assertThat(ModelSpec.parse(model.toJson())).isEqualTo(model);
    assertThat(model.parameterCount()).isEqualTo(77);
    assertThatThrownBy(() -> Models.initialParameters(model, 1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void initialParameters_cnn_dependOnSeedAndHaveTheVarianceOfTheirLayer() {
    ModelSpec cnn = Models.named("cnn", MNIST, 10);
    float[] parameters = Models.initialParameters(cnn, 4);
    assertThat(parameters).containsExactly(Models.initialParameters(cnn, 4));
    assertThat(parameters).isNotEqualTo(Models.initialParameters(cnn, 5));
    double square = 0;
    for (int i = 9264; i < 25648; i++) {
      square += (double) parameters[i] * parameters[i];
    }
    // Fixed seed. 16,384 values: the relative deviation of the mean square is 1.1 percent.
    assertThat(square / 16384).isBetween(0.95 * 2 / 544, 1.05 * 2 / 544);
    assertThat(parameters[0]).isZero();
    assertThat(Models.initialParameters(Models.named("features", MNIST, 10), 4)).containsOnly(0f);
  }

  @Test
  void named_unknown_listsTheKnown() {
    assertThatThrownBy(() -> Models.named("resnet", MNIST, 10))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("model must be one of [cnn, softmax, mlp, features], got resnet");
  }

  private static void assertRefused(String text, String message) {
    assertThatThrownBy(() -> ModelSpec.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }
}
