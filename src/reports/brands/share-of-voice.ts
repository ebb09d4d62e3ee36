import type { Engine } from '../../domain/answers/engine.ts';
import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';
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
import { listAskedEngines } from '../../storage/directory/brands.ts';
import { BRAND_OR_YOU, YOU_COLUMN } from '../dimensions/brand.ts';
import { ENGINE_SLUG } from '../dimensions/engine.ts';
import { MARKET } from '../dimensions/market.ts';
import { byQuery, partsBy } from '../dimensions/split.ts';
import { TAG } from '../dimensions/tag.ts';
import { listedEngines, NO_ENGINE, selfFirst } from '../figures/tracked.ts';
import {
  comparedAnswers,
  type FigureChange,
  pairedRows,
  shareChange,
  type WindowComparison,
  windowComparison,
  withChanges,
} from '../figures/window-comparison.ts';
import { comparedColumns, figuresOf, propertiesOf } from '../measures/measure.ts';
import { COMPARED_ANSWERS, SHARE_OF_VOICE } from '../measures/share-of-voice.ts';
import { RANGE_NOTE } from '../shape/columns.ts';
import { comparedField, comparedMeta, compareQuery } from '../shape/compared.ts';
import { designEffects } from '../shape/design-effects.ts';
import { defineReport, engineParameter } from '../shape/report.ts';
import { namingPrompts } from '../shape/sample-design.ts';
import { count, named, readonlyList } from '../shape/schemas.ts';
import { sliceQuery } from '../shape/slice.ts';
import { answersOfEach } from '../shape/slices.ts';
import { windowMeta, windowOf, windowQuery } from '../shape/window.ts';

const MEASURES = [SHARE_OF_VOICE, COMPARED_ANSWERS] as const;

const ShareOfVoiceSchema = named(
  'ShareOfVoice',
  {
    ...MARKET.properties,
    ...TAG.properties,
    ...ENGINE_SLUG.properties,
    ...BRAND_OR_YOU.properties,
    ...propertiesOf(MEASURES),
    compared: comparedField(propertiesOf(MEASURES)),
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
  windowShares: ['visibility', 'overtaken'],
  countsMentions: true,
  query: {
    ...windowQuery(),
    ...compareQuery,
    engine: engineParameter,
    ...sliceQuery,
    ...byQuery([TAG]),
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
        ...ENGINE_SLUG.columns,
        ...BRAND_OR_YOU.columns,
        ...MARKET.columns,
        ...TAG.columns,
        YOU_COLUMN,
        ...comparedColumns(MEASURES, { of: [ENGINE_SLUG, BRAND_OR_YOU, MARKET, TAG] }),
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
    for (const { market, answers: whole } of await answersOfEach(context, query, period)) {
      // Not by tag: an answer counts under several.
      const counted = await countShareOfVoice(whole);
      left += leftOut(counted);
      for (const { answers, of } of await partsBy(context, whole, query, query.by && TAG)) {
        const counts = answers === whole ? counted : await countShareOfVoice(answers);
        const answering = counts.map((row) => row.engine);
        const engines = listedEngines(asked, answering, query.engine);
        const effects = await effectsIn(answers.only);
        const spreads = await spreadsOf(answers, brand.tracked, branded);
        const voices = { counts, spreads, effects, days: daysIn(period) };
        const before = await voiceBefore(comparison, answers, brand.tracked, engines, { branded, effects });
        const fields = { market: market.name, ...of };
        rows.push(...engines.flatMap(({ slug }) => rowsOf(fields, slug, brand.tracked, voices, before)));
      }
    }
    return {
      note: NOTE,
      meta: { ...meta, ...comparison?.meta, answers_left_out: left },
      data: withChanges(comparison, rows),
    };
  },
});

function rowsOf(
  of: { readonly market: string; readonly tag?: string },
  engine: string,
  tracked: readonly TrackedBrand[],
  voices: Voices,
  before: VoiceBefore,
) {
  const rows = tracked.map((brand) => ({
    row: {
      ...of,
      ...ENGINE_SLUG.fields(engine),
      ...BRAND_OR_YOU.fields(brand),
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
  return figuresOf(MEASURES, found, {
    questions: spreads(id, engine),
    designEffect: effects(engine, id, days),
  });
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

/** Each engine's answers minus the compared ones; the number is the same for each tracked brand. */
function leftOut(counts: readonly ShareOfVoiceCount[]): number {
  const byEngine = Map.groupBy(counts, (row) => row.engine).values();
  return [...byEngine].reduce((sum, rows) => {
    const all = rows.find((row) => row.trackedId === ALL_ANSWERS)?.answers ?? 0;
    const compared = rows.find((row) => row.trackedId !== ALL_ANSWERS)?.answers ?? 0;
    return sum + all - compared;
  }, 0);
}
