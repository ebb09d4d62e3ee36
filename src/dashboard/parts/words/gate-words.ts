import { BASELINE_DAYS, CURRENT_DAYS } from '../../../domain/alerts/alert-rules.ts';
import { outcomeLabel } from '../../../domain/alerts/outcomes.ts';
import type { Comparison } from '../../../reports/alerts/comparisons.ts';
import { PERSISTENCE } from '../../../stats/alerts/episodes.ts';
import { KIND_RULES } from '../../../stats/alerts/gates.ts';
import { excludesZero } from '../../../stats/rates/intervals.ts';

/** Describes a comparison's outcome. Never claims that nothing changed. */
export interface GateWords {
  readonly label: string;
  readonly why: string;
}

export function gateWords(row: Comparison): GateWords {
  switch (row.gate) {
    case null:
      return { label: 'Alert raised', why: 'It passed every alert test.' };
    case 'episode_open':
      return { label: outcomeLabel(row.gate), why: 'An earlier alert covers it.' };
    case 'outage':
      return {
        label: outcomeLabel(row.gate),
        why: 'Fewer than half of the expected answers came in, so the collection must have failed.',
      };
    case 'mixed_readings':
      return {
        label: outcomeLabel(row.gate),
        why: 'Different models, or one with different prompts, read the two windows, so a difference may be theirs.',
      };
    case 'too_few_answers':
      return { label: outcomeLabel(row.gate), why: shortText(row, 'responses_to_all_prompts', '') };
    case 'too_few_shared_prompts':
      return {
        label: outcomeLabel(row.gate),
        why: shortText(row, 'responses', ' to questions asked in both windows'),
      };
    case 'below_min_delta':
      return smallWords(row);
    case 'within_noise':
      return {
        label: outcomeLabel(row.gate),
        why: isBeyondNoise(row.change)
          ? `${zeroWithin(row)}.`
          : `${zeroWithin(row)}: chance alone could give this difference.`,
      };
    case 'condition_not_met':
      return {
        label: row.kind === 'engine_blackout' ? 'Still named' : 'No overtaking',
        why:
          row.kind === 'engine_blackout'
            ? 'It exceeds noise, but the brand is still named.'
            : 'It exceeds noise, but the competitor did not come from behind: the share does not cross half of the answers.',
      };
    case 'below_noise_floor':
      return {
        label: outcomeLabel(row.gate),
        why: `Its 95% interval excludes zero, but this share moves by up to ${row.noise_floor_points} points without any cause.`,
      };
    case 'not_persistent':
      return {
        label: outcomeLabel(row.gate),
        why: `It exceeds noise, but has not yet held for ${PERSISTENCE} evaluations in a row.`,
      };
  }
}

type Answers = 'responses' | 'responses_to_all_prompts';

/** `29 of the 30 answers needed in the last 7 days.` Names both windows if both lack answers. */
function shortText(row: Comparison, count: Answers, which: string): string {
  const least = row.min_sample_each_side;
  const windows = [
    { answers: row.current[count], days: `the last ${CURRENT_DAYS} days` },
    { answers: row.baseline[count], days: `the ${BASELINE_DAYS} days before` },
  ].filter(({ answers }) => answers < least);
  const parts = windows.map(({ answers, days }, index) =>
    index === 0
      ? `${answers} of the ${least} answers needed${which} in ${days}`
      : `${answers} of ${least} in ${days}`,
  );
  return parts.length === 0 ? '' : `${parts.join(', and ')}.`;
}

/** Alerts test one direction, so any change the other way fails the threshold, however large. */
function smallWords(row: Comparison): GateWords {
  const least = `the ${row.min_delta_points} points that an alert needs`;
  const points = row.change?.points ?? 0;
  const isTowards = Math.sign(points) === KIND_RULES[row.kind].direction;
  const isLarge = Math.abs(points) >= row.min_delta_points;
  const exceedsNoise = isBeyondNoise(row.change) && isBeyondNoise(row.change_with_same_mix);
  if (!isTowards && exceedsNoise) {
    return {
      label: 'No alert for this direction',
      why: 'It exceeds noise, but no alert covers this direction.',
    };
  }
  if (exceedsNoise)
    return {
      label: `Below ${row.min_delta_points} points`,
      why: isLarge
        ? `It exceeds noise, but with the same mix of questions in both windows, it is smaller than ${least}.`
        : `It exceeds noise, but is smaller than ${least}.`,
    };
  if (isTowards && isLarge) {
    return {
      label: `Below ${row.min_delta_points} points`,
      why: `With the same mix of questions in both windows, it is smaller than ${least}.`,
    };
  }
  const small = isLarge ? '' : `, and it is smaller than ${least}`;
  return { label: outcomeLabel('within_noise'), why: `${zeroWithin(row)}${small}.` };
}

/** Says which of the two intervals includes zero. */
function zeroWithin({ change }: Comparison): string {
  return isBeyondNoise(change)
    ? 'With the same mix of questions in both windows, its 95% interval includes zero'
    : 'Its 95% interval includes zero';
}

function isBeyondNoise(change: Comparison['change']): boolean {
  return change !== null && excludesZero(change);
}

/**
 * The answers that each side needs to detect a difference of this size, and how long they take at today's pace. More answers must fit into
 * the window, because its length is fixed.
 */
export function neededWords(
  row: Comparison,
): { readonly answers: string; readonly pace: string | null } | null {
  const needed = neededAnswers(row);
  if (needed === null) return null;
  const answers = `${needed.toLocaleString('en-US')} on each side`;
  const { responses } = row.current;
  if (responses === 0) return { answers, pace: null };
  const days = Math.ceil((needed * CURRENT_DAYS) / responses);
  const window = days > CURRENT_DAYS ? `; a window has ${CURRENT_DAYS}` : '';
  return { answers, pace: `about ${days.toLocaleString('en-US')} days of answers at today’s pace${window}` };
}

/** Gates where more answers would not help. */
function neededAnswers({ gate, answers_needed_each_side: needed, ...row }: Comparison): number | null {
  if (gate === 'too_few_answers' || gate === 'too_few_shared_prompts')
    return needed ?? row.min_sample_each_side;
  return gate === 'within_noise' ? needed : null;
}
