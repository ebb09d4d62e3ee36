import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql, type TableMetadata } from 'kysely';
import { OPERATOR } from '../../src/domain/access/audit.ts';
import { dayOf } from '../../src/domain/time/period.ts';
import { pageDigestOf } from '../../src/domain/web/page.ts';
import { inviteUser, userNamed } from '../../src/pipeline/accounts/users.ts';
import { removeBrand } from '../../src/pipeline/declare/brands.ts';
import { createReport, removeReport } from '../../src/pipeline/declare/shared-reports.ts';
import { prune } from '../../src/pipeline/prune/prune.ts';
import { purgeableBrand, purgeBrand } from '../../src/pipeline/prune/purge-brand.ts';
import { findDifferences } from '../../src/pipeline/verify.ts';
import { insertAudit } from '../../src/storage/directory/access/audit.ts';
import { organizationNamed } from '../../src/storage/directory/organizations.ts';
import type { Database } from '../../src/storage/driver/database.ts';
import { tablesOf } from '../../src/storage/driver/schema/table-kinds.ts';
import { markChanged } from '../../src/storage/panel/changes.ts';
import { packDays } from '../../src/storage/panel/pack.ts';
import { apiOn } from '../support/api.ts';
import { runCli } from '../support/cli.ts';
import { judge } from '../support/judged.ts';
import { onReusedStore, type TestStore } from '../support/stores.ts';
import { contentsOf } from '../support/tables.ts';
import {
  ACME_BRAND,
  acmeFile,
  Clock,
  DAY_MS,
  line,
  NOW,
  pipelineOn,
  random,
  setUp,
} from '../support/world.ts';

const SITES = [{ host: 'a1.example', kind: 'community' }];
const ACME = { ...ACME_BRAND, sites: SITES, themes: [{ name: 'price', words: ['toll'] }] };
const OTHER = { ...ACME, id: 'other', name: 'Other', domain: 'other.example' };
const RETENTION = {
  replyDays: null,
  jobDays: 36_500,
  comparisonDays: 3650,
  auditDays: 36_500,
  answerDays: null,
  deletedDays: 30,
};

let catalog: Promise<TableMetadata[]> | undefined;

/** Every table with rows of brands or organizations, from the database's catalog. */
async function tablesWith(db: Database, column: string) {
  catalog ??= db.introspection.getTables();
  const tables = await catalog;
  return tables.filter(({ columns }) => columns.some(({ name }) => name === column));
}

