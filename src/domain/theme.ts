import { FRAMINGS, type Framing, type Said } from './answer-reading.ts';

/** What a sentence about a brand can be about. A sentence in which the reader decided, without words of any of these, is of `other`. */
export const THEMES = [
  'price',
  'value',
  'ease_of_use',
  'setup',
  'features',
  'integrations',
  'limits',
  'speed',
  'reliability',
  'security',
  'scale',
  'support',
  'design',
  'reputation',
  'availability',
  'other',
] as const;
export type Theme = (typeof THEMES)[number];

/** What each is called. */
export const THEME_NAMES: Readonly<Record<Theme, string>> = {
  price: 'Price',
  value: 'Value for money',
  ease_of_use: 'Ease of use',
  setup: 'Setup',
  features: 'Features',
  integrations: 'Integrations',
  limits: 'Limits',
  speed: 'Speed',
  reliability: 'Reliability',
  security: 'Security and privacy',
  scale: 'Scale',
  support: 'Support',
  design: 'Design',
  reputation: 'Reputation',
  availability: 'Availability',
  other: 'Other',
};

/** What stands for all answers that were read for themes, where a theme is asked for. */
export const READ = 'read';

/** A theme of a brand's own, or words that it adds to one of ours. */
export interface OwnTheme {
  /** One of `THEMES`, or another name. */
  readonly name: string;
  /** Words and phrases; `*` at the end of one stands for any ending. */
  readonly words: readonly string[];
}

/** A brand may add so many, each of so many words. */
export const MOST_OWN_THEMES = 20;
export const MOST_OWN_WORDS = 50;
export const LONGEST_OWN_THEME = 60;

/** Why a theme cannot be added; null if it can. */
export function ownThemeProblem({ name, words }: OwnTheme): string | null {
  if (name === 'other' || name === 'none' || name === READ)
    return `themes: "${name}" has a meaning of its own, so it takes no words`;
  const none = words.find((word) => !/[\p{L}\p{N}]/u.test(word));
  return none === undefined ? null : `themes: ${JSON.stringify(none)} of "${name}" has no letter or digit`;
}

/** A sentence has no more of them. */
export const MOST_THEMES = 2;

/** How the stored text of sentences with this theme, and framing if one is given, has them, whatever else it has. */
export function saidWith(theme: string, framing?: Framing): string {
  const ends = framing === undefined ? '' : `${FRAMINGS.indexOf(framing)},`;
  return `[${JSON.stringify(theme)},${ends}`;
}

type Written = readonly [theme: string, framing: number, from: number, to: number];

/** Sentences as a line of JSON. */
export function saidText(said: readonly Said[]): string {
  return JSON.stringify(
    said.map(({ theme, framing, from, to }): Written => [theme, FRAMINGS.indexOf(framing), from, to]),
  );
}

export function saidFrom(text: string): Said[] {
  return (JSON.parse(text) as Written[]).map(([theme, framing, from, to]) => ({
    ...{ theme, from, to },
    framing: FRAMINGS[framing] as Framing,
  }));
}
