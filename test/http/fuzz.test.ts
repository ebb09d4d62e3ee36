import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fuzzHttp } from '../support/http-fuzz.ts';

test('whatever is sent over raw sockets, answers are sound, the server lives and its connections end', async () => {
  assert.ok((await fuzzHttp({ seed: 1, seconds: 3 })) > 0);
});
