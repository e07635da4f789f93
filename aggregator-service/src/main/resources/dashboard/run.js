// The Run tab: rounds as they happen, from one event stream.
import {decimals, delta} from './bounds.js';
import {element, lineChart} from './charts.js';
import {Chain, showNewest} from './ledger.js';

const $ = id => document.getElementById(id);
const percent = v => (100 * v).toFixed(1) + ' %';
const count = v => v.toLocaleString('en');
const TONE = {TRAINING: 'live', FINISHED: 'done', BUDGET_SPENT: 'done', PAUSED: 'stopped', STALLED: 'stopped', REFUSED: 'lost'};
const ORDERS = {pause: 'Pausing after the open round.', resume: 'Going on.', end: 'Ending after the open round.'};
const DISCARDS = {
  TOO_FEW_PLEDGES: 'too few clients pledged', BATCH_TOO_SMALL: 'too few reports', REPORTS_MISSING: 'too many pledged reports are missing',
  ABANDONED: 'given up by the shuffler', BATCH_TOO_LARGE: 'more reports than the maximum',
  TOO_MANY_STRUCK: 'too few seeds could be opened', SUM_TOO_LONG: 'a sum that no honest clients make', JUDGED_OTHERWISE: 'another verdict was given before', LOST_BY_SHUFFLER: 'lost by the shuffler',
};
const REASONS = {
  not_for_this_round: 'sealed for another round, or changed on its way', duplicate: 'the same sealed bytes came before',
  wrong_length: 'of another length than every honest report', malformed: 'not a report of this round’s kind',
  out_of_range: 'a value that no honest client can send', over_norm: 'longer than honest noise can make it',
};

let run = null;
let rounds = [];
let chain = new Chain();
let arrivals = [];

export const current = () => run;

export async function start() {
  $('verify').addEventListener('click', () => { chain = new Chain(); readLedger(); });
  $('control').addEventListener('submit', control);
  addEventListener('resize', schedule);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', schedule);
  picture();
  addEventListener('visibilitychange', watch);
  addEventListener('pagehide', leave);
  addEventListener('pageshow', watch);
  watch();
  await catchUp();
}

// A browser has six connections to a server, for all its tabs: only a page that is seen keeps one.
let events = null;
function watch() {
  if (document.hidden) { leave(); return; }
  if (events) return;
  events = new EventSource('api/events');
  events.addEventListener('run', e => inOrder(() => { run = JSON.parse(e.data); schedule(); }));
  events.addEventListener('round', e => inOrder(() => keep(JSON.parse(e.data))));
  // Also after the stream was down: what happened meanwhile.
  events.onopen = catchUp;
  events.onerror = () => say('connection lost, trying again', 'lost');
}

function leave() {
  events?.close();
  events = null;
}

const get = async path => (await fetch(path)).json();

// What the stream tells while the past is being read is newer than that, and comes after it.
let order = Promise.resolve();
const inOrder = step => (order = order.then(step, step));

const catchUp = () => inOrder(async () => {
  [run, rounds] = await Promise.all([get('api/run'), get('api/rounds')]);
  draw();
});

function keep(round) {
  const at = rounds.findIndex(r => r.number === round.number);
  if (at >= 0) { rounds[at] = round; return; }
  rounds.push(round);
  arrivals = [...arrivals, performance.now()].slice(-30);
  picture();
}

let waiting = false;
export function schedule() {
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(() => { waiting = false; draw(); });
}

function say(text, kind) {
  if ($('state').textContent !== text) $('state').textContent = text;
  $('state').className = 'state ' + kind;
}

function draw() {
  if (!run) return;
  say(run.detail || run.state.toLowerCase().replace('_', ' '), TONE[run.state] || 'stopped');
  facts();
  if ($('view-run').hidden) return;
  progress();
  checkIns();
  rejections();
  readLedger();
  readEstimates();
}

