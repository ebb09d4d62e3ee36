import { FRAMINGS, type Framing } from '../domain/answers/answer-reading.ts';
import type { Verdict } from '../domain/brand/model-reading.ts';
import type { ModelReader, Reader } from '../domain/brand/reader.ts';

/** One answer in the panel: everything that reports count, without text. */
export interface PanelRow extends PanelAnswer {
  /** The earlier answer that share of voice compares it with; null for none. Undefined until its day is packed. */
  readonly before?: EarlierAnswer | null;
}

export interface PanelAnswer {
  readonly id: number;
  /** Collection time, UTC milliseconds. */
  readonly at: number;
  readonly prompt: number;
  readonly engine: string;
  readonly model: string | null;
  readonly market: number;
  /** Its reading key. */
  readonly reading: string;
  readonly isEmpty: boolean;
  /** Whether the engine's searches are known. */
  readonly searchesKnown: boolean;
  /** Whether an import brought it; otherwise Sightline asked. */
  readonly isImported: boolean;
  /** Tracked brands that were looked for, ascending, including retired ones. */
  readonly looked: readonly number[];
  /** Brands that it mentions or cites, ascending. */
  readonly mentions: readonly PanelMention[];
  /** Citations in the engine's order, without repeats of the same page and host. */
  readonly cited: readonly PanelCitation[];
  /** Distinct query numbers. */
  readonly searched: readonly number[];
  /** Themes of the named brands that a model has read about, ascending by brand and theme. */
  readonly said: readonly PanelSaid[];
  /** What a model made of it; null if none was asked yet. */
  readonly judged: PanelJudged | null;
}

/**
 * A model, its prompt's hash, whether it could judge the answer, how many statements had no proof, and the newest
 * fact or own theme that it was asked about (0 for none).
 */
export type PanelJudged = readonly [
  reader: string,
  prompt: string,
  isRead: 0 | 1,
  dropped: number,
  newestAsked: number,
];

/** A tracked brand, its cell, its list position (0 for none), and its number of mentions. */
export type PanelMention = readonly [tracked: number, cell: number, rank: number, times: number];

export type PanelCitation = readonly [page: number, host: string, site: string];

/**
 * A tracked brand, a theme, and bits of `FRAMING_BITS`. Every brand that an answer names and a model has read also has an entry with the
 * empty theme and no bits.
 */
export type PanelSaid = readonly [tracked: number, theme: string, ways: number];

/** A text key for a brand's theme, and its inverse. */
export function themeKey([tracked, theme]: readonly [tracked: number, theme: string, ...unknown[]]): string {
  return `${tracked} ${theme}`;
}

export function themeFrom(key: string): { readonly tracked: number; readonly theme: string } {
  const [tracked] = key.split(' ', 1);
  return { tracked: Number(tracked), theme: key.slice((tracked?.length ?? 0) + 1) };
}

/** A text key for who read an answer, and its inverse. Empty for no model. */
export function judgeKey(judged: PanelJudged | null): string {
  return judged === null ? '' : `${judged[2]} ${judged[1]} ${judged[0]}`;
}

/** A model's reading: whether it could judge the answer. */
export interface Judge extends ModelReader {
  readonly isRead: boolean;
}

export function judgeFrom(key: string): Judge | null {
  const [isRead, prompt = '', ...name] = key.split(' ');
  return key === '' ? null : { name: name.join(' '), prompt, isRead: isRead === '1' };
}

/** Each framing's bit. */
export const FRAMING_BITS = { recommended: 1, neutral: 2, negative: 4 } as const satisfies Record<
  Framing,
  number
>;

/** Mentions per brand looked for in an earlier answer to the same question. */
export interface EarlierAnswer {
  readonly looked: readonly number[];
  readonly times: readonly (readonly [tracked: number, times: number])[];
}

/** Bits in a cell. */
export const NAMED = 1;
export const CITED = 2;

/** Where each reader's framing begins. */
const FRAMING_SHIFT: Readonly<Record<Reader, number>> = { rules: 2, model: 4 };

const FRAMING_MASK = 3;

/** A model has a verdict, perhaps that the answer speaks both for and against it. */
const JUDGED = 1 << 6;

/** All cells are below this, without LOOKED. */
export const CELLS = 1 << 7;

/** In a segment's cells: the brand was looked for. */
export const LOOKED = CELLS;

/** How an answer names, cites, and frames a brand, by each reader, as a number. */
export function cellOf(
  { named, cited }: { readonly named: boolean; readonly cited: boolean },
  { rules, model }: { readonly rules: Framing | null; readonly model: Verdict | null },
): number {
  const framed = (reader: Reader, verdict: Verdict | null) =>
    // `both` is neither way.
    (FRAMINGS.indexOf(verdict as Framing) + 1) << FRAMING_SHIFT[reader];
  const judged = model === null ? 0 : JUDGED;
  return (named ? NAMED : 0) | (cited ? CITED : 0) | framed('rules', rules) | framed('model', model) | judged;
}

/** Whether nobody knows how an answer treats the brand that it names: no model has judged it. */
export function isUnjudged(cell: number, reader: Reader): boolean {
  return reader === 'model' && (cell & (NAMED | JUDGED)) === NAMED;
}

/** A reader's framing in a cell; 0 if it could not be judged. */
export function framingIn(cell: number, reader: Reader): number {
  return (cell >> FRAMING_SHIFT[reader]) & FRAMING_MASK;
}

/** Results from `framingIn`. */
export const FRAMING_CODES = {
  recommended: FRAMINGS.indexOf('recommended') + 1,
  neutral: FRAMINGS.indexOf('neutral') + 1,
  negative: FRAMINGS.indexOf('negative') + 1,
} as const;

type Written = readonly [
  at: number,
  engine: string,
  prompt: number,
  model: string | null,
  market: number,
  reading: string,
  flags: number,
  looked: readonly number[],
  mentions: readonly PanelMention[],
  cited: readonly PanelCitation[],
  searched: readonly number[],
  said: readonly PanelSaid[],
  judged: PanelJudged | null,
];

const EMPTY = 1;
const SEARCHES_KNOWN = 2;
const IMPORTED = 4;

/** The row's fields as one JSON list, without the id. */
export function rowText(row: PanelAnswer): string {
  const flags =
    (row.isEmpty ? EMPTY : 0) | (row.searchesKnown ? SEARCHES_KNOWN : 0) | (row.isImported ? IMPORTED : 0);
  const { at, engine, prompt, model, market, reading, looked, mentions, cited, searched, said, judged } = row;
  const written: Written = [
    at,
    engine,
    prompt,
    model,
    market,
    reading,
    flags,
    looked,
    mentions,
    cited,
    searched,
    said,
    judged,
  ];
  return JSON.stringify(written);
}

export function rowFrom(id: number, text: string): PanelAnswer {
  const [at, engine, prompt, model, market, reading, flags, looked, mentions, cited, searched, said, judged] =
    JSON.parse(text) as Written;
  return {
    id,
    at,
    engine,
    prompt,
    model,
    market,
    reading,
    looked,
    mentions,
    cited,
    searched,
    said,
    judged,
    isEmpty: (flags & EMPTY) !== 0,
    searchesKnown: (flags & SEARCHES_KNOWN) !== 0,
    isImported: (flags & IMPORTED) !== 0,
  };
}
