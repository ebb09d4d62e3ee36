import { engineNameOf } from '../../domain/answers/engine.ts';
import { pointsText } from '../../domain/figures/points.ts';
import type { Proportion } from '../../domain/figures/proportion.ts';
import { MIN_SAMPLE, quotientOf } from '../../domain/figures/rate.ts';
import { LEFT_OUT_WORDS } from '../../exchange/rows.ts';
import type { Common, ReconcileStep, Reconciliation, Step } from '../../stats/claims/reconcile.ts';

/** What the sentences about two tools on one engine need. */
export interface Told extends Reconciliation {
  /** Slugs: theirs, and the one that we compare with; null for none. */
  readonly engine: string;
  readonly versus: string | null;
  /** Answers that only the tool reads as naming the brand, but that cite its sites. */
  readonly citesOnly: number;
  /** Rows that the tool counts and we do not, by the reason's code. */
  readonly leftOut: ReadonlyMap<string, number>;
}

/** A rate as the sentences have it: `62.4%`. */
function percent({ events, trials }: Proportion): string {
  return `${(100 * quotientOf(events, trials, 1000)).toFixed(1)}%`;
}

const number = (value: number) => value.toLocaleString('en-US');
const some = (value: number, one: string, many = `${one}s`) => `${number(value)} ${value === 1 ? one : many}`;

/** `Their 62.4% is 21.4 points above your 41.0%: +16.1 from what counts as a mention and +5.3 within chance.` */
export function differenceSentence({ theirs, same, ours, points, steps }: Told): string {
  if (points === null)
    return `Both need ${MIN_SAMPLE} answers, and there are ${number(Math.min(theirs.trials, same.trials))}.`;
  const other =
    ours.trials >= MIN_SAMPLE
      ? `your ${percent(ours)}`
      : `the ${percent(same)} that Sightline reads in the same answers`;
  if (points === 0) return `Their ${percent(theirs)} and ${other} are the same.`;
  const clear = steps
    .filter(({ isBeyondChance, points: own }) => isBeyondChance && own !== 0)
    .sort((one, next) => Math.abs(next.points ?? 0) - Math.abs(one.points ?? 0));
  const rest = clear.reduce((left, { points: own }) => left - (own ?? 0), points);
  const parts = [
    ...clear.map(({ step, points: own }) => `${pointsText((own ?? 0) / 100)} from ${SOURCES[step]}`),
    ...(Math.abs(rest) < 0.05 ? [] : [`${pointsText(rest / 100)} within chance`]),
  ];
  const side = points > 0 ? 'above' : 'below';
  return `Their ${percent(theirs)} is ${Math.abs(points).toFixed(1)} points ${side} ${other}: ${LIST.format(parts)}.`;
}

const LIST = new Intl.ListFormat('en-US', { type: 'conjunction' });

const SOURCES: Readonly<Record<ReconcileStep, string>> = {
  mention: 'what counts as a mention',
  denominator: 'which answers count',
  days: 'the days',
  panel: 'the questions',
  surface: 'the surface',
  rest: 'what these rows do not say',
};

/** What a step compares, or why it has no points. */
export function stepSentence(told: Told, { step, untold, isBeyondChance, points }: Step): string {
  if (untold === 'too_few') return tooFew(told);
  return SENTENCES[step](told, { isBeyondChance, isTold: points !== null });
}

function tooFew({ theirs, same, ours, versus }: Told): string {
  if (Math.min(theirs.trials, same.trials) < MIN_SAMPLE)
    return `It cannot be told: both need ${MIN_SAMPLE} answers, and Sightline could read ${number(same.trials)} of their ${number(theirs.trials)}.`;
  if (versus === null) return 'It cannot be told: Sightline asked no engine like theirs in these days.';
  return `It cannot be told: Sightline asked ${engineNameOf(versus)} itself for ${some(ours.trials, 'answer')} in these days, and it takes ${MIN_SAMPLE}.`;
}

interface Judged {
  readonly isBeyondChance: boolean;
  readonly isTold: boolean;
}

