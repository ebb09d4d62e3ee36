import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { dayOf } from '../../../src/domain/time/period.ts';
import { removeBrand, undoBrandDeletion } from '../../../src/pipeline/declare/brands.ts';
import { addEvent } from '../../../src/pipeline/declare/events.ts';
import { addSpotCheck } from '../../../src/pipeline/declare/spot-checks.ts';
import { markTodo } from '../../../src/pipeline/declare/todo.ts';
import { switchReader } from '../../../src/pipeline/judge/plan-readings.ts';
import { markAlerts } from '../../../src/pipeline/watch/read-alerts.ts';
import { lockLiveBrand, takeIds } from '../../../src/storage/directory/brand/brand-lock.ts';
import { saveReaderChoice } from '../../../src/storage/directory/reader-choices.ts';
import type { Database } from '../../../src/storage/driver/database.ts';
import { packDays } from '../../../src/storage/panel/pack.ts';
import { OWN } from '../../support/reading.ts';
import { ACME_BRAND, acmeFile, acmeWith, line, NOW, pipelineOn, random, setUp } from '../../support/world.ts';
import type { Part } from './part.ts';

/** Brand tables that no report reads, so writing them needs no new version. */
const NOT_READ = [
  'api_keys',
  'brand_state',
  'deliveries',
  'endpoints',
  'jobs',
  'log_lines',
  'replies',
  'shared_reports',
  'sheet_links',
  'task_inputs',
  'tasks',
];

/** Tables that reports read. Add a new brand table to one of the two lists. */
const READ = [
  'alert_reads',
  'alerts',
  'answers',
  'brand_engines',
  'citations',
  'cited_pages',
  'collections',
  'comparisons',
  'evaluations',
  'events',
  'fact_readings',
  'facts',
  'markets',
  'panel_delta',
  'segments',
  'mentions',
  'page_facts',
  'sitemaps',
  'prompts',
  'todo_marks',
  'spot_checks',
  'search_queries',
  'searches',
  'cards',
  'tracked_brands',
  'watch_states',
  'labels',
  'readings',
  'log_days',
  'crawl_counts',
  'visit_counts',
  'given_files',
  'given_figures',
  'imports',
  'import_rows',
];

const SPOT_CHECK = { engine: 'chatgpt', question: 'best anvils', day: '', person: '', replaces: '' };
const MISS = { text: 'Bolt', named: false, rank: null };
const NO_ALERTS = { alerts: { enabled: false } };
const COMPETITORS = ACME_BRAND.competitors;

/** Writes in an order in which each changes something. */
const CHANGES: Record<string, (world: World) => Promise<unknown>> = {
  'an import': ({ importLines }) =>
    importLines([
      line({
        answer: 'Acme and Bolt',
        citations: [{ url: 'https://a.example/' }],
        searches: ['anvils'],
        cards: [{ kind: 'ad', url: 'https://b.example/' }],
      }),
      line({ outcome: 'error' }),
    ]),
  'a packed day': ({ db }) => packDays(db, 1, dayOf(NOW) + 1),
  'a domain': ({ apply }) => apply(acmeWith({ domain: 'acme.test' })),
  'a market': ({ apply }) => apply(acmeWith({ market: { location_code: 2276 } })),
  'another alias': ({ apply }) => apply(acmeWith({ aliases: ['Anvil Co'] })),
  'a retired competitor': ({ apply }) => apply(acmeWith({ competitors: COMPETITORS.slice(1) })),
  'a competitor that is tracked again': ({ apply }) => apply(acmeFile()),
  'a new competitor': ({ apply }) => apply(acmeWith({ competitors: [...COMPETITORS, { name: 'Dart' }] })),
  'a rescan': ({ rescan }) => rescan(),
  'other engines': ({ apply }) => apply(acmeWith({ engines: ['claude'] })),
  'a question that is no longer asked': ({ apply }) => apply(acmeWith({ prompts: [] })),
  'kinds of sites': ({ apply }) => apply(acmeWith({ sites: [{ host: 'a.example', kind: 'community' }] })),
  'another name': ({ apply }) => apply(acmeWith({ name: 'Acme Two' })),
  'alert settings of the organization': ({ apply }) => apply(acmeFile([], NO_ALERTS)),
  'an evaluation': async ({ apply, watch }) => {
    await apply(acmeFile([], { alerts: { enabled: true } }));
    await watch({ at: NOW });
  },
  'an alert': ({ db }) => db.transaction().execute((transaction) => insertAlert(transaction)),
  'an alert that is read': ({ db }) =>
    markAlerts(db, 'acme', ['alr_000000000000'], { by: 'usr_000000000000', read: true }),
  'an event that is noted': ({ db }) =>
    addEvent({ db, now: () => NOW, random, actor: 'test' }, 'acme', {
      day: '',
      kind: 'page',
      text: 'A page',
    }),
  'the state of a thing to do': ({ db }) =>
    markTodo({ db, now: () => NOW, actor: 'test' }, 'acme', {
      kind: 'site',
      subject: 'a.example',
      state: 'taken',
    }),
  'a spot check': ({ db }) =>
    addSpotCheck({ db, now: () => NOW, random, actor: 'test' }, 'acme', SPOT_CHECK, MISS),
  'the same spot check, read otherwise': ({ db }) =>
    addSpotCheck({ db, now: () => NOW, random, actor: 'test' }, 'acme', SPOT_CHECK, { ...MISS, named: true }),
  'a reader': ({ db }) => switchReader({ db, now: () => NOW, random }, 1, [OWN]),
  'another model': async ({ db }) => {
    await saveReaderChoice(db, 1, { reader: 'own', model: 'other' });
    await switchReader({ db, now: () => NOW, random }, 1, [OWN]);
  },
  'rules alone': async ({ db }) => {
    await saveReaderChoice(db, 1, { reader: 'off', model: null });
    await switchReader({ db, now: () => NOW, random }, 1, [OWN]);
  },
  'its deletion': ({ db }) => removeBrand(db, 'acme', NOW),
  'its return': ({ db }) => undoBrandDeletion(db, 'acme', NOW),
};

