/** The bytes of a report: one version, one fixed length per kind and dimension. */
package org.shuffledcheckin.report;
