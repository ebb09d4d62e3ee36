import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import pg from 'pg';
import { CONNECTION_MESSAGES, isFromServer, isOutage } from './postgres-errors.ts';

function said(code: string, more: Partial<pg.DatabaseError> = {}): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError('message', 0, 'error'), { code, ...more });
}

const system = (code: string) => Object.assign(new Error(`write ${code}`), { code, syscall: 'write' });

/** Errors, and whether each is an outage. */
const CASES: readonly (readonly [name: string, error: unknown, isOutage: boolean])[] = [
  ['EPIPE, which has the shape of a SQLSTATE', system('EPIPE'), true],
  ['a connection that was reset', system('ECONNRESET'), true],
  ['a name that is not found', system('ENOTFOUND'), true],
  ['pg about a connection that ended', new Error('Connection terminated unexpectedly'), true],
  ['several addresses that refuse', Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }), true],
  ['a server that shuts down', said('57P01'), true],
  ['too many connections', said('53300'), true],
  ['a lost conflict', said('40001'), true],
  ['a missing table', said('42P01'), true],
  ['another error of the same class', said('42703'), false],
  ['a unique constraint', said('23505'), false],
  [
    'a unique constraint that a worker of Citus reports',
    said('XX000', { routine: 'ReportCopyError', message: 'it violates unique constraint "x"' }),
    false,
  ],
  ['two texts of one name', new Error("Prepared statements must be unique - 'x' was used"), false],
  ['a mistake of the program', new TypeError('undefined is not a function'), false],
  ['a code that nobody listed', system('EBADF'), false],
  ['what is no error', 'ECONNRESET', false],
];

for (const [name, error, expected] of CASES) {
  test(`${name}: ${expected ? 'an outage' : 'not an outage'}`, () => assert.equal(isOutage(error), expected));
}

test('only an error from the server leaves its connection usable', () => {
  assert.deepEqual([isFromServer(said('23505')), isFromServer(system('EPIPE'))], [true, false]);
  assert.equal(isFromServer(new pg.DatabaseError('received invalid response: 7a', 0, 'error')), false);
});

test('the installed pg still has each message that counts as an outage', () => {
  const installed = createRequire(import.meta.url);
  const folders = [
    dirname(installed.resolve('pg')),
    join(dirname(installed.resolve('pg')), 'crypto'),
    dirname(installed.resolve('pg-pool')),
    dirname(installed.resolve('pg-protocol')),
  ];
  const sources = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.js'))
      .map((name) => readFileSync(join(folder, name), 'utf8')),
  );
  const missing = CONNECTION_MESSAGES.filter(
    (message) => !sources.some((source) => source.includes(message)),
  );
  assert.deepEqual(missing, []);
});