async function rowsBy(db: Database, column: string, id: number): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { name } of await tablesWith(db, column)) {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from ${sql.table(name)} where ${sql.ref(column)} = ${id}`.execute(db);
    counts[name] = Number(rows[0]?.n);
  }
  return counts;
}

/** Values for columns with constraints. */
const VALUES: Readonly<Record<string, string>> = {
  kind: 'mail',
  'imports.state': 'stored',
  // A closed day has no identities.
  'log_lines.day': '2',
  pace: 'at_once',
  verdict: 'unclear',
  compare: 'off',
  'labels.sample': 'random',
  'visit_counts.page': '',
  'comparisons.reader': 'rules',
};
const REFERRED: Readonly<Record<string, string>> = {
  answer_id: 'answers',
  fact_id: 'facts',
  job_id: 'jobs',
  alert_id: 'alerts',
  endpoint_id: 'endpoints',
  tracked_id: 'tracked_brands',
  prompt_id: 'prompts',
  file_id: 'given_files',
  import_id: 'imports',
};

/** Adds a brand's row to every empty table, so the test covers every table. */
async function fillEvery(db: Database, brandId: number, organizationId: number): Promise<void> {
  const tables = await tablesWith(db, 'brand_id');
  const order = tablesOf('brand') as readonly string[];
  for (const { name, columns } of tables.toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name))) {
    if (((await rowsBy(db, 'brand_id', brandId))[name] ?? 0) > 0) continue;
    const row: Record<string, unknown> = {};
    for (const column of columns) {
      if (column.isNullable && column.name !== 'brand_id') continue;
      if (column.name === 'id' && !order.includes(name)) continue;
      row[column.name] = await valueFor(db, column, { brandId, organizationId, table: name });
    }
    await db
      .insertInto(name as never)
      .values(row as never)
      .execute();
  }
}

async function valueFor(
  db: Database,
  { name, dataType }: { readonly name: string; readonly dataType: string },
  { brandId, organizationId, table }: { brandId: number; organizationId: number; table: string },
): Promise<unknown> {
  if (name === 'brand_id') return brandId;
  if (name === 'organization_id') return organizationId;
  const given = VALUES[`${table}.${name}`] ?? VALUES[name];
  if (given !== undefined) return given;
  const of = REFERRED[name];
  if (of !== undefined) {
    const found = await sql<{
      id: number;
    }>`select min(id) as id from ${sql.table(of)} where brand_id = ${brandId}`.execute(db);
    return found.rows[0]?.id;
  }
  if (/blob|bytea/i.test(dataType)) return Buffer.from('x');
  if (name.endsWith('_at')) return NOW;
  const text = `${table} ${brandId}`;
  // The registered hash, which verify compares.
  if (table === 'page_facts' && name === 'digest') return pageDigestOf(text);
  if (table === 'page_facts' && name === 'site') return '';
  return /int/i.test(dataType) ? 1 : text;
}

onReusedStore('permanent deletion', (fresh, kind) => {
  before(() => {
    catalog = undefined;
  });

  /** Two brands with rows in every table, and a user with a session. */
  async function filled() {
    const { store, importLines, createKey } = await setUp(fresh, acmeFile([ACME, OTHER]));
    const answers = ['acme', 'other'].flatMap((brand) =>
      Array.from({ length: 30 }, (_, index) =>
        line({
          brand,
          answer: `${index % 2 ? 'Acme' : 'Bolt'} and Other`,
          mentions: [{ brand: 'Bolt', mentioned: index % 2 === 0 }],
          citations: [{ url: `https://a${index}.example/` }],
          searches: [`anvils ${index}`],
          cards: [{ kind: 'ad', title: `Rival ${index}`, url: 'https://rival.example/' }],
          collected_at: new Date(NOW - (1 + (index % 9)) * DAY_MS).toISOString(),
        }),
      ),
    );
    await importLines(answers);
    const brands = await store.main
      .selectFrom('brands')
      .select(['id', 'organization_id'])
      .orderBy('id')
      .execute();
    const [first] = brands;
    const deps = { db: store.main, now: () => NOW, random, actor: 'test' };
    const limited = { email: 'limited@acme.example', role: 'viewer', brands: ['acme', 'other'] } as const;
    await inviteUser(deps, { ...limited, organizationId: first?.organization_id ?? 0 });
    for (const { id, organization_id } of brands) {
      await judge(store.main, id, () => ({ names: null }));
      await packDays(store.main, id, dayOf(NOW) - 1);
      await fillEvery(store.main, id, organization_id);
      await markChanged(store.main, id, await answerIds(store.main, id));
    }
    const { key } = await createKey({ brand: 'acme' });
    const [acme, other] = brands.map(({ id }) => id);
    assert.ok(acme !== undefined && other !== undefined);
    const counts = await rowsBy(store.main, 'brand_id', acme);
    assert.deepEqual(
      Object.entries(counts).filter(([, n]) => n === 0),
      [],
      'every table has rows of the brand',
    );
    return { store, key, acme, other, organizationId: brands[0]?.organization_id ?? 0 };
  }

  const answerIds = async (db: Database, id: number) =>
    (await db.selectFrom('answers').select('id').where('brand_id', '=', id).execute()).map((row) => row.id);

  const pruned = (store: TestStore, now: number, stop = new AbortController().signal, isDryRun = false) =>
    prune(
      { db: store.main, now: () => now, sleep: async () => {} },
      { retention: RETENTION, isDryRun, stop },
    );

  /** One brand's rows in every table. */
  async function ofBrand(store: TestStore, id: number) {
    const contents = await contentsOf(store.main);
    return Object.entries(contents).map(([table, rows]) => [
      table,
      rows.filter((row) => row.brand_id === id),
    ]);
  }

  test("30 days after a brand's deletion, only its id is left, and another brand keeps its data", async () => {
    const { store, key, acme, other } = await filled();
    const before = await ofBrand(store, other);
    await removeBrand(store.main, 'acme', NOW);
    assert.deepEqual((await pruned(store, NOW + 30 * DAY_MS)).purged, [], 'it can still be restored');
    const [counted] = (await pruned(store, NOW + 30 * DAY_MS + 1, undefined, true)).purged;
    const [done] = (await pruned(store, NOW + 30 * DAY_MS + 1)).purged;
    assert.equal(done?.brand, 'acme');
    assert.deepEqual(done?.rows, counted?.rows, 'a dry run counts the same');
    const left = await rowsBy(store.main, 'brand_id', acme);
    assert.deepEqual(
      Object.entries(left)
        .filter(([, n]) => n > 0)
        .map(([table]) => table),
      ['api_keys'],
    );
    assert.deepEqual(await ofBrand(store, other), before);
    assert.deepEqual(await findDifferences(store.main), []);
    const row = await store.main
      .selectFrom('brands')
      .selectAll()
      .where('id', '=', acme)
      .executeTakeFirstOrThrow();
    assert.deepEqual([row.public_id, row.name, row.domain], ['acme', 'acme', null]);
    const { status, body } = await apiOn(store).get('/visibility', key);
    assert.deepEqual([status, body.error.code], [404, 'no_brand']);
    const note = await store.main
      .selectFrom('audit_log')
      .select('detail')
      .where('action', '=', 'brand.purge')
      .execute();
    assert.match(note.map(({ detail }) => detail).join('|'), /^(?=.*\b30 answers\b)(?!.*\|)/);
    assert.deepEqual((await pruned(store, NOW + 31 * DAY_MS)).purged, [], 'once');
  });

  test('an interrupted removal continues, and cannot be undone', async () => {
    const { store, acme } = await filled();
    await removeBrand(store.main, 'acme', NOW);
    let steps = 0;
    for (let isOver = false; !isOver; steps += 1) {
      const stopping = new AbortController();
      let left = steps;
      const sleep = async () => {
        if (left === 0) stopping.abort();
        left -= 1;
      };
      const deps = { db: store.main, now: () => NOW + 40 * DAY_MS, sleep };
      await prune(deps, { retention: RETENTION, isDryRun: false, stop: stopping.signal });
      isOver = !stopping.signal.aborted;
      const { err } = await runCli(store, ['brand', 'restore', 'acme']);
      assert.match(err, /has already removed|was restorable only/);
    }
    const { api_keys: _, ...rest } = await rowsBy(store.main, 'brand_id', acme);
    assert.deepEqual(new Set(Object.values(rest)), new Set([0]));
  });

  test('`brand delete --for-good` removes a deleted brand at once, and prints the number of rows', async () => {
    const { store } = await filled();
    const run = (...args: string[]) => runCli(store, ['brand', ...args]);
    assert.match((await run('delete', 'acme', '--for-good', '--yes')).err, /is not deleted/);
    await run('delete', 'acme', '--yes');
    assert.match(
      (await run('delete', 'acme', '--for-good')).err,
      /Add --yes to remove the deleted brand acme/,
    );
    const { out } = await run('delete', 'acme', '--for-good', '--yes');
    assert.match(out, /^table +rows\n/);
    assert.match(out, /^answers +30$/m);
    assert.match(
      (await run('delete', 'acme', '--for-good', '--yes')).err,
      /no deleted brand acme that has anything left/,
    );
    assert.match((await run('restore', 'acme')).err, /has already removed/);
  });

  test('a deleted user leaves an id in the audit log, and neither a login, nor a name, nor a session', async () => {
    const { store, organizationId } = await filled();
    const deps = { db: store.main, now: new Clock().now, random, actor: OPERATOR };
    const email = 'bob.builder@example.com';
    const { user } = await inviteUser(deps, { email, name: 'Bob Builder', role: 'editor', organizationId });
    const session = {
      public_id: 's',
      user_id: user.internalId,
      hash: 'h',
      user_agent: '',
      address: '203.0.113.9',
    };
    await store.main
      .insertInto('sessions')
      .values({ ...session, created_at: NOW, last_seen_at: NOW, expires_at: NOW + DAY_MS })
      .execute();
    const entry = {
      at: NOW,
      organization_id: organizationId,
      actor: user.id,
      subject: user.id,
      changes: null,
    };
    const entries = [
      {
        action: 'user.rename',
        detail: '',
        changes: JSON.stringify([['Name', 'Robert the Builder', 'Bob Builder']]),
      },
      { action: 'session.sign-in', detail: 'from 203.0.113.9' },
      {
        action: 'key.create',
        detail: `for ${email}`,
        changes: JSON.stringify([['By', null, 'Bob Builder']]),
      },
    ];
    await store.main
      .insertInto('audit_log')
      .values(entries.map((each) => ({ ...entry, ...each })))
      .execute();
    const { out } = await runCli(store, ['user', 'delete', email, '--yes']);
    assert.match(out, /^removed sessions: 1$/m);
    assert.doesNotMatch(
      JSON.stringify(await contentsOf(store.main)),
      /bob\.builder|Bob Builder|Robert|203\.0\.113\.9/,
    );
    const log = await store.main
      .selectFrom('audit_log')
      .select(['action', 'subject'])
      .orderBy('id', 'desc')
      .execute();
    assert.deepEqual({ ...log[0] }, { action: 'user.delete', subject: user.id });
    await assert.rejects(userNamed(store.main, email), { code: 'not_found' });
  });

  test('a deleted organization leaves no rows in any table, and another one keeps its data', async () => {
    const { store, organizationId } = await filled();
    const { apply, importLines } = pipelineOn(store);
    const brands = [{ ...ACME_BRAND, id: 'apart', name: 'Apart' }];
    await apply({
      organizations: [{ name: 'Apart Ltd', plan: { name: 'growth', status: 'active' }, brands }],
    });
    await importLines([line({ brand: 'apart', answer: 'Apart' })]);
    const deps = { db: store.main, now: new Clock().now, random, actor: OPERATOR };
    await inviteUser(deps, { email: 'a@example.com', role: 'admin', organizationId });
    const apart = await store.main
      .selectFrom('brands')
      .select(['id', 'organization_id'])
      .where('public_id', '=', 'apart')
      .executeTakeFirstOrThrow();
    const before = [
      await ofBrand(store, apart.id),
      await rowsBy(store.main, 'organization_id', apart.organization_id),
    ];
    const { out, err } = await runCli(store, ['organization', 'delete', 'Acme Inc', '--yes']);
    assert.equal(err, '');
    for (const part of [/answers: 60$/m, /brands: 2$/m, /users: 2$/m, /organizations: 1$/m])
      assert.match(out, part);
    const { audit_log: kept, ...left } = await rowsBy(store.main, 'organization_id', organizationId);
    assert.deepEqual(new Set(Object.values(left)), new Set([0]));
    assert.ok((kept ?? 0) > 0, 'that it happened');
    assert.deepEqual(
      [await ofBrand(store, apart.id), await rowsBy(store.main, 'organization_id', apart.organization_id)],
      before,
    );
    const others = Object.values(await contentsOf(store.main)).flat();
    assert.deepEqual([...new Set(others.flatMap((row) => row.brand_id ?? []))], [apart.id], `on ${kind}`);
    assert.deepEqual(await findDifferences(store.main), []);
  });
});

