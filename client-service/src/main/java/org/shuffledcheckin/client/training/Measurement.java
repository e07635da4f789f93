package org.shuffledcheckin.client.training;

import static org.shuffledcheckin.accountant.Arguments.requireAtLeast;

import org.shuffledcheckin.learning.data.Dataset;

/**
 * Which number of its record a client gives to a round that counts or averages. Chosen by the
 * client's configuration, never by the announcement: an aggregator cannot ask for another column.
 */
public sealed interface Measurement {
  /** The number of one record. */
  double of(Dataset data, int record);

  /** How many categories the number can name, 0 if it is not a category. */
  int categories(Dataset data);

  /** The record's label. */
  record Label() implements Measurement {
    @Override
    public double of(Dataset data, int record) {
      return data.label(record);
    }

    @Override
    public int categories(Dataset data) {
      return data.classes();
    }
  }

  /**
   * One number of the record's input.
   *
   * @param index which, from 0
   */
  record Input(int index) implements Measurement {
    /** Validates the index. */
    public Input {
      requireAtLeast("input index", index, 0);
    }

    @Override
    public double of(Dataset data, int record) {
      float[] input = new float[data.shape().size()];
      data.copyInput(record, input);
      return input[index];
    }

    @Override
    public int categories(Dataset data) {
      return 0;
    }
  }

  /** The mean over the record's input. */
  record InputMean() implements Measurement {
    @Override
    public double of(Dataset data, int record) {
      float[] input = new float[data.shape().size()];
      data.copyInput(record, input);
      double sum = 0;
      for (float number : input) {
        sum += number;
      }
      return sum / input.length;
    }

    @Override
    public int categories(Dataset data) {
      return 0;
    }
  }
}
