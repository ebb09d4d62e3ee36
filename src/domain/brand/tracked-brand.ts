import type { Role } from '../answers/answer-reading.ts';

/** How to match a name in an answer. */
export interface MatchOptions {
  /** Whether capitals must match. Null: case-sensitive if the name is an ordinary word. */
  readonly caseSensitive: boolean | null;
  /** Words after which the name means something else, e.g. `Enix` for Square. */
  readonly notFollowedBy: readonly string[];
  /** Words before which the name means something else, e.g. `Times` for Square. */
  readonly notPrecededBy: readonly string[];
  /** Whether a longer product name also names the brand, as HubSpot CRM does HubSpot. */
  readonly includesProducts: boolean;
}

export const DEFAULT_MATCH: MatchOptions = {
  caseSensitive: null,
  notFollowedBy: [],
  notPrecededBy: [],
  includesProducts: true,
};

/** Chosen match options; the next more general level fills the others. */
export type MatchChoices = Partial<MatchOptions>;

export interface Alias extends MatchChoices {
  readonly text: string;
}

export interface TrackedName extends MatchOptions {
  readonly text: string;
}

export interface TrackedBrand {
  readonly id: number;
  readonly role: Role;
  readonly name: string;
  /** The name itself first, then the aliases. */
  readonly names: readonly TrackedName[];
  /** Normalized hosts of its own sites. */
  readonly hosts: readonly string[];
}

/**
 * A brand's names, its own first, with all options resolved: an alias's choices, then the brand's, then the defaults.
 * Duplicates keep the first occurrence.
 */
export function namesOf(name: string, match: MatchChoices, aliases: readonly Alias[]): TrackedName[] {
  const names = new Map<string, TrackedName>();
  for (const alias of [{ text: name }, ...aliases]) {
    if (!names.has(alias.text)) names.set(alias.text, nameOf(alias, match));
  }
  return [...names.values()];
}

/** A name with all options resolved, within a brand that chose `match`. */
export function nameOf(alias: Alias, match: MatchChoices): TrackedName {
  return { ...DEFAULT_MATCH, ...match, ...alias };
}

/** The most competitors per brand: several reports and pages have a row for each, on each engine. */
export const MOST_COMPETITORS = 250;

/** The most names per brand's answers: its own, its competitors', and all aliases. */
export const MOST_NAMES = 5000;

/** Reserved words in filters; no competitor can have such a name. */
export const FILTER_WORDS = ['self', 'competitor', 'all', 'others'] as const;
