package org.shuffledcheckin.integration.browser;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** A headless Chromium from the system's packages; nothing is downloaded. */
final class Browser implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final Duration STEP = Duration.ofMillis(50);

  /** Selenium warns of every browser newer than itself; kept, since loggers may be collected. */
  private static final Logger SELENIUM = Logger.getLogger("org.openqa.selenium");

  private final ChromeDriver driver;

  private Browser(ChromeDriver driver) {
    this.driver = driver;
  }

  static Browser start(Path profile) {
    SELENIUM.setLevel(Level.SEVERE);
    ChromeDriverService service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(installed("CHROMEDRIVER", "/usr/bin/chromedriver").toFile())
            .build();
    ChromeOptions options = new ChromeOptions();
    options.setBinary(installed("CHROMIUM", "/usr/bin/chromium").toFile());
    options.addArguments(
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--user-data-dir=" + profile);
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    options.setCapability("goog:loggingPrefs", logs);
    return new Browser(new ChromeDriver(service, options));
  }

  private static Path installed(String variable, String usual) {
    Path path = Path.of(Objects.requireNonNullElse(System.getenv(variable), usual));
    if (!Files.isExecutable(path)) {
      throw new IllegalStateException(
          path
              + " is missing: install the packages chromium and chromium-driver, or set "
              + variable);
    }
    return path;
  }

  /** Opens an address afresh, also where only the part behind # differs. */
  void open(String address) {
    driver.get("about:blank");
    driver.get(address);
  }

  void width(int pixels) {
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", pixels, "height", 900, "deviceScaleFactor", 1, "mobile", pixels < 500));
  }

  /** Shows pages as somebody sees them who prefers {@code light} or {@code dark}. */
  void theme(String name) {
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", name))));
  }

  WebElement element(String selector) {
    return driver.findElement(By.cssSelector(selector));
  }

  /** Whether something can be seen there, asked in one step: charts are drawn anew every round. */
  boolean shows(String selector) {
    return Boolean.TRUE.equals(
        driver.executeScript(
            "const found = document.querySelector(arguments[0]);"
                + "return found !== null && found.checkVisibility();",
            selector));
  }

  WebElement focused() {
    return driver.switchTo().activeElement();
  }

  void press(Keys key) {
    new Actions(driver).sendKeys(key).perform();
  }

  /** Runs one of the scripts beside this class, with {@code arguments}, and gives its answer. */
  Object script(String name, Object... arguments) throws IOException {
    try (InputStream in = Browser.class.getResourceAsStream(name)) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return driver.executeAsyncScript(
          "const done = arguments[arguments.length - 1]; (async () => {"
              + text
              + "})().then(done, e => done('failed: ' + e));",
          arguments);
    }
  }

  /** Waits until a text fulfils a wish; gives it. */
  String await(Supplier<String> text, Predicate<String> wish) throws InterruptedException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    String seen = text.get();
    while (!wish.test(seen)) {
      if (System.nanoTime() > end) {
        throw new AssertionError("waited in vain; what is there: " + seen);
      }
      Thread.sleep(STEP.toMillis());
      seen = text.get();
    }
    return seen;
  }

  /** Waits until the text of an element fulfils a wish; gives it. */
  String awaitText(String selector, Predicate<String> wish) throws InterruptedException {
    return await(() -> element(selector).getText(), wish);
  }

  /** What pages wrote to the console since it was last asked. */
  List<String> console() {
    return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
        .map(entry -> entry.getLevel() + " " + entry.getMessage())
        .toList();
  }

  @Override
  public void close() {
    driver.quit();
  }
}
