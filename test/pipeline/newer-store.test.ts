import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { openStore } from '../../src/storage/driver/database.ts';
import { onAnyStore } from '../support/stores.ts';

onAnyStore('a store of a newer version', (fresh) => {
  test('is refused in words, and says which step is not known', async () => {
    const { main, url } = await fresh();
    await sql`insert into sightline_migrations (name, timestamp) values ('9999-future', '2030-01-01T00:00:00.000Z')`.execute(
      main,
    );
    await assert.rejects(openStore(url), {
      code: 'conflict',
      message: /^The store was written by a newer version of Sightline; .* 9999-future\. Run that version/,
    });
  });
});
