package org.shuffledcheckin.learning.model;
final class Dl4jModels {}
