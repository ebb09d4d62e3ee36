import type { PresenceRow } from '../../parts/rows.ts';
import { shortDay } from '../../parts/window-text.ts';

/** What is known of a brand before its figures. */
export interface BrandState {
  readonly name: string;
  /** Whether its setup was finished. */
  readonly isConfigured: boolean;
  readonly activeQuestions: number;
  /** The engines that it is asked on. */
  readonly engines: number;
  /** The engines of those that cannot be asked, because their key is missing; null where that is not known. */
  readonly enginesWithoutKey: number | null;
  readonly hasAnswers: boolean;
  /** How many collections failed in the last 24 hours; 0 where that is nobody's business. */
  readonly failed: number;
  /** How often each engine names it in the window, with the earlier window if there is one. */
  readonly rows: readonly Figures[];
  /** What holds, or was found in the window. */
  readonly findings: readonly Found[];
}

type Figures = Pick<PresenceRow, 'engine' | 'engine_name' | 'present' | 'responses' | 'rate' | 'compared'>;

/** A finding about one engine, in words without figures: `ChatGPT (API) names Acme less often`. */
export interface Found {
  readonly engine: string;
  /** Whether it is about how often the brand is named. */
  readonly isNaming: boolean;
  readonly what: string;
  /** What the window of the page says of it. */
  readonly beside: string;
  readonly at: string;
}

export interface Headline {
  readonly sentence: string;
  /** What else there is to say, where it would make the headline too long. */
  readonly more: string | null;
  /** What to do next, and the page of the brand where that is done. */
  readonly next: { readonly text: string; readonly page: string } | null;
}

/** The one sentence of an overview: what changed in the window of the page, and what else was found. It says no more than its figures do. */
export function headlineOf(state: BrandState): Headline {
  return beforeAnswers(state) ?? { ...fitting(found(state)), next: null };
}

/** A headline is no longer than this, unless its first sentence is. */
const MOST_CHARACTERS = 150;

function fitting(sentences: readonly string[]): Pick<Headline, 'sentence' | 'more'> {
  let fit = 1;
  while (fit < sentences.length && sentences.slice(0, fit + 1).join(' ').length <= MOST_CHARACTERS) fit += 1;
  const more = sentences.slice(fit).join(' ');
  return { sentence: sentences.slice(0, fit).join(' '), more: more === '' ? null : more };
}

function beforeAnswers(state: BrandState): Headline | null {
  const { name, engines, enginesWithoutKey } = state;
  if (!state.isConfigured) {
    return next(`${name} is not set up yet.`, 'Finish the setup', 'setup');
  }
  if (state.hasAnswers) return null;
  if (state.activeQuestions === 0) {
    return next(`No question is asked about ${name} yet.`, 'Add questions', 'questions');
  }
  if (engines === 0) {
    return next(`No engine is asked about ${name} yet.`, 'Choose engines, or import answers', 'setup');
  }
  if (enginesWithoutKey !== null && enginesWithoutKey >= engines) {
    const whose = engines === 1 ? 'The engine has no key' : 'The engines have no keys';
    return next(
      `${whose}, so nothing can be asked about ${name} yet.`,
      'See which keys are missing',
      'collecting',
    );
  }
  if (state.failed > 0) {
    const which = state.failed === 1 ? 'the only collection' : `all ${state.failed} collections`;
    return next(
      `No answer about ${name} yet: ${which} of the last 24 hours failed.`,
      'See what went wrong',
      'collecting',
    );
  }
  return next(`Waiting for the first answers about ${name}.`, 'See how collecting goes', 'collecting');
}

function next(sentence: string, text: string, page: string): Headline {
  return { sentence, more: null, next: { text, page } };
}

function found({ name, rows, findings }: BrandState): readonly string[] {
  const withAnswers = rows.filter(({ responses }) => responses > 0);
  if (withAnswers.length === 0) return [`No answers about ${name} in this window.`];
  const compared = withAnswers.filter((row) => row.compared !== undefined);
  const told = compared.filter(({ compared: before }) => before?.exceeds_noise === true);
  const others = findings.filter(
    ({ engine, isNaming }) => !isNaming || told.every((row) => row.engine !== engine),
  );
  const hasOther = told.length > 0 || others.some(({ isNaming }) => isNaming);
  return [
    ...toldSentences(told, name),
    ...foundSentences(others),
    ...(compared.length === 0
      ? [levelSentence(withAnswers, name)]
      : restSentences(compared, { hasTold: told.length > 0, hasOther, name })),
  ];
}

