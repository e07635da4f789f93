// What a keyboard must be able to reach: one radio button of a group, one tab of a list, all else.
const all = [...document.querySelectorAll('a[href], button, input, [tabindex="0"]')]
  .filter(e => e.checkVisibility() && e.tabIndex >= 0 && !(e.type === 'radio' && !e.checked));
all.forEach((e, i) => { e.dataset.control = i; });
return all.length;
