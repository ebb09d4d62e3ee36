import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { ClaimMeasure } from '../../src/domain/alerts/claim.ts';
import { FRAMINGS } from '../../src/domain/answers/answer-reading.ts';
import { READERS, type Reader } from '../../src/domain/brand/reader.ts';
import { bucketAt } from '../../src/domain/time/buckets.ts';
import { DAY_MS, dayOf } from '../../src/domain/time/period.ts';
import { countForClaim } from '../../src/panel/counts/claim-counts.ts';
import { countCompared, countComparedDays } from '../../src/panel/counts/compared.ts';
import { countByRules } from '../../src/panel/counts/definitions.ts';
import { countJudged, type JudgedCount } from '../../src/panel/counts/judged.ts';
import { countPrompts, countPromptsByEngine } from '../../src/panel/counts/prompts.ts';
import { countRanks } from '../../src/panel/counts/ranks.ts';
import { listReadings } from '../../src/panel/counts/readings.ts';
import {
  ALL_ANSWERS,
  countShareOfVoice,
  MOST_MENTIONS,
} from '../../src/panel/counts/share-of-voice/share-of-voice.ts';
import { countTrend } from '../../src/panel/counts/trend.ts';
import { countVisibility } from '../../src/panel/counts/visibility.ts';
import type { CountedAnswers, Slice } from '../../src/panel/panel.ts';
import {
  CELLS,
  CITED,
  cellOf,
  type EarlierAnswer,
  FRAMING_CODES,
  framingIn,
  isUnjudged,
  judgeFrom,
  judgeKey,
  NAMED,
  type PanelMention,
  type PanelRow,
} from '../../src/panel/row.ts';
import { effort } from '../support/effort.ts';
import { panelOfRows } from '../support/panel-of-rows.ts';

/** The panel's counts for mentions, against counts answer by answer from the definitions. */

const [SELF, RETIRED] = [2, 9];
const COMPETITORS = [5, 3];
const COMPARED = [SELF, ...COMPETITORS];
const BRANDED = new Set([1]);

const FIRST_DAY = 20_000;
const DAYS = 40;

const instant = fc.integer({ min: FIRST_DAY * DAY_MS, max: (FIRST_DAY + DAYS) * DAY_MS - 1 });
/** Often at the same few times on a few days, so that answers repeat others. */
const at = fc.oneof(
  instant,
  fc
    .tuple(fc.integer({ min: 0, max: 3 }), fc.constantFrom(0, 1000, DAY_MS - 1))
    .map(([day, ms]) => (FIRST_DAY + day) * DAY_MS + ms),
);

const looked = fc
  .oneof(fc.constant([...COMPETITORS, RETIRED]), fc.subarray([...COMPETITORS, RETIRED]))
  .map((others) => [SELF, ...others].sort((a, b) => a - b));

const times = fc.constantFrom(0, 1, 2, 3, MOST_MENTIONS + 5000);
const said = fc.record({
  cell: fc.integer({ min: 0, max: CELLS - 1 }),
  rank: fc.constantFrom(0, 0, 1, 2, 7, 70_000),
  times,
});

const judged = fc.option(
  fc.tuple(
    fc.constant('gpt-6'),
    fc.constantFrom('0a1b2c3d', 'ffffffff'),
    fc.constantFrom<0 | 1>(0, 1),
    fc.integer({ min: 0, max: 3 }),
    fc.constant(0),
  ),
);

const row: fc.Arbitrary<Omit<Required<PanelRow>, 'id'>> = looked.chain((brands) =>
  fc.record({
    at,
    prompt: fc.integer({ min: 1, max: 3 }),
    engine: fc.constantFrom('chatgpt', 'claude'),
    model: fc.constantFrom(null, 'one', 'two'),
    market: fc.integer({ min: 1, max: 2 }),
    reading: fc.constantFrom('one', 'other'),
    isEmpty: fc.boolean(),
    searchesKnown: fc.boolean(),
    isImported: fc.boolean(),
    looked: fc.constant(brands),
    mentions: fc
      .tuple(fc.subarray(brands), fc.array(said, { minLength: 4, maxLength: 4 }))
      .map(([some, all]) =>
        some.map((id, index): PanelMention => {
          const { cell, rank, times: often } = all[index] as (typeof all)[number];
          return [id, cell, rank, often];
        }),
      ),
    cited: fc.constant([]),
    searched: fc.constant([]),
    said: fc.constant([]),
    judged,
    before: fc.option<EarlierAnswer>(
      looked.chain((earlier) =>
        fc.record({
          looked: fc.constant(earlier),
          times: fc
            .tuple(fc.subarray(earlier), fc.array(times, { minLength: 4, maxLength: 4 }))
            .map(([some, all]) => some.map((id, index) => [id, (all[index] as number) + 1] as const)),
        }),
      ),
    ),
  }),
);

