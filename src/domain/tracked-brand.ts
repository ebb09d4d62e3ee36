import type { Role } from './answer-reading.ts';

/** How a name is looked for in an answer. */
export interface MatchOptions {
  /**
   * Whether the text must write the name with the same capitals. Null leaves it to the name: one that is an ordinary
   * word is case-sensitive, any other is not.
   */
  readonly caseSensitive: boolean | null;
  /** Words after which the name means something else, e.g. `Enix` for Square. */
  readonly notFollowedBy: readonly string[];
  /** Words before which the name means something else, e.g. `Times` for Square. */
  readonly notPrecededBy: readonly string[];
  /** Whether a longer product name that begins with the name also names the brand, as HubSpot CRM does HubSpot. */
  readonly includesProducts: boolean;
}

export const DEFAULT_MATCH: MatchOptions = {
  caseSensitive: null,
  notFollowedBy: [],
  notPrecededBy: [],
  includesProducts: true,
};

/** Match options that somebody chose. What is left out is decided by what is more general. */
export type MatchChoices = Partial<MatchOptions>;

/** A further name of a brand, with the options that were chosen for it alone. */
export interface Alias extends MatchChoices {
  readonly text: string;
}

/** One name that a brand goes by. */
export interface TrackedName extends MatchOptions {
  readonly text: string;
}

/** A brand that is looked for in every answer of its workspace. */
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
 * Every name of a brand, its own first, with every option decided: what an alias chooses comes before what the brand
 * chooses, and that before the defaults. A text that comes again is the same name and stands once, as it came first.
 */
export function namesOf(name: string, match: MatchChoices, aliases: readonly Alias[]): TrackedName[] {
  const names = new Map<string, TrackedName>();
  for (const alias of [{ text: name }, ...aliases]) {
    if (!names.has(alias.text)) names.set(alias.text, nameOf(alias, match));
  }
  return [...names.values()];
}

/** One name with every option decided, within a brand that chose `match`. */
export function nameOf(alias: Alias, match: MatchChoices): TrackedName {
  return { ...DEFAULT_MATCH, ...match, ...alias };
}

/** How many competitors a brand may declare: several reports and pages have a row for each, on each engine. */
export const MOST_COMPETITORS = 250;

/** How many names may be declared to be looked for in the answers of a brand: its own, its competitors', and all aliases. */
export const MOST_NAMES = 5000;

/** What filters of answers write in the place of a brand's name. No competitor is named so. */
export const FILTER_WORDS = ['self', 'competitor', 'all', 'others'] as const;
