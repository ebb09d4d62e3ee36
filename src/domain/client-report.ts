import { hash } from 'node:crypto';

/** What a report for a client can consist of, in the order in which a new one has it. */
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

/** A part of a report: what is counted, or a text of whoever made it. */
export interface Block {
  readonly kind: FiguresBlock | 'text';
  readonly shown: boolean;
  /** What stands above it; '' for the sentence that its figures say. */
  readonly heading: string;
  /** What whoever made the report says of it. Of a text, the text. */
  readonly comment: string;
}

/** Those that a new report does not show. */
const HIDDEN: readonly FiguresBlock[] = ['competitors'];

export const NEW_BLOCKS: readonly Block[] = BLOCK_KINDS.map((kind) => ({
  ...{ kind, shown: !HIDDEN.includes(kind), heading: '', comment: '' },
}));

export const REPORT_LIMITS = {
  /** Of one brand. */
  reports: 200,
  title: 120,
  preparedBy: 100,
  heading: 160,
  comment: 4000,
  texts: 8,
  logoBytes: 200 * 1024,
} as const;

/** The color of a new report: the accent of the dashboard. */
export const USUAL_COLOR = '#1f4fd8';

/** Which answers its figures are of: whole UTC days that are over, and parameters of reports. */
export interface ReportedAnswers {
  /** Days since 1970, both included. */
  readonly firstDay: number;
  readonly lastDay: number;
  readonly compare: 'previous' | 'year' | 'off';
  /** The engine, market, tags, and so on, as parameters of a report. */
  readonly only: Readonly<Record<string, string | readonly string[]>>;
}

/** How a report looks, and what it says beside its figures. */
export interface ReportLook {
  readonly title: string;
  readonly preparedBy: string;
  readonly color: string;
  readonly blocks: readonly Block[];
}

/** Figures as they were at an instant. They change only if somebody takes them anew. */
export interface FrozenFigures {
  /** UTC milliseconds. */
  readonly at: number;
  /** Canonical JSON. */
  readonly figures: string;
  /** The texts beside them, as JSON: of questions and answers. The hash is not of these. */
  readonly texts: string;
  /** SHA-256 of `figures`, in hexadecimal. */
  readonly hash: string;
  /** The answers that they are of, as JSON; null where they are too many for a file. */
  readonly answers: string | null;
}

/**
 * JSON with the keys of every object in the order of their code units, without spaces, and without keys that are undefined: what is
 * equal has the same text.
 *
 * Source: RFC 8785, JSON Canonicalization Scheme, of values without lone surrogates.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    each !== null && typeof each === 'object' && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([one], [other]) => (one < other ? -1 : 1)))
      : each,
  );
}

/** SHA-256 of figures in canonical JSON. */
export function figuresHash(figures: string): string {
  return hash('sha256', figures, 'hex');
}
