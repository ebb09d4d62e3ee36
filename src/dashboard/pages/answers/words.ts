import { engineNameOf } from '../../../domain/answers/engine.ts';
import { THEME_NAMES, type Theme, themeReadFor } from '../../../domain/brand/theme.ts';
import type { AnswersFilters } from '../../../reports/shape/answers-filters.ts';
import { joinedClauses } from '../../parts/words/clauses.ts';
import { sliceWords } from '../../parts/words/slice-words.ts';
import { utcText } from '../../visit/times.ts';

import { type Choices, sliceOf } from './filters.ts';

/** A filter in words, with its parameter names. */
export interface FilterWords {
  readonly names: readonly (keyof AnswersFilters)[];
  /** Chip text: `names Acme`. */
  readonly chip: string;
  /** Clause for a sentence: `that name Acme`. Null if another clause covers it. */
  readonly clause: string | null;
}

interface Named {
  readonly filters: AnswersFilters;
  readonly choices: Choices;
  readonly self: string;
}

const FRAMED: Readonly<Record<string, readonly [chip: string, clause: string]>> = {
  recommended: ['recommends', 'that recommend'],
  negative: ['is negative about', 'that are negative about'],
  neutral: ['is neutral about', 'that are neutral about'],
  any: ['frames', 'with a judged framing of'],
};

const NAMES = ['names', 'that name'] as const;

/** The theme of the named brand. */
function themeWords(theme: string, framing: string | undefined): string {
  const read = themeReadFor(theme);
  if (read === '') return ', read by a model';
  if (read !== null) return `, read by a model that was asked about ${read}`;
  const how = SPEAKING[framing ?? ''] ?? 'speak';
  return ` and ${how} of its ${(THEME_NAMES[theme as Theme] ?? theme).toLowerCase()}`;
}

const SPEAKING: Readonly<Record<string, string>> = {
  recommended: 'speak well',
  neutral: 'speak neutrally',
  negative: 'speak badly',
};

/** All filters in words, in sentence order. */
export function filterWords(named: Named): FilterWords[] {
  return [
    engineWords,
    ofSlice,
    promptWords,
    ...BRAND_WORDS,
    factWords,
    besideWords,
    citesWords,
    searchedWords,
    outcomeWords,
    ...PERIOD_WORDS,
  ].flatMap((words) => words(named) ?? []);
}

function ofSlice({ filters, choices, self }: Named): readonly FilterWords[] {
  return sliceWords({ slice: sliceOf(filters), choices: choices.slice, self });
}

type Words = (named: Named) => FilterWords | null;

const engineWords: Words = ({ filters: { engine } }) =>
  engine === undefined
    ? null
    : { names: ['engine'], chip: engineNameOf(engine), clause: `from ${engineNameOf(engine)}` };

const promptWords: Words = ({ filters: { prompt }, choices }) => {
  if (prompt === undefined) return null;
  const text = choices.slice.questions.find(({ id }) => id === prompt)?.text ?? prompt;
  return { names: ['prompt'], chip: `“${text}”`, clause: `to “${text}”` };
};

const BRAND_WORDS: readonly Words[] = [
  (named) => {
    const { names, framing, theme, ranked, top, reader } = named.filters;
    if (names === undefined) return null;
    const brand = brandName(names, named, 'a competitor');
    const [chip, clause] = theme === undefined ? (FRAMED[framing ?? ''] ?? NAMES) : NAMES;
    const listed = ranked === undefined ? '' : ` ${ranked === 'true' ? 'with' : 'without'} a list position`;
    const position = top === undefined ? listed : ` at list position ${top === '1' ? '1' : `1 to ${top}`}`;
    const about = theme === undefined ? '' : themeWords(theme, framing);
    const by = theme === undefined && framing !== undefined && reader === 'rules' ? ', read by rules' : '';
    return {
      names: ['names', 'framing', 'theme', 'ranked', 'top'],
      chip: `${chip} ${brand}${about}${position}${by}`,
      clause: `${clause} ${brand}${about}${position}${by}`,
    };
  },
  (named) => {
    const { names_not: not } = named.filters;
    if (not === undefined) return null;
    if (not === 'competitor')
      return { names: ['names_not'], chip: 'names no competitor', clause: 'that name no competitor' };
    const brand = brandName(not, named, '');
    return { names: ['names_not'], chip: `does not name ${brand}`, clause: `that do not name ${brand}` };
  },
  (named) => {
    const { looked_for: lookedFor, names, names_not: not, judged } = named.filters;
    if (lookedFor === undefined) return null;
    const brand = lookedFor === 'all' ? 'every tracked brand' : brandName(lookedFor, named, '');
    const isImplied = lookedFor === names || lookedFor === not;
    const words = `checked for ${brand}${judged === undefined ? '' : ', and judged if named'}`;
    return { names: ['looked_for', 'judged'], chip: words, clause: isImplied ? null : words };
  },
  (named) => {
    const { cites_brand: cited } = named.filters;
    if (cited === undefined) return null;
    const brand = brandName(cited, named, '');
    return { names: ['cites_brand'], chip: `cites ${brand}`, clause: `that cite pages of ${brand}` };
  },
];