onReusedStore('the audit log of a purged brand', (fresh) => {
  test('the audit log keeps users, actions, and times without names, websites, questions, or reports; other entries stay', async () => {
    const { store } = await setUp(fresh, acmeFile([ACME, OTHER]));
    const deps = { db: store.main, now: new Clock().now, random, actor: OPERATOR };
    const { id: organizationId } = await organizationNamed(store.main, 'Acme Inc');
    const of = { organizationId, brand: 'acme' };
    const id = await createReport(deps, of, { title: 'For Wile', window: null });
    await removeReport(deps, of, id);
    const download = { organizationId, actor: OPERATOR, subject: 'acme', detail: 'answers about anvils' };
    await insertAudit(store.main, { ...download, at: NOW, action: 'brand.export' });
    await removeBrand(store.main, 'acme', NOW);
    const rows = store.main.selectFrom('audit_log').selectAll().orderBy('id');
    const log = async () => (await rows.execute()).map((row) => ({ ...row }));
    const before = await log();
    assert.match(JSON.stringify(before), /For Wile/);
    const { brand } = await purgeableBrand(store.main, 'acme');
    const stop = new AbortController().signal;
    await purgeBrand({ ...deps, sleep: async () => {}, stop }, brand, OPERATOR);
    const after = await log();
    const purge = after.pop();
    assert.deepEqual([purge?.action, purge?.subject], ['brand.purge', 'acme']);
    assert.match(purge?.detail ?? '', /\b1 prompts\b/, 'how much there was');
    const stripped = before.map((row) =>
      ['acme', id].includes(row.subject ?? '') ? { ...row, detail: '', changes: null } : row,
    );
    assert.deepEqual(after, stripped);
    assert.match(JSON.stringify(stripped), /other\.example/);
    assert.doesNotMatch(JSON.stringify(stripped), /for Wile|acme\.example/i);
  });
});
