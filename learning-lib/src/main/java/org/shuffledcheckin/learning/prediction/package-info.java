/** A trained model in use: what it says of a record, and how often it is right. */
package org.shuffledcheckin.learning.prediction;
