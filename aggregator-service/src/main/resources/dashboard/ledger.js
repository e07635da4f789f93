// Recomputes the hash chain of proto/README.md from the entries' own bytes.
import {decimals} from './bounds.js';
import {ascii, hex, sha256, unhex} from './sha256.js';

const be64 = n => { const v = new DataView(new ArrayBuffer(8)); v.setBigUint64(0, BigInt(n)); return new Uint8Array(v.buffer); };

export function firstBrokenEntry(run, entries) {
  let head = sha256(ascii('checkin/v1/ledger/genesis'), unhex(run));
  for (let i = 0; i < entries.length; i++) {
    const {sequence, entry} = entries[i];
    head = sha256(ascii('checkin/v1/ledger'), head, be64(sequence), sha256(ascii(entry)));
    if (sequence !== i + 1 || hex(head) !== entries[i].head) return sequence;
  }
  return null;
}

export async function allEntries() {
  const {run, entries} = await (await fetch('api/ledger')).json();
  return {run, entries};
}

export function showNewest(entries) {
  const rows = entries.slice(-12).reverse().map(e => {
    const fields = JSON.parse(e.entry), row = document.createElement('tr');
    for (const text of [e.sequence, fields.round ?? '–', fields.epsilon_after === undefined ? '–' : decimals(+fields.epsilon_after, 4), e.head.slice(0, 32) + '…']) row.insertCell().textContent = text;
    return row;
  });
  document.querySelector('#ledger tbody').replaceChildren(...rows);
}
