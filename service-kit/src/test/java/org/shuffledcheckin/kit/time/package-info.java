/** Time for the tests of every module, in the hands of the test. */
package org.shuffledcheckin.kit.time;
