import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { importItems } from '../../src/pipeline/intake/ingest.ts';
import { openImport } from '../../src/pipeline/intake/open-import.ts';
import { beginUndo, undoMarked } from '../../src/pipeline/intake/undo-import.ts';
import { findDifferences } from '../../src/pipeline/verify.ts';
import { listImports, readImportedRows } from '../../src/storage/answers/imports.ts';
import type { Store } from '../../src/storage/driver/database.ts';
import { packDays } from '../../src/storage/panel/pack.ts';
import { apiOn } from '../support/api.ts';
import { runsOn } from '../support/effort.ts';
import { reportsOf } from '../support/every-report.ts';
import { onEveryStore, onReusedStore, type TestStore } from '../support/stores.ts';
import { acmeFile, DAY_MS, iso, line, NOW, random, SOURCE, setUp } from '../support/world.ts';

const deps = (store: Store) => ({ db: store.main, now: () => NOW, random });
const BY = { brand: { id: 1, publicId: 'acme' }, organizationId: 1, actor: 'test', at: NOW };

async function importFile(
  store: Store,
  text: string,
  entries: readonly string[] = [],
  onProgress = () => {},
) {
  const bytes = async function* () {
    yield Buffer.from(text);
  };
  const { tool, mapping, items } = await openImport(bytes, entries);
  const source = { ...SOURCE, tool, mapping };
  return await importItems(deps(store), await items(store.main, 'acme', NOW), {
    brand: 'acme',
    source,
    onProgress,
  });
}

/** Undoes the newest import. @param steps after how many a kill comes */
async function undo(store: Store, steps = Number.POSITIVE_INFINITY): Promise<void> {
  const [newest] = await listImports(store.main, 1, 1);
  await beginUndo(store.main, newest?.publicId ?? '', BY);
  let left = steps;
  const killed = {
    get aborted() {
      left -= 1;
      return left < 0;
    },
  } as AbortSignal;
  await undoMarked(store.main, 1, { stop: killed, onProgress: () => {} });
  const stop = new AbortController().signal;
  await undoMarked(store.main, 1, { stop, onProgress: () => {} });
}

const HEAD = 'prompt,engine,created_at,response,citations,brand_mentioned,brand_position';
const rowOf = (n: number, answer = 'Acme is best, then Bolt.') =>
  `new question ${n % 3},chatgpt-web,${iso(NOW - n * DAY_MS)},"${answer}",https://new.example/${n},yes,${n + 1}`;
const MAP = ['engine:chatgpt-web=chatgpt_app'];

