import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { REPORTS } from '../../src/reports/index.ts';
import type { ParameterSchema } from '../../src/reports/run/query.ts';

test('no parameter is 0 or 1 alone: those that are on or off take true and false too, and say so', () => {
  const onOrOff = REPORTS.flatMap(({ query }) =>
    Object.entries(query).filter(([, schema]) => {
      const { type, minimum, maximum } = schema as ParameterSchema;
      return type === 'boolean' || (minimum === 0 && maximum === 1);
    }),
  );
  assert.deepEqual(
    onOrOff.map(([name]) => name),
    ['quotes', 'engines', 'ranked', 'raised', 'similar'],
  );
  for (const [name, schema] of onOrOff) {
    const { type, description = '' } = schema as ParameterSchema;
    assert.equal(type, 'boolean', name);
    assert.match(description, /`true` or `1`; `false` or `0`\.$/, name);
  }
});

for (const { name } of REPORTS) {
  test(`GET /${name} has a test file with its success and every refusal it promises`, () => {
    const text = readFileSync(new URL(`${name}.test.ts`, import.meta.url), 'utf8');
    assert.match(text, new RegExp(`onEveryStore\\('GET /${name}'`), 'on every database');
    // describeRefusals makes a case of each code that errorsOf(report) promises, which openapi.json promises too.
    assert.ok(text.includes(`describeRefusals('${name}', fresh)`), 'each refusal');
    assert.match(text, /test\('200: /, 'a success');
  });
}
