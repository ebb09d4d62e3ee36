/** A client report's blocks, in their default order. */
export const BLOCK_KINDS = [
  'summary',
  'engines',
  'changes',
  'trend',
  'competitors',
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

/** Off by default. */
const HIDDEN: readonly FiguresBlock[] = ['competitors'];

export const NEW_BLOCKS: readonly Block[] = BLOCK_KINDS.map((kind) => ({
  kind,
  shown: !HIDDEN.includes(kind),
  heading: '',
  comment: '',
}));

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
  /** JSON. */
  readonly figures: string;
  /** The accompanying questions and answers, as JSON. */
  readonly texts: string;
}
