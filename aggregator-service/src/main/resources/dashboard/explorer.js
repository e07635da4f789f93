// The privacy explorer: every number comes from the server's accountant.
import {delta, digits} from './bounds.js';
import {lineChart} from './charts.js';

const form = document.getElementById('settings');
const settings = [...form.querySelectorAll('.setting')].map(host => {
  const {name, low, high} = host.dataset, log = 'log' in host.dataset, whole = 'whole' in host.dataset;
  const [text, slider] = host.querySelectorAll('input');
  return {host, name, text, slider, log, whole, low: +low, high: +high};
});
const START = {clients: 60000, lossLimit: 0, checkInRate: 0.05, rounds: 200, delta: 1 / 60000, noiseMultiplier: 1, epsilon0: 2, categories: 10};
const PARTS = ['proven', 'lower', 'paper', 'lower-curve'];
const PAPER_COLORS = [4, 3, 5];
// Slow parts wait until the sliders rest.
const REST = 200;
const AGAIN = 1500;

let values = {...START};
let parts = {};
let asking = 0;
let rest = null;
let mine = async () => null;

export function start(runSetting) {
  mine = runSetting;
  for (const s of settings) {
    s.text.inputMode = 'decimal';
    Object.assign(s.slider, {min: 0, max: 1000, step: 1});
    s.slider.addEventListener('input', () => { set(s, fromSlider(s)); ask(); });
    s.text.addEventListener('change', () => { set(s, read(s.text.value)); ask(); });
  }
  form.addEventListener('change', e => { if (e.target.type === 'radio') { label(); ask(); } });
  form.addEventListener('submit', e => e.preventDefault());
  document.getElementById('share').addEventListener('click', share);
  document.getElementById('mine').addEventListener('click', async () => { take(await mine()); ask(); });
  addEventListener('resize', () => { if (parts.proven) draw(); });
}

// Shown for the first time: the setting of the link, else of the run.
export async function show() {
  if (parts.proven) { remember(); draw(); return; }
  const query = new URLSearchParams(location.hash.split('?')[1] || '');
  take(query.has('clients') ? Object.fromEntries(query) : await mine());
  ask();
}

function take(setting) {
  setting ||= {};
  for (const s of settings) set(s, s.name in setting ? read(String(setting[s.name])) : values[s.name]);
  if (setting.randomizer) form.elements.randomizer.value = setting.randomizer;
  else if ('epsilon0' in setting) form.elements.randomizer.value = 'pure';
  else if ('noiseMultiplier' in setting) form.elements.randomizer.value = 'gaussian';
  if (setting.law) form.elements.law.value = setting.law.toLowerCase();
  label();
}

// Numbers as people write them: 60,000, 1e-5, 1/60000.
function read(text) {
  const [top, bottom] = text.replaceAll(/[,_\s]/g, '').split('/').map(Number);
  return bottom === undefined ? top : top / bottom;
}

function write(s, v) {
  if (s.name === 'delta') return v > 0 && v < 1 ? (1 / Math.round(1 / v) === v ? delta(v) : String(v)) : String(v);
  return v >= 1e3 && v < 1e15 ? v.toLocaleString('en', {maximumFractionDigits: 3}) : String(v);
}

function fromSlider(s) {
  const part = s.slider.value / 1000;
  const v = s.log ? s.low * (s.high / s.low) ** part : s.low + (s.high - s.low) * part;
  const round = +v.toPrecision(2);
  return s.whole ? Math.round(round) : round;
}

function set(s, v) {
  values[s.name] = v;
  s.text.value = write(s, v);
  const part = s.log ? Math.log(v / s.low) / Math.log(s.high / s.low) : (v - s.low) / (s.high - s.low);
  s.slider.value = 1000 * part;
  s.slider.setAttribute('aria-valuetext', s.text.value);
}

const randomizer = () => new FormData(form).get('randomizer');

const belongs = s => !s.host.dataset.for || s.host.dataset.for.split(' ').includes(randomizer());

function label() { for (const s of settings) s.host.hidden = !belongs(s); }

// Gaussian noise and any pure randomiser go without a name.
function query() {
  const out = new URLSearchParams({law: new FormData(form).get('law')});
  for (const s of settings) if (belongs(s)) out.set(s.name, values[s.name]);
  if (!['gaussian', 'pure'].includes(randomizer())) out.set('randomizer', randomizer());
  return out;
}

