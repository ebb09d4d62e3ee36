import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answers } from '../../src/reports/answers/answers.ts';
import { said } from '../../src/reports/said/said.ts';
import type { AnswersFilters } from '../../src/reports/shape/answers-filters.ts';
import { filtersOfAnswers, filtersOfDenominator } from '../../src/reports/shape/columns.ts';
import type { RowOf } from '../../src/reports/shape/report.ts';
import { columnNamed } from '../../src/reports/show/table-view.ts';
import { type Judgment, judge, MODEL, readBy } from '../support/judged.ts';
import { pluck } from '../support/pluck.ts';
import { reportsAmong } from '../support/reports.ts';
import { onReusedStore, type TestStore } from '../support/stores.ts';
import { acmeFile, acmeWith, HOUR_MS, iso, line, NOW, pipelineOn, setUp } from '../support/world.ts';

const reportsOn = reportsAmong(answers, said);

const PRICE = 'Acme costs $12 a month.';
const SUPPORT = "Acme's customer support is terrible, and we advise against Acme.";
const PORTAL = 'Acme has a client portal.';
const OWN = { name: 'Client "portals", [5%', words: ['client portal*'] };

/** What the model says about each of these sentences. */
const STATEMENTS = [
  [PRICE, 'Acme', 'price', 'neutral'],
  ['Acme costs $14 a month [2].', 'Acme', 'price', 'neutral'],
  ['**Acme** is the best choice for its low price', 'Acme', 'price', 'recommended'],
  [SUPPORT, 'Acme', 'support', 'negative'],
  ["Acme's customer support is terrible.", 'Acme', 'support', 'negative'],
  [PORTAL, 'Acme', OWN.name, 'neutral'],
  ['Bolt costs $9 a month.', 'Bolt', 'price', 'neutral'],
  ["Bolt's customer support is great.", 'Bolt', 'support', 'recommended'],
] as const;

const UNREAD = 'Acme is not read.';

/** Read before the own theme was added. */
const EARLY = 'Acme and Bolt are old.';

function judgmentOf(text: string): Judgment | undefined {
  if (text.includes(UNREAD)) return undefined;
  const names = ['Acme', 'Bolt'].filter((brand) => text.includes(brand));
  const saidOf = (brand: string) =>
    STATEMENTS.filter(([words, of]) => of === brand && text.includes(words)).map(
      ([words, , theme, framing]) => ({ words, theme, framing }),
    );
  return {
    names: Object.fromEntries(names.map((brand) => [brand, { verdict: 'neutral', said: saidOf(brand) }])),
    isEarly: text.includes(EARLY),
  };
}

