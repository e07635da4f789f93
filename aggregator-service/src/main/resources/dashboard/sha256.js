// SHA-256 (FIPS 180-4), here because browsers offer theirs to secure origins only.
const K = Uint32Array.from(primes(64), p => fraction(Math.cbrt(p)));
const START = Uint32Array.from(primes(8), p => fraction(Math.sqrt(p)));

function primes(count) {
  const out = [];
  for (let n = 2; out.length < count; n++) if (out.every(p => n % p)) out.push(n);
  return out;
}

function fraction(v) { return Math.floor((v - Math.floor(v)) * 2 ** 32); }

const turn = (v, n) => (v >>> n) | (v << (32 - n));

export function sha256(...parts) {
  const length = parts.reduce((sum, p) => sum + p.length, 0);
  const data = new Uint8Array(((length + 9 + 63) >> 6) << 6);
  let at = 0;
  for (const p of parts) { data.set(p, at); at += p.length; }
  data[at] = 0x80;
  const view = new DataView(data.buffer);
  view.setUint32(data.length - 8, Math.floor(length / 2 ** 29));
  view.setUint32(data.length - 4, length << 3);
  const state = START.slice(), w = new Uint32Array(64);
  for (let block = 0; block < data.length; block += 64) {
    for (let i = 0; i < 16; i++) w[i] = view.getUint32(block + 4 * i);
    for (let i = 16; i < 64; i++) {
      const s0 = turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ (w[i - 15] >>> 3);
      const s1 = turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ (w[i - 2] >>> 10);
      w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
      const t1 = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
      const t2 = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g; g = f; f = e; e = (d + t1) | 0; d = c; c = b; b = a; a = (t1 + t2) | 0;
    }
    [a, b, c, d, e, f, g, h].forEach((v, i) => { state[i] += v; });
  }
  const out = new DataView(new ArrayBuffer(32));
  state.forEach((v, i) => out.setUint32(4 * i, v));
  return new Uint8Array(out.buffer);
}

export const hex = bytes => Array.from(bytes, b => b.toString(16).padStart(2, '0')).join('');
export const unhex = text => Uint8Array.from(text.match(/../g) || [], pair => parseInt(pair, 16));
export const ascii = text => new TextEncoder().encode(text);