function facts() {
  $('fact-epsilon').textContent = 'ε ≤ ' + decimals(run.epsilon, 3);
  $('fact-epsilon-note').textContent = `of ${run.epsilonLimit} allowed, at δ = ${delta(run.delta)}; proven`;
  $('budget-bar').style.width = Math.min(100, 100 * run.epsilon / run.epsilonLimit) + '%';
  $('fact-accuracy').textContent = run.accuracy === null ? '–' : percent(run.accuracy);
  $('fact-accuracy-note').textContent = run.accuracy === null ? `not measured yet; ${run.model}` : run.model;
  $('fact-rounds').textContent = count(run.roundsCommitted) + (run.roundsPlanned ? ' / ' + count(run.roundsPlanned) : '');
  $('fact-rounds-note').textContent = [forecast(), run.roundsDiscarded ? `${count(run.roundsDiscarded)} discarded, and paid for${lastDiscard()}` : '', pace()].filter(Boolean).join('; ');
  $('fact-reports').textContent = count(run.reports);
  $('fact-reports-note').textContent = `from ${count(run.clients)} clients that nobody here can name`;
  $('party-clients').textContent = `${count(run.clients)} of them; each draws for itself, ${run.checkInRate} reports a round on average.`;
  const last = rounds.findLast(r => r.checkIns !== null), lost = last?.missing ? `, ${count(last.missing)} more were pledged and are missing` : '';
  $('party-aggregator').textContent = last ? `Got ${count(last.checkIns)} reports in round ${count(last.number)}${lost}; sums and trains.` : 'Sums and trains.';
  $('assumptions').textContent = `The promise holds if at least ${count(run.honestClients)} of the ${count(run.clients)} clients that have to pledge in every round are honest and the shuffler does not tell the aggregator who sent what. A batch is released with at most ${count(run.lossLimit)} pledged reports missing; for that, rounds are charged as if ${count(run.accountedClients)} clients drew. ${summed() ? 'Shuffler and aggregator together would see reports with next to no noise.' : 'Should the shuffler tell, each report still carries its own noise.'} Accountant: ${run.method}.`;
  if (summed()) sums();
  $('control').hidden = !run.takesOrders;
  $('control-off').hidden = run.takesOrders;
}

// Only the sum of a round's reports leaves the shuffler.
const summed = () => run.guarantee.startsWith('gaussian-sum');

function sums() {
  const shuffler = run.observers.find(o => o.observer === 'shuffler');
  $('party-shuffler').textContent = 'Drops names, adds up, passes one sum on.';
  $('shuffler-blind').textContent = shuffler.epsilon === null ? 'cannot see what a report or a sum says: shares say nothing, models pass sealed' : `cannot see what a report says; reads the models, ε ≤ ${decimals(shuffler.epsilon, 3)} (${shuffler.kind})`;
  $('way-out').textContent = 'the sum of all shares';
  $('aggregator-knows').textContent = 'knows the sum of the randomised reports, their number, the model';
  $('aggregator-blind').textContent = 'cannot see who checked in, or any single report';
}

function lastDiscard() {
  const last = rounds.findLast(r => r.checkIns !== null && r.status !== 'RELEASED');
  return last ? ` (the last: ${DISCARDS[last.status] || last.status.toLowerCase().replaceAll('_', ' ')})` : '';
}

function forecast() {
  if (run.state === 'BUDGET_SPENT') return 'the budget allows no more';
  if (run.roundsLeft === null) return 'working out how many the budget allows';
  return `the budget allows ${run.roundsLeft >= 1e6 ? 'over a million' : count(run.roundsLeft)} more`;
}

function pace() {
  const left = run.roundsPlanned - run.roundsCharged;
  if (run.state !== 'TRAINING' || arrivals.length < 3 || left <= 0) return '';
  const perSecond = 1000 * (arrivals.length - 1) / (arrivals.at(-1) - arrivals[0]);
  const seconds = Math.round(left / perSecond);
  return `${perSecond.toFixed(1)} a second, ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} left`;
}

function progress() {
  lineChart($('chart-progress'), [
    {name: 'test accuracy', color: 1, points: rounds.filter(r => r.accuracy !== null).map(r => [r.number, r.accuracy])},
    {name: 'ε spent', color: 2, axis: 'right', points: rounds.map(r => [r.number, r.epsilon])},
  ], {
    title: 'Test accuracy and epsilon spent over rounds', empty: 'The first round is open.', x: {label: 'round', range: [1, Math.max(2, rounds.at(-1)?.number ?? 2)]},
    y: {label: 'accuracy', range: [0, 1], format: v => Math.round(v * 100) + ' %'}, right: {label: 'ε', range: [0, run.epsilonLimit]},
  });
}

