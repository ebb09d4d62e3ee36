import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import { dayOf, SPANS, sealedSpans } from '../../src/domain/period.ts';
import { findDifferences } from '../../src/pipeline/verify.ts';
import { addToCounts, answersBetween, VISIBILITY } from '../../src/storage/answers/counts.ts';
import { completeFills } from '../../src/storage/answers/fills.ts';
import { listTracked } from '../../src/storage/directory/brands.ts';
import { takeIds } from '../../src/storage/directory/heads.ts';
import { insertUser } from '../../src/storage/directory/users.ts';
import { capabilitiesOf } from '../../src/storage/driver/capabilities.ts';
import { type Database, openStore } from '../../src/storage/driver/database.ts';
import { reporting } from '../../src/storage/driver/migrations/0001-reporting.ts';
import { MAIN_STEPS, migrate } from '../../src/storage/driver/migrations/index.ts';
import { openPostgres } from '../../src/storage/driver/postgres.ts';
import type { Tables } from '../../src/storage/driver/schema.ts';
import { openSqlite } from '../../src/storage/driver/sqlite.ts';
import { contentsOf } from '../support/tables.ts';
import { ACME_BRAND, acmeFile, NOW, pipelineOn } from '../support/world.ts';

/** A place where nothing was ever opened, how to open it without migrating, and how to get rid of it. */
const PLACES = {
  sqlite: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sightline-old-'));
    const path = join(folder, 'store.db');
    return {
      url: `sqlite:${path}`,
      open: () => openSqlite<Tables>(path, 'full'),
      remove: () => rm(folder, { recursive: true, force: true }),
    };
  },
  postgres: async () => {
    const server = process.env.TEST_POSTGRES_URL ?? '';
    const name = `old_${randomBytes(6).toString('hex')}`;
    await administer(server, `create database ${name}`);
    const url = `${server}/${name}`;
    const options = { connections: 2, statementTimeoutMs: 0, onConnectionLost: () => {} };
    return {
      url,
      open: () => openPostgres<Tables>(url, options),
      remove: () => administer(server, `drop database ${name} with (force)`),
    };
  },
};

