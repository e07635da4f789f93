/**
 * What a model is: its input, its fixed features, its layers and the order of its parameters.
 * Public: {@code Models} gives models by name, {@code ModelSpec} is one and reads and writes its
 * canonical text. Only the classes whose name begins with {@code Dl4j} touch Deeplearning4j.
 */
package org.shuffledcheckin.learning.model;
