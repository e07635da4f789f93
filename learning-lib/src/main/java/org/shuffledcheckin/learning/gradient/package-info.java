/**
 * Gradients of single examples, by Deeplearning4j for any model and by compiled kernels for the
 * known layers.
 */
package org.shuffledcheckin.learning.gradient;
