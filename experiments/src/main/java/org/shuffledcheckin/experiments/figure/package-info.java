/** Pictures, tables and pages that a command leaves behind: PNG, SVG, CSV, self-contained HTML. */
package org.shuffledcheckin.experiments.figure;