/** Of more engines than this, the sentence lists names only. */
const MOST_SENTENCES = 2;

function toldSentences(told: readonly Figures[], name: string): string[] {
  if (told.length <= MOST_SENTENCES) return told.map((row) => toldSentence(row, name));
  return [-1, 1].flatMap((direction) => {
    const same = told.filter((row) => directionOf(row) === direction);
    if (same.length === 0) return [];
    return [`${enginesText(same)} ${same.length === 1 ? 'names' : 'name'} ${name} ${howOften(direction)}.`];
  });
}

function toldSentence(row: Figures, name: string): string {
  const { engine_name: engine, present, compared } = row;
  const before = `${percent(compared)} before`;
  if (present === 0) return `${engine} no longer names ${name}: ${before}.`;
  return `${engine} names ${name} ${howOften(directionOf(row))}: ${percent(row)} of answers, ${before}.`;
}

function directionOf({ compared }: Figures): number {
  return Math.sign(compared?.change?.points ?? 0);
}

function howOften(direction: number): string {
  return direction < 0 ? 'less often' : 'more often';
}

/** Of the counts: a rate is rounded already. */
function percent(figures: Pick<Figures, 'present' | 'responses' | 'rate'> | undefined): string {
  if (figures === undefined || figures.rate === null) return 'no rate';
  return `${((100 * figures.present) / figures.responses).toFixed(0)}%`;
}

/** What alerts tell of that the figures of the window do not; first what is about how often the brand is named. */
function foundSentences(findings: readonly Found[]): string[] {
  const byNaming = findings.toSorted((a, b) => Number(b.isNaming) - Number(a.isNaming));
  return byNaming.map(({ what, beside, at }) => `${what} (alert of ${shortDay(at)}); ${beside}.`);
}

/** Where nothing is compared. */
function levelSentence(rows: readonly Figures[], name: string): string {
  const rated = rows.filter(({ rate }) => rate !== null);
  if (rated.length === 0) return `Too few answers about ${name} for a rate.`;
  return `${name} is named in ${LIST.format(rated.map((row) => `${percent(row)} of the answers of ${row.engine_name}`))}.`;
}

/** What is said of the engines on which no change is told. */
function restSentences(
  compared: readonly Figures[],
  {
    hasTold,
    hasOther,
    name,
  }: { readonly hasTold: boolean; readonly hasOther: boolean; readonly name: string },
): string[] {
  const rest = compared.filter(({ compared: before }) => before?.exceeds_noise === false);
  const judged = rest.filter(({ compared: before }) => JUDGED.some((gate) => gate === before?.gate));
  const unjudged = rest.filter((row) => !judged.includes(row));
  const few = unjudged.filter(({ compared: before }) => SHORT.some((gate) => gate === before?.gate));
  const others = unjudged.filter((row) => !few.includes(row));
  const other = hasOther ? 'No other change' : 'No change';
  const where = hasTold && judged.length === 1 ? ` on ${enginesText(judged)}` : '';
  return [
    ...(judged.length === 0 ? [] : [`${other} in how often ${name} is named is told from noise${where}.`]),
    ...(few.length === 0 ? [] : [`Too few answers to compare on ${enginesText(few)}.`]),
    ...(others.length === 0 ? [] : [`Not compared on ${enginesText(others)}.`]),
  ];
}

/** The gates of a change that was judged, and of one for which answers are missing. */
const JUDGED = ['within_noise', 'below_min_delta', 'not_after_correction'] as const;
const SHORT = ['too_few_answers', 'too_few_shared_prompts', 'outage'] as const;

/** `ChatGPT (API)`, `ChatGPT (API) and Claude (API)`, `ChatGPT (API), Claude (API), and Grok (API)` */
function enginesText(rows: readonly Figures[]): string {
  return LIST.format(rows.map(({ engine_name: engine }) => engine));
}

const LIST = new Intl.ListFormat('en-US', { type: 'conjunction' });
