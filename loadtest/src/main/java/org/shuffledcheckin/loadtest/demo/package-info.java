/**
 * A demonstration: a {@code DemoPlan} that its folder remembers, {@code DemoServices} that train by
 * it on this machine, and the {@code RunReport} of what came of it.
 */
package org.shuffledcheckin.loadtest.demo;