function remember() { history.replaceState(null, '', '#explorer?' + query()); }

function ask() {
  remember();
  const turn = ++asking, question = query();
  clearTimeout(rest);
  fetchPart('proven', question, turn).then(fine => {
    if (fine && turn === asking) rest = setTimeout(() => PARTS.slice(1).forEach(part => fetchPart(part, question, turn)), REST);
  });
}

async function fetchPart(part, question, turn) {
  const reply = await fetch(`api/explore/${part}?${question}`), body = await reply.json();
  if (turn !== asking) return false;
  if (reply.status === 503) { setTimeout(() => { if (turn === asking) fetchPart(part, question, turn); }, AGAIN); return false; }
  if (part === 'proven') parts = {};
  if (reply.ok) { parts[part] = body.methods; parts.charged = body.accountedClients; } else parts.problem = body.message;
  draw();
  return reply.ok;
}

function draw() {
  const upper = parts.proven?.[0];
  document.getElementById('answer-epsilon').textContent = upper && upper.epsilon !== null ? 'ε ≤ ' + digits(upper.epsilon, 'UPPER_BOUND', 5) : upper ? 'no finite ε' : '–';
  document.getElementById('answer-note').textContent = upper ? `proven at δ = ${delta(values.delta)}, by ${upper.method}; charged with ${parts.charged.toLocaleString('en')} of ${values.clients.toLocaleString('en')} clients` : parts.problem || '';
  const lower = parts['lower-curve'] || parts.lower;
  lineChart(document.getElementById('chart-explorer'), [
    ...series(parts.proven, {color: 1}), ...series(lower, {color: 2, dash: '7 4'}), ...series(parts.paper, {dash: '2 3'}),
  ], {
    title: 'Epsilon over rounds by method', empty: parts.problem ? 'No values for such a setting.' : 'Computing.',
    x: {label: 'rounds T', log: true}, y: {label: 'ε', log: true, whole: true},
  });
  const rows = [...(parts.proven || []), ...(lower || []), ...(parts.paper || [])];
  document.querySelector('#methods tbody').replaceChildren(...rows.map(row), ...(upper && rows.length < 5 ? [pending()] : []));
  document.getElementById('command').textContent = command();
}

const short = name => name.replace(/ \(.*/, '');
const KIND = {UPPER_BOUND: 'upper bound', LOWER_BOUND: 'lower bound', NUMERICAL: 'not proven', PAPER: 'paper'};

function series(methods, style) {
  return (methods || []).map((m, i) => {
    const points = m.points.filter(p => p.epsilon !== null).map(p => [p.rounds, p.epsilon]);
    return {name: short(m.name) + (points.length ? '' : ': infinite'), points, ...style, color: style.color || PAPER_COLORS[i % 3]};
  });
}

function row(p) {
  const out = document.createElement('tr');
  out.insertCell().textContent = p.name;
  const value = out.insertCell();
  value.textContent = p.epsilon === null ? 'infinite: no promise' : digits(p.epsilon, p.kind, 5);
  value.className = 'number';
  const kind = out.insertCell();
  kind.textContent = KIND[p.kind];
  kind.title = p.kind;
  kind.className = 'kind-' + p.kind;
  return out;
}

function pending() {
  const out = document.createElement('tr'), cell = out.insertCell();
  cell.colSpan = 3;
  cell.className = 'fine';
  cell.textContent = 'The other methods are being computed.';
  return out;
}

function command() {
  const flag = {clients: '--clients', checkInRate: '--check-in-rate', rounds: '--rounds', delta: '--delta', noiseMultiplier: '--noise-multiplier', epsilon0: '--epsilon0', categories: '--categories', randomizer: '--randomizer', law: '--check-in-law'};
  return 'checkin account compare ' + [...query()].filter(([name, v]) => name in flag && (name !== 'delta' || +v !== 1 / values.clients)).map(([name, v]) => `${flag[name]} ${v}`).join(' ');
}

async function share() {
  remember();
  const button = document.getElementById('share');
  try {
    await navigator.clipboard.writeText(location.href);
    button.textContent = 'Link copied';
  } catch {
    // No clipboard on plain HTTP: the address bar holds the same link.
    button.textContent = 'The link is in the address bar';
  }
  setTimeout(() => { button.textContent = 'Copy link to this setting'; }, 3000);
}
