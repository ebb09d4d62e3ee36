import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { REPORTS } from '../../src/reports/index.ts';
import type { ParameterSchema } from '../../src/reports/run/query.ts';
import { reportsAmong } from '../support/reports.ts';
import { onReusedStore } from '../support/stores.ts';
import { acmeWith, line, setUp } from '../support/world.ts';

const reportsOn = reportsAmong(...REPORTS);

test('no parameter is 0 or 1 alone: those that are on or off take true and false too, and say so', () => {
  const onOrOff = REPORTS.flatMap(({ query }) =>
    Object.entries(query).filter(([, schema]) => {
      const { type, minimum, maximum } = schema as ParameterSchema;
      return type === 'boolean' || (minimum === 0 && maximum === 1);
    }),
  );
  assert.ok(onOrOff.length > 4);
  for (const [name, schema] of onOrOff) {
    const { type, description = '' } = schema as ParameterSchema;
    assert.equal(type, 'boolean', name);
    assert.match(description, /`true` or `1`; `false` or `0`\.$/, name);
  }
});

const FILES = readdirSync(import.meta.dirname);

for (const { name } of REPORTS) {
  test(`GET /${name} has a test file with its success`, () => {
    const file = FILES.find((each) => each === `${name}.test.ts` || each === `${name}.nightly.test.ts`);
    assert.ok(file, 'a file');
    const text = readFileSync(join(import.meta.dirname, file), 'utf8');
    assert.match(text, new RegExp(`on(Every|Reused)Store\\('GET /${name}'`), 'on every database');
    assert.match(text, /test\('200: /, 'a success');
  });
}

onReusedStore('the notes of every report', (fresh) => {
  for (const [what, lines] of [
    ['no answers', []],
    [
      'one answer',
      [line({ prompt: 'best anvils', answer: 'Bolt', citations: [{ url: 'https://rank.example/' }] })],
    ],
  ] as const) {
    test(`with ${what} to one question, are sentences as people write them`, async () => {
      const { store, importLines, createKey } = await setUp(
        fresh,
        acmeWith({ prompts: [{ text: 'best anvils' }] }),
      );
      if (lines.length > 0) await importLines(lines);
      const { key } = await createKey();
      for (const { name } of REPORTS) {
        const { status, body, text } = await reportsOn(store).get(`/${name}`, key);
        assert.equal(status, 200, text);
        const { note, unread } = body.meta;
        const quotes = Array.isArray(body.data) ? body.data.map(({ quote = '' }) => quote) : [];
        for (const said of [note, ...quotes]) {
          assert.doesNotMatch(said, /\ball 0\b|\b0 of 0\b|\b0 questions|``/, name);
          assert.doesNotMatch(
            said,
            /\b1 (?:answers|questions|claims|days|engines|mentions|prompts|sites|more answers)\b/,
            name,
          );
        }
        assert.deepEqual(unread ?? [], []);
      }
    });
  }
});