/** Later answers may have lower ids. */
const rows = fc
  .array(row, { minLength: 1, maxLength: 60 })
  .chain((all) =>
    fc
      .shuffledSubarray([...all.keys()], { minLength: all.length })
      .map((ids) => all.map((each, index): PanelRow => ({ ...each, id: (ids[index] as number) + 1 }))),
  );

const setOf = <Value>(...values: Value[]) =>
  fc.option(
    fc.subarray(values).map((some) => new Set(some)),
    { nil: undefined },
  );

const slice: fc.Arbitrary<Slice> = fc.record({
  engine: fc.constantFrom(undefined, undefined, 'chatgpt', 'gemini'),
  prompts: setOf(1, 2, 3),
  markets: setOf(1, 2),
  models: setOf<string | null>(null, 'one', 'two'),
  isImported: fc.constantFrom(undefined, true, false),
});

const period = fc.oneof(
  fc.constant({ from: FIRST_DAY * DAY_MS, to: (FIRST_DAY + DAYS) * DAY_MS }),
  fc
    .tuple(instant, instant)
    .map(([one, other]) => ({ from: Math.min(one, other), to: Math.max(one, other) })),
);

const asked = fc.record({
  reader: fc.constantFrom(...READERS),
  period,
  only: fc.oneof(fc.constant<Slice>({}), slice),
});

test('mention counts equal their definitions, in any window and slice', async () => {
  const property = fc.asyncProperty(
    rows,
    fc.array(fc.integer({ min: FIRST_DAY, max: FIRST_DAY + DAYS }), { maxLength: 4 }),
    fc.array(asked, { minLength: 3, maxLength: 3 }),
    async (all, lastDays, questions) => {
      const panel = panelOfRows(all, lastDays, { self: SELF, competitors: COMPETITORS });
      // The second time uses the cached sums of whole segments.
      for (const { reader, ...question } of [...questions, ...questions]) {
        const chosen = all.filter((each) => isChosen(each, question)).map((each) => seenBy(reader, each));
        const answers = { panel: { ...panel, reader }, ...question };
        for (const { name, expected, actual } of COUNTS) {
          assert.deepEqual(sorted(await actual(answers)), sorted(expected(chosen)), name);
        }
      }
    },
  );
  await fc.assert(property, { numRuns: effort(15, 2000) });
});

/** The answer if the rules said what this reader says; what it left unjudged, a model leaves too. */
function seenBy(reader: Reader, row: PanelRow): PanelRow {
  const mentions = row.mentions.map(([id, cell, ...others]): PanelMention => {
    const framing = FRAMINGS[framingIn(cell, reader) - 1] ?? null;
    const of = { named: (cell & NAMED) !== 0, cited: (cell & CITED) !== 0 };
    const model = isUnjudged(cell, reader) ? null : 'both';
    return [id, cellOf(of, { rules: framing, model }), ...others];
  });
  return { ...row, mentions };
}

function isChosen(
  { at: when, engine, prompt, market, model, isImported }: PanelRow,
  { period: window, only }: Omit<CountedAnswers, 'panel'>,
) {
  return (
    when >= window.from &&
    when < window.to &&
    (only.engine === undefined || engine === only.engine) &&
    (only.prompts?.has(prompt) ?? true) &&
    (only.markets?.has(market) ?? true) &&
    (only.models?.has(model) ?? true) &&
    (only.isImported ?? isImported) === isImported
  );
}

type Key = Readonly<Record<string, string | number | boolean>>;
type Counts = Readonly<Record<string, number>>;

/** Sums counts with the same key. */
function summed(all: readonly (readonly [Key, Counts])[]): object[] {
  const byKey = Map.groupBy(all, ([key]) => JSON.stringify(key));
  return [...byKey.values()].map((own) => {
    const sums: Record<string, number> = {};
    for (const [, counts] of own) {
      for (const [name, count] of Object.entries(counts)) sums[name] = (sums[name] ?? 0) + count;
    }
    return { ...own[0]?.[0], ...sums };
  });
}

