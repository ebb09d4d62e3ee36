import { CURRENT_DAYS } from '../../../domain/alerts/alert-rules.ts';
import { apartSentence, isJudged } from '../../../domain/alerts/change-words.ts';
import { MIN_SAMPLE, wholePercent } from '../../../domain/figures/rate.ts';
import { DAY_MS } from '../../../domain/time/period.ts';
import { apartRows, beforeOf } from '../../../reports/shape/compared.ts';
import type { PresenceRow } from '../../parts/words/rows.ts';

/** The brand's state, in the order in which the headline tells it. */
export interface BrandState {
  readonly name: string;
  readonly isConfigured: boolean;
  readonly activeQuestions: number;
  readonly engines: number;
  /** Engines without a key; null if unknown. */
  readonly enginesWithoutKey: number | null;
  /** Where keys are entered, or listed for readers who may not. */
  readonly keyPage: string;
  readonly hasAnswers: boolean;
  /** Failed collections in 24 hours; 0 for readers who may not know. */
  readonly failed: number;
  /** On the first day, its answers and its questions that are still open; null afterwards. */
  readonly today: { readonly answers: number; readonly open: number } | null;
  /** Sentences of changes that hold, the largest fall first, or else of those that are over. */
  readonly changes: readonly string[];
  /** Engines without answers, and the questions that got none. */
  readonly silent: readonly { readonly sentence: string; readonly missing: number }[];
  /** The brand's own rows by engine, with the earlier window if compared. */
  readonly rows: readonly Figures[];
  /** The earlier window's days: `Oct 3 – 30`; null without a comparison. */
  readonly before: string | null;
  /** The answers that a change needs on each side. */
  readonly least: number;
  /** The day from which an engine has them: `Dec 5`; null if unknown, or at no time at this pace. */
  readonly enoughOn: string | null;
}

type Figures = Pick<PresenceRow, 'engine_name' | 'present' | 'responses' | 'rate' | 'compared'>;

/** A page below the brand, or with a leading slash below the server, or a place on this page. */
interface Way {
  readonly text: string;
  readonly page: string;
}

export interface Headline {
  readonly sentence: string;
  /** What stands beneath it. */
  readonly lead: string | null;
  /** Where to read on; null for all checks. */
  readonly more: Way | null;
  /** The next actions, the best first. */
  readonly steps: readonly Way[];
  /** Whether nothing changed, so that readers want to know what would have shown. */
  readonly isSame: boolean;
}

const PLAIN = { lead: null, more: null, steps: [], isSame: false } as const;

/** The overview's headline, and what stands beneath it: the first that applies of what is missing, changed, silent, or the same. */
export function headlineOf(state: BrandState): Headline {
  return { ...PLAIN, ...(beforeAnswers(state) ?? withAnswers(state)) };
}

type Said = Pick<Headline, 'sentence'> & Partial<Headline>;

function beforeAnswers(state: BrandState): Said | null {
  const { name, engines, enginesWithoutKey } = state;
  if (!state.isConfigured) {
    return next(`${name} is not set up yet.`, 'Finish the setup', 'setup');
  }
  if (state.hasAnswers) return null;
  if (state.activeQuestions === 0) {
    return next(`There are no questions about ${name} yet.`, 'Add questions', 'questions');
  }
  if (engines === 0) {
    return next(`There is no engine for ${name} yet.`, 'Choose engines, or import answers', 'setup');
  }
  if (enginesWithoutKey !== null && enginesWithoutKey >= engines) {
    return {
      sentence: 'No engine has a key yet, so nothing is asked.',
      lead: 'Add one key, and the first answers come within minutes. Or start with the answers another tool collected.',
      steps: [
        { text: 'Add a key', page: state.keyPage },
        { text: 'Import answers', page: 'import' },
      ],
    };
  }
  if (state.failed > 0) {
    const which = state.failed === 1 ? 'the only collection' : `all ${state.failed} collections`;
    return next(
      `No answer about ${name} yet: ${which} of the last 24 hours failed.`,
      'See the failures',
      'collecting',
    );
  }
  return next(`Waiting for the first answers about ${name}.`, 'Go to Engines and keys', 'collecting');
}

function next(sentence: string, text: string, page: string): Said {
  return { sentence, steps: [{ text, page }] };
}

function withAnswers(state: BrandState): Said {
  const { name, changes, silent, rows, before } = state;
  const [change] = changes;
  if (change !== undefined) return { sentence: change };
  const answered = rows.filter(({ responses }) => responses > 0);
  if (answered.length === 0) return { sentence: `No answers about ${name} in these days.` };
  const apart = apartWords(answered, name, before);
  const [quiet] = silent;
  if (quiet !== undefined)
    return { sentence: quiet.sentence, lead: silentLead(quiet, apart), more: TO_ENGINES };
  const few = fewAnswers(state, answered);
  if (few !== null) return few;
  if (before === null) return { sentence: levels(answered, name) };
  if (apart === null)
    return {
      sentence: `No engine names ${name} more or less often than before.`,
      lead: comparedWords(answered, before),
      isSame: true,
    };
  return {
    sentence: apart,
    lead: 'No alert has confirmed that: the last 7 days against the 28 before decide.',
  };
}

