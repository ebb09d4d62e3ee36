import Type from 'typebox';
import type { Engine } from '../../domain/answers/engine.ts';
import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import { MIN_SAMPLE, quotientOf, rangeFields, roundedInterval } from '../../domain/figures/rate.ts';
import { daysIn } from '../../domain/time/period.ts';
import { countVoicesByPrompt, type VoicePromptCount } from '../../panel/counts/by-prompt.ts';
import {
  ALL_ANSWERS,
  countShareOfVoice,
  type ShareOfVoiceCount,
} from '../../panel/counts/share-of-voice/share-of-voice.ts';
import { countVoiceSpreads } from '../../panel/counts/share-of-voice/share-of-voice-spreads.ts';
import type { Spreads } from '../../panel/counts/spreads/spreads.ts';
import type { CountedAnswers } from '../../panel/panel.ts';
import type { DesignEffects } from '../../stats/rates/design-effect.ts';
import { independentSums, shareInterval } from '../../stats/rates/share-of-voice.ts';
import { listAskedEngines } from '../../storage/directory/brands.ts';
import { listedEngines, NO_ENGINE, selfFirst } from '../figures/tracked-counts.ts';
import {
  comparedAnswers,
  type FigureChange,
  pairedRows,
  shareChange,
  type WindowComparison,
  windowComparison,
  withChanges,
} from '../figures/window-comparison.ts';
import type { AnswersFilters } from '../shape/answers-filters.ts';
import { RANGE, RANGE_BEFORE, RANGE_NOTE, REPEATS, REPEATS_BEFORE } from '../shape/columns.ts';
import {
  CHANGE_COLUMNS,
  comparedField,
  comparedMeta,
  compareQuery,
  earlierEnds,
  numberBefore,
  ONLY_COMPARED,
} from '../shape/compared.ts';
import { designEffects } from '../shape/design-effects.ts';
import { defineReport, engineParameter } from '../shape/report.ts';
import { namingPrompts } from '../shape/sample-design.ts';
import {
  count,
  flag,
  IntervalSchema,
  named,
  nullable,
  rangeProperties,
  readonlyList,
  text,
} from '../shape/schemas.ts';
import { sliceQuery } from '../shape/slice.ts';
import {
  answersByTag,
  answersOfEach,
  byTagQuery,
  MARKET_COLUMN,
  type SliceOf,
  TAG_COLUMN,
  tagProperties,
} from '../shape/slices.ts';
import { windowMeta, windowOf, windowQuery } from '../shape/window.ts';

const voiceProperties = {
  mentions: count('How often the `answers` mention the brand: an answer that does so 3 times counts 3.'),
  all_mentions: count('How often they mention any tracked brand, the brand itself included.'),
  share: Type.Unsafe<number | null>({
    type: ['number', 'null'],
    minimum: 0,
    maximum: 1,
    description:
      '`mentions / all_mentions` to 4 decimals; null only if no answer names any tracked brand. It has no sample floor, so ' +
      'read it with `answers` and `interval`.',
  }),
  interval: nullable(
    IntervalSchema,
    `How far the share may be off for the same questions: its 95% interval, to 4 decimals. Null below ${MIN_SAMPLE} ` +
      'answers, and where the share is.',
  ),
  ...rangeProperties,
  answers: count("The engine's answers in the window in which Sightline looked for every brand tracked now."),
};

const ShareOfVoiceSchema = named(
  'ShareOfVoice',
  {
    ...tagProperties,
    engine: text('Engine slug. Engines are never pooled.'),
    brand: text('Brand name.'),
    is_you: flag('Whether it is the brand itself.'),
    ...voiceProperties,
    compared: comparedField(voiceProperties),
  },
  "One brand's share of all tracked brands' mentions on one engine.",
);

const NOTE =
  'Shares count mentions, not answers, and only among tracked brands. `share` has no sample floor: it may rest on a ' +
  'single mention, so read it with `answers` and `interval`. Engines are never averaged.';

