package org.shuffledcheckin.learning.gradient;

import org.shuffledcheckin.learning.data.ClientPartition;
import org.shuffledcheckin.learning.data.Dataset;

/**
 * Computes one example after another with memory that is allocated once. Not safe for several
 * threads. Bad input (wrong length, a label out of range, values that are not finite) is refused
 * with an {@link IllegalArgumentException} and leaves the worker usable.
 */
public interface GradientWorker {
  /**
   * Makes {@code parameters} the ones to compute at. The array is read, never written, until the
   * next call, and may be shared by many workers; the caller must not change it meanwhile.
   */
  void setParameters(float[] parameters);

  /**
   * Computes the cross-entropy loss of one example and its gradient.
   *
   * @param input the record, in the shape of the model's input
   * @param label its class
   * @param gradientOut overwritten with the gradient, in the order of the parameters
   * @return the loss in nats
   */
  double lossAndGradient(float[] input, int label, float[] gradientOut);

  /**
   * Computes the probability the model gives to each class.
   *
   * @param input the record, in the shape of the model's input
   * @param out overwritten with one number per class
   */
  void probabilities(float[] input, float[] out);

  /**
   * Computes the mean loss and the mean gradient over all records of one client, which is what a
   * client clips and randomises: the unit of protection is the client, not the record.
   *
   * @param gradientOut overwritten with the mean gradient
   * @return the mean loss in nats
   */
  double clientLossAndGradient(
      Dataset data, ClientPartition partition, int client, float[] gradientOut);
}