/** Each answer's result for each brand tracked in it. */
function mentionsOf(chosen: readonly PanelRow[]) {
  return chosen.flatMap((answer) =>
    answer.looked.map((trackedId) => {
      const mention = answer.mentions.find(([id]) => id === trackedId);
      const [, cell = 0, rank = 0, often = 0] = mention ?? [trackedId];
      return { answer, trackedId, cell, rank, often };
    }),
  );
}

const one = (is: boolean) => (is ? 1 : 0);
const names = ({ mentions }: PanelRow, brand: number) =>
  mentions.some(([id, cell]) => id === brand && (cell & NAMED) !== 0);
const timesIn = (all: readonly (readonly [number, number])[], brand: number) =>
  Math.min(all.find(([id]) => id === brand)?.[1] ?? 0, MOST_MENTIONS);
const timesOf = ({ mentions }: PanelRow, brand: number) =>
  timesIn(
    mentions.map(([id, , , often]) => [id, often]),
    brand,
  );
const byJudge = (one: JudgedCount, other: JudgedCount) =>
  JSON.stringify(one.judge) < JSON.stringify(other.judge) ? -1 : 1;

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const isCompared = ({ looked: brands }: Pick<PanelRow, 'looked'>) =>
  COMPARED.every((id) => brands.includes(id));

const NO_MENTION = { mentions: 0, allMentions: 0, squares: 0, products: 0, allSquares: 0 };

/** Share of voice: the distance between an answer's mentions and the previous answer's, or its substitute. */
function voicesOf(answer: PanelRow): (readonly [Key, Counts])[] {
  const { engine, before } = answer;
  const earlier = before && isCompared(before) ? before : null;
  const weight = earlier ? 1 : 2;
  const stepOf = (brand: number) => timesOf(answer, brand) - (earlier ? timesIn(earlier.times, brand) : 0);
  const allStep = sum(COMPARED.map(stepOf));
  return COMPARED.map((trackedId) => [
    { engine, trackedId },
    {
      answers: 1,
      mentions: timesOf(answer, trackedId),
      allMentions: sum(COMPARED.map((brand) => timesOf(answer, brand))),
      squares: weight * stepOf(trackedId) ** 2,
      products: weight * stepOf(trackedId) * allStep,
      allSquares: weight * allStep ** 2,
    },
  ]);
}

/** Whether the engine gave an answer with a lower id to the same prompt, market, and day. */
function isRepeat(answer: PanelRow, chosen: readonly PanelRow[]): boolean {
  return chosen.some(
    ({ id, engine, prompt, market, at: when }) =>
      id < answer.id &&
      engine === answer.engine &&
      prompt === answer.prompt &&
      market === answer.market &&
      dayOf(when) === dayOf(answer.at),
  );
}

/** Sums over answers by the rules of the definitions. */
function ruled(own: readonly PanelRow[]) {
  const count = (of: (answer: PanelRow) => number) => sum(own.map(of));
  const cites = ({ mentions }: PanelRow) =>
    mentions.some(([id, cell]) => id === SELF && (cell & CITED) !== 0);
  const named = own.filter((answer) => names(answer, SELF));
  const namings = (answer: PanelRow) => COMPARED.filter((brand) => names(answer, brand)).length;
  return {
    answers: own.length,
    named: named.length,
    occurrences: count((answer) => timesOf(answer, SELF)),
    cited: count((answer) => one(cites(answer))),
    namingAny: count((answer) => one(namings(answer) > 0)),
    namings: count(namings),
    allOccurrences: count((answer) => sum(COMPARED.map((id) => timesOf(answer, id)))),
    prompts: new Set(own.map(({ prompt }) => prompt)).size,
    promptsNamed: new Set(named.map(({ prompt }) => prompt)).size,
  };
}

/** A tracked brand, and its comparison brand. */
const PAIRS = [
  [SELF, SELF],
  [5, 5],
  [5, SELF],
  [3, 5],
] as const;

/** An answer's results for two brands; null if it did not track both. */
function bothIn(answer: PanelRow, pair: readonly [number, number]) {
  const said = mentionsOf([answer]);
  const [own, other] = pair.map((id) => said.find(({ trackedId }) => trackedId === id));
  return own && other ? { own, other } : null;
}

type Said = ReturnType<typeof mentionsOf>[number];