onReusedStore("an import of another tool's rows", (fresh) => {
  test('keeps every row with its figures, and why it has no answer', async () => {
    const { store } = await setUp(fresh);
    const rows = [
      rowOf(1),
      rowOf(2, ''),
      rowOf(1),
      rowOf(3).replace('chatgpt-web', 'Nobody'),
      rowOf(4).replace('https', 'ftp'),
    ];
    const { summary, imports } = await importFile(store, [HEAD, ...rows].join('\n'), MAP);
    assert.deepEqual(
      [summary.lines, summary.answers, summary.already_stored, summary.left_out],
      [5, 2, 1, 2],
    );
    const [stored] = await listImports(store.main, 1, 1);
    assert.deepEqual(
      [stored?.publicId, stored?.state, stored?.counts],
      [imports[0]?.publicId, 'stored', { answers: 2, failed_collections: 0, left_out: 2 }],
    );
    const kept = await readImportedRows(store.main, 1, stored?.id ?? 0, { after: 0, limit: 10 });
    assert.deepEqual(
      kept.map((each) => [each.row, each.reason, each.engine, each.named, each.position, each.marketId]),
      [
        [1, null, 'chatgpt_app', true, 2, 1],
        [2, 'no_answer', 'chatgpt_app', true, 3, null],
        [3, 'doubled', 'chatgpt_app', true, 2, 1],
        [4, 'no_engine', 'Nobody', true, 4, null],
        [5, null, 'chatgpt_app', true, 5, 1],
      ],
    );
    assert.equal(kept[0]?.collectionId, kept[2]?.collectionId);
  });

  test('keeps a row whose line is refused', async () => {
    const { store } = await setUp(fresh);
    const { summary } = await importFile(store, [HEAD, rowOf(1), rowOf(2)].join('\n'), [
      'engine:chatgpt-web=nope',
    ]);
    assert.deepEqual([summary.bad_lines, summary.lines], [2, 2]);
    const [stored] = await listImports(store.main, 1, 1);
    const kept = await readImportedRows(store.main, 1, stored?.id ?? 0, { after: 0, limit: 10 });
    assert.deepEqual(
      kept.map(({ row, reason }) => [row, reason]),
      [
        [1, 'refused'],
        [2, 'refused'],
      ],
    );
  });

  test('of the same file again stores nothing, not even an import', async () => {
    const { store } = await setUp(fresh);
    const text = [HEAD, rowOf(1), rowOf(2)].join('\n');
    await importFile(store, text, MAP);
    const again = await importFile(store, text, MAP);
    assert.deepEqual([again.summary.already_stored, again.imports], [2, []]);
    assert.equal((await listImports(store.main, 1, 10)).length, 1);
  });

  test('is undone with the jobs by which models read it, and the questions that only it asked', async () => {
    const { store } = await setUp(fresh);
    await importFile(store, [HEAD, rowOf(1)].join('\n'), MAP);
    const { id, prompt_id } = await store.main
      .selectFrom('answers')
      .select(['id', 'prompt_id'])
      .executeTakeFirstOrThrow();
    const job = {
      identity: 'j',
      engine: 'reader',
      prompt_id,
      sample: 0,
      answer_id: id,
      day: 0,
      lease: '',
      attempt: 1,
      tries: '{}',
    };
    await store.main
      .insertInto('jobs')
      .values({ brand_id: 1, id: 9999, ...job })
      .execute();
    await undo(store);
    const left = ['jobs', 'collections', 'imports', 'import_rows'] as const;
    for (const table of left) assert.deepEqual(await store.main.selectFrom(table).selectAll().execute(), []);
    const asked = await store.main.selectFrom('prompts').select('text').execute();
    assert.ok(!asked.some(({ text }) => text.startsWith('new question')));
  });

  test('says how many answers were imported, and reports can leave them out', async () => {
    const { store, importLines, createKey } = await setUp(fresh, acmeFile(), [line({ answer: 'Acme' })]);
    await importLines([line({ answer: 'Bolt' }), line({ answer: 'Acme', engine: 'own:Bot (x)' })], {
      source: SOURCE,
    });
    const { key } = await createKey();
    const api = apiOn(store);
    const { body } = await api.get('/visibility', key);
    assert.deepEqual(body.meta.imported, { answers: 2, of: 3 });
    assert.match(body.meta.note, /2 of 3 answers in the window were imported/);
    const responses = async (imported: string) => {
      const { data } = (await api.get(`/visibility?imported=${imported}`, key)).body;
      return (data.engines as { engine: string; responses: number }[]).map((each) => [
        each.engine,
        each.responses,
      ]);
    };
    assert.deepEqual(await responses('no'), [
      ['chatgpt', 1],
      ['claude', 0],
    ]);
    assert.deepEqual(await responses('yes'), [
      ['chatgpt', 1],
      ['claude', 0],
      ['own:Bot (x)', 1],
    ]);
    const answers = async (imported: string) =>
      ((await api.get(`/answers?imported=${imported}`, key)).body.data as object[]).length;
    assert.deepEqual([await answers('no'), await answers('yes')], [1, 2]);
    assert.equal((await api.get('/visibility?imported=no', key)).body.meta.imported, undefined);
  });
});