const RANKED_TOO: Readonly<Record<string, string>> = {
  true: ', with a position',
  false: ', without a position',
};

const SAYS: Readonly<Record<string, readonly [chip: string, clause: string]>> = {
  agree: ['agrees with', 'that agree with'],
  contradict: ['contradicts', 'that contradict'],
  unclear: ['is unclear on', 'that are unclear on'],
  stated: ['states', 'that state'],
  silent: ['is silent on', 'that are silent on'],
};

/** A fact about the brand. */
const factWords: Words = ({ filters: { fact, verdict } }) => {
  if (fact === undefined) return null;
  const [chip, clause] = SAYS[verdict ?? ''] ?? ['read with', 'read with'];
  return { names: ['fact', 'verdict'], chip: `${chip} “${fact}”`, clause: `${clause} “${fact}”` };
};

const besideWords: Words = (named) => {
  const { beside, framing, ranked } = named.filters;
  if (beside === undefined) return null;
  const brand = brandName(beside, named, '');
  const how = framing !== undefined ? ', with a judged framing' : (RANKED_TOO[ranked ?? ''] ?? '');
  return {
    names: ['beside'],
    chip: `also checked for ${brand}${how}`,
    clause: `also checked for ${brand}${how}`,
  };
};

function brandName(filter: string, { self }: Named, anyCompetitor: string): string {
  if (filter === 'self') return self;
  return filter === 'competitor' && anyCompetitor !== '' ? anyCompetitor : filter;
}

const citesWords: Words = (named) => {
  const { cites, cites_part: part } = named.filters;
  if (cites === undefined) return null;
  const site = cites.startsWith('*.') ? cites.slice(2) : cites;
  const owner = part === 'others' ? 'no tracked brand' : brandName(part ?? '', named, '');
  const what = part === undefined ? site : `hosts of ${owner} on ${site}`;
  return { names: ['cites', 'cites_part'], chip: `cites ${what}`, clause: `that cite ${what}` };
};

const searchedWords: Words = ({ filters: { searched } }) =>
  searched === undefined
    ? null
    : {
        names: ['searched'],
        chip: `searched “${searched}”`,
        clause: `for which the engine searched “${searched}”`,
      };

const outcomeWords: Words = ({ filters: { outcome } }) => {
  if (outcome === undefined) return null;
  const nobody = outcome === 'empty';
  return {
    names: ['outcome'],
    chip: nobody ? 'names no tracked brand' : 'names a tracked brand',
    clause: nobody ? 'that name no tracked brand' : 'that name a tracked brand',
  };
};

const PERIOD_WORDS: readonly Words[] = [
  ({ filters: { from, until } }) =>
    from === undefined && until === undefined
      ? null
      : { names: ['from', 'until'], chip: periodText(from, until), clause: null },
  ({ filters: { shared_from: from, shared_until: until } }) =>
    from === undefined && until === undefined
      ? null
      : {
          names: ['shared_from', 'shared_until'],
          chip: `to questions also answered ${periodText(from, until)}`,
          clause: 'to questions with answers in both windows',
        },
  ({ filters: { change, alert, comparison, side, figure } }) => {
    if (change === undefined && alert === undefined && comparison === undefined) return null;
    const kind = change !== undefined ? 'change' : alert === undefined ? 'comparison' : 'alert';
    const { what, now, before } = COMPARED_WORDS[kind];
    const when = side === 'baseline' || side === 'before' ? before : now;
    const counted = figure === 'present' ? `that count toward the figure of ${what}` : `behind ${what}`;
    return {
      names: ['change', 'alert', 'comparison', 'side', 'figure'],
      chip: `behind ${what}: ${when}`,
      clause: `${counted}, ${when}`,
    };
  },
];

const COMPARED_WORDS = {
  change: { what: 'a change', now: 'since it began', before: 'before it' },
  alert: { what: 'an alert', now: 'at the time of the change', before: 'before the change' },
  comparison: { what: 'a comparison', now: 'in its last 7 days', before: 'in the 28 days before' },
} as const;

export function periodText(from: string | undefined, until: string | undefined): string {
  if (from === undefined) return `until ${instantText(until ?? '')}`;
  if (until === undefined) return `since ${instantText(from)}`;
  return `${instantText(from)} to ${instantText(until)}`;
}

function instantText(instant: string): string {
  const at = new Date(instant);
  return Number.isNaN(at.getTime()) ? instant : utcText(instant);
}

/** The list's heading, with a number only for a known total. */
export function headingText(words: readonly FilterWords[], total: number | null, isAny: boolean): string {
  const clauses = words.flatMap(({ clause }) => clause ?? []);
  const subject = subjectText(total, isAny && clauses.length === 0);
  return `${subject}${joinedClauses(clauses)}`;
}

function subjectText(total: number | null, isPlain: boolean): string {
  if (total === null) return isPlain ? 'The newest answers' : 'Answers';
  if (total === 0) return 'No answers';
  return total === 1 ? 'One answer' : `${total} answers`;
}
