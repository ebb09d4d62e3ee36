import assert from 'node:assert/strict';
import { test } from 'node:test';
import { effort } from '../support/effort.ts';
import { fuzzHttp } from '../support/http-fuzz.ts';

test('for any bytes over raw sockets, answers are valid, the server survives, and its connections end', {
  timeout: 300_000,
}, async () => {
  const goesOn = (rounds: number) => rounds < effort(4, 60);
  assert.ok((await fuzzHttp({ seed: 1, goesOn })) > 0);
});