const isNamed = ({ cell }: Said) => (cell & NAMED) !== 0;
const isCited = ({ cell }: Said) => (cell & CITED) !== 0;
const isRecommended = ({ cell }: Said) => framingIn(cell, 'rules') === FRAMING_CODES.recommended;

/** The answers in a measure's denominator, for each brand; all by default. */
const TRIALS: Partial<Record<ClaimMeasure, (said: Said) => boolean>> = {
  recommended: ({ cell }) => !isUnjudged(cell, 'model'),
  recommended_of_judged: ({ cell }) => framingIn(cell, 'rules') > 0,
};

/** The claimed measures, and the answers that count for a brand. */
const CLAIMED: readonly (readonly [ClaimMeasure, number | null, (said: Said) => boolean])[] = [
  ['named', null, isNamed],
  ['cited', null, isCited],
  ['recommended', null, isRecommended],
  ['recommended_of_judged', null, isRecommended],
  ['listed', null, ({ rank }) => rank > 0],
  ['listed', 2, ({ rank }) => rank === 1 || rank === 2],
];

/** The counts from one answer in a comparison of two brands. */
function comparedIn({ own, other }: { readonly own: Said; readonly other: Said }): Counts {
  const isBetter = own.rank > 0 && own.rank < other.rank;
  return {
    answers: 1,
    named: one(isNamed(own)),
    bothNamed: one(isNamed(own) && isNamed(other)),
    eitherNamed: one(isNamed(own) || isNamed(other)),
    ahead: one(isNamed(own) && (!isNamed(other) || isBetter)),
    cited: one(isCited(own)),
    citedNotNamed: one(isCited(own) && !isNamed(own)),
    classified: one(framingIn(own.cell, 'rules') > 0),
    negative: one(framingIn(own.cell, 'rules') === FRAMING_CODES.negative),
  };
}

/** The counts that claims, alerts, and the planner make for two brands. */
function ofPair([id, otherId]: readonly [number, number]): Count[] {
  const pairsIn = (chosen: readonly PanelRow[]) =>
    chosen.flatMap((answer) => {
      const both = bothIn(answer, [id, otherId]);
      return both ? { ...both, engine: answer.engine, promptId: answer.prompt } : [];
    });
  const comparedBy = (keyOf: (answer: PanelRow) => Key) => (chosen: readonly PanelRow[]) =>
    summed(
      chosen.flatMap((answer) => {
        const both = bothIn(answer, [id, otherId]);
        return both ? [[keyOf(answer), comparedIn(both)]] : [];
      }),
    );
  return [
    {
      name: `compared ${id} ${otherId}`,
      expected: comparedBy(({ engine, prompt: promptId }) => ({ engine, promptId })),
      actual: async (answers) => await countCompared(answers, id, otherId),
    },
    {
      name: `compared by day ${id} ${otherId}`,
      expected: comparedBy(({ engine, at: when }) => ({ engine, day: dayOf(when) })),
      actual: async (answers) => await countComparedDays(answers, id, otherId),
    },
    ...CLAIMED.map(([measure, top, isEvent]) => ({
      name: `${measure} ${top} ${id} ${otherId}`,
      expected: (chosen: readonly PanelRow[]) =>
        summed(
          pairsIn(chosen).map(({ own, other, engine, promptId }) => {
            const isTrial = [own, other].every(TRIALS[measure] ?? (() => true));
            const [first, second] = [isTrial && isEvent(own), isTrial && isEvent(other)];
            return [
              { engine, promptId },
              {
                answers: 1,
                trials: one(isTrial),
                first: one(first),
                second: one(second),
                both: one(first && second),
              },
            ];
          }),
        ),
      actual: async (answers: CountedAnswers) =>
        await countForClaim(answers, [id, otherId], { measure, top }),
    })),
  ];
}

interface Count {
  readonly name: string;
  readonly expected: (chosen: readonly PanelRow[]) => readonly object[];
  readonly actual: (answers: CountedAnswers) => Promise<readonly object[]>;
}

