import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brandDocument } from '../../src/pipeline/declare/document/document.ts';
import { runCli } from '../support/cli.ts';
import { onAnyStore, type TestStore } from '../support/stores.ts';
import { contentsOf } from '../support/tables.ts';
import { ACME_BRAND, acmeFile, DAY_MS, iso, line, NOW, pipelineOn } from '../support/world.ts';

const PROMPTS = [
  { text: 'always', category: 'known', samples_per_day: 2 },
  'never',
  'sometimes',
  { text: 'paused', active: false, samples_per_day: 4 },
];

/** Twenty days of answers from two engines; the answers to one question alternate. */
async function filled(store: TestStore): Promise<void> {
  const { apply, importLines } = pipelineOn(store);
  await apply(acmeFile([{ ...ACME_BRAND, prompts: PROMPTS }]));
  const names = (prompt: string, day: number) =>
    prompt === 'always' || (prompt === 'sometimes' && day % 2 === 0);
  const lines = ['always', 'never', 'sometimes'].flatMap((prompt) =>
    ['chatgpt', 'claude'].flatMap((engine) =>
      Array.from({ length: 20 }, (_, day) => {
        const mentions = [{ brand: 'Acme', mentioned: names(prompt, day) }];
        return line({ prompt, engine, mentions, collected_at: iso(NOW - day * DAY_MS - 1) });
      }),
    ),
  );
  assert.equal((await importLines(lines)).bad_lines, 0);
}

/** A folder in memory. */
function folder() {
  const files: Record<string, string> = {};
  const writeNew = async (path: string, text: string) => {
    files[path] = text;
  };
  return { files, writeNew };
}

const ENGINES = {
  ready: [],
  disabled: ['chatgpt', 'claude'].map((engine) => ({
    engine,
    provider: engine,
    missing: 'KEY',
    micros: 10_000,
  })),
};

onAnyStore('sightline planner --apply', (fresh) => {
  test('writes an apply file with other samples per day, which applies as announced, and changes nothing itself', async () => {
    const store = await fresh();
    await filled(store);
    const before = await brandDocument(store.main, 'acme');
    const stored = await contentsOf(store.main);
    const { files, writeNew } = folder();
    const plan = ['planner', '--apply', 'plan.yaml', '--answers', '10'];
    const written = await runCli(store, plan, { writeNew, engines: ENGINES, isTerminal: true });
    assert.equal(written.code, 0, written.err);
    assert.match(
      written.out,
      /plan.yaml: 1 question asked more often, 1 less often; 10 questions a day instead of 8/,
    );
    assert.match(written.out, /about \$3.00 in 30 days instead of \$2.40/);
    assert.deepEqual(await contentsOf(store.main), stored, 'not a row of any table');

    const dry = await runCli(store, ['apply', '--dry-run', 'plan.yaml'], { files, isTerminal: true });
    const changes = '~ prompt acme: always changed\n~ prompt acme: sometimes changed\n';
    assert.equal(dry.out, `${changes}Changed nothing.\n`);
    assert.deepEqual(await brandDocument(store.main, 'acme'), before);

    assert.equal((await runCli(store, ['apply', 'plan.yaml'], { files })).code, 0);
    assert.deepEqual(await brandDocument(store.main, 'acme'), {
      ...before,
      prompts: [
        { text: 'always', tags: ['known'], samples_per_day: 1 },
        'never',
        { text: 'sometimes', samples_per_day: 3 },
        { text: 'paused', active: false, samples_per_day: 4 },
      ],
    });
  });

  test('refuses impossible plans, with the reason', async () => {
    const store = await fresh();
    await filled(store);
    for (const [args, why] of [
      [['--answers', '5'], /fewer answers than questions; increase --answers/],
      [['--answers', '50', '--cents', '5'], /costs more than --cents/],
      [['--engine', 'chatgpt'], /Leave out --engine: with --apply/],
    ] as const) {
      const { code, err } = await runCli(store, ['planner', '--apply', 'plan.yaml', ...args], {
        engines: ENGINES,
      });
      assert.notEqual(code, 0);
      assert.match(err, why);
    }
  });

  test('with - it prints the file', async () => {
    const store = await fresh();
    await filled(store);
    const { out } = await runCli(store, ['planner', '--apply', '-', '--answers', '10']);
    assert.match(out, /^organizations:/);
    assert.match(out, /samples_per_day: 3/);
  });
});
