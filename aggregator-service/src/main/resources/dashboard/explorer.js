// The privacy explorer: every number comes from the server's accountant.
import {digits} from './bounds.js';
import {lineChart} from './charts.js';

const form = document.getElementById('settings');
const STYLE = {
  UPPER_BOUND: {color: 1}, LOWER_BOUND: {color: 2, dash: '6 3'}, PAPER: {color: 4, dash: '2 3'},
};
const PAPER_COLORS = [4, 3, 5];

let answer = null;
let newest = 0;

export function start() {
  restore();
  form.addEventListener('input', () => { label(); ask(); });
  document.getElementById('share').addEventListener('click', share);
  label();
}

export function show() { if (answer) draw(); else ask(); }

const value = input => {
  const v = input.dataset.scale === 'log' ? 10 ** +input.value : +input.value;
  return ['clients', 'rounds'].includes(input.name) ? Math.round(+v.toPrecision(3)) : +v.toPrecision(3);
};

function settings() {
  const data = new FormData(form), gaussian = data.get('randomizer') === 'gaussian';
  const out = {law: data.get('law')};
  for (const input of form.querySelectorAll('input[type=range]')) out[input.name] = value(input);
  delete out[gaussian ? 'epsilon0' : 'noiseMultiplier'];
  return out;
}

function label() {
  for (const input of form.querySelectorAll('input[type=range]')) form.querySelector(`output[for=${input.id}]`).textContent = value(input).toLocaleString('en', {maximumSignificantDigits: 3, notation: value(input) < 1e-3 ? 'scientific' : 'standard'});
  const kind = new FormData(form).get('randomizer');
  for (const part of form.querySelectorAll('[data-for]')) part.hidden = part.dataset.for !== kind;
}

async function ask() {
  const mine = ++newest, query = new URLSearchParams(settings());
  history.replaceState(null, '', '#explorer?' + query);
  const reply = await fetch('api/explore?' + query);
  const body = await reply.json();
  if (mine !== newest) return;
  if (!reply.ok) { document.getElementById('answer-note').textContent = body.message; return; }
  answer = body;
  draw();
}

function draw() {
  const {point, curves} = answer, upper = point.find(p => p.kind === 'UPPER_BOUND');
  document.getElementById('answer-epsilon').textContent = upper && upper.epsilon !== null ? 'ε ≤ ' + digits(upper.epsilon, 'UPPER_BOUND', 5) : 'no finite ε';
  document.getElementById('answer-note').textContent = `proven, at δ = ${settings().delta.toExponential(2)}, by ${upper ? upper.method : '–'}`;
  let paper = 0;
  const series = curves.map(c => ({
    name: c.name, points: c.points, ...STYLE[c.kind], ...(c.kind === 'PAPER' ? {color: PAPER_COLORS[paper++ % 3]} : {}),
  }));
  lineChart(document.getElementById('chart-explorer'), series, {
    title: 'Epsilon over rounds by method', x: {label: 'rounds T', log: true}, y: {label: 'ε', log: true},
  });
  document.querySelector('#methods tbody').replaceChildren(...point.map(row));
}

function row(p) {
  const out = document.createElement('tr');
  out.insertCell().textContent = p.name;
  out.insertCell().textContent = p.epsilon === null ? '∞' : digits(p.epsilon, p.kind, 5);
  const kind = out.insertCell();
  kind.textContent = p.kind;
  kind.className = 'kind-' + p.kind;
  return out;
}

function restore() {
  const query = new URLSearchParams(location.hash.split('?')[1] || '');
  for (const input of form.querySelectorAll('input[type=range]')) {
    const v = +query.get(input.name);
    if (query.has(input.name) && v > 0) input.value = input.dataset.scale === 'log' ? Math.log10(v) : v;
  }
  if (query.has('epsilon0')) form.elements.randomizer.value = 'pure';
  if (query.has('law')) form.elements.law.value = query.get('law');
}

async function share() {
  await ask();
  await navigator.clipboard?.writeText(location.href);
  document.getElementById('share').textContent = 'Link copied';
}