async function administer(server: string, statement: string): Promise<void> {
  const client = new pg.Client(`${server}/postgres`);
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** The tables as the first release made them. */
async function migrateToFirst(db: Kysely<Tables>): Promise<void> {
  const statements = reporting(capabilitiesOf(db).types);
  const first = {
    up: async (transaction: Kysely<unknown>) => {
      for (const statement of statements) await sql.raw(statement).execute(transaction);
    },
  };
  const { error } = await new Migrator({
    db,
    provider: { getMigrations: async () => ({ '0001-reporting': first }) },
    migrationTableName: 'sightline_migrations',
    migrationLockTableName: 'sightline_migrations_lock',
  }).migrateToLatest();
  assert.equal(error, undefined);
}

/** What answers of that time said: their text and outcome, what read them, and whether they name Acme. */
const ANSWERS = [
  { text: 'Acme', outcome: 'ok', reader: 'plain-1', named: 1 },
  { text: 'It depends.', outcome: 'ok', reader: 'plain-1', named: 0 },
  { text: 'Dart', outcome: 'empty', reader: 'plain-1', named: 0 },
  { text: 'Dart', outcome: 'ok', reader: 'import', named: 1 },
  { text: null, outcome: 'empty', reader: 'import', named: 0 },
];

async function fillAsThen(db: Database): Promise<void> {
  await sql`insert into organizations values (1, 'org_1', 'Acme Inc', 0)`.execute(db);
  await sql`insert into brands values (1, 'acme', 1, 'Acme', 'acme.example', null, null, 1, 50, 0, null)`.execute(
    db,
  );
  await sql`insert into tracked_brands values (1, 1, 'self', 'Acme', '["Anvil Co"]', 'acme.example', '[]', null)`.execute(
    db,
  );
  await sql`insert into prompts values (1, 2, 'p', 'digest', null, 1, 0)`.execute(db);
  // An imported prompt, stored with its first collection, and two that an apply retired.
  await sql`insert into prompts values (1, 3, 'imported', 'digest 3', null, 0, 50)`.execute(db);
  await sql`insert into prompts values (1, 4, 'retired', 'digest 4', null, 0, 40)`.execute(db);
  await sql`insert into prompts values (1, 5, 'in a category', 'digest 5', 'c', 0, 50)`.execute(db);
  for (const id of [3, 4, 5]) {
    await sql`insert into collections values (1, ${20 + id}, ${`i${20 + id}`}, ${id}, 'claude', 'error', ${NOW}, 50)`.execute(
      db,
    );
  }
  for (const [index, { text, outcome, reader, named }] of ANSWERS.entries()) {
    const id = 10 + index;
    await sql`insert into collections values (1, ${id}, ${`i${id}`}, 2, 'claude', ${outcome}, ${NOW}, 0)`.execute(
      db,
    );
    await sql`insert into answers values
      (1, ${id}, ${`ans_${id}`}, 2, 'claude', ${outcome}, ${NOW}, null, ${text}, ${reader})`.execute(db);
    await sql`insert into mentions values
      (1, ${id}, 1, 'claude', ${NOW}, ${named}, null, ${named}, null, null, null, 0)`.execute(db);
    await sql`insert into citations values
      (1, ${id}, 1, 'https://a.example/', 'a.example', null, ${NOW}, 1, ${named}),
      (1, ${id}, 2, 'https://www.a.example/?utm_source=x', 'a.example', 'A', ${NOW}, 0, ${named})`.execute(
      db,
    );
  }
  // The counts that the first release had.
  await addToCounts(db, VISIBILITY, answersBetween(1, 0, 99, true));
  await sql`delete from visibility_counts where span = 0`.execute(db);
  for (const span of sealedSpans(SPANS)) {
    await sql`insert into visibility_counts
      select brand_id, ${sql.lit(span)}, block / ${sql.lit(span)}, engine, tracked_id, responses, present, cited, ranked, rank_sum,
        classified, recommended, negative
      from visibility_counts where span = 1`.execute(db);
  }
  await sql`insert into source_counts values (1, 1, ${dayOf(NOW)}, 'a.example', 5, 2)`.execute(db);
}

/** What the columns of users and what refers to them held before a login could have several. */
async function accountsIn(db: Database) {
  const users =
    await sql`select id, public_id, email, name, role, organization_id, password, created_at, disabled_at
    from users order by id`.execute(db);
  const sessions = await sql`select * from sessions`.execute(db);
  const links = await sql`select * from one_time_links`.execute(db);
  return [users.rows, sessions.rows, links.rows].map((rows) => rows.map((row) => ({ ...(row as object) })));
}

for (const [kind, make] of Object.entries(PLACES)) {
  describe(`a store of the first release, on ${kind}`, () => {
    const cleanups: (() => Promise<unknown>)[] = [];
    after(async () => {
      for (const cleanup of cleanups.reverse()) await cleanup();
    });

    async function opened() {
      const { url, open, remove } = await make();
      cleanups.push(remove);
      const old = open();
      await migrateToFirst(old);
      await fillAsThen(old);
      await old.destroy();
      const upgrades: string[] = [];
      const complete = (db: Database) => completeFills(db, { onProgress: () => upgrades.push('filled') });
      const store = await openStore(url, { onUpgrade: () => upgrades.push('begun'), complete });
      cleanups.push(store.close);
      return { ...store, url, upgrades };
    }

    let kept: ReturnType<typeof opened> | undefined;
    /** One for the tests that only read it. */
    const openedOnce = () => {
      kept ??= opened();
      return kept;
    };

    async function answersOf(db: Database) {
      const { answers } = await contentsOf(db);
      return answers.sort((a, b) => Number(a.id) - Number(b.id));
    }

    test('is migrated, and holds', async () => {
      const store = await openedOnce();
      assert.deepEqual(await findDifferences(store.main), []);
      const [acme] = await listTracked(store.main, 1);
      assert.deepEqual(
        acme?.names.map((name) => name.text),
        ['Acme', 'Anvil Co'],
      );
    });

    test('goes on numbering what a brand owns where it was', async () => {
      const { main } = await opened();
      const first = await main.transaction().execute((transaction) => takeIds(transaction, 1, 1));
      const { cited_pages } = await contentsOf(main);
      assert.deepEqual([cited_pages[0]?.id, first], [51, 52]);
    });

    test('says that it is brought up to date, and only once', async () => {
      const { url, upgrades } = await opened();
      assert.deepEqual(new Set(upgrades), new Set(['begun', 'filled']));
      assert.equal(upgrades[0], 'begun');
      const again = await openStore(url, { onUpgrade: () => assert.fail('nothing is left to do') });
      await again.close();
    });

    test('keeps users with their sessions and links, and lets their logins be used in another organization', async () => {
      const { url, open, remove } = await make();
      cleanups.push(remove);
      const old = open();
      const steps = Object.entries(MAIN_STEPS).filter(([name]) => name < '0030');
      await migrate(old, Object.fromEntries(steps), 'sightline_migrations');
      await sql`insert into organizations values (1, 'org_1', 'Acme Inc', 0), (2, 'org_2', 'Other Inc', 0)`.execute(
        old,
      );
      const columns = sql`id, public_id, email, name, role, organization_id, password, created_at, disabled_at`;
      await sql`insert into users (${columns}) values
        (3, 'usr_3', 'ada', 'Ada', 'admin', null, 'x', 1, null), (7, 'usr_7', 'bob', 'Bob', 'viewer', 1, null, 2, 9)`.execute(
        old,
      );
      await sql`insert into sessions values ('ses_1', 3, 'h', 'Mozilla', '192.0.2.1', 1, 1, 9)`.execute(old);
      await sql`insert into one_time_links values ('l', 'invite', 7, 1, 9)`.execute(old);
      const before = await accountsIn(old);
      await old.destroy();
      const { main, close } = await openStore(url);
      cleanups.push(close);
      assert.deepEqual(await accountsIn(main), before);
      assert.deepEqual(await findDifferences(main), []);
      // What refers to a user still does.
      await assert.rejects(main.deleteFrom('users').where('id', '=', 3).execute());
      await assert.rejects(sql`insert into one_time_links values ('m', 'invite', 8, 1, 9)`.execute(main));
      const ada = { email: 'ada', name: 'Ada', role: 'admin', password: null, createdAt: 1 } as const;
      assert.equal(await insertUser(main, { ...ada, id: 'usr_8', organizationId: null }), null);
      assert.ok(await insertUser(main, { ...ada, id: 'usr_9', organizationId: 2 }));
    });

    test('says which prompts can only have come with an imported answer', async () => {
      const { main } = await openedOnce();
      const prompts = await main.selectFrom('prompts').select(['text', 'source']).orderBy('id').execute();
      assert.deepEqual(
        prompts.map(({ text, source }) => [text, source]),
        [
          ['p', 'user'],
          ['imported', 'import'],
          ['retired', 'user'],
          ['in a category', 'user'],
        ],
      );
    });

    test('has the sites and pages of its citations', async () => {
      const { main } = await openedOnce();
      const { cited_pages, citations } = await contentsOf(main);
      assert.deepEqual(
        cited_pages.map(({ url, title }) => [url, title]),
        [['https://a.example/', 'A']],
      );
      assert.deepEqual(
        citations.map((row) => [row.engine, row.site, row.page_id, row.first_of_site, row.first_of_page]),
        ANSWERS.flatMap(() =>
          [1, 0].map((first) => ['claude', 'a.example', cited_pages[0]?.id, first, first]),
        ),
      );
    });

    test('says that the import stated the ok of an answer that names nobody', async () => {
      const { main } = await openedOnce();
      assert.deepEqual(
        (await answersOf(main)).map((row) => row.outcome_stated),
        [0, 1, 0, 0, 0],
      );
    });

    test('has every answer due, and is rescanned', async () => {
      const store = await opened();
      const { apply, rescan } = pipelineOn(store);
      const file = acmeFile([{ ...ACME_BRAND, competitors: [{ name: 'Dart' }] }]);
      assert.deepEqual((await apply(file)).due, [{ brand: 'acme', answers: 5 }]);
      assert.deepEqual(await rescan(), [{ brand: 'acme', answers_read: 5, answers_changed: 4 }]);
      assert.deepEqual(
        (await answersOf(store.main)).map((row) => row.outcome),
        ['ok', 'ok', 'ok', 'ok', 'empty'],
      );
      const { mentions } = await contentsOf(store.main);
      const dart = mentions.filter((row) => row.tracked_id !== 1);
      assert.deepEqual(dart.map((row) => [row.answer_id, row.mentioned, row.read_later]).sort(), [
        [10, 0, 0],
        [11, 0, 0],
        [12, 1, 0],
        [13, 1, 1],
      ]);
      assert.deepEqual(await findDifferences(store.main), []);
    });
  });
}
