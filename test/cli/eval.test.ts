import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CliDeps } from '../../src/cli/shared/deps.ts';
import type { Proportion } from '../../src/domain/figures/proportion.ts';
import { runCli } from '../support/cli.ts';
import { ANSWER, chatReply, OWN, PAID, RECOMMENDED, verdictOn } from '../support/reading.ts';
import { onReusedStore } from '../support/stores.ts';

const labelOf = (answer_id: string, answer: string, more: object = {}) => ({
  ...{ answer_id, question: 'Which?', brand: 'Acme', aliases: [], answer, sample: 'random' },
  ...{ label: 'recommended', by_rules: null, by_model: 'neutral', reader: 'old-model', ...more },
});

const LABELS = [
  labelOf('ans_1', ANSWER),
  labelOf('ans_2', 'Avoid Acme.', { label: 'negative', by_rules: 'negative' }),
  labelOf('ans_2', 'Avoid Acme.', { brand: 'Bolt', label: 'neutral' }),
  labelOf('ans_3', 'Bolt Works it is.', { brand: 'Bolt', aliases: ['Bolt Works'] }),
];
const FILE = LABELS.map((label) => `${JSON.stringify(label)}\n`).join('');

/** Each answer's reply. */
function replyTo(body: string): string {
  if (body.includes('Take Acme')) return RECOMMENDED;
  if (body.includes('Avoid Acme')) return verdictOn(1, 'Avoid Acme');
  return 'I am no JSON.';
}

onReusedStore('eval', (fresh) => {
  test('shows what another model makes of labels, beside the present readers', async () => {
    const asked: string[] = [];
    const fetch: CliDeps['fetch'] = async (_, init) => {
      asked.push(String(init?.body));
      return chatReply(replyTo(String(init?.body)));
    };
    const given = {
      files: { 'labels.jsonl': FILE },
      engines: { ready: [], disabled: [], readers: [OWN] },
      fetch,
    };
    const args = ['eval', 'labels.jsonl', '--reader', 'own', '--model', 'new', '--json'];
    const { code, out } = await runCli(await fresh(), args, given);
    assert.equal(code, 0);
    const { labels, readers } = JSON.parse(out);
    assert.deepEqual([labels, asked.length], [4, 3]);
    assert.ok(asked.every((body) => body.includes('"model":"new"')));
    assert.deepEqual(
      readers.map((each: { agree: Proportion; recommended_found: Proportion; [field: string]: unknown }) => {
        const { reader, agree, recommended_found: found, wrong_way, not_judged } = each;
        return [reader, agree.events, agree.trials, found.events, wrong_way, not_judged];
      }),
      [
        ['new', 1, 4, 1, 1, 2],
        ['old-model, now', 1, 4, 0, 0, 0],
        ['rules, now', 1, 4, 0, 0, 3],
      ],
    );
  });

  test('tells the price and asks nothing without a yes, and refuses what is no export', async () => {
    const given = {
      files: { 'labels.jsonl': FILE, bad: '{"label":"good"}\n', empty: '\n' },
      engines: { ready: [], disabled: [], readers: [PAID] },
      fetch: () => assert.fail('nothing is asked'),
    };
    const store = await fresh();
    const run = async (...args: string[]) => await runCli(store, ['eval', ...args], given);
    const unasked = await run('labels.jsonl', '--reader', 'openai');
    assert.equal(unasked.code, 1);
    assert.match(unasked.err, /reads 3 answers with 4 labels, which costs about \$0\.003.*add --yes/);
    assert.match((await run('bad', '--reader', 'openai')).err, /Line 1 is not an exported label/);
    assert.match((await run('empty', '--reader', 'openai')).err, /has no labels/);
    assert.match(
      (await run('labels.jsonl', '--reader', 'mistral')).err,
      /must be one of openai, anthropic, google, own/,
    );
    assert.match((await run('labels.jsonl', '--reader', 'google')).err, /no key of google/);
  });
});
