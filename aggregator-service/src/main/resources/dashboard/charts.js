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
  if (size >= 1e4 || size < 1e-3) return v.toExponential(0).replace('e+', 'e');
  return String(+v.toPrecision(3));
};

function ticks(low, high, log, count = 5) {
  if (log) {
    const first = Math.ceil(Math.log10(low) - 1e-9), last = Math.floor(Math.log10(high) + 1e-9);
    const step = Math.max(1, Math.ceil((last - first) / count));
    const out = [];
    for (let e = first; e <= last; e += step) out.push(10 ** e);
    return out.length > 1 ? out : [low, high];
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

// series: [{name, color, points: [[x, y]], dash, dots, axis: 'left'|'right'}]
// options: {x: {label, log, range}, y: {label, log, range}, right: {...}, band: [low, high], title}
export function lineChart(host, series, options) {
  const width = Math.max(260, host.clientWidth || 480), height = host.clientHeight || 260;
  const hasRight = series.some(s => s.axis === 'right');
  const box = {left: 48, right: width - (hasRight ? 48 : 14), top: 26, bottom: height - 34};
  const svg = element('svg', {viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': options.title});
  const drawn = series.filter(s => s.points.length);
  const range = (axis, pick, chosen) => {
    if (axis.range) return axis.range;
    const values = chosen.flatMap(s => s.points.map(pick)).filter(v => Number.isFinite(v) && (!axis.log || v > 0));
    if (!values.length) return axis.log ? [1, 10] : [0, 1];
    let low = Math.min(...values), high = Math.max(...values);
    if (!axis.log && low > 0 && axis.zero) low = 0;
    if (low === high) { low = axis.log ? low / 2 : low - 0.5; high = axis.log ? high * 2 : high + 0.5; }
    return [low, high];
  };
  const xr = range(options.x, p => p[0], drawn);
  const x = scale(xr[0], xr[1], box.left, box.right, options.x.log);
  const axes = {left: options.y, right: options.right || options.y}, y = {};
  for (const side of hasRight ? ['left', 'right'] : ['left']) {
    const yr = range(axes[side], p => p[1], drawn.filter(s => (s.axis || 'left') === side));
    y[side] = scale(yr[0], yr[1], box.bottom, box.top, axes[side].log);
    for (const t of ticks(yr[0], yr[1], axes[side].log)) {
      if (side === 'left') svg.append(element('line', {class: 'axis', x1: box.left, x2: box.right, y1: y[side](t), y2: y[side](t)}));
      const at = side === 'left' ? {x: box.left - 6, 'text-anchor': 'end'} : {x: box.right + 6};
      svg.append(element('text', {...at, y: y[side](t) + 4}, (axes[side].format || tidy)(t)));
    }
  }
  for (const t of ticks(xr[0], xr[1], options.x.log, width < 420 ? 4 : 6)) svg.append(element('text', {x: x(t), y: box.bottom + 16, 'text-anchor': 'middle'}, tidy(t)));
  svg.append(element('text', {x: (box.left + box.right) / 2, y: height - 4, 'text-anchor': 'middle'}, options.x.label));
  if (options.band) svg.append(element('rect', {class: 'band', x: box.left, width: box.right - box.left, y: y.left(options.band[1]), height: Math.max(1, y.left(options.band[0]) - y.left(options.band[1]))}));
  for (const s of drawn) svg.append(...path(s, x, y[s.axis || 'left'], axes[s.axis || 'left'].log));
  legend(svg, series, box);
  host.replaceChildren(svg);
}

function path(s, x, y, log) {
  const points = s.points.filter(p => Number.isFinite(p[1]) && (!log || p[1] > 0)).map(p => [x(p[0]), y(p[1])]);
  const color = `var(--series-${s.color})`;
  if (s.dots) return points.map(p => element('circle', {cx: p[0], cy: p[1], r: points.length > 150 ? 1.8 : 2.6, style: `fill: ${color}`}));
  const d = points.map((p, i) => `${i ? 'L' : 'M'}${p[0].toFixed(1)} ${p[1].toFixed(1)}`).join('');
  return [element('path', {d, style: `fill: none; stroke: ${color}; stroke-width: ${s.dash ? 1.6 : 2.4}`, 'stroke-dasharray': s.dash || 'none', 'stroke-linejoin': 'round'})];
}

function legend(svg, series, box) {
  let at = box.left;
  for (const s of series) {
    const color = `var(--series-${s.color})`;
    svg.append(s.dots ? element('circle', {cx: at + 8, cy: 10, r: 3, style: `fill: ${color}`})
      : element('line', {x1: at, x2: at + 16, y1: 10, y2: 10, style: `stroke: ${color}; stroke-width: 2.4`, 'stroke-dasharray': s.dash || 'none'}));
    svg.append(element('text', {class: 'legend', x: at + 21, y: 14}, s.name));
    at += 34 + s.name.length * 6.3;
  }
}
