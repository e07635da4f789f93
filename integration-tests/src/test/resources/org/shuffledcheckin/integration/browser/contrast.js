// Every visible text whose contrast against what lies behind it is below WCAG's 4.5 to 1.
const channels = color => color.match(/[\d.]+/g).map(Number);
const light = c => { c /= 255; return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4; };
const luminance = ([r, g, b]) => 0.2126 * light(r) + 0.7152 * light(g) + 0.0722 * light(b);

function behind(element) {
  for (let at = element; at; at = at.parentElement) {
    const color = channels(getComputedStyle(at).backgroundColor);
    if (color.length === 3 || color[3] === 1) return color;
    if (color[3] > 0) throw new Error('half transparent: ' + at.outerHTML.slice(0, 80));
  }
  throw new Error('nothing opaque behind the page');
}

const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
const seen = [], weak = [];
while (texts.nextNode()) {
  const element = texts.currentNode.parentElement, words = texts.currentNode.data.trim();
  if (!words || !element.checkVisibility({visibilityProperty: true, opacityProperty: true}) || element.closest('.skip')) continue;
  const style = getComputedStyle(element);
  const front = luminance(channels(element.closest('svg') ? style.fill : style.color)), back = luminance(behind(element));
  const ratio = (Math.max(front, back) + 0.05) / (Math.min(front, back) + 0.05);
  seen.push(words);
  if (ratio < 4.5) weak.push(`${ratio.toFixed(2)}: ${words}`);
}
return {seen: seen.length, weak};
