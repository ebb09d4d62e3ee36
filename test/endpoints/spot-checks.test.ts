import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { SPOT_CHECKS } from '../../src/domain/brand/spot-check.ts';
import { prune } from '../../src/pipeline/prune/prune.ts';
import { RETENTION } from '../../src/pipeline/prune/retention.ts';
import { WritingWorld } from '../actions/writing-world.ts';
import { pluck } from '../support/pluck.ts';
import { onReusedStore } from '../support/stores.ts';
import { DAY_MS, iso, line, NOW, newBrand, pipelineOn, saying } from '../support/world.ts';

const MISS = { text: '1. Bolt\n2. Cargo', engine: 'chatgpt', question: 'best anvils' };

onReusedStore('GET /spot-checks', (fresh) => {
  let world: WritingWorld;
  before(async () => {
    world = await WritingWorld.on(await fresh());
  });

  const paste = (fields: object = {}, headers = {}) =>
    world.send('POST', '/spot-checks', { ...MISS, ...fields }, headers);
  const all = async (query = '') => (await world.api.get(`/spot-checks${query}`, world.key)).body.data;
  const removed = async () => {
    for (const { id } of (await all()).checks) await world.send('DELETE', `/spot-checks/${id}`);
  };

  test('200: a pasted answer is read by names, and is listed with its question in other words', async () => {
    const { status, body, text } = await paste({
      text: '1. Bolt\n2. Acme',
      question: 'What are the best anvils?',
      person: ' Mara ',
    });
    assert.equal(status, 200, text);
    const { id, ...read } = body.data.spot_check;
    assert.deepEqual(read, { named: true, position: 2 });
    const [check] = (await all()).checks;
    const [{ id: question }] = (await world.api.get('/questions', world.key)).body.data;
    assert.deepEqual(check, {
      id,
      day: iso(NOW).slice(0, 10),
      person: 'Mara',
      via: 'user',
      engine: 'chatgpt',
      engine_name: 'ChatGPT (API)',
      question: 'What are the best anvils?',
      question_id: question,
      named: true,
      position: 2,
    });
    assert.equal((await world.send('DELETE', `/spot-checks/${id}`)).status, 200);
    assert.deepEqual((await all()).checks, []);
    assert.equal((await world.send('DELETE', `/spot-checks/${id}`)).status, 404);
  });

  test('200: the same try again is one, a correction takes its place, and a dry run stores nothing', async () => {
    const first = (await paste()).body.data.spot_check.id;
    assert.equal((await paste({ text: '1. Bolt\r\n2. Cargo\n' })).body.data.spot_check.id, first);
    const corrected = await paste({ engine: 'claude', replaces: first });
    assert.equal(corrected.body.data.spot_check.id, first);
    await world.send('POST', '/spot-checks?dry_run=1', { ...MISS, text: 'Acme' });
    assert.deepEqual(pluck((await all()).checks, 'id', 'engine'), [[first, 'claude']]);
    await removed();
  });

  for (const [what, fields, code] of [
    ['a text beyond 20 KB', { text: 'ä'.repeat(SPOT_CHECKS.bytes / 2 + 1) }, 400],
    ['a blank text', { text: ' \u0000 '.replace('\u0000', '') }, 400],
    ['an engine without answers', { engine: 'gemini' }, 400],
    ['an unknown engine', { engine: 'clippy' }, 400],
    ['a blank question', { question: ' ' }, 400],
    ['a question that nobody can see', { question: '\u202e\u200b' }, 400],
    ['a text that nobody can see', { text: '\u200b\n\u2060' }, 400],
    ['a day to come', { day: iso(NOW + DAY_MS).slice(0, 10) }, 400],
    ['a day too long ago', { day: iso(NOW - 90 * DAY_MS).slice(0, 10) }, 400],
    ['no date', { day: 'yesterday' }, 400],
    ['another field', { named: true }, 400],
  ] as const) {
    test(`${code}: ${what}`, async () => {
      const { status, body } = await paste(fields);
      assert.deepEqual([status, body.error?.code], [code, 'invalid_parameter']);
    });
  }

  test('404: neither reads, removes, nor corrects another organization’s', async () => {
    const { id } = (await paste()).body.data.spot_check;
    const brand = await newBrand(world.store);
    const { key } = await pipelineOn(world.store).createKey({
      organization: brand,
      scopes: ['read', 'brands:write'],
    });
    const other = (method: 'POST' | 'DELETE', path: string, body?: object) =>
      world.send(method, path, body, {}, key);
    assert.equal((await other('DELETE', `/spot-checks/${id}`)).status, 404);
    assert.equal((await other('POST', '/spot-checks?brand=acme', MISS)).status, 404);
    const theirs = await other('POST', '/spot-checks', { ...MISS, replaces: id });
    assert.notEqual(theirs.body.data.spot_check.id, id);
    assert.deepEqual(pluck((await all()).checks, 'id'), [id]);
    await removed();
  });

  test('409: a brand keeps a limited number', async () => {
    const of = { brand_id: 1, engine: 'chatgpt', day: 1, person: '', question: 'q', text: 't', named: 0 };
    await paste({ text: 'Acme' });
    const rows = Array.from({ length: SPOT_CHECKS.most - 1 }, (_, at) => {
      const id = 1_000_000 + at;
      return {
        ...of,
        id,
        public_id: `spt_${id}`,
        digest: `${id}`,
        created_by: 'x',
        via: 'user',
        created_at: NOW - 91 * DAY_MS,
      };
    });
    for (let at = 0; at < rows.length; at += 500) {
      await world.store.main
        .insertInto('spot_checks')
        .values(rows.slice(at, at + 500))
        .execute();
    }
    const { status, body } = await paste();
    assert.deepEqual([status, body.error.code], [409, 'conflict']);
    assert.equal((await paste({ text: 'Acme' })).status, 200, 'the same try again adds none');
    const stop = new AbortController().signal;
    const sleep = async () => {};
    const retention = { ...RETENTION, replyDays: null, answerDays: null };
    const pruned = await prune(
      { db: world.store.main, now: () => NOW, sleep },
      { retention, isDryRun: false, stop },
    );
    assert.deepEqual(pluck(pruned.brands, 'spot_checks'), [rows.length]);
    assert.equal((await paste()).status, 200);
    await removed();
  });

  test('200: an engine’s stored answers give odds, and three tries a verdict; no figure has them', async () => {
    const answers = Array.from({ length: 40 }, (_, at) =>
      line({ collected_at: iso(NOW - (1 + (at % 20)) * DAY_MS), ...saying(at % 10 === 0 ? 'Bolt' : 'Acme') }),
    );
    const own = { ...saying('Acme'), engine: 'own:Bot', collected_at: iso(NOW - DAY_MS) };
    await pipelineOn(world.store).importLines([...answers, line(own)]);
    const rates = async () => (await world.api.get('/visibility', world.key)).body.data;
    const [before, { accounts: none }] = [await rates(), await all()];
    assert.deepEqual(none, []);
    for (const day of [1, 2, 3]) {
      await paste({ person: 'Mara', day: iso(NOW - day * DAY_MS).slice(0, 10), text: `Bolt ${day}` });
    }
    await paste({ person: 'mara', question: 'a question of nobody' });
    await paste({ person: 'Jo' });
    await paste({ person: '\u200b', day: iso(NOW - 80 * DAY_MS).slice(0, 10), engine: 'claude' });
    assert.equal((await all()).checks.at(-1).person, null);
    assert.deepEqual((await all(`?until=${iso(NOW - 9 * DAY_MS)}`)).accounts, []);
    const until = iso(NOW - 4 * DAY_MS);
    assert.deepEqual((await all(`?until=${until}`)).accounts, [], 'nor those of the day after a window');
    const { engines, accounts } = await all();
    assert.deepEqual(await rates(), before);
    const [odds, unasked] = engines;
    assert.deepEqual(pluck(engines, 'engine', 'responses').at(-1), ['own:Bot', 1]);
    assert.deepEqual(
      [odds.engine, odds.present, odds.responses, odds.one_miss, odds.three_misses],
      ['chatgpt', 36, 40, 0.1, 0.001],
    );
    assert.deepEqual(
      [unasked.engine, unasked.one_miss, unasked.three_misses_interval],
      ['claude', null, null],
    );
    assert.deepEqual(pluck(accounts, 'of', 'person', 'tries', 'named', 'expected', 'differs'), [
      ['everybody', null, 4, 0, 3.6, true],
      ['person', 'Jo', 1, 0, null, null],
      ['person', 'Mara', 3, 0, 2.7, true],
    ]);
  });
});
