import type { MentionReading } from '../../src/domain/answers/answer-reading.ts';
import {
  type Alias,
  type MatchChoices,
  namesOf,
  type TrackedBrand,
} from '../../src/domain/brand/tracked-brand.ts';
import { type BrandReading, extractorFor } from '../../src/extract/extractor.ts';

/** A brand in short form. */
export interface BrandChoices {
  readonly aliases?: readonly (string | Alias)[];
  readonly hosts?: readonly string[];
  readonly match?: MatchChoices;
}

let lastId = 0;

export function brand(
  name: string,
  { aliases = [], hosts = [], match = {} }: BrandChoices = {},
): TrackedBrand {
  lastId += 1;
  const others = aliases.map((alias) => (typeof alias === 'string' ? { text: alias } : alias));
  return { id: lastId, role: 'competitor', name, names: namesOf(name, match, others), hosts };
}

export function brands(names: readonly (string | TrackedBrand)[]): TrackedBrand[] {
  return names.map((name) => (typeof name === 'string' ? brand(name) : name));
}

export function readingsOf(
  answer: string,
  tracked: readonly (string | TrackedBrand)[],
  citedHosts: readonly string[] = [],
): BrandReading[] {
  return extractorFor(brands(tracked)).read({ text: answer, citedHosts });
}

/** An answer's result for the first brand. */
export function mentionOf(
  answer: string,
  tracked: readonly (string | TrackedBrand)[],
  citedHosts: readonly string[] = [],
): MentionReading {
  const [first] = readingsOf(answer, tracked, citedHosts);
  if (first === undefined) throw new Error('no brand was asked for');
  return first.mention;
}

/** How often an answer names each of the brands. */
export function countsOf(answer: string, tracked: readonly (string | TrackedBrand)[]): (number | null)[] {
  return readingsOf(answer, tracked).map(({ mention }) => mention.count);
}

export function ranksOf(answer: string, tracked: readonly (string | TrackedBrand)[]): (number | null)[] {
  return readingsOf(answer, tracked).map(({ mention }) => mention.rank);
}

/** The framing of each brand in one word: `ambivalent` is null with cues, `abstain` null without. */
export function framingsOf(answer: string, tracked: readonly (string | TrackedBrand)[]): string[] {
  return readingsOf(answer, tracked).map(({ mention }) => framingWord(mention));
}

export function framingWord({ mentioned, framing, framingSignals }: MentionReading): string {
  if (!mentioned) return 'absent';
  return framing ?? (framingSignals === null ? 'abstain' : 'ambivalent');
}
