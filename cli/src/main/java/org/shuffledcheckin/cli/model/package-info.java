/** Takes models out of runs and uses them. */
package org.shuffledcheckin.cli.model;
