import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RowOf } from '../../src/reports/shape/report.ts';
import { cited } from '../../src/reports/sources/cited.ts';
import { reportsAmong } from '../support/reports.ts';
import { onReusedStore } from '../support/stores.ts';
import { DAY_MS, iso, line, NOW, setUp } from '../support/world.ts';

const reportsOn = reportsAmong(cited);

type Row = RowOf<typeof cited>;

onReusedStore('GET /cited', (fresh) => {
  test('200: each engine by itself, by week, and by question; of a site, a host, a page, or anything', async () => {
    const { store, createKey, importLines } = await setUp(fresh);
    const on = (days: number, answer: string, url: string | null, fields: object = {}) =>
      line({
        answer,
        collected_at: iso(NOW - days * DAY_MS),
        prompt: 'best anvils',
        citations: url === null ? [] : [{ url }],
        ...fields,
      });
    await importLines([
      on(0, 'Acme and Bolt', 'https://docs.a.example/1'),
      on(0, 'Bolt', 'https://a.example/1', { prompt: 'cheap anvils' }),
      on(8, 'Bolt and Cargo', 'https://a.example/2'),
      on(8, 'nobody', null),
      on(8, 'nobody', 'https://b.example/'),
      on(0, 'Cargo', 'https://b.example/', { engine: 'claude' }),
      on(0, 'Acme', 'https://a.example/1', { outcome: 'error' }),
    ]);
    const { key } = await createKey();
    const get = async (query: string) => await reportsOn(store).get(`/cited?${query}`, key);
    const rows = async (query: string): Promise<Row[]> => (await get(query)).body.data;
    const counts = (all: readonly Row[]) =>
      all.map(({ engine, present, responses, rate }) => [engine, present, responses, rate]);

    const [chatgpt, claude] = await rows('cites=*.a.example');
    assert.deepEqual(counts([chatgpt, claude] as Row[]), [
      ['chatgpt', 3, 5, 0.6],
      ['claude', 0, 1, null],
    ]);
    assert.equal(chatgpt?.answers_where_you_were_named, 1);
    assert.deepEqual(chatgpt?.competitors, [
      { name: 'Bolt', answers: 3 },
      { name: 'Cargo', answers: 1 },
    ]);
    const first = async (query: string) => (await rows(query))[0]?.present;
    assert.deepEqual(
      [
        await first('cites=a.example'),
        await first(`cites=${encodeURIComponent('https://www.a.example/1/')}`),
        await first(`cites=${encodeURIComponent('https://a.example/none')}`),
        await first(''),
      ],
      [2, 1, 0, 4],
    );

    const weeks = await rows('cites=*.a.example&by=week&days=14&engine=chatgpt');
    assert.deepEqual(
      weeks.map(({ start, complete, present, responses }) => [
        start?.slice(0, 10),
        complete,
        present,
        responses,
      ]),
      [
        ['2026-11-02', true, 0, 0],
        ['2026-11-09', true, 1, 3],
        ['2026-11-16', false, 2, 2],
      ],
    );
    const questions = await rows('cites=*.a.example&by=question');
    const found = questions.map(({ question, present, responses }) => [question?.text, present, responses]);
    assert.deepEqual(found, [
      ['best anvils', 2, 4],
      ['cheap anvils', 1, 1],
    ]);
    assert.equal((await get('cites=*.docs.a.example')).body.error.code, 'invalid_parameter');
  });
});