const TO_ENGINES: Way = { text: 'Engines and keys', page: 'collecting' };

function silentLead({ missing }: { readonly missing: number }, apart: string | null): string {
  const are = missing === 1 ? '1 answer is missing, and counts' : `${missing} answers are missing, and count`;
  return [`${are} nowhere as zero.`, apart].filter(Boolean).join(' ');
}

/** The first day, and too few answers for a share or a change; null for enough. */
function fewAnswers(
  { name, today, before, least, enoughOn }: BrandState,
  rows: readonly Figures[],
): Said | null {
  const [most] = rows.toSorted((a, b) => sideOf(b) - sideOf(a) || b.responses - a.responses);
  const pace = enoughOn === null ? '' : `: about ${enoughOn}`;
  if (today !== null && today.open > 0 && most !== undefined && rows.some(({ rate }) => rate === null))
    return {
      sentence: `${today.answers} of today’s ${today.answers + today.open} answers are in.`,
      lead: `${most.engine_name} names ${name} in ${wholePercent(most)}. A share appears at ${MIN_SAMPLE} answers, a change at ${least} on each side${pace}.`,
      more: { text: 'What comes when', page: '#checklist' },
    };
  if (rows.every(({ rate }) => rate === null))
    return {
      sentence: 'Too few answers yet to tell a share.',
      lead: `A share appears at ${MIN_SAMPLE} answers.`,
    };
  const compared = rows.flatMap((row) => row.compared ?? []);
  if (before === null || most === undefined || compared.some(isJudged)) return null;
  return {
    sentence: 'Too few answers yet to tell a change.',
    lead: `${fewWords(most, rows.length > 1, least)}${enoughOn === null ? '' : ` At today’s pace, about ${enoughOn}.`}`,
    more: { text: 'Ask more often', page: 'collecting/plan' },
  };
}

function sideOf({ responses, compared }: Figures): number {
  return Math.min(responses, beforeOf(compared)?.responses ?? 0);
}

function fewWords(most: Figures, hasOthers: boolean, least: number): string {
  const { engine_name: engine, responses } = most;
  const side = sideOf(most);
  if (side >= least) return `${engine} has too few answers to the same questions on both sides.`;
  if (side === 0)
    return `${engine} has ${responses} in these days and none before: a change needs ${least} on each side.`;
  return `${engine} has ${side} of the ${least} it needs on each side${hasOthers ? ', the others fewer' : ''}.`;
}

/**
 * The day, in milliseconds, from which alerts can tell a change on an engine with this many answers a day: the newest days and those
 * before them then have enough. Null if its newest days never do.
 */
export function changesFrom(first: number, perDay: number, least: number): number | null {
  if (!(CURRENT_DAYS * perDay >= least)) return null;
  return first + (CURRENT_DAYS + Math.ceil(least / perDay)) * DAY_MS;
}

/** What the page's own windows show beyond noise, beside no alert; null for nothing. */
function apartWords(rows: readonly Figures[], name: string, before: string | null): string | null {
  const clear = apartRows(rows);
  return clear.length === 0 ? null : apartSentence(clear, name, before ?? '');
}

function levels(rows: readonly Figures[], name: string): string {
  const rated = rows.filter(({ rate }) => rate !== null);
  const [first, ...others] = rated.toSorted((a, b) => b.responses - a.responses);
  if (first === undefined) return 'Too few answers yet to tell a share.';
  const and = others.length === 0 ? '' : '; the others are below';
  return `${first.engine_name} names ${name} in ${wholePercent(first)} of answers${and}.`;
}

function comparedWords(rows: readonly Figures[], before: string): string {
  const judged = rows.filter(({ compared }) => isJudged(compared));
  const few = rows.length - judged.length;
  const engines = judged.length === 1 ? 'One engine' : `${judged.length} engines`;
  const rest = few === 0 ? '' : ` Of ${few} more, too few answers can be compared.`;
  return `${engines} compared with ${before}.${rest}`;
}

/** What would have shown on the engine with the most answers, as the plan forecasts it. @param points null for no change */
export function wouldShow(engine: string, points: number | null): string {
  if (points === null) return ` No change would show on ${engine} with so few questions.`;
  return ` With these questions, a change of ${Math.ceil(points)} points or more on ${engine} would show within a week.`;
}
