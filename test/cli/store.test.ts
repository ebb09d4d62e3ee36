import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayOf } from '../../src/domain/time/period.ts';
import type { Database, Store } from '../../src/storage/driver/database.ts';
import { acmeStore, errorOf, runCli } from '../support/cli.ts';
import { pluck } from '../support/pluck.ts';
import { onReusedStore } from '../support/stores.ts';
import { contentsOf, givenContentsOf } from '../support/tables.ts';
import { acmeFile, acmeWith, line, NOW, pipelineOn } from '../support/world.ts';

const jsonl = (...lines: (object | string)[]) =>
  lines.map((each) => `${typeof each === 'string' ? each : JSON.stringify(each)}\n`).join('');

/** Adds an answer to the panel of the first brand id that does not exist. */
async function haveGhost(db: Database): Promise<void> {
  const content = JSON.stringify([NOW, 'chatgpt', 1, null, 1, 'x', 0, [], [], [], []]);
  await db
    .insertInto('panel_delta')
    .values({ brand_id: 1, day: dayOf(NOW), answer_id: 77, version: 1, content })
    .execute();
}

onReusedStore('apply, import and verify commands', (fresh) => {
  test('apply prints the engines and the kinds of sites that it sets', async () => {
    const brand = { id: 'vexora', name: 'Vexora', domain: 'vexora.example' };
    const sites = [{ host: 'b.example', kind: 'community' }];
    const files = {
      'a.json': JSON.stringify(acmeFile([brand])),
      'b.json': JSON.stringify(acmeFile([{ ...brand, engines: ['chatgpt'], sites }])),
    };
    const store = await fresh();
    await runCli(store, ['apply', 'a.json'], { files });
    const { out } = await runCli(store, ['apply', 'b.json'], { files });
    assert.deepEqual(out.trim().split('\n').sort(), [
      '~ engines vexora: set to chatgpt',
      '~ sites vexora: b.example is a community',
    ]);
  });

  test('apply prints each change', async () => {
    const files = {
      'a.json': JSON.stringify(acmeFile([{ id: 'vexora', name: 'Vexora', domain: 'vexora.example' }])),
    };
    const { code, out } = await runCli(await fresh(), ['apply', 'a.json'], { files });
    assert.equal(code, 0);
    assert.equal(
      out,
      '+ organization Acme Inc created\n' +
        '~ plan Acme Inc: set to growth\n' +
        '+ brand vexora created\n' +
        '+ tracked brand vexora: Vexora created\n',
    );
  });

  test('apply reports a file without changes', async () => {
    const files = { '-': JSON.stringify(acmeFile()) };
    const { out } = await runCli(await acmeStore(fresh), ['apply', '-'], { files });
    assert.equal(out, 'Nothing to change.\n');
  });

  test('apply --json has changes and notices', async () => {
    const files = { '-': JSON.stringify(acmeFile([], { alerts: { enabled: false } })) };
    const { out } = await runCli(await acmeStore(fresh), ['apply', '-', '--json'], { files });
    assert.deepEqual(JSON.parse(out), {
      changes: [{ action: 'changed', kind: 'alerts', name: 'Acme Inc' }],
      notices: [],
    });
  });

  test('export prints an apply file, and with --json its JSON; applying either changes nothing', async () => {
    const store = await acmeStore(fresh);
    const yaml = (await runCli(store, ['export'])).out;
    assert.match(yaml, /^organizations:\n {2}- id: org_\w+\n {4}name: Acme Inc\n/);
    for (const out of [yaml, (await runCli(store, ['export', '--json'])).out]) {
      const applied = await runCli(store, ['apply', '-'], { files: { '-': out } });
      assert.equal(applied.out, 'Nothing to change.\n');
    }
  });

  test('export of a brand omits the plan and other organizations', async () => {
    const store = await acmeStore(fresh);
    await pipelineOn(store).apply({ organizations: [{ name: 'Other Ltd', brands: [{ name: 'Other' }] }] });
    const { out } = await runCli(store, ['export', '--brand', 'Acme', '--json']);
    const { organizations } = JSON.parse(out) as { organizations: Record<string, unknown>[] };
    assert.deepEqual(Object.keys(organizations[0] ?? {}), ['name', 'brands']);
    assert.doesNotMatch((await runCli(store, ['export', '--organization', 'Acme Inc'])).out, /Other/);
  });

  test('export of a brand or an organization that does not exist fails', async () => {
    const store = await acmeStore(fresh);
    assert.equal(errorOf((await runCli(store, ['export', '--brand', 'x'])).err).code, 'no_such_brand');
    assert.equal(errorOf((await runCli(store, ['export', '--organization', 'x'])).err).code, 'not_found');
  });

  test('a refused apply fails and changes nothing', async () => {
    const store = await acmeStore(fresh);
    const before = await contentsOf(store.main);
    const files = { '-': 'organizations: [{ name: Acme Inc, plan: null, brnds: [] }]' };
    const { code, out, err } = await runCli(store, ['apply', '-'], { files });
    assert.deepEqual([[code, out], errorOf(err).code], [[1, ''], 'invalid_file']);
    assert.deepEqual(await contentsOf(store.main), before);
  });

  test('import prints a summary, and bad lines on standard error', async () => {
    const files = { 'a.jsonl': jsonl(line(), 'x', line({ outcome: 'timeout' })) };
    const { code, out, err } = await runCli(await acmeStore(fresh), ['import', 'a.jsonl'], { files });
    assert.equal(code, 0);
    const [said, undo] = out.split('\n');
    assert.equal(
      said,
      '3 lines: 1 answer and 1 failed collection stored, 0 stored before or repeated, 1 bad.',
    );
    assert.match(undo ?? '', /^Undo it with: sightline import --undo imp_\w{12}$/);
    assert.equal(err, 'line 2: is not valid JSON\n');
  });

  test('import reports how many blank searches it dropped', async () => {
    const files = { '-': jsonl(line({ searches: ['anvils', ''] })) };
    const { out } = await runCli(await acmeStore(fresh), ['import', '-'], { files });
    assert.match(out, /\nDropped 1 blank search\.\n/);
  });

  test('import --json is one document and leaves standard error empty', async () => {
    const files = { '-': jsonl(line(), 'x') };
    const { out, err } = await runCli(await acmeStore(fresh), ['import', '-', '--json'], { files });
    const { imports, ...summary } = JSON.parse(out) as { imports: string[] };
    assert.equal(imports.length, 1);
    assert.deepEqual(summary, {
      lines: 2,
      answers: 1,
      failed_collections: 0,
      already_stored: 0,
      bad_lines: 1,
      blank_searches: 0,
      problems: [{ line: 2, reason: 'is not valid JSON', count: 1, lines: [2] }],
    });
    assert.equal(err, '');
  });

  test("import reports many lines' problem once, with their count and the first line numbers", async () => {
    const files = { '-': jsonl(line(), ...Array.from({ length: 150 }, () => line({ brand: 'nobody' }))) };
    const store = await acmeStore(fresh);
    const { out } = await runCli(store, ['import', '-', '--json'], { files });
    const { bad_lines, problems } = JSON.parse(out) as { bad_lines: number; problems: { reason: string }[] };
    const reason = problems[0]?.reason ?? '';
    assert.match(reason, /"nobody"/);
    assert.deepEqual([bad_lines, problems], [150, [{ line: 2, reason, count: 150, lines: [2, 3, 4, 5, 6] }]]);
    const { err } = await runCli(store, ['import', '-'], { files });
    assert.equal(err, `150 lines (2, 3, 4, 5, 6, …): ${reason}\n`);
  });

  test('import shows progress on a terminal and takes it away, and none in a pipe', async () => {
    const files = { '-': jsonl(...Array.from({ length: 201 }, () => line())) };
    const { err } = await runCli(await acmeStore(fresh), ['import', '-'], { files, isTerminal: true });
    const shown = err.split('\r\u001b[K');
    // PostgreSQL stores lines while it reads the next ones.
    assert.match(shown[1] ?? '', /^20[01] lines read, 200 answers stored$/);
    assert.deepEqual(shown, ['', shown[1], '201 lines read, 201 answers stored', '']);
    assert.equal((await runCli(await acmeStore(fresh), ['import', '-'], { files })).err, '');
  });

  test('import of a file without one good line fails', async () => {
    const store = await fresh();
    const { code, out, err } = await runCli(store, ['import', '-', '--json'], {
      files: { '-': jsonl(line({ n: 1 }), line({ n: 2 })) },
    });
    assert.deepEqual([code, JSON.parse(out).bad_lines, errorOf(err).code], [1, 2, 'bad_line']);
    assert.match(
      errorOf(err).message,
      /^Stored nothing: every line is bad; our own format has one JSON object/,
    );
  });

  test('import reports a file without lines', async () => {
    const { code, out } = await runCli(await fresh(), ['import', '-'], { files: { '-': '\n\n' } });
    assert.deepEqual([code, out], [0, 'The file has no lines.\n']);
  });

  test('import --strict fails at the first bad line', async () => {
    const store = await acmeStore(fresh);
    const files = { '-': jsonl(line(), 'x', line()) };
    const { code, out, err } = await runCli(store, ['import', '-', '--strict', '--json'], { files });
    assert.deepEqual([code, out], [1, '']);
    assert.deepEqual(errorOf(err), {
      code: 'bad_line',
      message: 'Line 2: is not valid JSON. Earlier lines are stored.',
    });
    assert.equal((await contentsOf(store.main)).answers.length, 1);
  });

  test("control characters in a bad line's error cannot move the cursor", async () => {
    const files = { '-': jsonl(line({ brand: '\u009b2J' }), line({ '\u009b2J': 1 })) };
    const { err } = await runCli(await acmeStore(fresh), ['import', '-'], { files });
    assert.doesNotMatch(err.replaceAll('\n', ''), /\p{Cc}/u);
  });

  test('a file that is not there fails', async () => {
    for (const command of ['apply', 'import']) {
      const { code, err } = await runCli(await fresh(), [command, 'gone']);
      assert.equal(code, 1);
      assert.deepEqual(errorOf(err), { code: 'invalid_argument', message: 'There is no file gone.' });
    }
  });

  /** A store with two answers that become due when the file `more` is applied. */
  const more = JSON.stringify(acmeWith({ aliases: ['Anvil Co'] }));
  async function dueStore(): Promise<Store> {
    const store = await acmeStore(fresh);
    await pipelineOn(store).importLines([line({ answer: 'Anvil Co' }), line()]);
    return store;
  }

  test('apply reports answers that are due, and the command that reads them', async () => {
    const notice =
      'acme: 2 stored answers still have the earlier names, domains, or competitors; ' +
      '`sightline rescan --brand acme` reads them again';
    const store = await dueStore();
    const { out } = await runCli(store, ['apply', '-'], { files: { '-': more } });
    assert.equal(out, `~ tracked brand acme: Acme changed\nNote: ${notice}.\n`);
    const again = await runCli(store, ['apply', '-', '--json'], { files: { '-': more } });
    assert.deepEqual(JSON.parse(again.out), { changes: [], notices: [notice] });
  });

  test('apply --rescan reads them right away, and prints no notice; with --json one document', async () => {
    const store = await dueStore();
    const { out } = await runCli(store, ['apply', '-', '--rescan'], { files: { '-': more } });
    assert.equal(out, '~ tracked brand acme: Acme changed\nacme: 2 answers read again, 1 changed.\n');
    const again = await runCli(store, ['apply', '-', '--rescan'], { files: { '-': more } });
    assert.equal(again.out, 'Nothing to change.\nNo stored answer needs a rescan.\n');
    const files = { '-': more };
    const json = await runCli(await dueStore(), ['apply', '-', '--rescan', '--json'], { files });
    assert.deepEqual(JSON.parse(json.out), {
      changes: [{ action: 'changed', kind: 'tracked brand', name: 'acme: Acme' }],
      notices: [],
      rescanned: [{ brand: 'acme', answers_read: 2, answers_changed: 1 }],
    });
  });

  const summary = 'acme: 2 answers read again, 1 changed.\n';
  const brands = [{ brand: 'acme', answers_read: 2, answers_changed: 1 }];
  for (const [args, options, out, err] of [
    [[], {}, summary, ''],
    [['--json'], {}, `${JSON.stringify({ brands })}\n`, ''],
    [
      ['--brand', 'acme'],
      { isTerminal: true },
      summary,
      '\r\u001b[Kacme: 2 of 2 answers read again\r\u001b[K',
    ],
  ] as const) {
    test(`rescan ${args.join(' ')} says what it read, and a second one has nothing to read`, async () => {
      const store = await dueStore();
      await pipelineOn(store).apply(more);
      assert.deepEqual(await runCli(store, ['rescan', ...args], options), { code: 0, out, err });
      assert.equal((await runCli(store, ['rescan'])).out, 'No stored answer needs a rescan.\n');
    });
  }

  test('rescan of a brand that does not exist fails', async () => {
    const { code, out, err } = await runCli(await acmeStore(fresh), ['rescan', '--brand', 'nobody']);
    assert.deepEqual([code, out], [1, '']);
    assert.deepEqual(errorOf(err), {
      code: 'no_such_brand',
      message: 'There is no brand with that id or name; there is acme (Acme).',
    });
  });

  test('verify reports that a sound store is correct', async () => {
    const store = await acmeStore(fresh);
    const { code, out } = await runCli(store, ['verify']);
    assert.deepEqual([code, out], [0, 'Counts, references, and integrity are correct.\n']);
    assert.deepEqual(JSON.parse((await runCli(store, ['verify', '--json'])).out), {
      ok: true,
      differences: [],
    });
  });

  test('verify of a store that disagrees with itself names it and fails', async () => {
    const store = await acmeStore(fresh);
    await haveGhost(store.main);
    const { code, out, err } = await runCli(store, ['verify']);
    assert.equal(code, 1);
    assert.match(out, /^panel: brand 1: the panel has an answer 77 that does not exist/);
    assert.equal(errorOf(err).code, 'counts_differ');
    const json = await runCli(store, ['verify', '--json']);
    const { ok, differences } = JSON.parse(json.out) as { ok: boolean; differences: { check: string }[] };
    assert.deepEqual([ok, pluck(differences, 'check')], [false, ['panel']]);
  });

  const DELETED = /^- Brand: Acme\n(.*\n)*restorable until: 2026-12-20T13:37:21\.123Z\n$/;

  test('brand delete lists the deletions and asks first; it deletes nothing after a no', async () => {
    const store = await acmeStore(fresh);
    await pipelineOn(store).importLines([line()]);
    const answered = async (answer: boolean) =>
      await runCli(store, ['brand', 'delete', 'acme'], { isTerminal: true, answer });
    const refused = await answered(false);
    assert.equal(refused.code, 1);
    assert.match(refused.err, /Removed nothing\./);
    const { code, out, err } = await answered(true);
    assert.equal(code, 0);
    assert.match(out, DELETED);
    assert.equal(err, 'Remove the brand acme (Acme) with 1 stored answer? [y/N] ');
  });

  test('brand delete needs --yes without a terminal, and takes a name', async () => {
    const store = await acmeStore(fresh);
    for (const options of [{}, { answer: true }]) {
      const { code, err } = await runCli(store, ['brand', 'delete', 'acme', '--json'], options);
      assert.equal(code, 1);
      assert.match(errorOf(err).message, /Add --yes/);
    }
    assert.match((await runCli(store, ['brand', 'delete', 'Acme', '--yes'])).out, DELETED);
  });

  test('brand delete ends a brand, brand restore restores it, and a second restore fails', async () => {
    const store = await acmeStore(fresh);
    await runCli(store, ['brand', 'delete', 'acme', '--yes']);
    assert.equal((await runCli(store, ['visibility'])).code, 1);
    const again = await runCli(store, ['brand', 'delete', 'acme', '--yes']);
    assert.deepEqual(errorOf(again.err), {
      code: 'no_such_brand',
      message: 'There is no brand with that id or name; there is none.',
    });
    const misspelled = await runCli(store, ['brand', 'restore', 'acne']);
    assert.match(
      errorOf(misspelled.err).message,
      /^There is no deleted brand acne; there is acme \(Acme\)\.$/,
    );
    assert.equal((await runCli(store, ['brand', 'restore', 'acme'])).out, 'Restored brand acme.\n');
    assert.equal((await runCli(store, ['visibility'])).code, 0);
    const { err } = await runCli(store, ['brand', 'restore', 'acme']);
    assert.deepEqual(errorOf(err), {
      code: 'not_found',
      message: 'There is no deleted brand acme; there is none.',
    });
  });

  const CSV = {
    'a.csv':
      'prompt,date,bot,response\n"finest anvils",2026-11-19T08:00:00Z,Klein 2,"Acme, by far"\n"finest anvils",2026-11-19T08:00:00Z,Klein 2,\n',
  };
  const MAP = ['--map', 'engine=bot', '--map', 'engine:Klein 2=own:Klein'];

  test("import of another tool's CSV: a dry run, the answers, and their removal", async () => {
    const store = await acmeStore(fresh);
    const before = await givenContentsOf(store.main);
    const run = async (...args: string[]) => await runCli(store, ['import', ...args], { files: CSV });
    const { out, err } = await run('a.csv', ...MAP, '--dry-run');
    assert.equal(
      out,
      '2 lines: 1 answer and 0 failed collections new, 0 stored before or repeated, 0 bad, 1 left out. 1 question would be new.\nThis was a dry run: nothing is stored.\n',
    );
    assert.match(err, /^line 2: left out: without the answer/);
    assert.deepEqual(await givenContentsOf(store.main), before);
    const stored = await run('a.csv', ...MAP);
    assert.match(
      stored.out,
      /^2 lines: 1 answer and 0 failed collections stored, 0 stored before or repeated, 0 bad, 1 left out\./,
    );
    const again = await run('a.csv', ...MAP, '--json');
    assert.equal(JSON.parse(again.out).already_stored, 1);
    for (const id of [...stored.out.matchAll(/imp_\w+/g), ...again.out.matchAll(/imp_\w+/g)].map(
      ([each]) => each,
    ))
      assert.equal((await run('--undo', id)).code, 0);
    assert.deepEqual(await givenContentsOf(store.main), before);
    assert.match(errorOf((await run('--undo', 'imp_0')).err).message, /no such import; the brand has none/);
  });

  test('import of a file that does not say what is what explains what to map', async () => {
    const { code, err } = await runCli(await acmeStore(fresh), ['import', 'a.csv'], { files: CSV });
    assert.deepEqual([code, errorOf(err).code], [1, 'invalid_argument']);
    assert.match(
      errorOf(err).message,
      /^No column is surely the engine\. Map it, as in engine=COLUMN.*The columns are prompt, date, bot/,
    );
  });

  test('finds a brand by its exact name only', async () => {
    const store = await acmeStore(fresh);
    assert.equal((await runCli(store, ['visibility', '--brand', 'Acme'])).code, 0);
    assert.equal((await runCli(store, ['rescan', '--brand', 'ACME'])).code, 0);
    await pipelineOn(store).apply({
      organizations: [
        { name: 'Other Inc', plan: { name: 'solo' }, brands: [{ id: 'acme-two', name: 'Acme' }] },
      ],
    });
    const { err } = await runCli(store, ['visibility', '--brand', 'Acme']);
    assert.deepEqual(errorOf(err), {
      code: 'brand_required',
      message: 'Several brands are named Acme: acme (Acme), acme-two (Acme).',
    });
    const args = ['visibility', '--brand', 'acme', '--organization', 'Acme Inc'];
    assert.equal((await runCli(store, args)).code, 0);
  });
});
