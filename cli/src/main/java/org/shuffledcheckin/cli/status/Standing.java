package org.shuffledcheckin.cli.status;

import java.util.Map;

/**
 * Where one service or one run stands.
 *
 * @param what a service, or a run's folder
 * @param where its address or path
 * @param ready whether it does what it should
 * @param facts for programs, in the order they are shown
 * @param lines for people, a name and a text each
 */
record Standing(
    String what,
    String where,
    boolean ready,
    Map<String, Object> facts,
    Map<String, String> lines) {}
