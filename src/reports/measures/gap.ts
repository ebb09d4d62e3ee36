import Type from 'typebox';
import { pointsOf } from '../../domain/figures/points.ts';
import { MIN_SAMPLE, rateOf } from '../../domain/figures/rate.ts';
import type { ComparedCount } from '../../panel/counts/compared.ts';
import type { PairedGap } from '../../stats/claims/paired-gaps.ts';
import { column, pointsAt, rateAt } from '../shape/columns.ts';
import { count, flag, named, nullable, points, rateProperties } from '../shape/schemas.ts';
import { countColumn, type Measure } from './measure.ts';

/** Answers counted for the brand itself and for a competitor. */
type Counted = Pick<ComparedCount, 'answers' | 'named' | 'eitherNamed' | 'bothNamed'>;

interface Judged {
  /** The gap and its interval; null with too few answers. */
  readonly found: PairedGap | null;
  /** How many answers equal an independent one. */
  readonly designEffect: number;
}

function pointsOfGap({ gap, interval }: PairedGap) {
  const { lower, upper } = interval();
  return { points: pointsOf(gap), lower: pointsOf(lower), upper: pointsOf(upper) };
}

export function onlyIt({ eitherNamed, named: ours }: Counted): number {
  return eitherNamed - ours;
}

export function onlyYou({ named: ours, bothNamed }: Counted): number {
  return ours - bothNamed;
}

/** The answers in which Sightline looked for both. */
function both(competitor: string) {
  return { looked_for: 'self', beside: competitor };
}

/** How much more often the same answers name a row's competitor than the brand itself. */
export const GAP = {
  properties: {
    gap: nullable(
      named(
        'GapPoints',
        {
          points: points('The share `only_it` minus the share `only_you`, in percentage points.'),
          lower: points('95% interval.'),
          upper: points('Its upper end.'),
        },
        'Positive: answers name the competitor more often.',
      ),
      `How much more often the same answers name it than you; null below ${MIN_SAMPLE} answers.`,
    ),
    stands_out: flag(
      'Whether it stands out among `meta.judged` gaps together; at most 10% of gaps that stand out should be chance.',
    ),
    answers: count('Answers in which Sightline looked for both.'),
    naming_it: count('Answers among them that name it.'),
    naming_you: count('Answers that name you.'),
    only_it: count('Answers that name it and not you.'),
    only_you: count('Answers that name you and not it.'),
    instead: Type.Object(rateProperties, {
      description: 'How often answers without you name it.',
    }),
  },
  columns: [
    pointsAt('gap', 'gap', 'Gap, points (95%)'),
    column('flag', 'stands_out', 'Stands out'),
    countColumn('naming_it', 'Name it', (brand) => ({ ...both(brand), names: brand }), { of: 'answers' }),
    countColumn('naming_you', 'Name you', (brand) => ({ ...both(brand), names: 'self' }), { of: 'answers' }),
    countColumn('only_it', 'Only it', (brand) => ({ ...both(brand), names: brand, names_not: 'self' })),
    countColumn('only_you', 'Only you', (brand) => ({ ...both(brand), names: 'self', names_not: brand })),
    {
      id: 'instead',
      label: 'Named without you',
      ...rateAt('instead'),
      answerFilter: (brand: string) => ({ ...both(brand), names: brand, names_not: 'self' }),
      denominatorFilter: (brand: string) => ({ ...both(brand), names_not: 'self' }),
    },
  ],
  figures: (counted: Counted, { found, designEffect }: Judged) => ({
    gap: found && pointsOfGap(found),
    stands_out: found?.standsOut ?? false,
    answers: counted.answers,
    naming_it: counted.bothNamed + onlyIt(counted),
    naming_you: counted.named,
    only_it: onlyIt(counted),
    only_you: onlyYou(counted),
    instead: rateOf(onlyIt(counted), counted.answers - counted.named, { designEffect }),
  }),
} as const satisfies Measure;