onEveryStore('an import that is interrupted', (fresh) => {
  const TEXT = [HEAD, ...Array.from({ length: 210 }, (_, n) => rowOf(n % 40, `Acme, answer ${n}.`))].join(
    '\n',
  );
  const kill = () => {
    throw new Error('killed');
  };

  test('continues as the same import, or is undone as a whole', async () => {
    const { store } = await setUp(fresh);
    const before = await reportsOf(store, { days: ['30'] });
    await assert.rejects(importFile(store, TEXT, MAP, kill), /killed/);
    const [half] = await listImports(store.main, 1, 10);
    assert.deepEqual([half?.state, half?.counts], ['storing', {}]);
    const { imports } = await importFile(store, TEXT, MAP);
    assert.deepEqual(imports, [
      { publicId: half?.publicId, counts: { answers: 210, failed_collections: 0, left_out: 0 } },
    ]);
    await undo(store, 1);
    assert.deepEqual(await findDifferences(store.main), []);
    await assert.rejects(importFile(store, TEXT, MAP, kill), /killed/);
    await undo(store);
    assert.deepEqual(await reportsOf(store, { days: ['30'] }), before);
    assert.deepEqual(await listImports(store.main, 1, 10), []);
  });

  test('stores nothing more once it is being undone', async () => {
    const { store } = await setUp(fresh);
    const start = async () => {
      const [running] = await listImports(store.main, 1, 1);
      await beginUndo(store.main, running?.publicId ?? '', BY);
    };
    let isFirst = true;
    const onProgress = async () => {
      if (isFirst) await start();
      isFirst = false;
    };
    await assert.rejects(importFile(store, TEXT, MAP, onProgress as () => void), /being undone/);
  });
});

/** What an import may bring: answers to old and new questions, with pages, searches, and failures. */
const answer = fc.record({
  prompt: fc.constantFrom('best anvils', 'new question', 'another one'),
  engine: fc.constantFrom('chatgpt', 'claude', 'own:Bot'),
  collected_at: fc.integer({ min: 0, max: 20 }).map((days) => iso(NOW - days * DAY_MS)),
  answer: fc.constantFrom('Acme is great.', '1. Bolt\n2. Acme', 'Cargo.', null),
  outcome: fc.constantFrom(undefined, undefined, undefined, 'timeout' as const),
  citations: fc.subarray([
    { url: 'https://wiki.example/a', title: 'A' },
    { url: 'http://www.wiki.example/a' },
    { url: 'https://acme.example/b', title: 'B' },
  ]),
  searches: fc.subarray(['anvils', 'Anvils', 'new search']),
});
const answers = fc.array(answer, { minLength: 1, maxLength: 12 });

const linesOf = (some: readonly object[], from: string) =>
  some.map((each, index) => ({ brand: 'acme', external_id: `${from}${index}`, ...each }));

onEveryStore('an import that is undone', (fresh, kind) => {
  test('leaves every report as if it had never been, whatever came before and after, and wherever a kill came', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          own: answers,
          imported: answers,
          later: answers,
          isPacked: fc.boolean(),
          steps: fc.nat(8),
        }),
        async ({ own, imported, later, isPacked, steps }) => {
          const [ownLines, laterLines] = [linesOf(own, 'own'), linesOf(later, 'later')];
          const world = async (isUndone: boolean): Promise<TestStore> => {
            const { store, importLines } = await setUp(fresh);
            await importLines(ownLines);
            if (isUndone) await importLines(linesOf(imported, 'x'), { source: SOURCE });
            if (isPacked) await packDays(store.main, 1, Math.floor(NOW / DAY_MS));
            await importLines(laterLines);
            if (isUndone) await undo(store, steps);
            return store;
          };
          const [store, never] = [await world(true), await world(false)];
          assert.deepEqual(await findDifferences(store.main), []);
          assert.deepEqual(
            await reportsOf(store, { days: ['30'] }),
            await reportsOf(never, { days: ['30'] }),
          );
        },
      ),
      { numRuns: runsOn(kind, 6, 60) },
    );
  });
});
