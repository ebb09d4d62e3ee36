import { beforeOf } from '../../../reports/shape/compared.ts';
import type { PresenceRow } from '../../parts/words/rows.ts';
import { shortDay } from '../../parts/words/window-text.ts';

/** The brand's state before any figures. */
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
  /** Rates by engine, with the earlier window if compared. */
  readonly rows: readonly Figures[];
  /** Open alerts, or the window's alerts. */
  readonly findings: readonly AlertSummary[];
}

type Figures = Pick<PresenceRow, 'engine' | 'engine_name' | 'present' | 'responses' | 'rate' | 'compared'>;

/** An alert about one engine, without figures: `ChatGPT (API) names Acme less often`. */
export interface AlertSummary {
  readonly engine: string;
  /** Whether it concerns the naming rate. */
  readonly isNaming: boolean;
  readonly what: string;
  /** The page window's words about it. */
  readonly beside: string;
  readonly at: string;
}

export interface Headline {
  readonly sentence: string;
  /** Sentences that exceed the headline's length. */
  readonly more: string | null;
  /** The next action and its page. */
  readonly next: { readonly text: string; readonly page: string } | null;
}

/** The overview's headline: the window's changes, then other alerts. It claims no more than its figures. */
export function headlineOf(state: BrandState): Headline {
  return beforeAnswers(state) ?? { ...fitting(resultSentences(state)), next: null };
}

/** Maximum headline length, except for its first sentence. */
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
    return next(`There are no questions about ${name} yet.`, 'Add questions', 'questions');
  }
  if (engines === 0) {
    return next(`There is no engine for ${name} yet.`, 'Choose engines, or import answers', 'setup');
  }
  if (enginesWithoutKey !== null && enginesWithoutKey >= engines) {
    const whose = engines === 1 ? 'The engine has no key' : 'The engines have no keys';
    return next(`${whose}, so Sightline cannot ask about ${name} yet.`, 'See the missing keys', 'collecting');
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
  return { sentence, more: null, next: { text, page } };
}

function resultSentences({ name, rows, findings }: BrandState): readonly string[] {
  const withAnswers = rows.filter(({ responses }) => responses > 0);
  if (withAnswers.length === 0) return [`No answers about ${name} in this window.`];
  const compared = withAnswers.filter((row) => row.compared !== undefined);
  const clear = compared.filter(({ compared: before }) => before?.exceeds_noise === true);
  const others = findings.filter(
    ({ engine, isNaming }) => !isNaming || clear.every((row) => row.engine !== engine),
  );
  const hasOther = clear.length > 0 || others.some(({ isNaming }) => isNaming);
  return [
    ...changeSentences(clear, name),
    ...alertSentences(others),
    ...(compared.length === 0
      ? [levelSentence(withAnswers, name)]
      : restSentences(compared, { hasClear: clear.length > 0, hasOther, name })),
  ];
}

/** Beyond this, the sentence only lists engine names. */
const MOST_SENTENCES = 2;

function changeSentences(clear: readonly Figures[], name: string): string[] {
  if (clear.length <= MOST_SENTENCES) return clear.map((row) => changeSentence(row, name));
  return [-1, 1].flatMap((direction) => {
    const same = clear.filter((row) => directionOf(row) === direction);
    if (same.length === 0) return [];
    return [`${enginesText(same)} ${same.length === 1 ? 'names' : 'name'} ${name} ${howOften(direction)}.`];
  });
}

function changeSentence(row: Figures, name: string): string {
  const { engine_name: engine, present, compared } = row;
  const before = `${percent(beforeOf(compared) ?? undefined)} before`;
  if (present === 0) return `${engine} no longer names ${name}: ${before}.`;
  return `${engine} names ${name} ${howOften(directionOf(row))}: ${percent(row)} of answers, ${before}.`;
}

function directionOf({ compared }: Figures): number {
  return Math.sign(compared?.change?.points ?? 0);
}

function howOften(direction: number): string {
  return direction < 0 ? 'less often' : 'more often';
}

/** Computed from counts, because rates are already rounded. */
function percent(figures: Pick<Figures, 'present' | 'responses' | 'rate'> | undefined): string {
  if (figures === undefined || figures.rate === null) return 'no rate';
  return `${((100 * figures.present) / figures.responses).toFixed(0)}%`;
}

/** Alerts that the window's figures do not show; naming rates first. */
function alertSentences(findings: readonly AlertSummary[]): string[] {
  const byNaming = findings.toSorted((a, b) => Number(b.isNaming) - Number(a.isNaming));
  return byNaming.map(({ what, beside, at }) => `${what} (alert of ${shortDay(at)}); ${beside}.`);
}

/** The headline without a comparison. */
function levelSentence(rows: readonly Figures[], name: string): string {
  const rated = rows.filter(({ rate }) => rate !== null);
  if (rated.length === 0) return `Too few answers about ${name} for a rate.`;
  return `${LIST.format(rated.map((row) => `${row.engine_name} names ${name} in ${percent(row)} of answers`))}.`;
}

/** Engines without a significant change. */
function restSentences(
  compared: readonly Figures[],
  {
    hasClear,
    hasOther,
    name,
  }: { readonly hasClear: boolean; readonly hasOther: boolean; readonly name: string },
): string[] {
  const rest = compared.filter(({ compared: before }) => before?.exceeds_noise === false);
  const judged = rest.filter(({ compared: before }) => JUDGED.some((gate) => gate === before?.gate));
  const unjudged = rest.filter((row) => !judged.includes(row));
  const few = unjudged.filter(({ compared: before }) => SHORT.some((gate) => gate === before?.gate));
  const others = unjudged.filter((row) => !few.includes(row));
  const other = hasOther ? 'No other change' : 'No change';
  const where = hasClear && judged.length === 1 ? ` on ${enginesText(judged)}` : '';
  return [
    ...(judged.length === 0 ? [] : [`${other} in how often engines name ${name} exceeds noise${where}.`]),
    ...(few.length === 0 ? [] : [`Too few answers to compare on ${enginesText(few)}.`]),
    ...(others.length === 0 ? [] : [`Not compared on ${enginesText(others)}.`]),
  ];
}

/** Gates of judged changes, and of changes with too few answers. */
const JUDGED = ['within_noise', 'below_min_delta', 'not_after_correction'] as const;
const SHORT = ['too_few_answers', 'too_few_shared_prompts', 'outage'] as const;

/** `ChatGPT (API)`, `ChatGPT (API) and Claude (API)`, `ChatGPT (API), Claude (API), and Grok (API)` */
function enginesText(rows: readonly Figures[]): string {
  return LIST.format(rows.map(({ engine_name: engine }) => engine));
}

const LIST = new Intl.ListFormat('en-US', { type: 'conjunction' });
