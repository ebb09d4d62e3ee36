import Type from 'typebox';
import { LEAST_LABELS } from '../../domain/answers/label.ts';
import type { Verdict } from '../../domain/brand/model-reading.ts';
import type { ModelReader } from '../../domain/brand/reader.ts';
import { independent, type Proportion } from '../../domain/figures/proportion.ts';
import { quotientOf, rateOf, roundedInterval } from '../../domain/figures/rate.ts';
import { type Calibration, correctedShare, labelsToHalve } from '../../stats/rates/corrected-share.ts';
import type { StoredLabel } from '../../storage/answers/labels.ts';
import {
  count,
  IntervalSchema,
  named,
  nullable,
  nullableInteger,
  nullableShare,
  rateProperties,
  readonlyList,
  text,
} from '../shape/schemas.ts';

/** A random label beside what one reader made of the same name. */
export interface CheckedName {
  readonly label: Verdict;
  /** Null: it could not tell. */
  readonly read: Verdict | null;
  /** The market's language code. */
  readonly language: string | null;
}

/** The random labels of names in answers that a reader has read. @param model null for rules */
export function checkedNames(labels: readonly StoredLabel[], model: ModelReader | null): CheckedName[] {
  return labels.flatMap(({ label, sample, byRules, byModel, reader, prompt, language }) => {
    if (label === null || sample !== 'random') return [];
    if (model === null) return [{ label, read: byRules, language }];
    const isItsOwn = reader === model.name && prompt === model.prompt;
    return isItsOwn ? [{ label, read: byModel, language }] : [];
  });
}

/** Names for which a reader gave the person's verdict. */
export function agreement(names: readonly CheckedName[]): Proportion {
  return countOf(names, ({ label, read }) => label === read);
}

/** Names read so, among the classified ones that the person labeled so. */
export function foundBy(names: readonly CheckedName[], verdict: Verdict): Proportion {
  return countOf(
    classifiedOf(names).filter(({ label }) => label === verdict),
    ({ read }) => read === verdict,
  );
}

/** Names read so, among the classified ones that the person labeled otherwise. */
export function inventedBy(names: readonly CheckedName[], verdict: Verdict): Proportion {
  return countOf(
    classifiedOf(names).filter(({ label }) => label !== verdict),
    ({ read }) => read === verdict,
  );
}

function countOf(names: readonly CheckedName[], is: (name: CheckedName) => boolean): Proportion {
  return { events: names.filter(is).length, trials: names.length };
}

/** Names without a verdict of the reader, or with both. */
export function unclassified(names: readonly CheckedName[]): Proportion {
  return { events: names.length - classifiedOf(names).length, trials: names.length };
}

/** Those that the reader classified: only they are in a share, so only they correct it. */
function classifiedOf(names: readonly CheckedName[]): CheckedName[] {
  return names.filter(({ read }) => read !== null && read !== 'both');
}

function calibrationOf(names: readonly CheckedName[], verdict: Verdict): Calibration {
  const [found, invented] = [foundBy(names, verdict), inventedBy(names, verdict)];
  return {
    truePositives: found.events,
    positives: found.trials,
    trueNegatives: invented.trials - invented.events,
    negatives: invented.trials,
  };
}

const LabelRateSchema = named(
  'RateOfLabels',
  {
    present: count('Labels with which the reader agrees.'),
    responses: count('Such labels: the denominator.'),
    rate: nullableShare('`present / responses` to 3 decimals; null below `min_sample`.'),
    min_sample: rateProperties.min_sample,
    interval: nullable(IntervalSchema, 'The 95% interval of the rate (Wilson); null where the rate is.'),
  },
  'A share of labels.',
);

const errorProperties = {
  sensitivity: Type.Unsafe<Type.Static<typeof LabelRateSchema>>({
    ...LabelRateSchema,
    description: 'Of the names that people labeled so, those that the reader read so.',
  }),
  specificity: Type.Unsafe<Type.Static<typeof LabelRateSchema>>({
    ...LabelRateSchema,
    description: 'Of the names that people labeled otherwise, those that the reader read otherwise.',
  }),
};

