// Whatever sticks out of the window to the right, but for what can be scrolled by itself.
const width = document.documentElement.clientWidth;
const out = [...document.querySelectorAll('body *')]
  .filter(e => e.checkVisibility() && !e.closest('.scroll, .skip') && e.getBoundingClientRect().right > width + 0.5)
  .map(e => `${e.tagName} ${e.id || e.className} ${Math.round(e.getBoundingClientRect().right)}`);
if (document.documentElement.scrollWidth > width) out.push('the page scrolls: ' + document.documentElement.scrollWidth);
return out;
