// Prints bounds so that rounding never makes them say more than is proven.
const ROUND = {UPPER_BOUND: Math.ceil, LOWER_BOUND: Math.floor, PAPER: Math.round};

export function digits(value, kind, count) {
  if (value === 0) return '0';
  const unit = 10 ** (Math.floor(Math.log10(Math.abs(value))) + 1 - count);
  return (ROUND[kind](value / unit) * unit).toPrecision(count);
}

export const decimals = (value, count) => (Math.ceil(value * 10 ** count) / 10 ** count).toFixed(count);