/** `meta` of reports with corrected shares. */
export const calibrationMeta = {
  calibration: nullable(
    Type.Object({
      labels: count('Random labels of names that the reader classified.'),
      ...errorProperties,
      warnings: Type.Object(errorProperties, { description: 'The same for `negative`.' }),
      languages: readonlyList(
        Type.Object({
          language: text("The markets' language code."),
          labels: count('Its labels among them.'),
          ...errorProperties,
        }),
        'By language, most labels first. A row is corrected by the labels in its language.',
      ),
    }),
    `How often the reader finds and invents recommendations, by people's random labels; null below ${LEAST_LABELS}, and if several readers read the window.`,
  ),
};

type CalibrationMeta = NonNullable<Type.Static<(typeof calibrationMeta)['calibration']>>;

/** What labels tell of a reader; null below `LEAST_LABELS`. */
export function calibrationFigures(names: readonly CheckedName[]): CalibrationMeta | null {
  const classified = classifiedOf(names);
  if (classified.length < LEAST_LABELS) return null;
  const byLanguage = [...Map.groupBy(classified, ({ language }) => language)].flatMap(([language, own]) =>
    language === null ? [] : [{ language, labels: own.length, ...errorsOf(own, 'recommended') }],
  );
  return {
    labels: classified.length,
    ...errorsOf(classified, 'recommended'),
    warnings: errorsOf(classified, 'negative'),
    languages: byLanguage.toSorted((a, b) => b.labels - a.labels || (a.language < b.language ? -1 : 1)),
  };
}

function errorsOf(names: readonly CheckedName[], verdict: Verdict) {
  const { truePositives, positives, trueNegatives, negatives } = calibrationOf(names, verdict);
  return { sensitivity: rateOf(truePositives, positives), specificity: rateOf(trueNegatives, negatives) };
}

export const CorrectedSchema = nullable(
  named(
    'CorrectedShare',
    {
      share: Type.Number({ minimum: 0, maximum: 1, description: 'To 3 decimals.' }),
      interval: IntervalSchema,
      labels: count("Random labels behind it: those in the row's language that the reader classified."),
      labels_to_halve: nullableInteger(
        'About how many more halve the interval; null if labels alone cannot, because the answers are too few.',
      ),
    },
    "The share that people would read so, by the reader's errors on their labels; its 95% interval has the uncertainty of " +
      'both. docs/statistics.md says how.',
  ),
  `Null below ${LEAST_LABELS} random labels in the row's language, without a share, if several readers read the window, and if the labels ` +
    'show no better reader than chance.',
);

type Corrected = NonNullable<Type.Static<typeof CorrectedSchema>>;

/** A share as a report's row has it. */
interface ReadShare {
  readonly recommended: number;
  readonly classified: number;
  readonly recommended_share: number | null;
  readonly design_effect: number | null;
}

/** A row's share, corrected by the labels in its language. */
export function correctedBy(
  names: readonly CheckedName[],
): (row: ReadShare, language: string | null) => Corrected | null {
  const byLanguage = Map.groupBy(classifiedOf(names), ({ language }) => language);
  return ({ recommended, classified, recommended_share: share, design_effect: effect }, language) => {
    const own = byLanguage.get(language) ?? [];
    if (own.length < LEAST_LABELS || share === null) return null;
    const read = independent({ events: recommended, trials: classified }, effect);
    const calibration = calibrationOf(own, 'recommended');
    const corrected = correctedShare(read, calibration);
    if (corrected === null) return null;
    const { lower, upper } = corrected.interval;
    return {
      share: quotientOf(corrected.share, 1, 1000),
      interval: roundedInterval(corrected.interval),
      labels: own.length,
      labels_to_halve: labelsToHalve(read, calibration, upper - lower),
    };
  };
}
