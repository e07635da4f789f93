// The Run tab: rounds as they happen, from one event stream.
import {decimals} from './bounds.js';
import {lineChart} from './charts.js';
import {allEntries, firstBrokenEntry, showNewest} from './ledger.js';

const $ = id => document.getElementById(id);
const percent = v => (100 * v).toFixed(1) + ' %';
const count = v => v.toLocaleString('en');
const LIVE = new Set(['TRAINING']);

let run = null;
let rounds = [];
let lastLedger = -Infinity;

export async function start() {
  [run, rounds] = await Promise.all([get('api/run'), get('api/rounds')]);
  draw();
  const events = new EventSource('api/events');
  events.addEventListener('run', e => { run = JSON.parse(e.data); schedule(); });
  events.addEventListener('round', e => { keep(JSON.parse(e.data)); schedule(); });
  events.onopen = () => catchUp();
  events.onerror = () => say('connection lost, trying again', 'lost');
  $('verify').addEventListener('click', verify);
  $('control').addEventListener('submit', control);
  addEventListener('resize', schedule);
}

const get = async path => (await fetch(path)).json();

// What happened while the stream was down.
async function catchUp() {
  [run, rounds] = await Promise.all([get('api/run'), get('api/rounds')]);
  draw();
}

function keep(round) {
  const at = rounds.findIndex(r => r.number === round.number);
  if (at < 0) rounds.push(round); else rounds[at] = round;
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
  say(run.detail || run.state.toLowerCase().replace('_', ' '), LIVE.has(run.state) ? 'live' : 'stopped');
  facts();
  if ($('run').hidden) return;
  progress();
  checkIns();
  rejections();
  if (performance.now() - lastLedger > 2000) {
    lastLedger = performance.now();
    get('api/ledger?newest=12').then(({entries}) => showNewest(entries));
    get('api/results').then(estimates);
  }
}

function facts() {
  $('fact-epsilon').textContent = 'ε ' + decimals(run.epsilon, 3);
  $('fact-epsilon-note').textContent = `of ${run.epsilonLimit} at δ = ${run.delta.toExponential(1)}, proven`;
  $('budget-bar').style.width = Math.min(100, 100 * run.epsilon / run.epsilonLimit) + '%';
  $('fact-accuracy').textContent = run.accuracy === null ? '–' : percent(run.accuracy);
  $('fact-accuracy-note').textContent = run.model;
  $('fact-rounds').textContent = count(run.roundsCommitted) + (run.roundsPlanned ? ' / ' + count(run.roundsPlanned) : '');
  $('fact-rounds-note').textContent = `${count(run.roundsDiscarded)} discarded; the budget allows ${run.roundsLeft === null ? 'many' : count(run.roundsLeft)} more`;
  $('fact-reports').textContent = count(run.reports);
  $('fact-reports-note').textContent = `from ${count(run.clients)} clients at rate ${run.checkInRate}`;
  $('assumptions').textContent = `Promised if at least ${count(run.accountedClients)} honest clients draw in every round and the shuffler does not tell the aggregator who sent what. Accountant: ${run.method}.`;
}

function progress() {
  lineChart($('chart-progress'), [
    {name: 'accuracy', color: 1, points: rounds.filter(r => r.accuracy !== null).map(r => [r.number, r.accuracy])},
    {name: 'ε spent', color: 2, axis: 'right', points: rounds.map(r => [r.number, r.epsilon])},
  ], {
    title: 'Test accuracy and epsilon spent over rounds', x: {label: 'round'},
    y: {range: [0, 1], format: v => Math.round(v * 100) + ' %'}, right: {range: [0, run.epsilonLimit]},
  });
}

function checkIns() {
  const mean = run.clients * run.checkInRate;
  const spread = 2.576 * Math.sqrt(run.law === 'POISSON' ? mean : mean * (1 - run.checkInRate));
  const points = rounds.filter(r => r.checkIns !== null).map(r => [r.number, r.checkIns]);
  const values = points.map(p => p[1]);
  const low = Math.min(mean - 1.6 * spread, ...values), high = Math.max(mean + 1.6 * spread, ...values);
  lineChart($('chart-checkins'), [{name: 'reports in the batch, k', color: 1, dots: true, points}], {
    title: 'Reports per round against the expected band', x: {label: 'round'}, y: {range: [Math.max(0, low), high]},
    band: [Math.max(0, mean - spread), mean + spread],
  });
}

function rejections() {
  const list = Object.entries(run.rejected).filter(([, n]) => n > 0);
  if (!list.length) { $('rejections').textContent = 'None.'; return; }
  const table = document.createElement('table');
  for (const [reason, n] of list) {
    const row = table.insertRow();
    row.insertCell().textContent = reason.toLowerCase().replaceAll('_', ' ');
    row.insertCell().textContent = count(n);
  }
  $('rejections').replaceChildren(table);
}

function estimates({combined}) {
  $('counting').hidden = !combined || !combined.reports;
  if ($('counting').hidden) return;
  $('counting-note').textContent = `All rounds together, ${count(combined.reports)} reports, the noise taken out on average; the error is that of the noise alone.`;
  const body = $('estimates').tBodies[0];
  body.replaceChildren();
  combined.estimates.forEach((value, i) => {
    const row = body.insertRow();
    for (const text of [i, value.toFixed(4), '± ' + combined.standard_errors[i].toFixed(4)]) row.insertCell().textContent = text;
  });
}

async function verify() {
  const verdict = $('ledger-verdict');
  const {run: id, entries} = await allEntries();
  const broken = firstBrokenEntry(id, entries);
  verdict.className = 'verdict ' + (broken === null ? 'good' : 'bad');
  verdict.textContent = broken === null ? `✓ ${count(entries.length)} entries, unbroken chain` : `✗ the chain breaks at entry ${broken}`;
  showNewest(entries);
}

async function control(event) {
  event.preventDefault();
  const answer = await fetch('api/control/' + event.submitter.value, {method: 'POST', headers: {'operator-token': $('token').value}});
  $('control-answer').textContent = (await answer.json()).message;
}
