import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { describe, test } from 'node:test';
import { questions } from '../../src/reports/brands/questions.ts';
import { tagsOf } from '../../src/reports/dimensions/tag.ts';
import { pluck } from '../support/pluck.ts';
import { reportsAmong } from '../support/reports.ts';
import { onReusedStore } from '../support/stores.ts';
import { ACME_BRAND, acmeFile, DAY_MS, iso, line, NOW, pipelineOn, setUpWithKey } from '../support/world.ts';

const reportsOn = reportsAmong(questions);

const BRAND = {
  ...ACME_BRAND,
  prompts: [
    { text: 'best anvils', category: 'anvils' },
    { text: 'cheapest anvils' },
    { text: 'anvil repair' },
    { text: 'old anvils', active: false },
  ],
};

onReusedStore('GET /questions', (fresh) => {
  async function acmeOn() {
    const { store, key } = await setUpWithKey(fresh, acmeFile([BRAND]));
    return { store, ...pipelineOn(store), get: (path: string) => reportsOn(store).get(path, key) };
  }

  const summary = ({ text, answers, answers_naming_you }: Record<string, unknown>) => [
    text,
    answers,
    answers_naming_you,
  ];

  test('200: one row per prompt, also inactive and imported ones, with counts of the window', async () => {
    const { importLines, get } = await acmeOn();
    await importLines([
      line({ answer: 'Acme' }),
      line({ engine: 'claude', answer: 'Bolt' }),
      line({ engine: 'gemini', outcome: 'empty', answer: 'None.' }),
      line({ outcome: 'timeout', answer: undefined }),
      line({ prompt: 'old anvils', answer: 'Acme' }),
      line({ prompt: 'imported anvils', answer: 'Bolt' }),
      line({ prompt: 'cheapest anvils', answer: 'Acme', collected_at: iso(NOW - 30 * DAY_MS) }),
      line({ prompt: 'cheapest anvils', answer: 'Acme', collected_at: iso(NOW - 30 * DAY_MS + 1) }),
    ]);
    const { status, body } = await get('/questions');
    assert.equal(status, 200);
    assert.deepEqual(body.data.map(summary), [
      ['best anvils', 3, 1],
      ['cheapest anvils', 1, 1],
      ['anvil repair', 0, 0],
      ['old anvils', 1, 1],
      ['imported anvils', 1, 0],
    ]);
    assert.deepEqual(body.data[0], {
      id: `qst_${hash('sha256', 'best anvils', 'hex').slice(0, 20)}`,
      text: 'best anvils',
      category: 'anvils',
      tags: ['anvils'],
      branded: 'none',
      source: 'user',
      active: true,
      every: 'day',
      answers: 3,
      answers_naming_you: 1,
      web_search_volume: null,
      volume_checked_at: null,
    });
    const of = (field: string) => body.data.map((row: Record<string, unknown>) => row[field]);
    assert.deepEqual(of('source'), ['user', 'user', 'user', 'user', 'import']);
    assert.deepEqual([of('active'), body.meta.window_days], [[true, true, true, false, false], 30]);
  });

  test('200: prompts with equal counts are sorted by text', async () => {
    const { get } = await acmeOn();
    const { body } = await get('/questions');
    assert.deepEqual(pluck(body.data, 'text'), [
      'anvil repair',
      'best anvils',
      'cheapest anvils',
      'old anvils',
    ]);
  });

  test('200: an imported prompt that is declared later is the user’s, and stays so when retired', async () => {
    const { importLines, apply, get } = await acmeOn();
    await importLines([line({ prompt: 'imported anvils' })]);
    const sourceOf = async () =>
      (await get('/questions')).body.data.find((row: { text: string }) => row.text === 'imported anvils')
        .source;
    assert.equal(await sourceOf(), 'import');
    await apply(acmeFile([{ ...BRAND, prompts: [...BRAND.prompts, { text: 'imported anvils' }] }]));
    assert.equal(await sourceOf(), 'user');
    await apply(acmeFile([BRAND]));
    assert.equal(await sourceOf(), 'user');
  });

  describe('chosen by tags, names, and ids', () => {
    const asked = [
      { text: 'best anvils', tags: ['Buying', 'anvils'] },
      { text: 'Acme or Bolt', tags: ['buying', 'versus'] },
      { text: 'alternatives to Bolt', tags: ['versus'] },
      { text: 'how to bolt wood' },
    ];

    async function chosen() {
      const { store, apply, importLines, key } = await setUpWithKey(
        fresh,
        acmeFile([{ ...BRAND, prompts: asked }]),
      );
      return {
        store,
        apply,
        importLines,
        get: (query: string) => reportsOn(store).get(`/questions${query}`, key),
      };
    }

    const texts = ({ data }: { data: { text: string }[] }) => data.map(({ text }) => text).sort();

    for (const [query, expected] of [
      ['?tag=anvils', ['best anvils']],
      ['?tag=ANVILS&tag=%20versus', ['Acme or Bolt', 'alternatives to Bolt', 'best anvils']],
      ['?tag_not=buying', ['alternatives to Bolt', 'how to bolt wood']],
      ['?tag_not=buying&tag_not=versus', ['how to bolt wood']],
      ['?tag=buying&tag_not=anvils', ['Acme or Bolt']],
      ['?tag=buying&tag_not=buying', []],
      ['?branded=self', ['Acme or Bolt']],
      ['?branded=competitor', ['alternatives to Bolt']],
      ['?branded=none', ['best anvils', 'how to bolt wood']],
      ['?branded=none&tag=versus&engines=1', []],
    ] as const) {
      test(`200: ${query}`, async () => {
        const { get } = await chosen();
        const { status, body } = await get(query);
        assert.deepEqual([status, texts(body)], [200, expected]);
      });
    }

    test('200: ids, one or several, given once or twice', async () => {
      const { get } = await chosen();
      const ids = new Map<string, string>(
        (await get('')).body.data.map(({ id, text }: Record<string, string>) => [text, id]),
      );
      const [one, other] = [ids.get('best anvils'), ids.get('how to bolt wood')];
      assert.deepEqual(texts((await get(`?question=${one}`)).body), ['best anvils']);
      const both = await get(`?question=${other}&question=${one}&question=${other}`);
      assert.deepEqual(texts(both.body), ['best anvils', 'how to bolt wood']);
    });

    test('200: answers by one model or several, and by unknown models', async () => {
      const { get, importLines } = await chosen();
      await importLines(
        ['m-1', 'm-1', 'm-2', undefined].map((model, at) =>
          line({ prompt: 'best anvils', external_id: String(at), answer: 'Acme', ...(model && { model }) }),
        ),
      );
      await importLines([
        line({ prompt: 'best anvils', answer: '-', model: 'old', collected_at: iso(NOW - 40 * DAY_MS) }),
      ]);
      const answersOf = async (query: string) => (await get(`?tag=anvils&engines=1${query}`)).body.data[0];
      for (const [query, n] of [
        ['', 4],
        ['&model=m-1', 2],
        ['&model=m-2&model=unknown', 2],
        ['&model=unknown', 1],
        ['&model=old', 0],
      ] as const) {
        const { answers, answers_naming_you: naming, engines } = await answersOf(query);
        assert.deepEqual([answers, naming, engines[0].present, engines[0].responses], [n, n, n, n], query);
      }
      const { status, body } = await get('?model=m-3');
      assert.equal(status, 400);
      assert.match(body.error.message, /^`model`: this brand has no answer by the model `m-3`; did you mean/);
      assert.match(
        (await get('?model=zzz')).body.error.message,
        /^`model`: this brand has no answer by the model `zzz`; there are `m-1`, `m-2`, `old`\.$/,
      );
    });

    test("200: a question's named brands follow the current names", async () => {
      const { apply, get } = await chosen();
      await apply(acmeFile([{ ...BRAND, prompts: asked, competitors: [], aliases: ['Bolt'] }]));
      assert.deepEqual(texts((await get('?branded=self')).body), ['Acme or Bolt', 'alternatives to Bolt']);
      assert.deepEqual(texts((await get('?branded=competitor')).body), []);
    });

    test('a table by tag has every tag in its order, with the questions that have it', async () => {
      const { store } = await chosen();
      const prompts = await store.main.selectFrom('prompts').select(['brand_id', 'id', 'text']).execute();
      const tags = await tagsOf(store.main, { id: prompts[0]?.brand_id ?? 0 });
      const byText = [...tags].map(([tag, ids]) => [
        tag,
        prompts.filter(({ id }) => ids.has(id)).map(({ text }) => text),
      ]);
      assert.deepEqual(byText, [
        ['anvils', ['best anvils']],
        ['Buying', ['best anvils', 'Acme or Bolt']],
        ['versus', ['Acme or Bolt', 'alternatives to Bolt']],
      ]);
    });

    const question = 'question=qst_00000000000000000000';
    for (const [query, message] of [
      ['?tag=', '`tag`: it is empty; there are `anvils`, `Buying`, `versus`.'],
      ['?tag=anvil', '`tag`: this brand has no question with the tag `anvil`; did you mean `anvils`?'],
      [
        '?tag=versus&tag_not=x',
        '`tag_not`: this brand has no question with the tag `x`; there are `anvils`, `Buying`, `versus`.',
      ],
      [`?${question}`, "`question` must be an id from this brand's /questions."],
      ['?question=best+anvils', "`question` must be an id from this brand's /questions."],
      ['?branded=other', '`branded` must be one of self, competitor, none.'],
      [`?${Array(201).fill(question).join('&')}`, '`question` takes at most 200 values.'],
    ] as const) {
      test(`400: ${query.slice(0, 60)}`, async () => {
        const { get } = await chosen();
        const { status, body } = await get(query);
        assert.deepEqual([status, body.error], [400, { code: 'invalid_parameter', message }]);
      });
    }
  });

  test('200: a brand without prompts has none', async () => {
    const { store, key } = await setUpWithKey(fresh, acmeFile([{ ...BRAND, prompts: [] }]));
    const { status, body } = await reportsOn(store).get('/questions', key);
    assert.deepEqual([status, body.data], [200, []]);
  });
});
