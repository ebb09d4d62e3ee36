import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NOT_MENTIONED } from '../domain/reading.ts';
import { DEFAULT_MATCH } from '../domain/tracked-brand.ts';
import { plainReader } from './plain.ts';

const brand = (name: string, aliases: readonly string[] = []) =>
  plainReader({
    id: 1,
    role: 'self',
    name,
    names: [name, ...aliases].map((text) => ({ text, ...DEFAULT_MATCH })),
    hosts: [],
  });

for (const [what, read, text, count] of [
  ['the name', brand('Acme'), 'Acme is fine.', 1],
  ['in any case', brand('Acme'), 'ACME and acme', 2],
  ['at the very end', brand('Acme'), 'I like Acme', 1],
  ['in Markdown', brand('Acme'), '1. **Acme** and *Acme*, `Acme`', 3],
  ['in emphasis with underscores', brand('Acme'), '_Acme_ and __Acme__', 2],
  ['not in a URL', brand('Acme'), 'see https://acme.example/acme or www.acme.example', 0],
  ['not in a link target, but in its label', brand('Acme'), '[Acme](https://shop.example/acme)', 1],
  ['not in a code fence', brand('Acme'), '```js\nAcme\n```\n', 0],
  ['in a possessive', brand('Acme'), "Acme's anvils", 1],
  ['not inside a word', brand('Acme'), 'Acmed, macme and acme_x', 0],
  ['not before a digit', brand('Acme'), 'Acme2', 0],
  ['not inside a word with accents', brand('Acme'), 'éAcme Acmeé', 0],
  ['an alias', brand('Acme', ['Anvil Co']), 'Anvil Co. makes them', 1],
  ['name and alias together', brand('Acme', ['Anvils']), 'Acme Anvils', 2],
  ['the longest of overlapping names once', brand('Acme', ['Acme Boards']), 'Acme Boards', 1],
  ['signs of patterns in a name', brand('C++ (Pro)'), 'C++ (Pro) or C+++', 1],
  ['a dot in a name is a dot', brand('Acme.io'), 'Acmexio', 0],
  ['a dash or a number to begin with', brand('3M'), '3M, not 33M', 1],
  ['letters beyond ASCII', brand('Übung'), 'ÜBUNG übung', 2],
  ['another script', brand('日本'), '「日本」', 1],
] as const) {
  test(`plain reading, ${what}: ${count}`, () => {
    assert.equal(read(text).count, count);
  });
}

test('a brand that is not named was looked for and is absent', () => {
  assert.deepEqual(brand('Acme')('It depends.'), NOT_MENTIONED);
});

test('position, framing and snippet are not judged', () => {
  assert.deepEqual(brand('Acme')('1. Acme is the top pick.'), {
    mentioned: true,
    rank: null,
    count: 1,
    framing: null,
    framingSignals: null,
    snippet: null,
  });
});

test('a reader gives the same twice', () => {
  const read = brand('Acme');
  assert.deepEqual(read('Acme, Acme'), read('Acme, Acme'));
});
