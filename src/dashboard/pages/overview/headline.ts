import { apartSentence, isJudged } from '../../../domain/alerts/change-words.ts';
import { apartRows } from '../../../reports/shape/compared.ts';
import type { PresenceRow } from '../../parts/words/rows.ts';

/** The brand's state, in the order in which the headline tells it. */
export interface BrandState {
  readonly name: string;
  readonly isConfigured: boolean;
  readonly activeQuestions: number;
  readonly engines: number;
  /** Engines without a key; null if unknown. */
  readonly enginesWithoutKey: number | null;
  readonly hasAnswers: boolean;
  /** Failed collections in 24 hours; 0 for readers who may not know. */
  readonly failed: number;
  /** Sentences of changes that hold, the largest fall first, or else of those that are over. */
  readonly changes: readonly string[];
  /** Engines without answers, each as a sentence. */
  readonly silent: readonly string[];
  /** The brand's own rows by engine, with the earlier window if compared. */
  readonly rows: readonly Figures[];
  /** The earlier window's days: `Oct 3 – 30`; null without a comparison. */
  readonly before: string | null;
}

type Figures = Pick<PresenceRow, 'engine_name' | 'present' | 'responses' | 'rate' | 'compared'>;

export interface Headline {
  readonly sentence: string;
  /** What stands beneath it. */
  readonly lead: string | null;
  /** The next action and its page. */
  readonly next: { readonly text: string; readonly page: string } | null;
}

/** The overview's headline, and what stands beneath it: the first that applies of what is missing, changed, silent, or the same. */
export function headlineOf(state: BrandState): Headline {
  return beforeAnswers(state) ?? { ...withAnswers(state), next: null };
}

function beforeAnswers(state: BrandState): Headline | null {
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
    return next('No engine has a key yet, so nothing is asked.', 'See the missing keys', 'collecting');
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

function next(sentence: string, text: string, page: string): Headline {
  return { sentence, lead: null, next: { text, page } };
}

function withAnswers({ name, changes, silent, rows, before }: BrandState): Omit<Headline, 'next'> {
  const [change] = changes;
  if (change !== undefined) return { sentence: change, lead: null };
  const answered = rows.filter(({ responses }) => responses > 0);
  if (answered.length === 0) return { sentence: `No answers about ${name} in these days.`, lead: null };
  const apart = apartWords(answered, name, before);
  if (silent.length > 0) return { sentence: silent[0] as string, lead: apart };
  if (answered.every(({ rate }) => rate === null))
    return { sentence: 'Too few answers yet to tell a share.', lead: 'A share appears at 5 answers.' };
  const compared = answered.flatMap((row) => row.compared ?? []);
  if (before === null) return { sentence: levels(answered, name), lead: null };
  if (!compared.some(isJudged)) return { sentence: 'Too few answers yet to tell a change.', lead: null };
  const sentence = `No engine names ${name} more or less often than before.`;
  return apart === null
    ? { sentence, lead: comparedWords(answered, before) }
    : { sentence: apart, lead: 'No alert has confirmed that: the last 7 days against the 28 before decide.' };
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
  return `${first.engine_name} names ${name} in ${percent(first)} of answers${and}.`;
}

function comparedWords(rows: readonly Figures[], before: string): string {
  const judged = rows.filter(({ compared }) => isJudged(compared));
  const few = rows.length - judged.length;
  const engines = judged.length === 1 ? 'One engine' : `${judged.length} engines`;
  const rest = few === 0 ? '' : ` Of ${few} more, too few answers can be compared.`;
  return `${engines} compared with ${before}.${rest}`;
}

/** From counts, because rates are already rounded. */
function percent({ present, responses, rate }: Pick<Figures, 'present' | 'responses' | 'rate'>): string {
  return rate === null ? `${present} of ${responses}` : `${((100 * present) / responses).toFixed(0)}%`;
}
