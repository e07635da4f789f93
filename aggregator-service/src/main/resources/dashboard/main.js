import * as explorer from './explorer.js';
import * as run from './run.js';

const tabs = [...document.querySelectorAll('[role=tab]')];

function select(tab, focus) {
  for (const t of tabs) {
    const chosen = t === tab;
    t.setAttribute('aria-selected', chosen);
    t.tabIndex = chosen ? 0 : -1;
    document.getElementById(t.getAttribute('aria-controls')).hidden = !chosen;
  }
  if (focus) tab.focus();
  if (tab.id === 'tab-explorer') explorer.show(); else { history.replaceState(null, '', '#run'); run.schedule(); }
}

for (const [i, tab] of tabs.entries()) {
  tab.addEventListener('click', () => select(tab));
  tab.addEventListener('keydown', e => {
    const step = {ArrowRight: 1, ArrowLeft: -1}[e.key];
    if (step) select(tabs[(i + step + tabs.length) % tabs.length], true);
  });
}

explorer.start();
select(location.hash.startsWith('#explorer') ? tabs[1] : tabs[0]);
run.start();
