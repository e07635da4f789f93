// Recomputes the hash chain of proto/README.md from the entries' own bytes, as they come.
import {decimals} from './bounds.js';
import {ascii, hex, sha256, unhex} from './sha256.js';

const SHOWN = 12;
const be64 = n => { const v = new DataView(new ArrayBuffer(8)); v.setBigUint64(0, BigInt(n)); return new Uint8Array(v.buffer); };

export class Chain {
  #head = null;
  #busy = false;
  length = 0;
  broken = null;
  newest = [];

  // Reads on to the end of the ledger; true if there was anything new.
  async readOn() {
    if (this.#busy) return false;
    this.#busy = true;
    try {
      const before = this.length;
      for (;;) {
        const {run, entries} = await (await fetch('api/ledger?after=' + this.length)).json();
        if (!entries.length) return this.length > before;
        this.#head ??= sha256(ascii('checkin/v1/ledger/genesis'), unhex(run));
        entries.forEach(entry => this.#add(entry));
      }
    } finally {
      this.#busy = false;
    }
  }

  #add({sequence, entry, head}) {
    const fields = JSON.parse(entry);
    // Entries of older versions did not chain the parameters that they charge for.
    const parameters = fields.charge >= 3 ? unhex(fields.parameters_sha256) : new Uint8Array();
    this.#head = sha256(ascii('checkin/v1/ledger'), this.#head, be64(sequence), sha256(ascii(entry)), parameters);
    this.length++;
    if (this.broken === null && (sequence !== this.length || hex(this.#head) !== head)) this.broken = this.length;
    this.newest = [{sequence, head, fields}, ...this.newest].slice(0, SHOWN);
  }
}

export function showNewest(entries) {
  const rows = entries.map(({sequence, head, fields}) => {
    const row = document.createElement('tr');
    for (const text of [sequence, fields.round ?? '–', fields.accounted_clients?.toLocaleString('en') ?? '–', fields.loss_limit ?? '–', fields.epsilon_after === undefined ? '–' : decimals(+fields.epsilon_after, 4)]) {
      const cell = row.insertCell();
      cell.textContent = text;
      cell.className = 'number';
    }
    row.insertCell().textContent = head;
    return row;
  });
  document.querySelector('#ledger tbody').replaceChildren(...rows);
}
