/**
 * Labelled records and whose they are. Public: {@code DataSets} finds a data set by name, {@code
 * CsvSource} reads a table of one's own, {@code DrawnDigits} needs no files, {@code Dataset} and
 * {@code ClientPartition} are what they give. Downloads, archives and checksums are inside.
 */
package org.shuffledcheckin.learning.data;
