/** Data sets, where they come from, and how their records belong to clients. */
package org.shuffledcheckin.learning.data;
