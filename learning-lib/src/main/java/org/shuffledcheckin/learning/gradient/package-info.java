/**
 * Gradients of single examples, by Deeplearning4j for any model and by compiled kernels for the
 * known layers. Public: {@code GradientEngines} chooses a {@code GradientEngine}, which makes a
 * {@code GradientWorker} for each thread and evaluates. The kernels are inside.
 */
package org.shuffledcheckin.learning.gradient;