export const shareOfVoice = defineReport({
  name: 'share-of-voice',
  summary: "Each brand's share of all tracked brands' mentions, on each engine.",
  description:
    'One row per engine and tracked brand. A share compares how much answers talk about each brand, not ' +
    'how often answers name it: see /visibility. A mention is one occurrence of a name, so an answer that goes on about a ' +
    'brand weighs more than one that lists it. Only answers in which Sightline looked for every tracked brand count; ' +
    '`answers_left_out` counts the others in the window.',
  takesBrand: true,
  countsMentions: true,
  query: {
    ...windowQuery(30),
    ...compareQuery,
    engine: engineParameter,
    ...sliceQuery,
    ...byTagQuery,
  },
  data: readonlyList(
    ShareOfVoiceSchema,
    'Every engine that Sightline asks about the brand or that has answers in the window; on each, the brand itself, then ' +
      'its competitors by `mentions` descending and name.',
  ),
  meta: {
    ...windowMeta,
    ...comparedMeta,
    answers_left_out: count(
      'Answers in the window, on the listed engines, in which Sightline did not look for every brand tracked now.',
    ),
  },
  columns: {
    rows: {
      none: NO_ENGINE,
      columns: [
        { id: 'engine', label: 'Engine', kind: 'engine', field: 'engine' },
        { id: 'brand', label: 'Brand', kind: 'text', field: 'brand' },
        MARKET_COLUMN,
        TAG_COLUMN,
        { id: 'is_you', label: 'You', kind: 'flag', field: 'is_you' },
        {
          id: 'share',
          label: 'Share of mentions',
          kind: 'rate',
          count: 'mentions',
          of: 'all_mentions',
          rate: 'share',
          interval: 'interval',
          floor: null,
          occurrencesOf: (row) => row.brand,
          answerFilter: (row) => ({ ...compared(row), names: row.is_you ? 'self' : row.brand }),
          denominatorFilter: compared,
        },
        RANGE,
        REPEATS,
        {
          id: 'compared_share',
          label: 'Before',
          kind: 'rate',
          count: 'compared.mentions',
          of: 'compared.all_mentions',
          rate: 'compared.share',
          interval: 'compared.interval',
          floor: null,
          ...ONLY_COMPARED,
          occurrencesOf: (row) => row.brand,
          answerFilter: (row) => ({
            ...earlierEnds(row),
            ...compared(row),
            names: row.is_you ? 'self' : row.brand,
          }),
          denominatorFilter: (row) => ({ ...earlierEnds(row), ...compared(row) }),
        },
        RANGE_BEFORE,
        REPEATS_BEFORE,
        ...CHANGE_COLUMNS,
        numberBefore('answers', 'answers', 'answers'),
        { id: 'answers', label: 'Answers', kind: 'count', field: 'answers', answerFilter: compared },
      ],
    },
  },
  tableNote:
    'Shares count mentions, not answers, and only among tracked brands. A share may rest on a single ' +
    `mention, so read it with its answers and its interval. ${RANGE_NOTE} Engines are never averaged.`,
  errors: [],
  async run(context, query) {
    const { db, now, brand } = context;
    const { period, meta } = windowOf(now, query);
    const asked = await listAskedEngines(db, brand.id);
    const comparison = await windowComparison(context, query);
    const branded = await namingPrompts(context);
    const effectsIn = designEffects(context);
    const rows: ReturnType<typeof rowsOf> = [];
    let left = 0;
    for (const { answers, of } of await answersByTag(context, query, period)) {
      const counts = await countShareOfVoice(answers);
      if (query.by === undefined) left += leftOut(counts);
      const answering = counts.map((row) => row.engine);
      const engines = listedEngines(asked, answering, query.engine);
      const effects = await effectsIn(answers.only);
      const spreads = await spreadsOf(answers, brand.tracked, branded);
      const voices = { counts, spreads, effects, days: daysIn(period) };
      const before = await voiceBefore(comparison, answers, brand.tracked, engines, { branded, effects });
      rows.push(...engines.flatMap(({ slug }) => rowsOf(of, slug, brand.tracked, voices, before)));
    }
    // Not by tag: an answer counts under several.
    const untagged = query.by === undefined ? [] : await answersOfEach(context, query, period);
    for (const { answers } of untagged) left += leftOut(await countShareOfVoice(answers));
    return {
      note: NOTE,
      meta: { ...meta, ...comparison?.meta, answers_left_out: left },
      data: withChanges(comparison, rows),
    };
  },
});

