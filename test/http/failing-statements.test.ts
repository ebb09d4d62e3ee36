import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import pg from 'pg';
import { openStore } from '../../src/storage/driver/database.ts';
import { apiOn } from '../support/api.ts';
import { onEveryStore } from '../support/stores.ts';
import { acmeFile, pipelineOn } from '../support/world.ts';

function failing(code: string, message = `write ${code}`): Error {
  return Object.assign(new Error(message), { code });
}

/** An error from pg, and the response to the request. */
const CASES = [
  ['EPIPE, which has the shape of a SQLSTATE', failing('EPIPE'), 503, 'unavailable'],
  ['a connection that was reset', failing('ECONNRESET'), 503, 'unavailable'],
  ['a connection that ended', new Error('Connection terminated unexpectedly'), 503, 'unavailable'],
  ['two texts under one name', new Error("Prepared statements must be unique - 'x'"), 500, 'internal_error'],
  ['a mistake of the program', new TypeError('x is not a function'), 500, 'internal_error'],
] as const;

onEveryStore('a request whose statement fails', (fresh, kind) => {
  for (const [name, error, status, code] of CASES) {
    test(`by ${name}: ${status}, and closes its connection`, { skip: kind === 'sqlite' }, async (context) => {
      const store = await fresh();
      const pipeline = pipelineOn(store);
      await pipeline.apply(acmeFile());
      const { key } = await pipeline.createKey();
      const own = await openStore(store.url, { connections: 1 });
      context.after(() => own.close());
      const api = apiOn(own);
      const used: unknown[] = [];
      const { query } = pg.Client.prototype;
      const shaky = mock.method(pg.Client.prototype, 'query', function (this: pg.Client, ...args: unknown[]) {
        const answer = args.at(-1);
        // pg's own statements at connection time have no callback.
        const fails = typeof answer === 'function' && used.push(this) === 1;
        return fails ? answer(error) : (query as (...all: unknown[]) => unknown).apply(this, args);
      } as typeof query);
      try {
        const failed = await api.get('/me', key);
        assert.deepEqual([failed.status, failed.body.error.code], [status, code]);
        assert.equal(failed.headers['retry-after'], status === 503 ? '5' : undefined);
        assert.equal(failed.text.includes(error.message), false);
        assert.equal((await api.get('/me', key)).status, 200);
        assert.equal(used.slice(1).includes(used[0]), false);
      } finally {
        shaky.mock.restore();
      }
    });
  }
});
