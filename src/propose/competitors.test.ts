import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comparedNames } from './competitors.ts';

for (const [text, expected] of [
  ['Tandemly vs Kestrel Boards: which is better?', ['Kestrel Boards']],
  ['Kestrel Boards vs. Tandemly comparison', ['Kestrel Boards']],
  ['Compare Tandemly vs Kestrel Boards vs monday.com', ['Kestrel Boards', 'monday.com']],
  ['Plotwise or Tandemly?', ['Plotwise']],
  ['The best Plotwise alternative for agencies', ['Plotwise']],
  ['10 Plotwise Alternatives in 2026', ['Plotwise']],
  ['Alternatives to Plotwise', ['Plotwise']],
  ['Tandemly gegen Plotwise im Vergleich', ['Plotwise']],
  ['Die Alternative zu Plotwise', ['Plotwise']],
  ['Plotwise-Alternative', ['Plotwise']],
  ['L’alternative à Plotwise', ['Plotwise']],
  ['Alternativas a Plotwise', ['Plotwise']],
  ['L’alternativa a Plotwise per agenzie', ['Plotwise']],
  ['A alternativa ao Plotwise', ['Plotwise']],
  ['Het alternatief voor Plotwise', ['Plotwise']],
  ['Alternatywa dla Plotwise', ['Plotwise']],
  ['Tandemly vs spreadsheets', []],
  ['Tandemly alternatives', []],
  ['Monthly or yearly?', []],
  ['Agile vs waterfall', []],
  ['An alternative to long meetings', []],
  ['Tandemly vs The Whole World Of Planning Tools', []],
] as const) {
  test(`${text}: ${expected.join(' and ') || 'nobody'}`, () =>
    assert.deepEqual(comparedNames(text, new Set(['tandemly'])), expected));
}
