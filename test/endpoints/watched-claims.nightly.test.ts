import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apiOn } from '../support/api.ts';
import { runCli } from '../support/cli.ts';
import { historyLines, type Said } from '../support/history.ts';
import { onEveryStore, type TestStore } from '../support/stores.ts';
import { ACME_BRAND, acmeFile, Clock, DAY_MS, NOW, pipelineOn } from '../support/world.ts';

interface Row {
  readonly id: string;
  readonly verdict: string;
  readonly gate: string | null;
  readonly quote: string;
  readonly claim: string;
  readonly looks: number;
  readonly registered_at: string;
  readonly from: string;
  readonly decided_at: string | null;
  readonly points: number | null;
  readonly lower: number | null;
  readonly upper: number | null;
  readonly first: { present: number; responses: number; brand: string };
  readonly second: { present: number } | null;
}

/** Acme in five to seven of ten answers, Bolt in two or three. */
const ahead = (day: number, prompt: number): Said => ({
  acme: prompt < 5 + (day % 3),
  bolt: prompt >= 7 + (day % 2),
});

/** A world in which claims were registered this many days before NOW. */
async function worldOn(store: TestStore, say: (day: number, prompt: number) => Said = ahead) {
  const { apply, importLines, createKey, watch } = pipelineOn(store);
  await apply(acmeFile());
  await importLines(historyLines({ from: 44, to: 0, say }));
  const { key } = await createKey();
  const api = apiOn(store);
  const cli = async (daysAgo: number, ...args: string[]) => {
    const clock = new Clock();
    clock.at = NOW - daysAgo * DAY_MS;
    return await runCli(store, ['claim', ...args], { clock });
  };
  const register = async (daysAgo: number, text: string, ...more: string[]) => {
    const { code, out, err } = await cli(daysAgo, 'watch', text, '--json', ...more);
    assert.equal(code, 0, err);
    return (JSON.parse(out) as { watched: string[] }).watched;
  };
  const rows = async (): Promise<Row[]> => {
    const { status, body, text } = await api.get('/watched-claims', key);
    assert.equal(status, 200, text);
    return body.data;
  };
  return { cli, register, rows, apply, watch };
}

onEveryStore('GET /watched-claims', (fresh) => {
  test('200: a claim, from the day after its registration, with every field', async () => {
    const { register, rows } = await worldOn(await fresh());
    await register(31, 'ChatGPT names us more often than Bolt');
    const [row, ...others] = await rows();
    assert.ok(row);
    assert.deepEqual(others, []);
    assert.equal(row.from, '2026-10-21T00:00:00.000Z');
    assert.equal(row.looks, 30);
    assert.equal(row.first.responses, 300);
    assert.deepEqual([row.verdict, row.gate], ['supported', null]);
    assert.ok((row.lower ?? 0) > 0 && (row.points ?? 0) > (row.lower ?? 0));
    assert.equal(
      row.quote,
      'ChatGPT (API) named Acme in 180 of 300 answers to your 10 questions from October 21, 2026 to November 19, 2026, and Bolt in 75 of 300: a difference of +35.0 ' +
        'points on the average day (+29.1 to +40.9 however often you look); this supports that Acme is named more often than Bolt. ' +
        'Judged on 30 days; holds however often you look, for these questions.',
    );
    assert.equal(
      row.claim,
      'ChatGPT (API) names Acme more often than Bolt from October 21, 2026 to November 19, 2026, on your 10 questions',
    );
    assert.ok(row.decided_at !== null && row.decided_at > '2026-10-30' && row.decided_at < '2026-11-19');
    assert.deepEqual([row.first.present, row.second?.present], [180, 75]);
  });

  test("compares a figure with a size, and ignores the sentence's times", async () => {
    const { register, rows } = await worldOn(await fresh());
    await register(31, 'ChatGPT names us in at least 40% of answers in October');
    await register(31, 'ChatGPT names us in at most 40% of answers this month');
    await register(31, 'ChatGPT names us in at least 60% of answers');
    const told = (await rows()).map(({ verdict, gate, looks, second }) => [verdict, gate, looks, second]);
    assert.deepEqual(told, [
      ['supported', null, 30, null],
      ['contradicted', null, 30, null],
      ['cannot_be_told', 'within_noise', 30, null],
    ]);
  });

  test('has no verdict before the tenth day, and nothing about today', async () => {
    const { register, rows } = await worldOn(await fresh());
    await register(10, 'ChatGPT names us in at least 10% of answers');
    await register(11, 'ChatGPT names us in at least 11% of answers');
    await register(0, 'ChatGPT names us in at least 12% of answers');
    const told = (await rows()).map(({ looks, gate, points }) => [looks, gate, points === null]);
    assert.deepEqual(told, [
      [9, 'too_few_days', true],
      [10, null, false],
      [0, 'too_few_days', true],
    ]);
  });

  test('watching a claim again keeps its start', async () => {
    const { register, rows } = await worldOn(await fresh());
    const [id] = await register(20, 'ChatGPT names us more often than Bolt');
    assert.deepEqual(await register(3, 'We are named by ChatGPT more often than Bolt this month'), []);
    const all = await rows();
    assert.deepEqual(
      all.map((row) => [row.id, row.looks]),
      [[id, 19]],
    );
  });

  test('the same claim about other answers is another claim', async () => {
    const { register, rows, cli } = await worldOn(await fresh());
    await register(20, 'ChatGPT names us more often than Bolt');
    await register(20, 'ChatGPT names us more often than Bolt', '--branded', 'none');
    assert.equal((await rows()).length, 2);
    const [first] = await rows();
    const { code } = await cli(0, 'unwatch', first?.id ?? '');
    assert.equal(code, 0);
    const left = await rows();
    assert.equal(left.length, 1);
    assert.match(left[0]?.quote ?? '', /Only answers to questions that name neither the brand/);
    const { code: gone, err } = await cli(0, 'unwatch', first?.id ?? '');
    assert.deepEqual([gone, err.includes('no such watched claim')], [1, true]);
  });

  test('other names start it again, on the day after the next evaluation', async () => {
    const { register, rows, apply, watch } = await worldOn(await fresh());
    await register(31, 'ChatGPT names us more often than Bolt');
    await apply(acmeFile([{ ...ACME_BRAND, aliases: ['Anvil Co'] }]));
    const [changed] = await rows();
    assert.deepEqual([changed?.verdict, changed?.gate], ['cannot_be_told', 'mixed_readings']);
    await watch({ at: NOW });
    const [again] = await rows();
    assert.deepEqual(
      [again?.gate, again?.looks, again?.from],
      ['too_few_days', 0, '2026-11-21T00:00:00.000Z'],
    );
  });

  for (const [text, problem] of [
    ['ChatGPT names us more often than last month', /covers only days from now on/],
    ['ChatGPT names us as often as Bolt', /cannot watch whether/],
    ['ChatGPT ranks us at position 3 or better on average', /can watch only how many answers/],
    ['adores us', /adores.* is not understood/],
    [
      'ChatGPT names us more often than Bolt\nwe beat Bolt',
      /In .*we beat Bolt.*: Sightline cannot judge the claim.*You can write: /,
    ],
  ] as const) {
    test(`refuses "${text}"`, async () => {
      const { cli, rows } = await worldOn(await fresh());
      const { code, err } = await cli(5, 'watch', text);
      assert.equal(code, 1);
      assert.match(err, problem);
      assert.deepEqual(await rows(), []);
    });
  }
});
