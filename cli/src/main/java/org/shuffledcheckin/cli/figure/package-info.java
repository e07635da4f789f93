/** Pictures, tables and pages that commands leave behind: PNG, SVG, CSV and self-contained HTML. */
package org.shuffledcheckin.cli.figure;
