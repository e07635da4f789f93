/** What the paper's formulas cost as we compute them, beside the way the paper writes them. */
package org.shuffledcheckin.benchmarks.paper;