const COUNTS: readonly Count[] = [
  {
    name: 'visibility',
    expected: (chosen) =>
      summed(
        mentionsOf(chosen).map(({ answer: { engine }, trackedId, cell, rank }) => [
          { engine, trackedId },
          {
            responses: 1,
            present: one((cell & NAMED) !== 0),
            cited: one((cell & CITED) !== 0),
            ranked: one(rank > 0),
            rankSum: rank,
            classified: one(framingIn(cell, 'rules') > 0),
            recommended: one(framingIn(cell, 'rules') === FRAMING_CODES.recommended),
            negative: one(framingIn(cell, 'rules') === FRAMING_CODES.negative),
          },
        ]),
      ),
    actual: countVisibility,
  },
  ...(['day', 'week'] as const).map((unit) => ({
    name: `trend by ${unit}`,
    expected: (chosen: readonly PanelRow[]) =>
      summed(
        mentionsOf(chosen).map(({ answer, trackedId, cell }) => [
          { engine: answer.engine, trackedId, firstDay: bucketAt(answer.at, unit).firstDay },
          { responses: 1, present: one((cell & NAMED) !== 0), cited: one((cell & CITED) !== 0) },
        ]),
      ),
    actual: async (answers: CountedAnswers) => await countTrend(answers, unit),
  })),
  {
    name: 'ranks',
    expected: (chosen) =>
      summed(
        mentionsOf(chosen).map(({ answer, trackedId, cell, rank, often }) => {
          const isNamed = (cell & NAMED) !== 0;
          return [
            { engine: answer.engine, trackedId, rank },
            {
              answers: 1,
              named: one(isNamed),
              occurrences: often,
              withoutYou: one(isNamed && !names(answer, SELF)),
            },
          ];
        }),
      ),
    actual: countRanks,
  },
  {
    name: 'share of voice',
    expected: (chosen) =>
      summed([
        ...chosen.map(
          ({ engine }) =>
            [
              { engine, trackedId: ALL_ANSWERS },
              { answers: 1, ...NO_MENTION },
            ] as const,
        ),
        ...chosen.filter(isCompared).flatMap(voicesOf),
      ]),
    actual: countShareOfVoice,
  },
  {
    name: 'prompts by engine',
    expected: (chosen) =>
      summed(
        chosen.map((answer) => [
          { promptId: answer.prompt, engine: answer.engine },
          { answers: 1, named: one(names(answer, SELF)) },
        ]),
      ),
    actual: countPromptsByEngine,
  },
  {
    name: 'prompts',
    expected: (chosen) =>
      summed(
        chosen.map((answer) => [
          { promptId: answer.prompt },
          { answers: 1, named: one(names(answer, SELF)) },
        ]),
      ),
    actual: countPrompts,
  },
  {
    name: 'definitions',
    expected: (chosen) => {
      const compared = chosen.filter(isCompared);
      const kinds = Map.groupBy(compared, ({ engine, prompt }) => `${engine} ${BRANDED.has(prompt)}`);
      return [...kinds.values()].flatMap((own) => {
        const [{ engine, prompt }] = own as [PanelRow];
        const kind = { engine, isBranded: BRANDED.has(prompt) };
        const firsts = own.filter((answer) => !isRepeat(answer, chosen));
        return [
          { ...kind, repeats: 'in', ...ruled(own) },
          { ...kind, repeats: 'out', ...ruled(firsts) },
        ];
      });
    },
    actual: async (answers) => await countByRules(answers, BRANDED),
  },
  ...PAIRS.flatMap(ofPair),
  {
    name: 'judged',
    expected: (chosen) => {
      const named = chosen.filter((answer) => COMPARED.some((brand) => names(answer, brand)));
      const by = Map.groupBy(named, ({ judged }) => (judged === null ? '' : judgeKey(judged)));
      return [...by]
        .map(([judge, own]) => ({
          judge: judgeFrom(judge),
          answers: own.length,
          dropped: sum(own.map(({ judged }) => judged?.[3] ?? 0)),
        }))
        .toSorted(byJudge);
    },
    actual: async (answers) => (await countJudged(answers)).toSorted(byJudge),
  },
  {
    name: 'readings',
    expected: (chosen) => {
      const judges = chosen.flatMap(({ judged: by }) => (by?.[2] === 1 ? [judgeKey(by)] : []));
      return [...new Set(chosen.map(({ reading }) => reading)), ...new Set(judges)].map((is) => ({ is }));
    },
    actual: async ({ panel, ...answers }) => {
      const found = await listReadings(
        { ...answers, panel: { ...panel, reader: 'model' } },
        { ofFraming: true },
      );
      return found.flatMap((set) => [...set]).map((is) => ({ is }));
    },
  },
];

function sorted(found: readonly object[]): string[] {
  const text = (each: object) =>
    JSON.stringify(Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1))));
  return found.map(text).toSorted();
}
