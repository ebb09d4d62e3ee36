import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import { hashApiKey } from '../../../src/domain/access/api-key.ts';
import { allowConnection, exchange } from '../../../src/pipeline/accounts/oauth.ts';
import { inviteUser } from '../../../src/pipeline/accounts/users.ts';
import { findKey } from '../../../src/storage/directory/keys.ts';
import { NOW, random, setUp } from '../../support/world.ts';
import type { Part } from './part.ts';
import { twice } from './two-connections.ts';

const VERIFIER = 'v'.repeat(43);
const AUDIENCE = 'https://x.example/mcp';

export const connections: Part = (fresh) => {
  test('of requests with one code at once, one opens the connection and the next ends it; with one refresh token, both get the same', async (context) => {
    const { store } = await setUp(fresh);
    const stores = await twice(context, store);
    const deps = { db: store.main, random, now: () => NOW, actor: 'test' };
    const { user } = await inviteUser(deps, { email: 'a@acme.example', role: 'editor', organizationId: 1 });
    const allow = () =>
      allowConnection(deps, user, {
        client: { id: 'c', name: 'C', host: 'c.example', redirects: [] },
        redirectUri: 'https://c.example/',
        challenge: hash('sha256', VERIFIER, 'base64url'),
        audience: AUDIENCE,
        organization: 'Acme Inc',
        scopes: ['read'],
        days: 30,
      });
    const given = { clientId: 'c', redirectUri: null, verifier: VERIFIER, resource: null };
    const both = async (kind: 'code' | 'refresh', token: string) =>
      await Promise.allSettled(
        stores.map(({ main: db }) =>
          exchange({ db, random, audience: AUDIENCE }, { ...given, kind, token }, NOW),
        ),
      );
    const opened = (await both('code', await allow())).flatMap((each) =>
      each.status === 'fulfilled' ? [each.value] : [],
    );
    const [ended] = opened;
    assert.equal(opened.length, 1);
    assert.equal((await findKey(store.main, hashApiKey(ended?.access_token ?? '')))?.revokedAt, NOW);

    const once = { db: store.main, random, audience: AUDIENCE };
    const first = await exchange(once, { ...given, kind: 'code', token: await allow() }, NOW);
    const refreshed = (await both('refresh', first.refresh_token)).map((each) =>
      each.status === 'fulfilled' ? each.value : null,
    );
    assert.ok(refreshed[0]);
    assert.deepEqual(refreshed[0], refreshed[1]);
    const key = await findKey(store.main, hashApiKey(refreshed[0].access_token));
    assert.deepEqual([key?.revokedAt, key?.audience], [null, AUDIENCE]);
  });
};
