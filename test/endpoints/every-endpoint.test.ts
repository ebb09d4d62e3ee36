import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { REPORTS } from '../../src/reports/index.ts';

for (const { name } of REPORTS) {
  test(`GET /${name} has a test file with its success and every refusal it promises`, () => {
    const text = readFileSync(new URL(`${name}.test.ts`, import.meta.url), 'utf8');
    assert.match(text, new RegExp(`onEveryStore\\('GET /${name}'`), 'on every database');
    // describeRefusals makes a case of each code that errorsOf(report) promises, which openapi.json promises too.
    assert.ok(text.includes(`describeRefusals('${name}', fresh)`), 'each refusal');
    assert.match(text, /test\('200: /, 'a success');
  });
}
