import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Scope } from '../../src/domain/access/api-key.ts';
import { responseOf } from '../support/api.ts';
import { pluck } from '../support/pluck.ts';
import { onReusedStore } from '../support/stores.ts';
import { acmeWith, DAY_MS, pipelineOn } from '../support/world.ts';
import { type Method, WritingWorld } from './writing-world.ts';

onReusedStore('actions over HTTP', (fresh) => {
  let world: WritingWorld;
  before(async () => {
    world = await WritingWorld.on(await fresh());
  });

  test('adds a question, or a list, and tells the difference and the cost', async () => {
    const one = await world.send('POST', '/questions', { text: 'cheapest anvils', tags: ['price'] });
    assert.equal(one.status, 200, one.text);
    assert.deepEqual(one.body.data.questions[0], {
      id: one.body.data.questions[0].id,
      text: 'cheapest anvils',
      tags: ['price'],
      markets: null,
      samples: null,
      weekly: false,
      active: true,
      status: 'added',
    });
    assert.deepEqual(one.body.meta.changes, [
      { what: 'Question cheapest anvils', before: null, after: 'asked; tag price' },
    ]);
    assert.equal(one.body.meta.cost.before.answers_per_day, 2);
    assert.equal(one.body.meta.cost.after.answers_per_day, 4);
    const list = await world.send('POST', '/questions', [
      { text: 'cheapest anvils' },
      { text: 'a' },
      { text: 'b', weekly: true },
    ]);
    assert.deepEqual(pluck(list.body.data.questions, 'status'), ['unchanged', 'added', 'added']);
    const listed = await world.api.get('/questions', world.key);
    const texts = listed.body.data.map(({ text }: { text: string }) => text);
    assert.deepEqual(texts.toSorted(), ['a', 'b', 'best anvils', 'cheapest anvils']);
  });

  test('a dry run stores nothing, and gives the same difference', async () => {
    const dry = await world.send('POST', '/questions?dry_run=1', { text: 'dry anvils' });
    assert.deepEqual([dry.body.meta.dry_run, dry.body.meta.changes.length], [true, 1]);
    const wet = await world.send('POST', '/questions', { text: 'dry anvils' });
    assert.deepEqual(wet.body.meta.changes, dry.body.meta.changes);
    assert.equal(wet.body.meta.version, dry.body.meta.version);
    assert.equal(wet.headers.etag, `"${wet.body.meta.version}"`);
  });

  test('changes a question, and a new text is a new question', async () => {
    const { body } = await world.send('POST', '/questions', { text: 'old words', tags: ['x'], samples: 2 });
    const [{ id }] = body.data.questions;
    const paused = await world.send('PATCH', `/questions/${id}`, { active: false });
    assert.equal(paused.body.data.questions[0].active, false);
    assert.equal(paused.body.data.questions[0].samples, 2);
    const renamed = await world.send('PATCH', `/questions/${id}`, {
      text: 'new words',
      active: true,
      weekly: true,
    });
    assert.deepEqual(pluck(renamed.body.data.questions, 'text', 'active', 'weekly', 'tags'), [
      ['old words', false, false, ['x']],
      ['new words', true, true, ['x']],
    ]);
    const none = await world.send('PATCH', '/questions/qst_00000000000000000000', { active: false });
    assert.deepEqual([none.status, none.body.error.code], [404, 'not_found']);
  });

  test('If-Match refuses a change over a newer version', async () => {
    const first = await world.send('PATCH', '/brands/acme?dry_run=1', { samples_per_day: 2 });
    const { etag } = first.headers;
    // A dry run tells the version that its change would make.
    const stale = await world.send(
      'PATCH',
      '/brands/acme',
      { samples_per_day: 3 },
      { 'if-match': String(etag) },
    );
    assert.equal(stale.status, 412, stale.text);
    const done = await world.send('PATCH', '/brands/acme', { samples_per_day: 2 });
    assert.equal(done.headers.etag, etag);
    const next = await world.send(
      'PATCH',
      '/brands/acme',
      { samples_per_day: 1 },
      { 'if-match': String(etag) },
    );
    assert.equal(next.status, 200);
  });

  test('a repeated request with an Idempotency-Key gets the first result', async () => {
    const headers = { 'idempotency-key': 'once' };
    const body = { text: 'A launch' };
    const [one, two] = await Promise.all([
      world.send('POST', '/events', body, headers),
      world.send('POST', '/events', body, headers),
    ]);
    assert.equal(one.status, 200, one.text);
    assert.deepEqual(one.body, two.body);
    const events = await world.api.get('/events', world.key);
    assert.equal(events.body.data.filter(({ text }: { text: string }) => text === 'A launch').length, 1);
    assert.equal((await world.send('POST', '/events', { text: 'Another' }, headers)).status, 409);
    world.api.clock.at += DAY_MS + 1;
    const later = await world.send('POST', '/events', body, headers);
    world.api.clock.at -= DAY_MS + 1;
    assert.equal(later.status, 200);
    assert.notDeepEqual(later.body, one.body);
  });

  test('creates, changes, and deletes a brand', async () => {
    const created = await world.send('POST', '/brands', {
      name: 'Anvil & Co',
      domain: 'anvilco.example',
      aliases: ['AnvilCo'],
      competitors: [{ name: 'Bolt' }],
      markets: [{ name: 'de', location_code: 'Germany', language_code: 'de' }],
      engines: ['chatgpt'],
    });
    assert.equal(created.status, 200, created.text);
    const { id } = created.body.data.brand;
    assert.match(id, /^anvil-co-[0-9a-z]{8}$/);
    assert.equal((await world.send('POST', '/brands', { name: 'Anvil & Co' })).status, 400);
    const put = await world.send('PUT', `/brands/${id}/competitors/Cargo%20%26%20Sons`, {
      domain: 'cargo.example',
    });
    assert.deepEqual(put.body.data, { competitor: 'Cargo & Sons' });
    const gone = await world.send('DELETE', `/brands/${id}/competitors/Bolt`);
    assert.equal(gone.status, 200, gone.text);
    assert.equal((await world.send('DELETE', `/brands/${id}/competitors/Bolt`)).status, 404);
    const fact = await world.send('PUT', `/facts/Founded?brand=${id}`, {
      type: 'year',
      values: [1999],
      about: ['founded'],
    });
    assert.deepEqual(fact.body.data, { fact: 'Founded' }, fact.text);
    const mark = (kind: string, subject: string) =>
      world.send('PUT', `/todo?brand=${id}`, { kind, subject, state: 'done', note: 'wrote' });
    const thing = ['wrong_fact', 'Founded in de'] as const;
    const done = await mark(...thing);
    assert.equal(done.body.meta.changes[0].after, 'done, wrote', done.text);
    assert.equal((await mark(...thing)).body.meta.changes[0].after, 'done, wrote (again)');
    for (const [kind, subject] of [
      ['site', 'reviews.example'],
      ['page_fails', 'https://acme.example/never-fetched'],
      ['wrong_fact', 'Closed in de'],
      ['engine_silent', 'nope in de'],
      ['rival_ahead', 'Nobody on chatgpt in de'],
      ['question_lost', 'q_000000000000 on chatgpt in de'],
    ] as const) {
      const { status, body } = await mark(kind, subject);
      assert.deepEqual([status, body.error.code], [404, 'not_found'], subject);
    }
    const deleted = await world.send('DELETE', `/brands/${id}`);
    assert.equal(deleted.status, 200, deleted.text);
    assert.ok(Date.parse(deleted.body.data.restorable_until) > world.api.clock.at);
    assert.equal((await world.send('PATCH', `/brands/${id}`, {})).body.error.code, 'no_such_brand');
  });

  test('imports answers as JSON Lines, and reports bad ones', async () => {
    const good = {
      engine: 'chatgpt',
      prompt: 'best anvils',
      collected_at: '2026-11-19T08:00:00Z',
      answer: 'Acme.',
    };
    const lines = [JSON.stringify(good), '{"engine":"nope"}', ''].join('\n');
    const tried = await world.send('POST', '/answers?brand=acme&dry_run=1', lines);
    assert.deepEqual([tried.body.data.answers, tried.body.data.import], [1, null]);
    const stored = await world.send('POST', '/answers?brand=acme', lines, {
      'content-type': 'application/x-ndjson',
    });
    assert.equal(stored.status, 200, stored.text);
    const { problems, import: id, ...counts } = stored.body.data;
    assert.deepEqual(counts, {
      lines: 2,
      answers: 1,
      failed_collections: 0,
      already_stored: 0,
      bad_lines: 1,
      left_out: 0,
    });
    assert.deepEqual(problems[0].lines, [2]);
    assert.equal((await world.send('POST', '/answers?brand=acme', lines)).body.data.already_stored, 1);
    const undone = await world.send('DELETE', `/imports/${id}?brand=acme`);
    assert.match(undone.body.data.task, /^tsk_/);
    assert.equal((await world.send('DELETE', '/imports/imp_0?brand=acme')).body.error.code, 'not_found');
  });

  test("imports another tool's rows, with a mapping where its columns say too little", async () => {
    const csv =
      'when,question,said\n2026-11-01T08:00:00Z,best anvils,Acme and Bolt are the best of all anvils.\n';
    const send = async (map: string) =>
      await world.send('POST', `/answers?brand=acme${map}`, csv, { 'content-type': 'text/csv' });
    const unclear = await send('');
    assert.match(unclear.body.error.message, /^No column is surely the .*engine/);
    for (const column of ['none', 'when + none']) {
      const lacking = await send(
        `&map=engine:=own:Bot&map=time=when&map=market=${encodeURIComponent(column)}`,
      );
      assert.equal(
        lacking.body.error.message,
        `The file has no column "${column}" for market. The columns are when, question, said.`,
      );
    }
    const { data } = (await send('&map=engine:=own:Bot&map=time=when&map=answer=said')).body;
    assert.deepEqual([data.answers, data.left_out, data.problems], [1, 0, []]);
    const { body } = await world.api.get('/answers?brand=acme&engine=own:Bot&imported=yes', world.key);
    assert.deepEqual(
      body.data.map((each: Record<string, unknown>) => [each.engine, each.prompt]),
      [['own:Bot', 'best anvils']],
    );
  });

  test('says of every stored change that something changed', async () => {
    const created = await world.send('POST', '/brands', { name: 'Spelling', domain: 'spelling.example' });
    const at = `/brands/${created.body.data.brand.id}`;
    const changes: object[] = [
      { aliases: [{ name: 'Spelling Inc' }] },
      { aliases: [{ name: 'Spelling Inc', case_sensitive: true }] },
      { aliases: [{ name: 'Spelling Inc', case_sensitive: true, not_followed_by: ['Bee'] }] },
      { match: { includes_products: false } },
      { configured: false },
      { markets: [{ name: 'de', language_code: 'de' }] },
      { sites: [{ host: 'reviews.example', kind: 'listing' }] },
    ];
    let { version } = created.body.meta;
    for (const change of changes) {
      const { body, text } = await world.send('PATCH', at, change);
      assert.ok(body.meta?.changes.length > 0, `${JSON.stringify(change)}: ${text}`);
      assert.notEqual(body.meta.version, version);
      version = body.meta.version;
    }
  });

  test('a name of 200 characters has an address', async () => {
    const name = encodeURIComponent('Ünï '.repeat(50).trim());
    const put = await world.send('PUT', `/brands/acme/competitors/${name}`, {});
    assert.equal(put.status, 200, put.text);
    assert.equal((await world.send('DELETE', `/brands/acme/competitors/${name}`)).status, 200);
  });

  test('says which questions the plan does not cover', async () => {
    const text = (index: number) => ({ text: `beyond the plan ${index}` });
    const many = Array.from({ length: 400 }, (_, index) => text(index));
    const { body } = await world.send('POST', '/questions?brand=acme&dry_run=1', many);
    assert.match(
      body.meta.note,
      /its plan includes \d+\. Sightline does not ask the other \d+: the newest questions/,
    );
  });

  test('audits each change with the key’s name', async () => {
    const { auditPage, actorOf } = await import('../../src/pipeline/accounts/audit.ts');
    const { entries } = await auditPage(world.store.main, { organizationId: null, limit: 100 });
    const byKey = entries.filter(({ actor }) => actor.startsWith('key_'));
    const done = new Set(byKey.map(({ action }) => action));
    for (const action of [
      'brand.create',
      'brand.change',
      'brand.delete',
      'brand.event',
      'brand.import',
      'brand.todo',
    ] as const)
      assert.ok(done.has(action), action);
    assert.match(actorOf(byKey[0] as never), /^key “BI tool” \(key_\w+\)$/);
  });

  describe('refuses', () => {
    const many = Array.from({ length: 501 }, (_, i) => ({ text: `q${i}` }));
    const refusals: readonly (readonly [string, string, unknown, string])[] = [
      ['a body that is not JSON', 'POST /questions?brand=acme', '{', '400 invalid_parameter'],
      ['an unknown field', 'POST /questions?brand=acme', { text: 'x', nope: 1 }, '400 invalid_parameter'],
      ['an unknown parameter', 'POST /questions?nope=1', { text: 'x' }, '400 invalid_parameter'],
      ['no question', 'POST /questions?brand=acme', [], '400 invalid_parameter'],
      ['501 questions', 'POST /questions?brand=acme', many, '400 invalid_parameter'],
      ['one twice', 'POST /questions?brand=acme', [{ text: 'x' }, { text: 'x ' }], '400 invalid_parameter'],
      [
        'an unknown market',
        'POST /questions?brand=acme',
        { text: 'x', markets: ['no'] },
        '400 invalid_parameter',
      ],
      [
        'weekly samples',
        'POST /questions?brand=acme',
        { text: 'x', weekly: true, samples: 2 },
        '400 invalid_parameter',
      ],
      [
        'a day in the future',
        'POST /events?brand=acme',
        { text: 'x', day: '2027-01-01' },
        '400 invalid_parameter',
      ],
      ['a foreign brand', 'POST /questions?brand=nobody', { text: 'x' }, '404 no_such_brand'],
      ['a body that is a list', 'PATCH /brands/acme', [], '400 invalid_parameter'],
      ['a body with DELETE', 'DELETE /brands/acme', {}, '400 invalid_request'],
      ['a write of a report', 'POST /visibility', {}, '405 method_not_allowed'],
    ];
    for (const [what, request, body, refusal] of refusals) {
      test(what, async () => {
        const [method, path = ''] = request.split(' ');
        const response = await world.send(method as Method, path, body);
        assert.equal(`${response.status} ${response.body.error?.code}`, refusal, response.text);
        assert.doesNotMatch(response.body.error.message, /organizations\[/);
      });
    }

    test('a body nested 5,000 deep, one of 201 lines, and one that is not UTF-8', async () => {
      const deep = `{"text":${'['.repeat(5000)}${']'.repeat(5000)}}`;
      for (const [path, body] of [
        ['/events?brand=acme', deep],
        ['/answers?brand=acme', 'x\n'.repeat(201)],
      ] as const) {
        assert.equal((await world.send('POST', path, body)).body.error?.code, 'invalid_parameter', path);
      }
      const latin1 = responseOf(
        await world.api.app.inject({
          method: 'POST',
          url: '/api/v1/events?brand=acme',
          headers: { 'x-api-key': world.key, 'content-type': 'application/json' },
          payload: Buffer.from('{"text":"caf\xe9"}', 'latin1'),
        }),
      );
      assert.equal(latin1.body.error.code, 'invalid_request');
    });

    const scopes: [Scope, Method, string][] = [
      ['prompts:write', 'POST', '/questions'],
      ['brands:write', 'PATCH', '/brands/acme'],
    ];
    for (const [scope, method, path] of scopes) {
      test(`${path} to a key without ${scope}, which it names`, async () => {
        const key = await world.newKey(['read']);
        const response = await world.send(method, path, {}, {}, key);
        assert.deepEqual([response.status, response.body.error.code], [403, 'insufficient_scope']);
        assert.ok(response.body.error.message.includes(`\`${scope}\``));
      });
    }

    test('a pinned key everything but its brand', async () => {
      await pipelineOn(world.store).apply(acmeWith({ id: 'other', name: 'Other' }));
      const key = await world.newKey(undefined, { brand: 'other' });
      assert.equal((await world.send('PATCH', '/brands/acme', {}, {}, key)).body.error.code, 'no_such_brand');
      assert.equal(
        (await world.send('POST', '/brands', { name: 'New' }, {}, key)).body.error.code,
        'insufficient_scope',
      );
      assert.equal(
        (await world.send('POST', '/questions', { text: 'x' }, {}, key)).body.meta.brand.id,
        'other',
      );
    });
  });
});
