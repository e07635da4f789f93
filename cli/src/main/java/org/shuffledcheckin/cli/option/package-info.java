/**
 * The flags that several commands share, as picocli mixins: one name and one meaning for the whole
 * product.
 */
package org.shuffledcheckin.cli.option;
