import type { Proportion } from '../../domain/figures/proportion.ts';
import { MIN_SAMPLE, type Rate, roundedInterval } from '../../domain/figures/rate.ts';
import {
  LEAST_LABELS,
  MEASURED_READER,
  MEASURED_RECOMMENDED,
  type MeasuredReading,
} from '../../extract/framing/measured.ts';
import { EXTRACTOR } from '../../extract/reading-key.ts';
import { prevalence } from '../../stats/rates/prevalence.ts';
import { IntervalSchema, nullable, nullableOneOf } from '../shape/schemas.ts';

/** Reasons for not correcting a share for the extractor's errors. */
const NOT_ESTIMATED = ['too_few_answers', 'language_not_measured', 'reader_not_measured'] as const;

export const estimatedProperties = {
  estimated: nullable(
    IntervalSchema,
    "The 95% range for `recommended_share` without reading errors, by the errors measured in the market's language: the " +
      'widest over the labeled sets.',
  ),
  estimated_null_because: nullableOneOf(NOT_ESTIMATED, 'Why it is null.'),
};

/** The range beside an extracted share. */
export interface EstimatedShare {
  readonly estimated: Rate['interval'];
  readonly estimated_null_because: (typeof NOT_ESTIMATED)[number] | null;
}

/**
 * Estimates the share of mentions that recommend a brand, corrected for the extractor's errors.
 *
 * @param read counts as independent answers
 * @param languageCode the market's; null for none in particular
 */
export function estimatedShare(read: Proportion, languageCode: string | null): EstimatedShare {
  if (read.trials < MIN_SAMPLE) return notEstimated('too_few_answers');
  if (EXTRACTOR !== MEASURED_READER) return notEstimated('reader_not_measured');
  const language = (languageCode ?? '').toLowerCase().split('-')[0] ?? '';
  const sets = (MEASURED_RECOMMENDED[language] ?? []).filter(
    ({ labeled, others }) => labeled + others >= LEAST_LABELS,
  );
  const ranges = sets.map((set) => prevalence(read, errorsOf(set))).filter((each) => each !== null);
  if (ranges.length === 0) return notEstimated('language_not_measured');
  const widest = {
    lower: Math.min(...ranges.map(({ lower }) => lower)),
    upper: Math.max(...ranges.map(({ upper }) => upper)),
  };
  return { estimated: roundedInterval(widest), estimated_null_because: null };
}

function errorsOf({ found, labeled, falselyRead, others }: MeasuredReading) {
  return {
    sensitivity: { events: found, trials: labeled },
    specificity: { events: others - falselyRead, trials: others },
  };
}

function notEstimated(because: (typeof NOT_ESTIMATED)[number]): EstimatedShare {
  return { estimated: null, estimated_null_because: because };
}
