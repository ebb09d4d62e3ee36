import Type from 'typebox';
import {
  MIN_SAMPLE,
  quotientOf,
  rangeFields,
  roundedInterval,
  type SampleDesign,
} from '../../domain/figures/rate.ts';
import type { ShareOfVoiceCount } from '../../panel/counts/share-of-voice/share-of-voice.ts';
import { independentSums, shareInterval } from '../../stats/rates/share-of-voice.ts';
import { RANGE, REPEATS } from '../shape/columns.ts';
import { count, IntervalSchema, nullable, rangeProperties } from '../shape/schemas.ts';
import { countColumn, type Measure, rateBefore } from './measure.ts';

/** Shares have 4 decimals. */
const SCALE = 10_000;

/** A brand's counts on an engine; undefined without answers. */
type Counted = ShareOfVoiceCount | undefined;

/** Answers in which Sightline looked for every tracked brand. */
const lookedForAll = { looked_for: 'all' };

const SHARE = {
  id: 'share',
  label: 'Share of mentions',
  kind: 'rate',
  count: 'mentions',
  of: 'all_mentions',
  rate: 'share',
  interval: 'interval',
  floor: null,
  occurrencesOf: ({ brand }: { readonly brand: string }) => brand,
  answerFilter: (brand: string) => ({ ...lookedForAll, names: brand }),
  denominatorFilter: () => lookedForAll,
} as const;

/** A brand's share of all tracked brands' mentions. */
export const SHARE_OF_VOICE = {
  properties: {
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
  },
  columns: [SHARE, RANGE, REPEATS],
  before: rateBefore(SHARE),
  isJudged: true,
  figures: (counted: Counted, { questions, designEffect }: SampleDesign) => {
    const { answers, mentions, allMentions } = counted ?? { answers: 0, mentions: 0, allMentions: 0 };
    const isKnown = allMentions > 0 && answers >= MIN_SAMPLE;
    return {
      mentions,
      all_mentions: allMentions,
      share: allMentions === 0 ? null : quotientOf(mentions, allMentions, SCALE),
      interval:
        counted && isKnown
          ? roundedInterval(shareInterval(independentSums(counted, designEffect)), SCALE)
          : null,
      ...rangeFields({ questions, designEffect }, isKnown, SCALE),
    };
  },
} as const satisfies Measure;

/** The answers behind it, the same for each brand on an engine. */
export const COMPARED_ANSWERS = {
  properties: {
    answers: count(
      "The engine's answers in the window in which Sightline looked for every brand tracked now.",
    ),
  },
  columns: [countColumn('answers', 'Answers', () => lookedForAll)],
  figures: (counted: Counted) => ({ answers: counted?.answers ?? 0 }),
} as const satisfies Measure;
