import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failureOf, replyOf } from '../../test/support/engines.ts';
import { ADAPTERS } from './registry.ts';

for (const engine of ADAPTERS) {
  test(`${engine.slug}: a body with status 200 that is no answer of its API is unreadable, not blank`, () => {
    for (const body of ['<html></html>', '[]', { hello: 'world' }])
      assert.throws(() => engine.read([replyOf(body)]), JSON.stringify(body));
  });

  test(`${engine.slug}: a page of HTML in place of JSON counts by its status`, () => {
    const reading = failureOf(engine, replyOf('<html>Bad gateway</html>', 502));
    assert.deepEqual([reading.outcome, reading.detail, reading.fault], ['error', 'http_502', 'transient']);
  });
}
