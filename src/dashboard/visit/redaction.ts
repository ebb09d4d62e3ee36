import type { TodoKind } from '../../domain/alerts/todo.ts';
import { SightlineError } from '../../domain/errors.ts';
import type { SharedPage } from '../../domain/sharing/shared-report.ts';
import type { ClientTexts } from '../../reports/client/figures.ts';
import type { ReportName } from '../../reports/index.ts';
import type { SliceChoices } from '../../reports/run/slice-choices.ts';
import type { ChosenSlice } from './slice.ts';

/** Everything that a link hides from its readers. Users may open every page, so nothing is hidden from them. */

/** Whether this reader may open a brand page, by its path below the brand: `answers`, or '' for the overview. */
export type CanOpenPage = (page: string) => boolean;

interface Shown {
  /** The pages that contain the report. A link that includes one also opens its download. */
  readonly on: readonly SharedPage[];
  /** Fields with question texts, quotes, or notes, and the page that shows them. No link includes `events`. */
  readonly fields?: Readonly<Record<string, SharedPage | 'events'>>;
  /** The page that shows a row's subject, by its kind. */
  readonly kinds?: Readonly<Record<string, SharedPage | 'events'>>;
}

/** Keys and questions that nobody asked are no matter of a client's. */
const KINDS_TO_DO: Readonly<Record<TodoKind, SharedPage | 'events'>> = {
  page_fails: 'sources',
  page_hidden: 'sources',
  rival_ahead: 'competitors',
  site: 'sources',
  question_lost: 'questions',
  engine_silent: 'events',
  wrong_fact: 'said',
};

/** Reports in links. Others have no download there. */
const SHOWN: { readonly [Name in ReportName]?: Shown } = {
  visibility: { on: ['overview'] },
  presence: { on: ['overview', 'competitors'] },
  trend: { on: ['overview'] },
  competitors: { on: ['competitors'], fields: { quotes: 'answers' } },
  'share-of-voice': { on: ['competitors'] },
  sentiment: { on: ['competitors'] },
  definitions: { on: ['competitors'] },
  said: { on: ['said'], fields: { quotes: 'answers' } },
  facts: { on: ['said'], fields: { contradictions: 'answers' } },
  questions: { on: ['questions'] },
  gaps: { on: ['questions'] },
  answers: { on: ['answers'] },
  sources: { on: ['sources'], fields: { note: 'events' } },
  pages: { on: ['sources'] },
  cited: { on: ['sources'], fields: { question: 'questions' } },
  recommendations: { on: ['sources'], fields: { note: 'events' } },
  searches: { on: ['sources'], fields: { prompts: 'questions' } },
  cards: { on: ['sources'] },
  crawls: { on: ['your-pages'] },
  visits: { on: ['your-pages'] },
  funnel: { on: ['your-pages'] },
  todo: { on: ['overview'], fields: { note: 'events' }, kinds: KINDS_TO_DO },
  alerts: { on: ['alerts'] },
  changes: { on: ['alerts', 'overview', 'competitors'] },
  comparisons: { on: ['alerts', 'overview'] },
  // A link's reader sees only what they pasted themselves.
  'spot-checks': { on: [], fields: { checks: 'events', accounts: 'events' } },
};

const SHOWN_BY_NAME = new Map<string, Shown>(Object.entries(SHOWN));

/** The shared pages that contain a report. */
export function pagesWith(report: string): readonly SharedPage[] {
  return SHOWN_BY_NAME.get(report)?.on ?? [];
}

/** Report data for a reader with limited pages: rows of hidden kinds go, hidden lists become empty, hidden texts null. */
export function redactReport<Data>(report: string, data: Data, canOpen: CanOpenPage): Data {
  const { fields: texts = {}, kinds } = SHOWN_BY_NAME.get(report) ?? {};
  const shown =
    kinds && Array.isArray(data)
      ? data.filter(({ kind }) => canOpen(kinds[kind as string] ?? 'events'))
      : data;
  return redactFields(shown as Data, Object.entries(texts), canOpen);
}

function redactFields<Data>(
  data: Data,
  fields: readonly (readonly [field: string, page: string])[],
  canOpen: CanOpenPage,
): Data {
  const hidden = fields.flatMap(([field, page]) => (canOpen(page) ? [] : [field]));
  if (hidden.length === 0) return data;
  const redacted = <Row extends object>(row: Row): Row => {
    const empty = Object.entries(row).flatMap(([field, value]) =>
      hidden.includes(field) ? [[field, Array.isArray(value) ? [] : null]] : [],
    );
    return { ...row, ...Object.fromEntries(empty) };
  };
  return (Array.isArray(data) ? data.map(redacted) : redacted(data as object)) as Data;
}

/** The texts in frozen figures. Lost questions always show. */
export function redactTexts(texts: ClientTexts, canOpen: CanOpenPage): ClientTexts {
  return canOpen('answers') ? texts : { ...texts, quotes: [] };
}

/** Filters and the pages that reveal their values; null reveals nothing. */
const FILTERS: Readonly<Record<keyof ChosenSlice, readonly SharedPage[] | null>> = {
  tag: ['questions'],
  tag_not: ['questions'],
  branded: ['questions', 'answers'],
  question: ['questions', 'answers'],
  model: null,
  imported: null,
  market: null,
};

function mayFilter(name: keyof ChosenSlice, canOpen: CanOpenPage): boolean {
  return FILTERS[name]?.some((page) => canOpen(page)) ?? true;
}

/** The filter values that a reader may see. */
export function allowedFilters(choices: SliceChoices, canOpen: CanOpenPage): SliceChoices {
  return {
    ...choices,
    tags: mayFilter('tag', canOpen) ? choices.tags : [],
    questions: mayFilter('question', canOpen) ? choices.questions : [],
  };
}

/** Whether a query filters by values that the link hides. */
export function hasHiddenFilter(names: readonly string[], canOpen: CanOpenPage): boolean {
  const filters = Object.keys(FILTERS) as (keyof ChosenSlice)[];
  return filters.some((name) => names.includes(name) && !mayFilter(name, canOpen));
}

/** @throws SightlineError if the address filters by values that the link hides */
export function refuseHiddenFilters(query: URLSearchParams, canOpen: CanOpenPage): void {
  if (hasHiddenFilter([...query.keys()], canOpen)) {
    throw new SightlineError('not_found', 'This link does not include a choice of questions.');
  }
}
