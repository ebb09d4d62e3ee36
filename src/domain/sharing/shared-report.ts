import type { Subscription } from '../access/subscription.ts';

/** Pages that a report's link can show live, in navigation order. */
export const SHARED_PAGES = [
  'overview',
  'answers',
  'competitors',
  'your-pages',
  'sources',
  'said',
  'questions',
  'alerts',
  'spot-check',
] as const;
export type SharedPage = (typeof SHARED_PAGES)[number];

/** A link without an end outlives its author's memory, so each has one. */
export const LINK_DAYS = { default: 30, most: 365 } as const;

/** What a link's reader may read: a brand's live pages, and the report itself if its figures are frozen. */
export interface ReportLink {
  readonly organizationId: number;
  readonly organizationName: string;
  readonly subscription: Subscription | null;
  readonly brandInternalId: number;
  readonly brandId: string;
  readonly brandName: string;
  /** Public id of its report. */
  readonly report: string;
  readonly isFrozen: boolean;
  readonly pages: readonly SharedPage[];
  /** The window as in a URL: `28d` moves on, two dates stay. Null: readers choose. */
  readonly window: string | null;
}

/** A frozen report's blocks, in their default order. */
export const BLOCK_KINDS = [
  'summary',
  'engines',
  'done',
  'next',
  'competitors',
  'trend',
  'lost',
  'sites',
  'said',
] as const;
export type FiguresBlock = (typeof BLOCK_KINDS)[number];

/** A report block: figures, or the author's text. */
export interface Block {
  readonly kind: FiguresBlock | 'text';
  readonly shown: boolean;
  /** The heading; '' for the sentence that its figures say. */
  readonly heading: string;
  /** The author's comment. For a text block, the text. */
  readonly comment: string;
}

/** Off by default: what is still to do is the author's to tell. */
const HIDDEN: readonly FiguresBlock[] = ['next'];

export const NEW_BLOCKS: readonly Block[] = BLOCK_KINDS.map((kind) => ({
  kind,
  shown: !HIDDEN.includes(kind),
  heading: '',
  comment: '',
}));

/** A stored report's blocks: kinds that are gone are left out, and newer ones are last and off. */
export function currentBlocks(stored: readonly Block[]): Block[] {
  const known = stored.filter(({ kind }) => kind === 'text' || BLOCK_KINDS.includes(kind));
  const newer = NEW_BLOCKS.filter(({ kind }) => known.every((each) => each.kind !== kind));
  return [...known, ...newer.map((block) => ({ ...block, shown: false }))];
}

export const REPORT_LIMITS = {
  /** Per brand. */
  reports: 200,
  title: 120,
  preparedBy: 100,
  heading: 160,
  comment: 4000,
  texts: 8,
  logoBytes: 200 * 1024,
} as const;

/** A new report's color: the dashboard's accent. */
export const USUAL_COLOR = '#1f4fd8';

/** The answers behind the figures: whole past UTC days, and report parameters. */
export interface ReportedAnswers {
  /** Days since 1970, both included. */
  readonly firstDay: number;
  readonly lastDay: number;
  readonly compare: 'previous' | 'year' | 'off';
  /** The engine, market, tags, and so on, as report parameters. */
  readonly only: Readonly<Record<string, string | readonly string[]>>;
}

/** A report's look, and its texts beside the figures. */
export interface ReportLook {
  readonly title: string;
  readonly preparedBy: string;
  readonly color: string;
  readonly blocks: readonly Block[];
}

/** Figures frozen at an instant, until somebody refreshes them. */
export interface FrozenFigures {
  /** UTC milliseconds. */
  readonly at: number;
  readonly figures: string;
  /** The accompanying questions and answers, as JSON. */
  readonly texts: string;
}

/** A report for clients, which its link opens. */
interface ReportHead {
  /** Public id. */
  readonly id: string;
  readonly title: string;
  /** Live pages that its link opens. */
  readonly pages: readonly SharedPage[];
  /** When its link expires, UTC milliseconds; null without a link. */
  readonly linkUntil: number | null;
}

export interface LiveReport extends ReportHead {
  /** As in ReportLink. */
  readonly window: string | null;
  readonly frozen: null;
}

export interface FrozenReport extends ReportHead, ReportLook, ReportedAnswers {
  /** A data: URL. */
  readonly logo: string | null;
  readonly frozen: FrozenFigures;
}

export type SharedReport = LiveReport | FrozenReport;

export interface ListedReport extends ReportHead, Pick<LiveReport, 'window'> {
  /** Null if live. */
  readonly frozen: (Pick<FrozenFigures, 'at'> & Pick<ReportedAnswers, 'firstDay' | 'lastDay'>) | null;
}
