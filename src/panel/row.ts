import { FRAMINGS, type Framing } from '../domain/answer-reading.ts';

/** One answer as the panel has it: what reports count of it, and nothing that only people read. */
export interface PanelRow extends PanelAnswer {
  /** What share of voice compares it with; null for nothing. Undefined until the answer's day is sealed. */
  readonly before?: Before | null;
}

export interface PanelAnswer {
  readonly id: number;
  /** When it was collected, in UTC milliseconds. */
  readonly at: number;
  readonly prompt: number;
  readonly engine: string;
  readonly model: string | null;
  readonly market: number;
  /** The key that it was read under. */
  readonly reading: string;
  readonly isEmpty: boolean;
  /** Whether it is known what the engine searched for. */
  readonly searchesKnown: boolean;
  /** The tracked brands that were looked for in it, ascending, retired ones too. */
  readonly looked: readonly number[];
  /** Of these, those of which it says something, ascending. */
  readonly mentions: readonly PanelMention[];
  /** Its citations in the engine's order, without those that repeat both page and host. */
  readonly cited: readonly PanelCitation[];
  /** The numbers of the queries, each once. */
  readonly searched: readonly number[];
  /** What it says by theme of the brands that it names and that were read for it, ascending by brand and theme. */
  readonly said: readonly PanelSaid[];
}

/** A tracked brand, what the answer says of it in a cell, its list position (0 for none), and how often it is named. */
export type PanelMention = readonly [tracked: number, cell: number, rank: number, times: number];

export type PanelCitation = readonly [page: number, host: string, site: string];

/**
 * A tracked brand, a theme, and in which ways the answer speaks of it: bits of `SPOKEN`. A brand that was read has one of no theme (`''`) besides,
 * in no way.
 */
export type PanelSaid = readonly [tracked: number, theme: string, ways: number];

/** The name of a theme of a brand, and what it is of. */
export function themeKey([tracked, theme]: readonly [tracked: number, theme: string, ...unknown[]]): string {
  return `${tracked} ${theme}`;
}

export function themeFrom(key: string): { readonly tracked: number; readonly theme: string } {
  const [tracked] = key.split(' ', 1);
  return { tracked: Number(tracked), theme: key.slice((tracked?.length ?? 0) + 1) };
}

/** The bit of each framing. */
export const SPOKEN = { recommended: 1, neutral: 2, negative: 4 } as const satisfies Record<Framing, number>;

/** How often an earlier answer to the same question names each brand that was looked for in it. */
export interface Before {
  readonly looked: readonly number[];
  readonly times: readonly (readonly [tracked: number, times: number])[];
}

/** The bits of a cell. */
export const NAMED = 1;
export const CITED = 2;

const FRAMING_SHIFT = 2;

/** How many cells there are: each is a lower number. */
export const CELLS = (FRAMINGS.length + 1) << FRAMING_SHIFT;

/** What an answer says of a tracked brand, as a number. */
export function cellOf(named: boolean, cited: boolean, framing: Framing | null): number {
  const framed = framing === null ? 0 : FRAMINGS.indexOf(framing) + 1;
  return (named ? NAMED : 0) | (cited ? CITED : 0) | (framed << FRAMING_SHIFT);
}

/** The framing in a cell: 0 if it could not be judged. */
export function framingIn(cell: number): number {
  return cell >> FRAMING_SHIFT;
}

/** What `framingIn` gives for each framing. */
export const FRAMED = {
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
];

const EMPTY = 1;
const SEARCHES_KNOWN = 2;

/** The row as a line of JSON, without its id: a list of its fields in their order. */
export function rowText(row: PanelAnswer): string {
  const flags = (row.isEmpty ? EMPTY : 0) | (row.searchesKnown ? SEARCHES_KNOWN : 0);
  const { at, engine, prompt, model, market, reading, looked, mentions, cited, searched, said } = row;
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
  ];
  return JSON.stringify(written);
}

export function rowFrom(id: number, text: string): PanelAnswer {
  const [at, engine, prompt, model, market, reading, flags, looked, mentions, cited, searched, said] =
    JSON.parse(text) as Written;
  return {
    ...{ id, at, engine, prompt, model, market, reading, looked, mentions, cited, searched, said },
    ...{ isEmpty: (flags & EMPTY) !== 0, searchesKnown: (flags & SEARCHES_KNOWN) !== 0 },
  };
}
