import { FRAMINGS, type Framing, type Said } from '../answers/answer-reading.ts';

/** Themes for statements about a brand. One on none of them is `other`. */
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

/** The filter for all answers that a model has read. */
export const READ = 'read';

/** The filter for answers that a model was asked about a theme: of the brand's own, not all that it has read. */
export function readFor(theme: string): string {
  return Object.hasOwn(THEME_NAMES, theme) ? READ : `${READ}:${theme}`;
}

/** The theme in such a filter, empty for any; null for another filter. */
export function themeReadFor(filter: string): string | null {
  if (filter === READ) return '';
  return filter.startsWith(`${READ}:`) ? filter.slice(READ.length + 1) : null;
}

/** The id from when a theme was added; 0 for built-in ones. */
export function sinceOf(own: readonly OwnTheme[], theme: string): number {
  const added = Object.hasOwn(THEME_NAMES, theme) ? undefined : own.find(({ name }) => name === theme);
  return added?.since ?? 0;
}

export interface OwnTheme {
  /** One of `THEMES`, or another name. */
  readonly name: string;
  /** Words and phrases; `*` at the end stands for any ending. */
  readonly words: readonly string[];
  /** An id of the brand from when it was added: a model was asked about it with newer ones. Left out in what people declare. */
  readonly since?: number;
}

/** The most own themes per brand, and words in each. */
export const MOST_OWN_THEMES = 20;
export const MOST_OWN_WORDS = 50;
export const LONGEST_OWN_THEME = 60;

/** Why a theme is invalid; null if it is fine. */
export function ownThemeProblem({ name, words }: OwnTheme): string | null {
  if (name === 'other' || name === 'none' || themeReadFor(name) !== null)
    return `themes: "${name}" has a meaning of its own, so it takes no words`;
  const none = words.find((word) => !/[\p{L}\p{N}]/u.test(word));
  return none === undefined ? null : `themes: ${JSON.stringify(none)} of "${name}" has no letter or digit`;
}

/** The most themes per sentence. */
export const MOST_THEMES = 2;

/** The fragment of the stored text for a sentence with this theme, and framing if given. */
export function saidWith(theme: string, framing?: Framing): string {
  const ends = framing === undefined ? '' : `${FRAMINGS.indexOf(framing)},`;
  return `[${JSON.stringify(theme)},${ends}`;
}

type Written = readonly [theme: string, framing: number, from: number, to: number];

export function saidText(said: readonly Said[]): string {
  return JSON.stringify(
    said.map(({ theme, framing, from, to }): Written => [theme, FRAMINGS.indexOf(framing), from, to]),
  );
}

export function saidFrom(text: string): Said[] {
  return (JSON.parse(text) as Written[]).map(([theme, framing, from, to]) => ({
    theme,
    from,
    to,
    framing: FRAMINGS[framing] as Framing,
  }));
}
