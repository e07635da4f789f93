// Small SVG line charts: enough for this page, readable in one sitting.
const NS = 'http://www.w3.org/2000/svg';

export function element(name, attributes = {}, text) {
  const node = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  if (text !== undefined) node.textContent = text;
  return node;
}

const tidy = v => {
  if (v === 0) return '0';
  const size = Math.abs(v);
  if (size >= 1e6 || size < 1e-3) return v.toExponential(0).replace('e+', 'e');
  return (+v.toPrecision(4)).toLocaleString('en', {maximumSignificantDigits: 4});
};

function ticks(low, high, log, count = 5) {
  if (log) {
    const first = Math.ceil(Math.log10(low) - 1e-9), last = Math.floor(Math.log10(high) + 1e-9);
    const step = Math.max(1, Math.ceil((last - first) / count));
    const out = [];
    for (let e = first; e <= last; e += step) out.push(10 ** e);
    return out;
  }
  const raw = (high - low) / count, unit = 10 ** Math.floor(Math.log10(raw));
  const step = unit * [1, 2, 5, 10].find(m => m * unit >= raw * 0.999);
  const out = [];
  for (let v = Math.ceil(low / step) * step; v <= high + step * 1e-9; v += step) out.push(+v.toPrecision(12));
  return out;
}

function scale(low, high, from, to, log) {
  const f = log ? Math.log10 : v => v;
  const a = f(low), b = f(high);
  return v => from + (to - from) * (b === a ? 0.5 : (f(v) - a) / (b - a));
}

function rangeOf(axis, pick, series) {
  if (axis.range) return axis.range;
  const values = series.flatMap(s => s.points.map(pick)).filter(v => Number.isFinite(v) && (!axis.log || v > 0));
  if (!values.length) return axis.log ? [1, 10] : [0, 1];
  let low = Math.min(...values), high = Math.max(...values);
  // Whole powers of ten, so that a logarithmic axis always has two marks.
  if (axis.log && axis.whole) { low = 10 ** Math.floor(Math.log10(low)); high = 10 ** Math.ceil(Math.log10(high)); }
  if (low === high) { low = axis.log ? low / 2 : low - 0.5; high = axis.log ? high * 2 : high + 0.5; }
  return [low, high];
}

const paint = s => `var(--series-${s.color})`;

// series: [{name, color, points: [[x, y]], dash, dots, axis: 'left'|'right'}]
// options: {title, x: {label, log, range}, y: {label, log, whole, range, format}, right: {...}, band: {range, name}, empty}
export function lineChart(host, series, options) {
  const keys = legend(series, options.band);
  let plot = host.querySelector('.plot');
  if (!plot) { plot = document.createElement('div'); plot.className = 'plot'; }
  host.replaceChildren(keys, plot);
  const width = Math.max(240, plot.clientWidth), height = Math.max(160, plot.clientHeight);
  const drawn = series.filter(s => s.points.length);
  const svg = element('svg', {viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': options.title});
  plot.replaceChildren(svg);
  if (!drawn.length) {
    svg.append(element('text', {x: width / 2, y: height / 2, 'text-anchor': 'middle'}, options.empty || 'Nothing yet.'));
    return;
  }
  const right = drawn.some(s => s.axis === 'right');
  const box = {left: 50, right: width - (right ? 50 : 14), top: 24, bottom: height - 38};
  const xr = rangeOf(options.x, p => p[0], drawn), x = scale(...xr, box.left, box.right, options.x.log);
  const axes = {left: options.y, right: options.right}, y = {};
  const marks = [];
  for (const side of right ? ['left', 'right'] : ['left']) {
    const axis = axes[side], yr = rangeOf(axis, p => p[1], drawn.filter(s => (s.axis || 'left') === side));
    y[side] = scale(...yr, box.bottom, box.top, axis.log);
    const at = side === 'left' ? {x: box.left - 6, 'text-anchor': 'end'} : {x: box.right + 6};
    for (const t of ticks(...yr, axis.log)) {
      if (side === 'left') marks.push(element('line', {class: 'axis', x1: box.left, x2: box.right, y1: y[side](t), y2: y[side](t)}));
      marks.push(element('text', {...at, y: y[side](t) + 4}, (axis.format || tidy)(t)));
    }
    marks.push(element('text', {...(side === 'left' ? {x: 0} : {x: width, 'text-anchor': 'end'}), y: 11}, axis.label || ''));
  }
  if (options.band) svg.append(band(options.band.range, box, y.left));
  svg.append(...marks);
  for (const t of ticks(...xr, options.x.log, width < 420 ? 4 : 6)) if (Number.isInteger(t)) svg.append(element('text', {x: x(t), y: box.bottom + 17, 'text-anchor': 'middle'}, tidy(t)));
  svg.append(element('text', {x: (box.left + box.right) / 2, y: height - 4, 'text-anchor': 'middle'}, options.x.label));
  for (const s of drawn) svg.append(...shape(s, x, y[s.axis || 'left'], axes[s.axis || 'left'].log));
}

function band([low, high], box, y) {
  return element('rect', {class: 'band', x: box.left, width: box.right - box.left, y: y(high), height: Math.max(1, y(low) - y(high))});
}

function shape(s, x, y, log) {
  const points = s.points.filter(p => Number.isFinite(p[1]) && (!log || p[1] > 0)).map(p => [x(p[0]), y(p[1])]);
  if (s.dots || points.length === 1) return points.map(p => element('circle', {cx: p[0], cy: p[1], r: points.length > 150 ? 1.8 : points.length === 1 ? 3.5 : 2.6, style: `fill: ${paint(s)}`}));
  const d = points.map((p, i) => `${i ? 'L' : 'M'}${p[0].toFixed(1)} ${p[1].toFixed(1)}`).join('');
  return [element('path', {d, style: `fill: none; stroke: ${paint(s)}; stroke-width: ${s.dash ? 1.8 : 2.6}`, 'stroke-dasharray': s.dash || 'none', 'stroke-linejoin': 'round'})];
}

// Words beside the picture, not in it: they wrap on a phone.
function legend(series, strip) {
  const list = document.createElement('ul');
  list.className = 'legend';
  const entry = (name, mark) => {
    const item = document.createElement('li'), svg = element('svg', {viewBox: '0 0 20 10', 'aria-hidden': 'true'});
    svg.append(mark);
    item.append(svg, name);
    list.append(item);
  };
  for (const s of series) {
    entry(s.name, s.dots ? element('circle', {cx: 10, cy: 5, r: 3, style: `fill: ${paint(s)}`})
      : element('line', {x1: 0, x2: 20, y1: 5, y2: 5, style: `stroke: ${paint(s)}; stroke-width: 2.6`, 'stroke-dasharray': s.dash || 'none'}));
  }
  if (strip) entry(strip.name, element('rect', {class: 'band', width: 20, height: 10}));
  return list;
}
