import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { RangeFields } from '../../src/domain/figures/rate.ts';
import { type Api, apiOn } from '../support/api.ts';
import { historyLines, type Said } from '../support/history.ts';
import { pluck } from '../support/pluck.ts';
import { onEveryStore, type TestStore } from '../support/stores.ts';
import {
  ACME_BRAND,
  acmeFile,
  acmeWith,
  DAY_MS,
  iso,
  line,
  NOW,
  pipelineOn,
  setUp,
  setUpWithKey,
} from '../support/world.ts';

/** Day 0 is the last 24 hours; a 7-day window has days 0 to 6. */
interface Row {
  readonly claim: string;
  readonly verdict: string;
  readonly gate: string | null;
  readonly quote: string;
  readonly size: number | null;
  readonly top: number | null;
  readonly questions: number;
  readonly more_answers: number | null;
  readonly p_value: number | null;
  readonly p_value_corrected: number | null;
  readonly difference: { value: number; lower: number; upper: number } | null;
  readonly difference_with_same_mix: { value: number } | null;
  readonly first: Side;
  readonly second: Side | null;
}

type Ranged = Pick<RangeFields, 'range_of_questions' | 'questions'>;

/** The last 7 days. */
const WEEK = { from: iso(NOW - 7 * DAY_MS) };

interface Side extends Ranged {
  readonly present: number;
  readonly responses: number;
  readonly rate: number | null;
  readonly answers_looked_for: number;
}

async function withHistory(
  store: TestStore,
  say: (daysAgo: number, prompt: number) => Said | null,
  settings: object = {},
) {
  const { apply, createKey, importLines } = pipelineOn(store);
  await apply(acmeFile([ACME_BRAND], settings));
  await importLines(historyLines({ from: 34, to: 0, say }));
  const { key } = await createKey();
  return asking(apiOn(store), key);
}

/**
 * 440 answers in 22 days to 20 prompts, and 620 in the 31 days before: each one's text, by its number in its
 * window.
 */
async function ofAnswers(store: TestStore, say: (answer: number, isBefore: boolean) => Said) {
  const { apply, createKey, importLines } = pipelineOn(store);
  await apply(acmeFile());
  const sayOn = (day: number, prompt: number) => say((day < 22 ? day : day - 22) * 20 + prompt, day >= 22);
  await importLines(historyLines({ from: 52, to: 0, prompts: 20, say: sayOn }));
  const { key } = await createKey();
  return asking(apiOn(store), key);
}

function asking(api: Api, key: string) {
  const ask = async (query: Readonly<Record<string, string>>, accept = 'application/json') =>
    await api.get(`/claim?${new URLSearchParams(query)}`, key, { accept });
  const judge = async (query: Readonly<Record<string, string>>): Promise<Row[]> => {
    const { status, body, text } = await ask({ engine: 'chatgpt', ...query });
    assert.equal(status, 200, text);
    return body.data;
  };
  return { ask, judge };
}

type Asking = ReturnType<typeof asking>;

/** Four of ten prompts named Acme; since a week ago eight do, and five name Bolt. */
const rising = (daysAgo: number, prompt: number): Said =>
  ({
    acme: prompt < (daysAgo < 7 ? 8 : 4),
    bolt: prompt % 2 === 0,
    acmeRank: prompt < 6 ? (daysAgo < 7 ? 1 : 3) : null,
    boltRank: prompt % 2 === 0 ? 2 : null,
    framing: prompt < (daysAgo < 7 ? 6 : 1) ? 'recommended' : 'neutral',
    cited: prompt < (daysAgo < 7 ? 5 : 0),
  }) as Said;

const valid = (daysAgo: number, prompt: number): Said => {
  const said = rising(daysAgo, prompt);
  return { ...said, ...(said.acme ? {} : { acmeRank: undefined, framing: null }) } as Said;
};

/**
 * Only 90 of 600 answers in 30 days frame both brands clearly. Before, none did, and Acme was listed in 41%
 * and cited in half of them.
 */