onReusedStore('GET /said', (fresh) => {
  async function asked(lines: readonly object[], query: string) {
    const store: TestStore = await fresh();
    const { apply, importLines, createKey } = pipelineOn(store);
    await apply(acmeFile());
    await importLines(lines);
    await readBy(store.main, 1, MODEL);
    await judge(store.main, 1, judgmentOf);
    const { key } = await createKey();
    return await reportsOn(store).get(`/said${query}`, key);
  }

  async function get(lines: readonly object[], query = '') {
    const { status, body } = await asked(lines, query);
    assert.equal(status, 200);
    return body.data as Row[];
  }

  type Row = RowOf<typeof said>;

  const counts = (rows: readonly Row[]) =>
    rows.map(({ brand, theme, framing, present, responses }) =>
      [brand, theme, framing, `${present} of ${responses}`].join(' '),
    );

  /** This many answers with this text, an hour apart. */
  const saying = (answer: string, times: number, more: object = {}) =>
    Array.from({ length: times }, (_, index) =>
      line({
        answer,
        prompt: `anvils ${index % 6}`,
        collected_at: iso(NOW - (index + 1) * HOUR_MS),
        ...more,
      }),
    );

  test('200: answers with a theme are out of those that name the brand, and each framing out of these', async () => {
    const rows = await get([
      ...saying(PRICE, 3),
      ...saying(`${PRICE} ${SUPPORT}`, 2, { prompt: 'other' }),
      ...saying('Acme was founded by two brothers.', 5, { prompt: 'third' }),
      ...saying('Nobody is named here.', 5, { prompt: 'fourth' }),
    ]);
    assert.deepEqual(counts(rows), [
      'Acme price any 5 of 10',
      'Acme price recommended 0 of 5',
      'Acme price neutral 5 of 5',
      'Acme price negative 0 of 5',
      'Acme support any 2 of 10',
      'Acme support recommended 0 of 2',
      'Acme support neutral 0 of 2',
      'Acme support negative 2 of 2',
    ]);
    assert.deepEqual(pluck(rows, 'rate'), [0.5, 0, 1, 0, 0.2, null, null, null]);
    assert.equal(rows[5]?.interval, null);
  });

  test('200: an answer that speaks of a theme in two ways is in both and counts once in any', async () => {
    const rows = await get(
      saying(
        'Acme costs $12 a month. **Acme** is the best choice for its low price, and we recommend it.',
        5,
      ),
      '?theme=price&about=self',
    );
    assert.deepEqual(counts(rows), [
      'Acme price any 5 of 5',
      'Acme price recommended 5 of 5',
      'Acme price neutral 5 of 5',
      'Acme price negative 0 of 5',
    ]);
  });

  test('200: competitors count alike, and each engine by itself', async () => {
    const lines = [...saying('Bolt costs $9 a month.', 2), ...saying(PRICE, 3, { engine: 'claude' })];
    const rows = await get(lines);
    assert.deepEqual(
      rows.filter(({ framing }) => framing === 'any').map(({ engine, brand }) => `${engine} ${brand}`),
      ['chatgpt Bolt', 'claude Acme'],
    );
    assert.deepEqual(counts(await get(lines, '?about=Bolt&theme=price')).slice(0, 1), [
      'Bolt price any 2 of 2',
    ]);
    assert.deepEqual(await get(lines, '?engine=claude&about=Bolt'), []);
  });

  test("200: with a theme, a framing's newest five sentences, with their citations", async () => {
    const citations = [{ url: 'https://a.example/x' }, { url: 'https://b.example/y' }];
    const rows = await get(
      [
        ...saying(`Intro. ${PRICE} More.`, 6, { citations }),
        line({ answer: 'Acme costs $14 a month [2].', citations, collected_at: iso(NOW - 1000) }),
      ],
      '?theme=price',
    );
    const [any, , neutral] = rows;
    assert.deepEqual([any?.quotes, neutral?.quotes?.length], [[], 5]);
    const [first, second] = neutral?.quotes ?? [];
    assert.deepEqual(
      [first?.sentence, first?.sites, first?.cited_in],
      ['Acme costs $14 a month [2].', ['b.example'], 'sentence'],
    );
    assert.deepEqual(
      [second?.sentence, second?.sites, second?.cited_in],
      [PRICE, ['a.example', 'b.example'], 'answer'],
    );
    assert.match(first?.answer_id ?? '', /^ans_/);
    assert.ok((await get(saying(PRICE, 1))).every((row) => !('quotes' in row)));
  });

  test('200: beside another brand, each row has its counts and the difference with its interval', async () => {
    const lines = [
      ...saying("Acme's customer support is terrible. Bolt's customer support is great.", 6),
      ...saying(SUPPORT, 4, { prompt: 'alone' }),
      ...saying('Bolt costs $9 a month.', 2, { prompt: 'price' }),
    ];
    const rows = await get(lines, '?about=self&beside=Bolt');
    const besides = rows.map(({ theme, framing, beside }) => [
      theme,
      framing,
      `${beside?.present} of ${beside?.responses}`,
      beside?.difference?.points ?? null,
    ]);
    assert.deepEqual(besides, [
      ['support', 'any', '6 of 8', 25],
      ['support', 'recommended', '6 of 6', -100],
      ['support', 'neutral', '0 of 6', 0],
      ['support', 'negative', '0 of 6', 100],
      ['price', 'any', '2 of 8', -25],
      ['price', 'recommended', '0 of 2', null],
      ['price', 'neutral', '2 of 2', null],
      ['price', 'negative', '0 of 2', null],
    ]);
    const { lower = 0, upper = 0 } = rows[3]?.beside?.difference ?? {};
    assert.ok(lower > 40 && upper === 100);
    const { status, body } = await asked(lines, '?beside=Bolt');
    assert.deepEqual([status, body.error?.code], [400, 'invalid_parameter']);
    assert.equal((await asked(lines, '?about=Bolt&beside=bolt')).status, 400);
    assert.equal((await asked(lines, '?theme=')).status, 400);
  });

  test('200: a theme with answers only for the other brand has its rows, and none for this one', async () => {
    const lines = [
      ...saying(PRICE, 6),
      ...saying("Bolt's customer support is great.", 5, { prompt: 'third' }),
    ];
    const rows = await get(lines, '?about=self&beside=Bolt&theme=support');
    assert.deepEqual(
      rows.map(({ brand, framing, present, responses, beside }) => [
        brand,
        framing,
        `${present} of ${responses}`,
        `${beside?.present} of ${beside?.responses}`,
        beside?.difference?.points ?? null,
      ]),
      [
        ['Acme', 'any', '0 of 6', '5 of 5', -100],
        ['Acme', 'recommended', '0 of 0', '5 of 5', null],
        ['Acme', 'neutral', '0 of 0', '0 of 5', null],
        ['Acme', 'negative', '0 of 0', '0 of 5', null],
      ],
    );
  });

  test('200: a theme without answers for the other brand has its own, and no difference where they are few', async () => {
    const lines = [
      ...saying(PRICE, 6),
      ...saying('Bolt was founded by two brothers.', 3, { prompt: 'third' }),
    ];
    const [any] = await get(lines, '?about=self&beside=Bolt');
    assert.deepEqual([any?.beside?.present, any?.beside?.rate, any?.beside?.difference], [0, null, null]);
  });

  test('200: every count of a row is as many answers as its filters list', async () => {
    const { store, createKey } = await setUp(fresh, acmeWith({ themes: [OWN] }), [
      ...saying(PRICE, 3),
      ...saying(`${PRICE} ${SUPPORT} Bolt costs $9 a month.`, 2, { prompt: 'other' }),
      ...saying(PORTAL, 2, { prompt: 'portal', engine: 'claude' }),
      ...saying('Acme was founded by two brothers.', 5, { prompt: 'third' }),
      ...saying(`${UNREAD} ${PRICE}`, 3, { prompt: 'unread' }),
      ...saying(`${EARLY} ${PRICE}`, 4, { prompt: 'early', engine: 'claude' }),
      ...saying('Acme and Bolt.', 3, { prompt: 'both', engine: 'claude' }),
    ]);
    await readBy(store.main, 1, MODEL);
    await judge(store.main, 1, judgmentOf);
    const { key } = await createKey();
    const api = reportsOn(store);
    const answers = async (filters: AnswersFilters | null) => {
      api.clock.at += 250;
      const query = new URLSearchParams(Object.entries(filters ?? {}) as [string, string][]);
      return (await api.get(`/answers?${query}`, key)).body.data.length as number;
    };
    const { data, meta } = (await api.get('/said?about=self&beside=Bolt', key)).body;
    const own = data.filter(({ theme }: Row) => theme === OWN.name);
    assert.deepEqual(pluck(own, 'framing', 'present', 'responses'), [
      ['any', 2, 5],
      ['recommended', 0, 2],
      ['neutral', 2, 2],
      ['negative', 0, 2],
    ]);
    assert.deepEqual([own[0].beside.present, own[0].beside.responses], [0, 3]);
    assert.match(meta.note, /own themes count only answers that the model read after you added them/);
    for (const row of data) {
      for (const [id, counts] of [
        ['rate', row],
        ['beside_rate', row.beside],
      ] as const) {
        const column = columnNamed(said, 'rows', id);
        const counted = [
          await answers(filtersOfAnswers(column, row)),
          await answers(filtersOfDenominator(column, row)),
        ];
        const isNone = counts.responses === 0;
        assert.deepEqual(isNone ? [0, 0] : counted, [counts.present, counts.responses], JSON.stringify(row));
      }
    }
  });

  test('200: answers that no model has read are in no count', async () => {
    const { body } = await asked([...saying(PRICE, 2), ...saying(UNREAD, 3, { prompt: 'other' })], '');
    assert.equal(counts(body.data)[0], 'Acme price any 2 of 2');
    assert.deepEqual(body.meta.reader, {
      ...MODEL,
      read: 2,
      others: 0,
      waiting: 3,
      not_judged: 0,
      dropped: 0,
    });
  });

  test('200: without a model there are no rows, and the note says how to get one', async () => {
    const { status, body } = await asked(saying(PRICE, 5), '?reader=rules');
    assert.equal(status, 200);
    assert.deepEqual([body.data, body.meta.reader.name, body.meta.reader.prompt], [[], 'rules', null]);
    assert.match(body.meta.note, /^Only a model reads this, and `reader=rules`/);
  });

  test('400: an unknown theme', async () => {
    const { status, body } = await asked(saying(PRICE, 1), '?theme=prize');
    assert.deepEqual([status, body.error.code], [400, 'invalid_parameter']);
    assert.match(body.error.message, /did you mean `price`/);
  });
});
