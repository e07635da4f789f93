// Prints bounds so that rounding never makes them say more than is proven.

// So many significant digits, rounded in the direction the kind allows; exact, as decimals are.
export function digits(value, kind, count) {
  if (value === 0) return '0';
  const [mantissa, power] = value.toExponential(count - 1).split('e');
  const exponent = power - (count - 1), near = Number(mantissa.replace('.', ''));
  const at = units => Number(`${units}e${exponent}`);
  const step = kind === 'UPPER_BOUND' && at(near) < value ? 1 : kind === 'LOWER_BOUND' && at(near) > value ? -1 : 0;
  const shown = at(near + step);
  return Math.abs(shown) >= 1e-3 && Math.abs(shown) < 1e6 ? shown.toPrecision(count) : shown.toExponential(count - 1);
}

// So many decimals, rounded up.
export function decimals(value, count) {
  const near = value.toFixed(count);
  return +near < value ? (+near + 10 ** -count).toFixed(count) : near;
}

// A delta belongs to the promise: exact where it is one in so many, otherwise rounded up.
export function delta(value) {
  const of = Math.round(1 / value);
  return 1 / of === value ? '1/' + of.toLocaleString('en') : digits(value, 'UPPER_BOUND', 2);
}
