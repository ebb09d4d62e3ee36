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

/** A sentence has no more of them. */
export const MOST_THEMES = 2;

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