/** The answers behind all rows on an engine. */
function compared({ engine }: { readonly engine: string }): AnswersFilters {
  return { engine, looked_for: 'all' };
}

function rowsOf(
  of: SliceOf,
  engine: string,
  tracked: readonly TrackedBrand[],
  voices: Voices,
  before: VoiceBefore,
) {
  const rows = tracked.map((brand) => ({
    row: {
      ...of,
      engine,
      brand: brand.name,
      is_you: brand.role === 'self',
      ...voiceOf(engine, brand, voices),
    },
    before: before(engine, brand),
  }));
  return selfFirst(rows, ({ row }) => row.mentions);
}

/** A window's mentions, their spread over questions, and the engines' repeats. */
interface Voices {
  readonly counts: readonly ShareOfVoiceCount[];
  readonly spreads: Spreads;
  readonly effects: DesignEffects;
  readonly days: number;
}

async function spreadsOf(
  answers: CountedAnswers,
  tracked: readonly TrackedBrand[],
  branded: ReadonlySet<number>,
): Promise<Spreads> {
  return await countVoiceSpreads(
    answers,
    tracked.map(({ id }) => id),
    branded,
  );
}

function voiceOf(engine: string, { id }: TrackedBrand, { counts, spreads, effects, days }: Voices) {
  const found = counts.find((row) => row.engine === engine && row.trackedId === id);
  const { answers, mentions, allMentions } = found ?? NOTHING;
  const isKnown = allMentions > 0 && answers >= MIN_SAMPLE;
  const designEffect = effects(engine, id, days);
  return {
    mentions,
    all_mentions: allMentions,
    share: allMentions === 0 ? null : quotientOf(mentions, allMentions, SCALE),
    interval:
      found && isKnown ? roundedInterval(shareInterval(independentSums(found, designEffect)), SCALE) : null,
    ...rangeFields({ questions: spreads(id, engine), designEffect }, isKnown, SCALE),
    answers,
  };
}

type VoiceBefore = (
  engine: string,
  brand: TrackedBrand,
) => { readonly figures: ReturnType<typeof voiceOf>; readonly judged: FigureChange } | null;

/** Each tracked brand's earlier figures, and how its share changed. */
async function voiceBefore(
  comparison: WindowComparison | null,
  current: CountedAnswers,
  tracked: readonly TrackedBrand[],
  engines: readonly Engine[],
  { branded, effects }: { readonly branded: ReadonlySet<number>; readonly effects: DesignEffects },
): Promise<VoiceBefore> {
  if (comparison === null) return () => null;
  const slugs = engines.map(({ slug }) => slug);
  const answers = await comparedAnswers(comparison, current, slugs);
  const ids = tracked.map(({ id }) => id);
  const keyOf = (row: VoicePromptCount) => `${row.thing} ${row.engine}`;
  const spreads = await spreadsOf(answers.earlier, tracked, branded);
  const voices = {
    counts: await countShareOfVoice(answers.earlier),
    spreads,
    effects,
    days: daysIn(comparison.earlier),
  };
  const now = Map.groupBy(await countVoicesByPrompt(current, ids), keyOf);
  const then = Map.groupBy(await countVoicesByPrompt(answers.earlier, ids), keyOf);
  return (engine, brand) => {
    const key = `${brand.id} ${engine}`;
    const pairs = pairedRows(now.get(key) ?? [], then.get(key) ?? []);
    const judged = shareChange(answers, { engine, trackedId: brand.id }, pairs);
    return { figures: voiceOf(engine, brand, voices), judged };
  };
}

const NOTHING = { answers: 0, mentions: 0, allMentions: 0 };

/** Shares have 4 decimals. */
const SCALE = 10_000;

/** Each engine's answers minus the compared ones; the number is the same for each tracked brand. */
function leftOut(counts: readonly ShareOfVoiceCount[]): number {
  const byEngine = Map.groupBy(counts, (row) => row.engine).values();
  return [...byEngine].reduce((sum, rows) => {
    const all = rows.find((row) => row.trackedId === ALL_ANSWERS)?.answers ?? 0;
    const compared = rows.find((row) => row.trackedId !== ALL_ANSWERS)?.answers ?? 0;
    return sum + all - compared;
  }, 0);
}
