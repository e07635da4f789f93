package org.shuffledcheckin.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class ReportFormatTest {
  private final ReportFormat format = new ReportFormat((byte) 3, 1, 4);

  @Test
  void writeHeader_overOldBytes_leavesNothingOfThem() {
    byte[] report = {9, 9, 9, 9, 9, 9, 9, 9, 5, 6, 7, 8};
    format.writeHeader(report);

    assertThat(report).containsExactly(1, 3, 0, 0, 1, 0, 0, 0, 5, 6, 7, 8);
    assertThat(format.check(ByteBuffer.wrap(report))).isEmpty();
    assertThat(format.payload(ByteBuffer.wrap(report)).getInt(0)).isEqualTo(0x08070605);
  }

  @Test
  void check_everyTruncation_isRefused() {
    byte[] report = new byte[12];
    format.writeHeader(report);
    for (int length = 0; length < 12; length++) {
      assertThat(format.check(ByteBuffer.wrap(report, 0, length)))
          .contains(RejectionReason.WRONG_LENGTH);
    }
  }

  @Test
  void bare_anyBytesOfTheRightLength_areAReport() {
    ReportFormat bare = ReportFormat.bare((byte) 5, 2, 8);
    byte[] report = {9, 8, 7, 6, 5, 4, 3, 2};
    bare.writeHeader(report);

    assertThat(report).containsExactly(9, 8, 7, 6, 5, 4, 3, 2);
    assertThat(bare.check(ByteBuffer.wrap(report))).isEmpty();
    assertThat(bare.check(ByteBuffer.wrap(report, 1, 7))).contains(RejectionReason.WRONG_LENGTH);
    assertThat(bare.payload(ByteBuffer.wrap(report)).getInt(0)).isEqualTo(0x06070809);
    assertThat(bare.reportBytes()).isEqualTo(8);
    assertThatThrownBy(() -> new ReportFormat((byte) 5, 2, 4, 8))
        .hasMessage("header must have 0 or 8 bytes but has 4");
  }

  @Test
  void constructor_impossibleSizes_areRefused() {
    assertThatThrownBy(() -> new ReportFormat((byte) 3, 0, 4))
        .hasMessageContaining("dimension must be at least 1 but is 0");
    assertThatThrownBy(() -> new ReportFormat((byte) 3, 1, -4))
        .hasMessageContaining("payload must have 1 to 2147483639 bytes but has -4");
    assertThatThrownBy(() -> new ReportFormat((byte) 3, 1, Integer.MAX_VALUE))
        .hasMessageContaining("payload");
  }

  @Test
  void label_everyReason_isLowerCase() {
    assertThat(RejectionReason.OVER_NORM.label()).isEqualTo("over_norm");
  }
}
