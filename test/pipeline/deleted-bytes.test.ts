import assert from 'node:assert/strict';
import { readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { OPERATOR } from '../../src/domain/access/audit.ts';
import { inviteUser } from '../../src/pipeline/accounts/users.ts';
import { organizationNamed } from '../../src/storage/directory/organizations.ts';
import { backupStore } from '../../src/storage/driver/backup.ts';
import { runCli } from '../support/cli.ts';
import { effort } from '../support/effort.ts';
import { makeStore, type TestStore } from '../support/stores.ts';
import { ACME_BRAND, acmeFile, Clock, DAY_MS, line, NOW, pipelineOn, random } from '../support/world.ts';

/** Occurs in every deleted text and nowhere else. */
const WORD = 'zyzzyva';
const GONE = {
  ...ACME_BRAND,
  id: 'gone',
  name: 'Zyzzyva',
  domain: 'zyzzyva.example',
  competitors: [{ name: 'Zyzzyva Two', domain: 'two.zyzzyva.example' }],
  prompts: [{ text: 'best zyzzyva' }],
};
const EMAIL = 'zyzzyva@example.com';
const ANSWERS = effort(50, 150);

const removals: (() => Promise<void>)[] = [];
after(async () => {
  for (const remove of removals) await remove();
});

/** Given mentions spare reading long texts. */
const UNREAD = { mentions: [] };

/** From one line to more than a page, so rows move and get pages of their own. */
const textOf = (name: string, index: number) => `${name} ${index} `.repeat(1 + ((index * 37) % 400));

let template = '';
before(async () => {
  const store = await filled();
  await store.close();
  template = pathOf(store);
});

const pathOf = ({ url }: TestStore) => url.slice('sqlite:'.length);

async function storeLike(path?: string): Promise<TestStore> {
  const { store, remove } = await makeStore('sqlite', path);
  removals.push(remove);
  return store;
}

/** Two brands with interleaved answers, a user in the first one's organization, and old answers in the second. */
async function filled(): Promise<TestStore> {
  const store = await storeLike();
  const { apply, importLines } = pipelineOn(store);
  await apply(acmeFile([ACME_BRAND]));
  const plan = { name: 'growth', status: 'active' };
  await apply({ organizations: [{ name: 'Zyzzyva Group', plan, brands: [GONE] }] });
  const lines = Array.from({ length: ANSWERS }, (_, index) => [
    line({ ...UNREAD, answer: textOf('Acme', index) }),
    oldLine(index),
    line({
      ...UNREAD,
      brand: 'gone',
      prompt: 'best zyzzyva',
      answer: textOf('Zyzzyva', index),
      citations: [{ url: `https://a${index}.zyzzyva.example/` }],
      searches: [`zyzzyva ${index}`],
    }),
  ]);
  await importLines(lines.flat());
  const { id: organizationId } = await organizationNamed(store.main, 'Zyzzyva Group');
  const deps = { db: store.main, now: new Clock().now, random, actor: OPERATOR };
  await inviteUser(deps, { email: EMAIL, name: 'Zyzzyva', role: 'admin', organizationId });
  return store;
}

const oldLine = (index: number) =>
  line({
    ...UNREAD,
    answer: textOf('yesteryear', index),
    collected_at: new Date(NOW - 100 * DAY_MS).toISOString(),
  });

/** A store's files, and a new backup of it, that contain a word. */
async function filesWith(store: TestStore, word: string): Promise<string[]> {
  const folder = dirname(pathOf(store));
  await rm(join(folder, 'backup.db'), { force: true });
  await backupStore(store.url, join(folder, 'backup.db'));
  const found: string[] = [];
  for (const name of await readdir(folder)) {
    if ((await readFile(join(folder, name), 'latin1')).toLowerCase().includes(word)) found.push(name);
  }
  return found;
}

const retention = {
  replyDays: null,
  jobDays: 36_500,
  comparisonDays: 3650,
  auditDays: 36_500,
  answerDays: 50,
  deletedDays: 36_500,
};

const DELETIONS: Readonly<Record<string, { word: string; commands: readonly (readonly string[])[] }>> = {
  'a purged brand': {
    word: 'zyzzyva.example',
    commands: [
      ['brand', 'delete', 'gone', '--yes'],
      ['brand', 'delete', 'gone', '--for-good', '--yes'],
    ],
  },
  'a deleted user': { word: EMAIL, commands: [['user', 'delete', EMAIL, '--yes']] },
  // Rebuilding an index page, SQLite may leave a piece of an old key between new ones.
  'a deleted organization, and the file written anew,': {
    word: WORD,
    commands: [
      ['organization', 'delete', 'Zyzzyva Group', '--yes'],
      ['prune', '--compact'],
    ],
  },
  'an answer that is no longer kept': { word: 'yesteryear', commands: [['prune']] },
};

for (const [what, { word, commands }] of Object.entries(DELETIONS)) {
  test(`no byte of ${what} is left in the files of an open store, or in a new backup`, async () => {
    const store = await storeLike(template);
    assert.ok((await filesWith(store, word)).includes('backup.db'), 'it is there before');
    for (const command of commands) {
      const { code, err } = await runCli(store, command, { retention });
      assert.deepEqual([code, err], [0, '']);
    }
    assert.deepEqual(await filesWith(store, word), []);
  });
}

test('text that an older version deleted without overwriting is in no new backup, and after `prune --compact` not in the store', async () => {
  const store = await storeLike(template);
  // Like stores from before secure deletion.
  await sql`pragma secure_delete = off`.execute(store.main);
  await runCli(store, ['organization', 'delete', 'Zyzzyva Group', '--yes']);
  assert.deepEqual(await filesWith(store, WORD), ['store.db']);
  await runCli(store, ['prune', '--compact']);
  assert.deepEqual(await filesWith(store, WORD), []);
});
