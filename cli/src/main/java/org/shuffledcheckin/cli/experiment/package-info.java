/** The paper's table and figures from our own code, next to what is proven. */
package org.shuffledcheckin.cli.experiment;
