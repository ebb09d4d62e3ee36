import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fuzzHttp } from '../support/http-fuzz.ts';

// `npm run fuzz` runs without the test setup, so it must do without this.
delete process.env.TEST_SQLITE_TEMPLATE;
delete process.env.TEST_POSTGRES_URL;

test('for any bytes over raw sockets, answers are valid, the server survives, and its connections end', async () => {
  assert.ok((await fuzzHttp({ seed: 1, seconds: 3 })) > 0);
});
