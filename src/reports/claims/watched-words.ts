import { periodText, possessive, topWords } from '../../claims/claim-text.ts';
import type { WatchedClaim, WatchedGate } from '../../domain/alerts/watched-claim.ts';
import { engineOf } from '../../domain/answers/engine.ts';
import { pointsText } from '../../domain/figures/points.ts';
import { oneLine } from '../../domain/text.ts';
import { LEAST_DAYS } from '../../stats/claims/confidence-sequence.ts';
import { DONE, percent, percentsText, questionsText, rateClaimText } from './claim-words.ts';
import type { JudgedWatch } from './watched-claim.ts';

/** A sentence to quote: the counts since watching began, and the conclusion that they support. */
export function watchedQuote(judged: JudgedWatch): string {
  const { row, window, days } = judged;
  const { name } = engineOf(row.claim.engine);
  if (days.length === 0)
    return oneLine(`No day ${sinceText(window.from)} is over on which ${name} answered.`);
  const figures = `${figuresText(judged)}${averageText(judged)}; ${tailText(judged)}`;
  return oneLine(
    `${figures}. Judged on ${daysText(days.length)}; holds however often you look, for these questions.`,
  );
}

function figuresText({ row: { claim }, window, days, questions }: JudgedWatch): string {
  const { name } = engineOf(claim.engine);
  const sum = (which: 'first' | 'second' | 'trials') => days.reduce((total, day) => total + day[which], 0);
  const [first, second, all] = [sum('first'), sum('second'), sum('trials')].map((count) =>
    count.toLocaleString('en-US'),
  );
  const counted = `in ${first} of ${all} answers to ${questionsText(questions)} ${periodText(window)}`;
  const beside = claim.versus === null ? '' : `, and ${besideText(claim)} in ${second} of ${all}`;
  return `${name} ${DONE[claim.measure](claim.brand)}${topWords(claim.top)} ${counted}${beside}`;
}

function besideText({ measure, versus }: WatchedClaim): string {
  return measure === 'cited' ? possessive(versus ?? '') : (versus ?? '');
}

function averageText({ row: { claim }, sequence }: JudgedWatch): string {
  if (sequence === null) return '';
  const { estimate, lower, upper } = sequence;
  return claim.versus === null
    ? ` (${percent(estimate)}% on the average day; ${percentsText(sequence)} however often you look)`
    : `: a difference of ${pointsText(estimate)} points on the average day (${pointsText(lower)} to ${pointsText(upper)} ` +
        `however often you look)`;
}

function tailText({ row: { claim }, verdict, gate }: JudgedWatch): string {
  const said = rateClaimText(claim);
  if (verdict === 'supported') return `this supports that ${said}`;
  if (verdict === 'contradicted') return `this contradicts that ${said}`;
  return `it cannot be told whether ${said}${gate === null ? '' : `: ${WATCHED_GATE_MEANS[gate]}`}`;
}

/** Why a gate rejected it, as a clause. */
export const WATCHED_GATE_MEANS: Readonly<Record<WatchedGate, string>> = {
  too_few_days: `it needs ${LEAST_DAYS} days with answers`,
  too_few_answers: 'too little difference between days yet to say how much they differ',
  within_noise: 'the interval includes the claim and its opposite',
  mixed_readings:
    'Sightline reads answers differently than at registration, so it starts again with the next evaluation',
  nothing_to_compare: 'a brand, a tag, or a question in it no longer exists',
};

function daysText(days: number): string {
  return `${days} day${days === 1 ? '' : 's'}`;
}

function sinceText(from: number): string {
  return periodText({ from, to: from + 1 }).replace(/^on /, 'since ');
}
