/** Test code that the tests of other modules use too. */
package org.shuffledcheckin.accountant.testing;
