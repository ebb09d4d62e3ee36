import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rememberUserAt, usersKnownAt } from './known-addresses.ts';

const ADA = { id: 'usr_ada', password: '$argon2id$one' };

test('an address is known for one user with one password, and no row names either', async () => {
  const counts = new Map<string, number>();
  const failures = {
    add: async (subject: string, { start }: { start: number }, hits: number) => {
      counts.set(`${subject} from ${start}`, hits);
      return hits;
    },
    read: async (subject: string, start: number) => counts.get(`${subject} from ${start}`) ?? 0,
    refuseAddress: () => assert.fail(),
    countFailure: () => assert.fail(),
  };
  await rememberUserAt(failures, ADA, '192.0.2.7', 0);
  for (const [stored, client, isKnown] of [
    [ADA, '192.0.2.7', true],
    [ADA, '192.0.2.8', false],
    [{ ...ADA, id: 'usr_bob' }, '192.0.2.7', false],
    [{ ...ADA, password: '$argon2id$two' }, '192.0.2.7', false],
  ] as const)
    assert.equal((await usersKnownAt(failures, [stored], client, 0)).has(stored.id), isKnown);
  assert.match([...counts.keys()].join(), /^known [0-9a-f]{64} from 0$/);
});
