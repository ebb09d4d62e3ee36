import Type from 'typebox';
import { countVisibility } from '../../panel/counts/visibility.ts';
import { count } from '../shape/schemas.ts';
import { numberBefore } from './measure.ts';
import { type TrackedMeasure, total } from './tracked-measure.ts';

export const framingCounts = {
  classified: count('Mentions with judged framing: the denominator of the two below.'),
  recommended: count('Mentions framed as a recommendation.'),
  negative: count('Mentions framed negatively.'),
};

export type FramingCounts = Readonly<Record<keyof typeof framingCounts, number>>;

export function framingOf(counts: readonly FramingCounts[]): FramingCounts {
  return {
    classified: total(counts, 'classified'),
    recommended: total(counts, 'recommended'),
    negative: total(counts, 'negative'),
  };
}

const RECOMMENDED = {
  id: 'framing_recommended',
  label: 'Recommended',
  kind: 'count',
  field: 'framing.recommended',
  of: 'framing.classified',
  answerFilter: (brand: string) => ({ names: brand, framing: 'recommended' }),
} as const;

const NEGATIVE = {
  id: 'framing_negative',
  label: 'Negative',
  kind: 'count',
  field: 'framing.negative',
  of: 'framing.classified',
  answerFilter: (brand: string) => ({ names: brand, framing: 'negative' }),
} as const;

const CLASSIFIED = {
  id: 'framing_classified',
  label: 'Framing judged',
  field: 'framing.classified',
} as const;

/** How many mentions recommend a brand or are negative, among those with judged framing. */
export const FRAMED = {
  properties: {
    framing: Type.Object(framingCounts, {
      description: 'How its reader judged the mentions; not a tone grade.',
    }),
  },
  columns: [RECOMMENDED, NEGATIVE],
  before: [numberBefore(CLASSIFIED), numberBefore(RECOMMENDED), numberBefore(NEGATIVE)],
  counted: countVisibility,
  figures: (counts: readonly FramingCounts[]) => ({ framing: framingOf(counts) }),
} as const satisfies TrackedMeasure;
