/**
 * The paper's table and figures from our own code, next to what is proven: one public class for
 * each, and the training that two of them share.
 */
package org.shuffledcheckin.experiments.paper;