const rarelyJudged = (daysAgo: number, prompt: number): Said => {
  // Spread over the days, because an engine that gives one answer for days repeats itself.
  const answer = (7 * ((daysAgo % 30) * 20 + prompt)) % 600;
  if (daysAgo >= 30) {
    const acmeRank = answer < 246 ? (answer < 48 ? 1 : 3) : undefined;
    return { acme: true, cited: answer < 300, ...(acmeRank && { acmeRank }) };
  }
  const acmeRank = answer < 60 ? (answer < 12 ? 1 : 3) : undefined;
  const isJudged = answer < 90;
  return {
    acme: true,
    bolt: answer < 411,
    cited: answer < 258,
    ...(acmeRank && { acmeRank }),
    framing: isJudged ? (answer < 78 ? 'recommended' : 'neutral') : null,
    boltFraming: isJudged && answer >= 20 ? 'neutral' : 'recommended',
  };
};

onEveryStore('GET /claim', (fresh) => {
  describe('about a brand with more mentions for a week, as an alert says', () => {
    let world: Asking;

    before(async () => {
      const store = await fresh();
      world = await withHistory(store, valid);
      // Without an alert, the change looks like repeated answers.
      for (const day of [2, 1, 0]) await pipelineOn(store).watch({ at: NOW - day * DAY_MS });
    });

    test('200: a change, with both counts, the interval, and a sentence to quote', async () => {
      const [row, ...more] = await world.judge({});
      assert.deepEqual(more, []);
      assert.equal(
        row?.quote,
        'ChatGPT (API) named Acme in 40 of 50 answers to your 10 questions (80.0%; 95% interval 68.2 to 88.2%) from November 15, 2026 to ' +
          'November 19, 2026, and in 112 of 280 answers (40.0%; 95% interval 34.4 to 45.8%) from October 17, 2026 to November 13, ' +
          '2026: a difference of +40.0 points (95% interval +26.8 to +49.9); this supports that Acme is named more often than before. ' +
          'ChatGPT (API) names Acme in 80% of answers since about Nov 14, 40% before: still so today.',
      );
      assert.equal(row.verdict, 'supported');
      assert.deepEqual([row.gate, row.more_answers, row.size], [null, null, null]);
      assert.deepEqual(row.difference, { value: 40, lower: 26.83, upper: 49.89 });
      assert.equal(row.difference_with_same_mix?.value, 40);
      assert.ok((row.p_value ?? 1) < 1e-5);
    });

    test('200: contradicts the opposite, and that nothing changed', async () => {
      const verdicts = async (direction: string) => (await world.judge({ direction }))[0]?.verdict;
      assert.equal(await verdicts('lower'), 'contradicted');
      assert.equal(await verdicts('unchanged'), 'contradicted');
    });

    for (const [query, verdict, value] of [
      [{ size: '20' }, 'supported', 40],
      [{ size: '35' }, 'cannot_be_told', 40],
      [{ size: '60' }, 'contradicted', 40],
      [{ measure: 'cited' }, 'supported', 50],
      [{ measure: 'recommended' }, 'supported', 50],
      [{ ...WEEK, versus: 'Bolt' }, 'supported', 30],
      [{ ...WEEK, about: 'Bolt', versus: 'self', direction: 'lower' }, 'supported', -30],
      [{ ...WEEK, versus: 'Bolt', direction: 'unchanged' }, 'contradicted', 30],
      [{ ...WEEK, versus: 'Bolt', direction: 'unchanged', measure: 'recommended' }, 'contradicted', 60],
      [{ ...WEEK, direction: 'at_least', size: '70' }, 'cannot_be_told', null],
      [{ ...WEEK, direction: 'at_least', size: '60' }, 'supported', null],
      [{ ...WEEK, direction: 'at_most', size: '60' }, 'contradicted', null],
      [{ engine: 'claude' }, 'cannot_be_told', null],
    ] as const) {
      test(`200: ${JSON.stringify(query)}: ${verdict}`, async () => {
        const [row] = await world.judge(query);
        assert.equal(row?.verdict, verdict, row?.quote);
        assert.equal(row.difference?.value ?? null, value);
        assert.equal(row.gate === null, verdict !== 'cannot_be_told');
        assert.ok(row.quote.includes('2026') && row.quote.endsWith('.'), row.quote);
      });
    }

    for (const [query, said, why] of [
      [
        { measure: 'named', direction: 'at_least', size: '70' },
        'Acme is named in at least 70% of answers',
        '70%',
      ],
      [
        { measure: 'recommended', direction: 'at_most', size: '70' },
        'Acme is recommended in at most 70% of answers',
        '70%',
      ],
      [
        { measure: 'recommended_of_judged', direction: 'at_most', size: '80' },
        'Acme is recommended in at most 80% of the answers whose framing could be judged',
        '80%',
      ],
      [
        { measure: 'listed', direction: 'at_least', size: '55' },
        'Acme is listed in at least 55% of answers',
        '55%',
      ],
      [
        { measure: 'listed', top: '1', direction: 'at_least', size: '55' },
        'Acme is listed first in at least 55% of answers',
        '55%',
      ],
      [
        { measure: 'listed', top: '3', versus: 'Bolt', size: '20' },
        'Acme is listed in the top 3 more often than Bolt, by at least 20 points',
        '20 points',
      ],
    ] as const) {
      test(`200: the quote states: ${said}`, async () => {
        const [row] = await world.judge({ ...query, from: iso(NOW - 7 * DAY_MS) });
        const [, heard, held] =
          /it cannot be told whether (.*?): (.*?)(?:; what can .*?)?\.(?: |$)/.exec(row?.quote ?? '') ?? [];
        assert.equal(heard, said, row?.quote);
        if (row?.gate === 'within_noise') assert.equal(held, `the 95% interval includes ${why}`);
      });
    }

    test('200: without an engine, judges each engine separately, and corrects the list for their number', async () => {
      const { body } = await world.ask({});
      assert.deepEqual(pluck(body.data, 'engine', 'verdict'), [
        ['chatgpt', 'supported'],
        ['claude', 'cannot_be_told'],
      ]);
      assert.equal(body.meta.claims, 2);
      assert.ok(Math.abs(body.data[0].p_value_corrected / body.data[0].p_value - 2) < 0.01);
      assert.match(body.meta.note, /You asked about 2 claims at once/);
      assert.match(body.data[0].quote, /corrected for the 2 claims judged together\. ChatGPT/);
    });

    for (const [query, quote] of [
      [
        {},
        /^Claude \(API\) answered no question both from November 13, 2026 to November 20, 2026 and from October 16, 2026 to November 13, 2026; it cannot be told whether Acme is named more often than before: 30 answers in each window are needed\.$/,
      ],
      [
        { versus: 'Bolt' },
        /^Claude \(API\) has no answers from .* in which Acme and Bolt were looked for; it cannot be told/,
      ],
      [
        { measure: 'cited', direction: 'at_least', size: '5' },
        /has no answers from .* in which Acme was looked for;/,
      ],
    ] as const) {
      test(`200: without answers the quote says so: ${JSON.stringify(query)}`, async () => {
        const [row] = await world.judge({ ...query, engine: 'claude' });
        assert.match(row?.quote ?? '', quote);
        assert.doesNotMatch(`${row?.claim} ${row?.quote}`, /\b0 /);
      });
    }

    test('200: a claim supported on one engine alone may not be among several', async () => {
      const close = { ...WEEK, direction: 'at_least', size: '68' };
      const [alone] = await world.judge(close);
      assert.equal(alone?.verdict, 'supported', `${alone?.p_value}`);
      const { body } = await world.ask(close);
      const [row] = body.data;
      assert.deepEqual([row.verdict, row.gate], ['cannot_be_told', 'not_after_correction']);
      assert.ok(row.more_answers > 0);
    });

    for (const [query, message] of [
      [{ versus: 'Blot' }, /^`versus` must be .*did you mean `Bolt`\?$/],
      [
        { versus: 'Stranger' },
        /^`versus` must be `self` or the name of a brand tracked now; tracked are `Acme`, `Bolt`, `Cargo`\.$/,
      ],
      [{ about: 'Bolt', versus: 'Bolt' }, /^A brand cannot be compared with itself/],
      [{ direction: 'at_least' }, /needs `size`/],
      [{ direction: 'at_least', size: '40', versus: 'Bolt' }, /one brand in one window/],
      [{ versus: 'Bolt', baseline_from: iso(NOW - 60 * DAY_MS) }, /two brands or two windows, not both/],
      [
        { from: iso(NOW - 3 * DAY_MS), baseline_until: iso(NOW - DAY_MS) },
        /^`baseline_until` must be before the window .* begins at 2026-/,
      ],
      [
        { from: iso(NOW - 3 * DAY_MS), baseline_from: iso(NOW - DAY_MS) },
        /^`baseline_from` must be before the window/,
      ],
      [
        { baseline_from: iso(NOW - 30 * DAY_MS), baseline_until: iso(NOW - 40 * DAY_MS) },
        /^`baseline_from` is later than `baseline_until`/,
      ],
      [{ from: iso(NOW - DAY_MS), until: iso(NOW - 2 * DAY_MS) }, /^`from` is later than `until`\.$/],
      [{ from: iso(NOW - 400 * DAY_MS) }, /at most 366 days: give a later `from`/],
      [{ direction: 'unchanged', size: '11' }, /nothing changed can have a margin of at most 10 points/],
      [{ top: '3' }, /^`top` goes with the measure `listed` alone/],
      [{ measure: 'listed', top: '101' }, /`top` must be a whole number from 1 to 100/],
      [{ size: '101' }, /`size` must be a whole number from 0 to 100/],
      [{ direction: 'at_least', size: '0' }, /below 100 points/],
      [{ direction: 'lower', size: '0' }, /Only a rate may be at most 0%/],
      ...['share', 'position'].map(
        (measure) => [{ measure }, /`measure` must be one of named, cited, /] as const,
      ),
      ...['text', 'q'].map(
        (name) =>
          [
            { [name]: 'ChatGPT names us more often than Bolt' },
            /is not a parameter of this endpoint; it takes measure, top, direction, about, versus, engine, size, from, until, baseline_from, baseline_until, /,
          ] as const,
      ),
    ] as const) {
      test(`400: ${JSON.stringify(query).slice(0, 80)}`, async () => {
        const { status, body } = await world.ask(query as unknown as Record<string, string>);
        assert.deepEqual([status, body.error?.code], [400, 'invalid_parameter']);
        assert.match(body.error.message, message);
      });
    }
  });

  test('200: the brand of another organization looks like one that does not exist', async () => {
    const store = await fresh();
    const { ask } = await withHistory(store, valid);
    await pipelineOn(store).apply({
      organizations: [
        {
          name: 'Other',
          plan: { name: 'growth' },
          brands: [{ ...ACME_BRAND, id: 'other', name: 'Stranger' }],
        },
      ],
    });
    const [theirs, nobodys] = await Promise.all(['Stranger', 'Nobodyxx'].map((versus) => ask({ versus })));
    assert.equal(theirs?.text.replaceAll('Stranger', 'X'), nobodys?.text.replaceAll('Nobodyxx', 'X'));
  });

  describe('of brands with aliases', () => {
    let ask: Asking['ask'];

    before(async () => {
      const competitors = [
        { name: 'Bolt', domain: 'bolt.example', aliases: ['Bolt Works', 'BW'] },
        { name: 'Cargo', domain: 'cargo.example', aliases: ['bw', 'Bolt'] },
      ];
      const { store, key } = await setUpWithKey(
        fresh,
        acmeFile([{ ...ACME_BRAND, aliases: ['Acme Tools'], competitors } as typeof ACME_BRAND]),
      );
      ({ ask } = asking(apiOn(store), key));
    });

    for (const [about, versus] of [
      ['Acme Tools', 'Bolt Works'],
      ['acme tools', 'bolt  works'],
      ['self', 'Bolt'],
    ] as const) {
      test(`200: ${about} and ${versus} name Acme and Bolt`, async () => {
        const { status, body } = await ask({ about, versus, engine: 'chatgpt' });
        assert.equal(status, 200);
        const [{ first, second }] = body.data;
        assert.deepEqual([first.brand, second.brand], ['Acme', 'Bolt']);
      });
    }

    test('400: refuses a name of two brands, with both', async () => {
      const problem = '"Bw" is a name of Bolt and of Cargo: write the brand\'s own name as it is set up';
      const { status, body } = await ask({ versus: 'Bw' });
      assert.deepEqual([status, body.error.message], [400, `\`versus\`: ${problem}.`]);
    });
  });

  test('200: a rate has the range of questions from /visibility, and the quote states both', async () => {
    const { store, createKey, importLines } = await setUp(fresh);
    // Spread over days and questions.
    const say = (day: number, prompt: number): Said => {
      const acme = (7 * day + 5 * prompt) % 12 < prompt;
      return {
        acme,
        bolt: (5 * day + prompt) % 3 > 0,
        cited: acme && day % 2 === 0,
        ...(acme && { acmeRank: 1 }),
      };
    };
    await importLines(historyLines({ from: 60, to: 0, prompts: 12, say }));
    const { key } = await createKey();
    const api = apiOn(store);
    const { judge } = asking(api, key);
    const window = { from: '2026-11-01', until: '2026-11-19' };
    const visibility = async (query: Record<string, string>) => {
      const { body } = await api.get(`/visibility?${new URLSearchParams(query)}`, key);
      return body.data.engines[0];
    };
    const ranged = (side?: Ranged | null) => ({
      range_of_questions: side?.range_of_questions,
      questions: side?.questions,
    });
    const named = ranged(await visibility(window));
    assert.ok(named.range_of_questions && named.questions?.asked === 12);
    const [level] = await judge({ ...window, direction: 'at_least', size: '10' });
    const [pair] = await judge({ ...window, versus: 'Bolt' });
    const [change] = await judge({ ...window, baseline_from: '2026-10-01', baseline_until: '2026-10-31' });
    for (const each of [level, pair, change]) assert.deepEqual(ranged(each?.first), named);
    const before = await visibility({ from: '2026-10-01', until: '2026-10-31' });
    assert.deepEqual(ranged(change?.second), ranged(before));
    const { lower, upper } = named.range_of_questions;
    const ends = [lower, upper].map((end) => (100 * end).toFixed(1)).join(' to ');
    const [, quoted] =
      /% for these questions; (.*?)% for questions like them\)/.exec(level?.quote ?? '') ?? [];
    assert.equal(quoted, ends, level?.quote);
  });

  test('200: below the floor there is no rate, no difference, and never a verdict', async () => {
    const { judge } = await withHistory(
      await fresh(),
      (daysAgo, prompt) => (prompt === 0 && daysAgo % 7 < 2 ? { acme: daysAgo < 7 } : null),
      { alerts: { min_sample_each_side: 1 } },
    );
    for (const query of [{}, { direction: 'unchanged' }, { versus: 'Bolt', direction: 'lower' }] as Record<
      string,
      string
    >[]) {
      const [row] = await judge({ ...query, ...(query.versus ? { from: iso(NOW - 7 * DAY_MS) } : {}) });
      assert.deepEqual([row?.verdict, row?.gate], ['cannot_be_told', 'too_few_answers']);
      assert.deepEqual([row?.first.rate, row?.difference], [null, null]);
      assert.ok((row?.more_answers ?? 0) > 0);
    }
  });

  test('200: an exact test holds back a verdict from the interval over few answers, and the quote says so', async () => {
    // 8 of 30 answers in the week, 14 of 120 before.
    const { judge } = await withHistory(await fresh(), (daysAgo, prompt) => {
      const day = daysAgo < 7 ? daysAgo : daysAgo - 7;
      if (prompt >= 5 || day >= (daysAgo < 7 ? 6 : 24)) return null;
      const [all, named] = daysAgo < 7 ? [30, 8] : [120, 14];
      return { acme: (7 * (5 * day + prompt)) % all < named };
    });
    const [row] = await judge({});
    assert.deepEqual(
      [row?.first.present, row?.first.responses, row?.second?.present, row?.second?.responses],
      [8, 30, 14, 120],
    );
    assert.deepEqual([row?.verdict, row?.gate], ['cannot_be_told', 'stricter_test']);
    assert.ok((row?.difference?.lower ?? 0) > 0 && (row?.p_value ?? 0) > 0.025);
    assert.match(
      row?.quote ?? '',
      /the 95% interval would decide it, but the exact test for two rates does not\.$/,
    );
    const more = row?.more_answers ?? 0;
    assert.ok(more > 0 && more < 50, `${more}`);
  });

  for (const [name, say, gate] of [
    ['an outage', (day: number, prompt: number) => (day < 5 ? null : { acme: prompt < 5 }), 'outage'],
    [
      'other prompts',
      (day: number, prompt: number) => (day < 7 === prompt < 5 ? { acme: prompt < 3 } : null),
      'too_few_shared_prompts',
    ],
    [
      'a small change',
      (day: number, prompt: number) => ({ acme: (day + prompt) % 10 < (day < 7 ? 4 : 3) }),
      null,
    ],
  ] as const) {
    test(`200: ${name} has the gate of the alerts`, async () => {
      const store = await fresh();
      const { judge, ask } = await withHistory(store, say as (day: number, prompt: number) => Said | null);
      await pipelineOn(store).watch({ at: NOW });
      const api = apiOn(store);
      const { key } = await pipelineOn(store).createKey();
      const { body } = await api.get('/comparisons?engine=chatgpt&kind=visibility_rise', key);
      const [comparison] = body.data;
      const [row] = await judge({});
      assert.equal(row?.gate, comparison.gate);
      if (gate !== null) assert.equal(row?.gate, gate);
      assert.equal(row?.verdict, 'cannot_be_told');
      assert.equal((await ask({})).status, 200);
    });
  }

  describe('about measures judged in few answers, and about small changes', () => {
    const now = { from: iso(NOW - 30 * DAY_MS) };
    const change = { ...now, baseline_from: iso(NOW - 60 * DAY_MS) };
    let judge: Asking['judge'];

    before(async () => {
      const { store, key } = await setUpWithKey(
        fresh,
        acmeFile(),
        historyLines({ from: 59, to: 0, prompts: 20, say: rarelyJudged }),
      );
      ({ judge } = asking(apiOn(store), key));
    });

    test('200: compares recommendations over all answers, and over judged ones only on request', async () => {
      const [row] = await judge({ ...now, measure: 'recommended', versus: 'Bolt' });
      assert.deepEqual([row?.first.present, row?.second?.present, row?.first.responses], [78, 341, 600]);
      assert.equal(row?.verdict, 'contradicted', row?.quote);
      assert.match(row.quote, /recommended Acme in 78 of 600 answers to your 20 questions \(13\.0%;/);
      const [judged] = await judge({ ...now, measure: 'recommended_of_judged', versus: 'Bolt' });
      assert.deepEqual([judged?.first.present, judged?.second?.present], [78, 20]);
      assert.deepEqual([judged?.first.responses, judged?.first.answers_looked_for], [90, 600]);
      assert.equal(judged?.verdict, 'supported');
      assert.match(
        judged.quote,
        /Acme in 78 of the 90 answers with judged framing for both, out of 600 answers to your 20 questions \(86\.7%;/,
      );
      assert.match(
        judged.quote,
        /supports that of the answers whose framing could be judged, Acme is recommended more often than Bolt\.$/,
      );
      assert.match(judged.claim, /^Of the answers whose framing could be judged, ChatGPT \(API\) recommends/);
      assert.match(judged.claim, /, on your 20 questions$/);
    });

    test('200: recommendation rates are over all answers too', async () => {
      const level = { ...now, direction: 'at_least', size: '50' };
      assert.equal((await judge({ ...level, measure: 'recommended' }))[0]?.verdict, 'contradicted');
      const [judged] = await judge({ ...level, measure: 'recommended_of_judged' });
      assert.equal(judged?.verdict, 'supported');
      assert.match(
        judged.quote,
        /in 78 of the 90 answers whose framing could be judged, out of 600 answers to your 20 questions/,
      );
    });

    test('200: the top of lists counts all answers', async () => {
      const [first] = await judge({ ...now, measure: 'listed', top: '1', direction: 'at_most', size: '5' });
      assert.deepEqual([first?.first.present, first?.first.responses, first?.top], [12, 600, 1]);
      assert.equal(first?.verdict, 'supported');
      assert.match(first.quote, /listed Acme first in 12 of 600 answers to your 20 questions/);
    });

    test("200: states a known change, however small, with the alerts' requirements", async () => {
      const [row] = await judge({ ...change, measure: 'cited', direction: 'lower' });
      assert.deepEqual([row?.verdict, row?.gate, row?.difference?.value], ['supported', null, -7]);
      assert.match(row?.quote ?? '', /smaller than the 10 points that alerts need\.$/);
      const [opposite] = await judge({ ...change, measure: 'cited' });
      assert.equal(opposite?.verdict, 'contradicted');
      const [sized] = await judge({ ...change, measure: 'cited', direction: 'lower', size: '5' });
      assert.deepEqual([sized?.verdict, sized?.gate], ['cannot_be_told', 'within_noise']);
      assert.match(
        sized?.quote ?? '',
        /; your answers only show that Acme is cited less often than before\.$/,
      );
    });

    for (const [what, query, verdict, size, told] of [
      [
        'a fall from 41% to 10%',
        { measure: 'listed' },
        'contradicted',
        3.9,
        /as often as before, within 3\.9 points/,
      ],
      [
        'the same within less',
        { measure: 'listed', size: '3' },
        'contradicted',
        3,
        /as often as before, within 3 points/,
      ],
      [
        'a fall from 8% to 2%',
        { measure: 'listed', top: '1' },
        'smaller_than_margin',
        0.5,
        /supports that Acme is listed first less often than before, by less than 10 points\.$/,
      ],
      [
        'a fall of 7 points',
        { measure: 'cited' },
        'cannot_be_told',
        10,
        /goes beyond 10 points; your answers only show that Acme is cited less often than before\.$/,
      ],
      [
        'no change',
        { measure: 'named' },
        'supported',
        10,
        /is named as often as before, within 10 points\.$/,
      ],
      [
        'none of none',
        { measure: 'named', about: 'Bolt', from: iso(NOW - 40 * DAY_MS), until: iso(NOW - 35 * DAY_MS) },
        'cannot_be_told',
        0,
        /named as often as before: a rate is too near zero to leave a margin\.$/,
      ],
    ] as const) {
      test(`200: the verdict on "unchanged" for ${what} is ${verdict}`, async () => {
        const [row] = await judge({ ...change, direction: 'unchanged', ...query });
        assert.deepEqual([row?.verdict, row?.size], [verdict, size], row?.quote);
        assert.match(row?.quote ?? '', told);
      });
    }
  });

  test('200: 31 of 43 judged answers are 31 of 440, and no half of the answers', async () => {
    const store = await fresh();
    const { judge } = await ofAnswers(store, (answer) => ({
      acme: true,
      framing: answer < 31 ? 'recommended' : answer < 43 ? 'neutral' : null,
    }));
    const level = { from: iso(NOW - 22 * DAY_MS), direction: 'at_least', size: '50' };
    const [row] = await judge({ ...level, measure: 'recommended' });
    assert.deepEqual([row?.first.present, row?.first.responses], [31, 440]);
    assert.equal(row?.verdict, 'contradicted', row?.quote);
    const [judged] = await judge({ ...level, measure: 'recommended_of_judged' });
    assert.deepEqual([judged?.first.present, judged?.first.responses], [31, 43]);
    assert.equal(judged?.first.answers_looked_for, 440);
    assert.equal(judged?.verdict, 'supported', judged?.quote);
    assert.match(
      judged.quote,
      /31 of the 43 answers whose framing could be judged, out of 440 answers to your 20 /,
    );
  });

  test('200: 7 of 440 answers after 55 of 620 are fewer, and never as many', async () => {
    const store = await fresh();
    const { judge } = await ofAnswers(store, (answer, isBefore) => ({ acme: answer < (isBefore ? 55 : 7) }));
    const change = { from: iso(NOW - 22 * DAY_MS), baseline_from: iso(NOW - 53 * DAY_MS) };
    const [lower] = await judge({ ...change, direction: 'lower' });
    assert.deepEqual([lower?.first.present, lower?.first.responses], [7, 440]);
    assert.deepEqual([lower?.second?.present, lower?.second?.responses], [55, 620]);
    assert.equal(lower?.verdict, 'supported', lower?.quote);
    for (const size of [{}, { size: '10' }, { size: '1' }]) {
      const [same] = await judge({ ...change, direction: 'unchanged', ...size });
      assert.notEqual(same?.verdict, 'supported', same?.quote);
      assert.match(same?.quote ?? '', /less often than before/);
    }
  });

  describe('about none or all answers', () => {
    for (const [what, most, query, verdict, told] of [
      [
        'never, and it is not',
        0,
        { direction: 'at_most', size: '0' },
        'cannot_be_told',
        /no number can prove it/,
      ],
      [
        'never, and it is once',
        1,
        { direction: 'at_most', size: '0' },
        'contradicted',
        /in none of the answers\.$/,
      ],
      [
        'always, and it is',
        440,
        { direction: 'at_least', size: '100' },
        'cannot_be_told',
        /no number can prove it/,
      ],
      [
        'always, and it is not once',
        439,
        { direction: 'at_least', size: '100' },
        'contradicted',
        /in all of the answers\.$/,
      ],
    ] as const) {
      test(`200: ${what}: ${verdict}`, async () => {
        const { judge } = await ofAnswers(await fresh(), (answer) => ({ acme: answer < most }));
        const [row] = await judge({ from: iso(NOW - 22 * DAY_MS), ...query });
        assert.deepEqual([row?.first.present, row?.first.responses], [most, 440]);
        assert.equal(row?.verdict, verdict, row?.quote);
        assert.equal(row.more_answers, null);
        assert.match(row.quote, told);
      });
    }
  });

  test('200: does not compare answers read with different names', async () => {
    const store = await fresh();
    const { judge } = await withHistory(store, valid);
    const { apply, importLines, rescan } = pipelineOn(store);
    await apply(acmeWith({ aliases: ['Acmelite'] }));
    await importLines([line({ answer: 'Acmelite is fine.' })]);
    assert.equal((await judge({}))[0]?.gate, 'mixed_readings');
    const old = { from: iso(NOW - 20 * DAY_MS), until: iso(NOW - 10 * DAY_MS) };
    assert.notEqual((await judge(old))[0]?.gate, 'mixed_readings');
    await rescan({ brand: 'acme' });
    assert.equal((await judge({}))[0]?.verdict, 'supported');
  });

  test('200: judges a brand on the answers that tracked it', async () => {
    const store = await fresh();
    const { judge } = await withHistory(store, valid);
    const { apply, importLines } = pipelineOn(store);
    await apply(acmeWith({ competitors: [...ACME_BRAND.competitors, { name: 'Dart' }] }));
    await importLines([line({ answer: 'Dart.', collected_at: iso(NOW - DAY_MS) })]);
    const [row] = await judge({ about: 'Dart', versus: 'self', direction: 'lower' });
    assert.deepEqual([row?.first.present, row?.first.responses, row?.gate], [1, 1, 'too_few_answers']);
    assert.equal(row?.second?.responses, 1);
  });

  test('200: a claim covers one market and slice, and its quote says so', async () => {
    const { market: _, ...without } = ACME_BRAND;
    const markets = [
      { location_code: 2840, language_code: 'en' },
      { location_code: 2276, language_code: 'de' },
    ];
    const prompts = Array.from({ length: 10 }, (_each, place) => ({
      text: `prompt ${place}`,
      tags: place < 5 ? ['first'] : ['second'],
    }));
    const { store, createKey, importLines } = await setUp(
      fresh,
      acmeFile([{ ...without, markets, prompts }]),
    );
    const inMarket = (market: string, isNamed: (daysAgo: number) => boolean) =>
      historyLines({ from: 34, to: 0, say: (day, prompt) => ({ acme: prompt < 8 && isNamed(day) }) }).map(
        (each, place) => ({ ...each, market, external_id: `${market} ${place}` }),
      );
    await importLines([...inMarket('us-en', (day) => day < 7), ...inMarket('de-de', (day) => day >= 7)]);
    const { key } = await createKey();
    const { ask, judge } = asking(apiOn(store), key);
    const [first, other] = [(await judge({}))[0], (await judge({ market: 'de-de' }))[0]];
    assert.deepEqual([first?.verdict, other?.verdict], ['supported', 'contradicted']);
    assert.deepEqual([first?.first.present, first?.first.responses], [56, 70]);
    assert.match(first?.quote ?? '', /than before\. Only answers from the market "us-en" count\.$/);
    assert.match((await ask({ engine: 'chatgpt' })).body.meta.note, /the first of 2/);
    const [tagged] = await judge({ market: 'de-de', tag: 'second' });
    assert.deepEqual([tagged?.second?.present, tagged?.second?.responses], [84, 140]);
    assert.match(
      tagged?.quote ?? '',
      /\. Only answers from the market "de-de", to questions tagged "second" count\.$/,
    );
    const [unasked] = await judge({ tag_not: 'first', branded: 'self' });
    assert.deepEqual([unasked?.first.responses, unasked?.gate], [0, 'too_few_answers']);
    const refused = await ask({ tag: 'third' });
    assert.deepEqual([refused.status, refused.body.error.code], [400, 'invalid_parameter']);
  });
});
