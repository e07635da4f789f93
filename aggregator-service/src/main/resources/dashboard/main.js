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
  if (tab.id === 'tab-explorer') explorer.show(); else { history.replaceState(null, '', location.pathname); run.schedule(); }
}

for (const [i, tab] of tabs.entries()) {
  tab.addEventListener('click', () => select(tab));
  tab.addEventListener('keydown', e => {
    const to = {ArrowRight: i + 1, ArrowLeft: i - 1, Home: 0, End: tabs.length - 1}[e.key];
    if (to !== undefined) select(tabs[(to + tabs.length) % tabs.length], true);
  });
}

const RANDOMIZER = {'binary-response': 'ldp-sgd', 'k-ary-response': 'k-ary', laplace: 'laplace'};

// The run's own setting, as the explorer names it.
async function ofRun() {
  const now = run.current() || await (await fetch('api/run')).json();
  const setting = {clients: now.honestClients, lossLimit: now.lossLimit, checkInRate: now.checkInRate, rounds: now.roundsPlanned, delta: now.delta, law: now.law};
  const [name, strength, categories] = now.guarantee.split(':');
  // The explorer speaks of reports that are seen one by one: how much more would that cost?
  if (name.startsWith('gaussian-sum')) return {...setting, law: 'POISSON', noiseMultiplier: 1};
  if (name === 'gaussian') return {...setting, noiseMultiplier: strength};
  const randomizer = RANDOMIZER[name];
  return {...setting, epsilon0: strength, ...(randomizer && {randomizer}), ...(randomizer === 'k-ary' && {categories})};
}

explorer.start(ofRun);
select(location.hash.startsWith('#explorer') ? tabs[1] : tabs[0]);
// A link pasted into this very tab.
addEventListener('hashchange', () => { if (location.hash.startsWith('#explorer')) location.reload(); });
run.start();