async function insertAlert(db: Database): Promise<void> {
  const id = await takeIds(db, 1, 1);
  const row = {
    brand_id: 1,
    id,
    public_id: 'alr_000000000000',
    kind: 'visibility_drop',
    title: '',
    detail: '',
  };
  await db
    .insertInto('alerts')
    .values({ ...row, facts: '{}', created_at: NOW, change_id: 'chg_0', state: 'holds', state_since: NOW })
    .execute();
}

type World = ReturnType<typeof pipelineOn> & { readonly db: Database };

async function versionOf(db: Database, brandId: number): Promise<number> {
  const head = await db
    .selectFrom('brand_state')
    .select('version')
    .where('brand_id', '=', brandId)
    .executeTakeFirstOrThrow();
  return head.version;
}

/** All data that a brand's reports read. */
async function contents(db: Database, brandId: number): Promise<string> {
  const tables = await Promise.all(
    READ.map((table) => sql`select * from ${sql.table(table)} where brand_id = ${brandId}`.execute(db)),
  );
  const brand = await sql`select * from brands where id = ${brandId}`.execute(db);
  const settings = await sql`select alert_settings from organizations`.execute(db);
  return JSON.stringify(
    [...tables, brand, settings].map(({ rows }) => rows.map((row) => JSON.stringify(row)).sort()),
  );
}

/** Makes PostgreSQL refuse writes to brand data before the version rises in the transaction: the lock. */
async function refuseUnversioned(db: Database): Promise<void> {
  const statements = [
    'create table raised (brand_id integer, transaction bigint)',
    `create function note_raised() returns trigger language plpgsql as $$ begin
       insert into raised values (new.brand_id, txid_current()); return null; end $$`,
    `create function check_raised() returns trigger language plpgsql as $$
     declare row jsonb := coalesce(to_jsonb(new), to_jsonb(old)); id integer := coalesce(row->>'brand_id', row->>'id')::integer;
     begin
       if not exists (select 1 from raised where brand_id = id and transaction = txid_current()) then
         raise exception '% of brand % is written without raising its version', tg_table_name, id;
       end if;
       return null;
     end $$`,
    'create trigger note_raised after insert or update on brand_state for each row execute function note_raised()',
    'create trigger check_raised after update on brands for each row execute function check_raised()',
    ...READ.map(
      (table) =>
        `create trigger check_raised after insert or update or delete on ${table} for each row execute function check_raised()`,
    ),
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

async function forgetTriggers(db: Database): Promise<void> {
  for (const name of ['note_raised', 'check_raised'])
    await sql.raw(`drop function ${name} cascade`).execute(db);
  await sql`drop table raised`.execute(db);
}

export const versions: Part = (fresh, kind) => {
  test('covers every table with brands, except listed ones that reports do not read', async () => {
    const { main } = await fresh();
    const tables = await main.introspection.getTables();
    const ofBrands = tables.filter(({ columns }) => columns.some(({ name }) => name === 'brand_id'));
    assert.deepEqual(ofBrands.map(({ name }) => name).sort(), [...READ, ...NOT_READ].sort());
  });

  test('rises with every change to its reports, and with none to another brand', async () => {
    const store = await fresh();
    const world = { ...pipelineOn(store), db: store.main };
    if (kind === 'postgres') await refuseUnversioned(store.main);
    try {
      await world.apply(acmeFile());
      await world.apply({
        organizations: [
          { name: 'Other Inc', plan: { name: 'growth' }, brands: [{ id: 'other', name: 'Other' }] },
        ],
      });
      for (const [what, change] of Object.entries(CHANGES)) {
        const before = { version: await versionOf(store.main, 1), contents: await contents(store.main, 1) };
        const other = await versionOf(store.main, 2);
        await change(world);
        assert.notEqual(await contents(store.main, 1), before.contents, `${what} changes something`);
        assert.ok((await versionOf(store.main, 1)) > before.version, what);
        assert.equal(await versionOf(store.main, 2), other, `${what}: another organization's brand`);
      }
    } finally {
      if (kind === 'postgres') await forgetTriggers(store.main);
    }
  });

  test('stays the same after a rollback', async () => {
    const { store } = await setUp(fresh);
    const before = await versionOf(store.main, 1);
    const work = store.main.transaction().execute(async (transaction) => {
      await lockLiveBrand(transaction, 1);
      throw new Error('no');
    });
    await assert.rejects(work, /no/);
    assert.equal(await versionOf(store.main, 1), before);
  });

  test('does not rise outside of a transaction, where readers would see it before the write', async () => {
    const { store } = await setUp(fresh);
    await assert.rejects(takeIds(store.main, 1, 1), /in a transaction/);
  });
};