function checkIns() {
  const mean = run.clients * run.checkInRate;
  const spread = 2.576 * Math.sqrt(run.law === 'POISSON' ? mean : mean * (1 - run.checkInRate));
  const points = rounds.filter(r => r.checkIns !== null).map(r => [r.number, r.checkIns]);
  const values = points.map(p => p[1]), inside = values.filter(v => Math.abs(v - mean) <= spread).length;
  const low = Math.max(0, Math.min(mean - 1.3 * spread, ...values)), high = Math.max(mean + 1.3 * spread, ...values);
  $('checkins-note').textContent = `Every client draws for itself (${run.law === 'POISSON' ? 'Poisson' : 'a coin'}, ${run.checkInRate} on average); if all are honest, 99 % of rounds lie in the band.` + (points.length ? ` ${count(inside)} of ${count(points.length)} do.` : '');
  lineChart($('chart-checkins'), [{name: 'reports in the batch, k', color: 1, dots: true, points}], {
    title: 'Reports per round against the expected band', empty: 'No round has ended yet.', x: {label: 'round', range: [1, Math.max(2, rounds.at(-1)?.number ?? 2)]},
    y: {label: 'k', range: [low, high]}, band: {range: [Math.max(0, mean - spread), mean + spread], name: 'expected'},
  });
}

function rejections() {
  const list = Object.entries(run.rejected).filter(([, n]) => n > 0).sort((a, b) => b[1] - a[1]);
  if (!list.length) { $('rejections').textContent = 'None: every report of every batch could be opened, was new, and had a size that honest noise can have.'; return; }
  const table = document.createElement('table');
  for (const [reason, n] of list) {
    const row = table.insertRow(), number = row.insertCell();
    number.textContent = count(n);
    number.className = 'number';
    row.insertCell().textContent = REASONS[reason] || reason.replaceAll('_', ' ');
  }
  $('rejections').replaceChildren(table);
}

let lastEstimates = -Infinity;
function readEstimates() {
  if (performance.now() - lastEstimates < 2000) return;
  lastEstimates = performance.now();
  get('api/results').then(estimates);
}

function estimates({combined}) {
  $('counting').hidden = !combined || !combined.reports;
  if ($('counting').hidden) return;
  $('counting-note').textContent = `All rounds together, ${count(combined.reports)} reports, the noise taken out on average; the error is that of the noise alone.`;
  const body = $('estimates').tBodies[0];
  body.replaceChildren();
  for (const [category, {estimate, standard_error: error}] of combined.estimates.entries()) {
    const row = body.insertRow();
    for (const text of [category, estimate.toFixed(4), '± ' + error.toFixed(4)]) row.insertCell().textContent = text;
  }
}

async function readLedger() {
  const mine = chain;
  if (!await mine.readOn() || mine !== chain) return;
  const verdict = $('ledger-verdict');
  verdict.className = 'verdict ' + (mine.broken === null ? 'good' : 'bad');
  verdict.textContent = mine.broken === null ? `✓ ${count(mine.length)} entries, unbroken: recomputed in this browser.` : `✗ The chain breaks at entry ${count(mine.broken)}.`;
  showNewest(mine.newest);
}

// An impression: which clients light up is drawn here, since nobody on this side knows.
function picture() {
  const dots = [];
  for (let row = 0; row < 5; row++) for (let column = 0; column < 10; column++) dots.push(element('circle', {cx: 6 + 12 * column, cy: 6 + 12 * row, r: 3.6, class: Math.random() < Math.max(0.08, run?.checkInRate ?? 0.1) ? 'on' : 'off'}));
  $('crowd').replaceChildren(...dots);
  let path = 'M8 46';
  for (let x = 12; x <= 112; x += 4) path += `L${x} ${Math.max(3, Math.min(57, 46 - 32 * Math.exp(-(((x - 60) / 19) ** 2)) + 18 * (Math.random() + Math.random() - 1))).toFixed(1)}`;
  $('noise').setAttribute('d', path);
}

async function control(event) {
  event.preventDefault();
  const order = event.submitter.value;
  const answer = await fetch('api/control/' + order, {method: 'POST', headers: {'operator-token': $('token').value}});
  $('control-answer').textContent = answer.ok ? ORDERS[order] : (await answer.json()).message;
}
