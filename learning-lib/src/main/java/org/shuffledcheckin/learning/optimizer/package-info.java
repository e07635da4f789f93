/**
 * How an average gradient becomes a step of a model: what a sum is divided by, the size of the step
 * and its kind. Deployed runs, simulations and benchmarks all step with these classes.
 */
package org.shuffledcheckin.learning.optimizer;
