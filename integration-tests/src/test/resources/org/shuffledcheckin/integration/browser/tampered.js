// The page's own check, with one digit of one entry changed on the way.
const {Chain} = await import('/ledger.js');
const real = window.fetch;
window.fetch = async (...asked) => {
  const body = await (await real(...asked)).json();
  for (const entry of body.entries) if (entry.sequence === 2) entry.entry = entry.entry.replace(/\d(?=\D*$)/, d => (+d + 1) % 10);
  return {json: async () => body};
};
try {
  const chain = new Chain();
  await chain.readOn();
  return chain.broken;
} finally {
  window.fetch = real;
}
