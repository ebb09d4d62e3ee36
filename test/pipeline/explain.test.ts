import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EXTRACTOR } from '../../src/extract/reading-key.ts';
import { explainAnswer } from '../../src/pipeline/intake/explain.ts';
import type { Store } from '../../src/storage/driver/database.ts';
import { runCli } from '../support/cli.ts';
import { judge, MODEL } from '../support/judged.ts';
import { onReusedStore } from '../support/stores.ts';
import { acmeFile, acmeWith, line, pipelineOn, setUp } from '../support/world.ts';

const ANSWER = [
  'Two are worth a look:',
  '',
  '1. **Acme** – our top pick, though it may be heavy.',
  '2. **Cargo** – cheap.',
  '',
  'See https://bolt.example/acme; a bolt of lightning is no brand.',
].join('\n');

async function storeWith(fresh: () => Promise<Store>, fields: object): Promise<{ store: Store; id: string }> {
  const { store } = await setUp(fresh, acmeFile(), [line({ answer: ANSWER, ...fields })]);
  const { public_id: id } = await store.main
    .selectFrom('answers')
    .select('public_id')
    .executeTakeFirstOrThrow();
  return { store, id };
}

onReusedStore('explain', (fresh) => {
  test('shows the match, the rule behind the position, and the cue behind the framing', async () => {
    const { store, id } = await storeWith(fresh, {});
    const { brands, ...answer } = await explainAnswer(store.main, id);
    assert.deepEqual(
      [answer.brand, answer.outcome, answer.rescan_due, answer.mentions_given],
      ['acme', 'ok', false, false],
    );
    const [acme, bolt, cargo] = brands;
    assert.deepEqual(acme?.stored, acme?.read);
    assert.deepEqual(acme?.matches, [
      {
        text: 'Acme',
        at: ANSWER.indexOf('Acme'),
        end: ANSWER.indexOf('Acme') + 4,
        name: 'Acme',
        counts: true,
        reason: 'it is used as a name there',
      },
    ]);
    const entry = { at: ANSWER.indexOf('Acme'), end: ANSWER.indexOf('Acme') + 4 };
    assert.deepEqual(acme?.rank, { position: 1, rule: 'ordered list', entries: 2, lists: 1, ...entry });
    const at = ANSWER.indexOf('top pick');
    const end = at + 'top pick'.length;
    assert.deepEqual(acme?.framing, {
      reason: null,
      cues: [{ text: 'top pick', at, end, family: 'pick', direction: 'recommended', hedge: 'may' }],
    });
    assert.equal(bolt?.read.mentioned, false);
    assert.deepEqual(bolt?.matches, [
      {
        text: 'bolt',
        at: ANSWER.indexOf('bolt of'),
        end: ANSWER.indexOf(' of lightning'),
        name: 'Bolt',
        counts: false,
        reason: 'an ordinary word',
      },
    ]);
    assert.deepEqual([cargo?.rank?.position, cargo?.framing?.reason], [2, 'a bare item without cues']);
  });

  test("shows a mere citation, the serving host, and the engine's searches", async () => {
    const answer = 'Acme is fine. ([Bolt][1])\n\n## Sources\n\n- Bolt: a review\n\n[1]: https://bolt.example';
    const { store, id } = await storeWith(fresh, { answer, searches: ['anvils', 'acme'] });
    const { citing, searches, model, extractor } = await explainAnswer(store.main, id);
    const found = citing.map(({ at, end }) => answer.slice(at, end));
    assert.deepEqual(found, ['Bolt', 'Bolt: a review']);
    assert.deepEqual([searches, model, extractor], [['anvils', 'acme'], null, EXTRACTOR]);
    const unknown = await storeWith(fresh, {});
    assert.equal((await explainAnswer(unknown.store.main, unknown.id)).searches, null);
  });

  test('shows what a model read about facts', async () => {
    const { store, id } = await storeWith(fresh, { answer: 'Acme Pro costs $15 per month.' });
    const values = [{ amount: 12, currency: 'USD', period: 'month' }];
    const facts = [
      { name: 'Pro price', type: 'price', values, about: ['Pro'] },
      { name: 'Founded', type: 'year', values: [2012], about: ['founded'] },
    ];
    await pipelineOn(store).apply(acmeWith({ facts }));
    const answer = await store.main
      .selectFrom('answers')
      .select(['brand_id', 'id', 'collected_at'])
      .executeTakeFirstOrThrow();
    const { id: fact_id } = await store.main
      .selectFrom('facts')
      .select('id')
      .where('name', '=', 'Pro price')
      .executeTakeFirstOrThrow();
    const { brand_id, id: answer_id, collected_at } = answer;
    const sentence = 'Acme Pro costs $15 per month.';
    await store.main
      .insertInto('fact_readings')
      .values({ brand_id, answer_id, collected_at, fact_id, verdict: 'contradicts', sentence })
      .execute();
    assert.deepEqual((await explainAnswer(store.main, id)).facts, [
      { fact: 'Pro price', value: '12 USD per month', verdict: 'contradicts', sentence },
    ]);
    const { out } = await runCli(store, ['explain', id]);
    assert.ok(
      out.includes('  - fact: Pro price\n    value: 12 USD per month\n    verdict: contradicts\n'),
      out,
    );
  });

  test('distinguishes given mentions from read ones', async () => {
    const { store, id } = await storeWith(fresh, {
      mentions: [{ brand: 'Bolt', mentioned: true, count: 3 }],
    });
    const { brands, mentions_given } = await explainAnswer(store.main, id);
    assert.equal(mentions_given, true);
    const bolt = brands.find(({ brand }) => brand === 'Bolt');
    assert.deepEqual([bolt?.stored?.count, bolt?.read.mentioned], [3, false]);
  });

  test('an answer declared empty names nobody, with any text', async () => {
    const { store, id } = await storeWith(fresh, { outcome: 'empty' });
    const { brands, outcome_stated } = await explainAnswer(store.main, id);
    assert.deepEqual([outcome_stated, brands.some(({ read }) => read.mentioned)], [true, false]);
  });

  test('says that a rescan is due, and null for a brand that was not tracked', async () => {
    const { store, id } = await storeWith(fresh, {});
    await pipelineOn(store).apply(acmeWith({ competitors: [{ name: 'Lightning' }] }));
    const { brands, rescan_due } = await explainAnswer(store.main, id);
    assert.equal(rescan_due, true);
    const found = brands.map(({ brand, stored }) => [brand, stored === null]);
    assert.deepEqual(found, [
      ['Acme', false],
      ['Lightning', true],
    ]);
  });

  test('finds nothing for an unknown answer, or one of a deleted brand', async () => {
    const { store, id } = await storeWith(fresh, {});
    await assert.rejects(explainAnswer(store.main, 'ans_000000000000'), { code: 'not_found' });
    await runCli(store, ['brand', 'delete', 'acme', '--yes']);
    await assert.rejects(explainAnswer(store.main, id), { code: 'not_found' });
  });

  test('on a terminal it reads as a page, and as JSON with --json', async () => {
    const { store, id } = await storeWith(fresh, {});
    await store.main.updateTable('collections').set({ detail: 'unread_citations:2' }).execute();
    const { code, out } = await runCli(store, ['explain', id]);
    assert.equal(code, 0);
    for (const part of [
      `answer: ${id}\nbrand: acme\nengine: chatgpt\nprompt: best anvils\n`,
      'outcome: ok\n',
      'detail: unread_citations:2\n',
      'text:\n  Two are worth a look:\n\n  1. **Acme** – our top pick, though it may be heavy.\n',
      '    rank:\n      position: 1\n      rule: ordered list\n',
      '        - text: top pick\n',
      '  - brand: Bolt\n',
    ]) {
      assert.ok(out.includes(part), `${part}\n---\n${out}`);
    }
    const json = await runCli(store, ['explain', id, '--json']);
    const { answer, detail } = JSON.parse(json.out);
    assert.deepEqual([answer, detail], [id, 'unread_citations:2']);
  });

  test('no text of an answer can do anything to a terminal', async () => {
    const { store, id } = await storeWith(fresh, {
      answer: 'Acme is \u001b[31mred\u0007.\r\nAcme is\tfine.',
    });
    const { out } = await runCli(store, ['explain', id]);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what must not be there.
    assert.doesNotMatch(out, /[\u0000-\u0009\u000b-\u001f\u007f]/);
  });

  test("shows a model's verdict with its line and words, beside the rules'", async () => {
    const { store, id } = await storeWith(fresh, {});
    const words = ['cheap'];
    await judge(store.main, 1, () => ({ names: { Cargo: { verdict: 'recommended', words } }, dropped: 1 }));
    const at = ANSWER.indexOf('cheap');
    assert.deepEqual((await explainAnswer(store.main, id)).judged, {
      ...{ reader: MODEL.name, prompt: MODEL.prompt, state: 'read', detail: null, dropped: 1 },
      names: [
        { brand: 'Cargo', verdict: 'recommended', words: [{ text: 'cheap', line: 4, at, end: at + 5 }] },
      ],
    });
    const { out } = await runCli(store, ['explain', id]);
    assert.match(out, /judged:\n {2}reader: gpt-6\n/);
    assert.match(
      out,
      /- brand: Cargo\n {6}verdict: recommended\n {6}words:\n {8}- text: cheap\n {10}line: 4\n/,
    );
  });
});