const SENTENCES: Readonly<Record<ReconcileStep, (told: Told, judged: Judged) => string>> = {
  mention: ({ judged: { both, onlyFirst, onlySecond, neither }, citesOnly }) => {
    const all = both + onlyFirst + onlySecond + neither;
    if (onlyFirst + onlySecond === 0) return `All ${number(all)} answers that both judged are read alike.`;
    const cites = citesOnly === 0 ? '' : ` (${number(citesOnly)} cite your site)`;
    return (
      `Of ${number(all)} answers that both judged, they count ${number(onlyFirst)} in which Sightline finds no mention${cites}, ` +
      `and do not count ${number(onlySecond)} in which it does.`
    );
  },
  denominator: ({ onlyTheyCount, onlyWeCount, leftOut }) => {
    if (onlyTheyCount.trials + onlyWeCount.trials === 0) return 'Both count the same answers.';
    const reasons = [...leftOut].map(([reason, rows]) => `${number(rows)} ${reasonWords(reason)}`);
    const theirs =
      onlyTheyCount.trials > 0 &&
      `They also count ${LIST.format(reasons)}: ${number(onlyTheyCount.events)} as naming you.`;
    const ours =
      onlyWeCount.trials > 0 &&
      `Sightline also counts ${some(onlyWeCount.trials, 'answer')} that they did not judge: ${number(onlyWeCount.events)} name you.`;
    return [theirs, ours].filter(Boolean).join(' ');
  },
  days: ({ days }, { isTold }) =>
    isTold
      ? commonSentence(days, 'day')
      : 'It cannot be told: no day is covered by both. What is left at the end contains it.',
  panel: ({ questions }, { isTold }) =>
    isTold
      ? `${commonSentence(questions, 'question')} The common ones count as often as Sightline asks them.`
      : 'It cannot be told: no question is in both. What is left at the end contains it.',
  surface: ({ engine, versus }, { isTold }) => {
    const [theirs, ours] = [engineNameOf(engine), engineNameOf(versus ?? engine)];
    if (!isTold)
      return `It cannot be told from what is left at the end: they asked ${theirs}, and Sightline ${ours}.`;
    if (theirs === ours) return `Both asked ${ours}.`;
    return `They asked ${theirs}, and Sightline ${ours}. The interval holds chance too, which cannot be told from the surface.`;
  },
  rest: ({ steps }, { isBeyondChance, isTold }) => {
    if (!isTold) return 'Chance cannot be told from the surface: its interval holds both.';
    const held = steps.flatMap(({ step, untold }) => (untold === null ? [] : (HELD[step] ?? [])));
    if (held.length > 0) return `Chance and ${LIST.format(held)}, which cannot be told apart.`;
    return isBeyondChance
      ? 'More than chance: something differs that these rows do not say, such as the account, the place, or the model.'
      : 'Within chance: different answers to the same questions differ this much.';
  },
};

/** Steps that the rest holds if they cannot be told. */
const HELD: { readonly [Step in ReconcileStep]?: string } = {
  days: 'the days',
  panel: 'the questions',
  surface: 'the surface',
};

function commonSentence({ both, onlyTheirs, onlyOurs }: Common, what: string): string {
  if (onlyTheirs + onlyOurs === 0) return `Both have the same ${both === 1 ? what : some(both, what)}.`;
  return `${some(both, what)} in both, ${number(onlyTheirs)} only in theirs, ${number(onlyOurs)} only in yours.`;
}

/** Why the tool counts a row that we do not. */
function reasonWords(reason: string): string {
  if (reason === REPEATED) return 'rows with an answer that counts already';
  if (reason === GONE) return 'rows with an answer that is no longer stored, or failed';
  return (LEFT_OUT_WORDS as Readonly<Record<string, readonly string[]>>)[reason]?.[0] ?? `rows: ${reason}`;
}

/** Reasons that no import gives: the answer stands in an earlier row; it is gone. */
export const REPEATED = 'repeated';
export const GONE = 'gone';
