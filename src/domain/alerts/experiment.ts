import { hash } from 'node:crypto';
import { DAY_MS, type Period } from '../time/period.ts';

/** The counted event per prompt: answers that name, cite, or recommend a tracked brand, among those checked for it. */
export const EXPERIMENT_MEASURES = ['named', 'cited', 'recommended'] as const;
export type ExperimentMeasure = (typeof EXPERIMENT_MEASURES)[number];

/** The expected effect. */
export const DIRECTIONS = ['up', 'down'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** Days after the start that do not count: engines take a while to read changed pages. */
export const WASHOUT_DAYS = 7;
/** Compared days before and after. */
export const COMPARED_DAYS = { least: 7, most: 90 } as const;
/** Minimum prompts per arm: with fewer, chance alone explains almost any difference. */
export const LEAST_PROMPTS = 6;
export const MOST_PROMPTS = 1000;
/** The largest share of prompts that may drop out before the experiment is void. */
const MOST_DROPPED = 0.2;
/** The family-wise false positive rate over an experiment's engines. */
export const MOST_WRONG = 0.05;

/** An experiment as registered. Its fields never change; the text behind its hash has them in this order, with texts as they were then. */
export interface Registration {
  readonly id: string;
  readonly name: string;
  /** Public id of the prompts' brand. */
  readonly brand: string;
  /** The tracked brand whose rate is measured, by name. */
  readonly about: string;
  readonly measure: ExperimentMeasure;
  readonly direction: Direction;
  readonly market: string;
  readonly engines: readonly string[];
  /** ISO 8601; the latter two are the first instants of UTC days. */
  readonly registered_at: string;
  readonly starts_at: string;
  readonly ends_at: string;
  /** Null if the arms were chosen instead of drawn. */
  readonly seed: string | null;
  /** Prompt ids, in ascending order. */
  readonly treated: readonly string[];
  readonly control: readonly string[];
}

/** The text to hash: these fields as JSON, in this order, without spaces. */
export function registrationText(registered: Registration): string {
  const { id, name, brand, about, measure, direction, market, engines } = registered;
  const { registered_at, starts_at, ends_at, seed, treated, control } = registered;
  return JSON.stringify({
    id,
    name,
    brand,
    about,
    measure,
    direction,
    market,
    engines,
    registered_at,
    starts_at,
    ends_at,
    seed,
    treated,
    control,
  });
}

/** SHA-256, in hex: proof that nothing changed after registration. */
export function registrationHash(text: string): string {
  return hash('sha256', text, 'hex');
}

/**
 * Draws the arms reproducibly: sorts the prompts by the hex SHA-256 of the seed, a colon, and the prompt's id, and
 * treats the first half, rounded down. Every half is equally likely.
 */
export function drawArms(
  seed: string,
  prompts: readonly string[],
): Pick<Registration, 'treated' | 'control'> {
  const places = new Map(prompts.map((prompt) => [prompt, hash('sha256', `${seed}:${prompt}`, 'hex')]));
  const drawn = prompts.toSorted((one, other) =>
    (places.get(one) ?? '') < (places.get(other) ?? '') ? -1 : 1,
  );
  const half = Math.floor(prompts.length / 2);
  return { treated: drawn.slice(0, half).sort(), control: drawn.slice(half).sort() };
}

/** An experiment's start and exclusive end, in UTC milliseconds. */
export interface ExperimentDates {
  readonly startsAt: number;
  readonly endsAt: number;
}

/** Each compared window's length, in days. */
export function comparedDays({ startsAt, endsAt }: ExperimentDates): number {
  return Math.round((endsAt - startsAt) / DAY_MS) - WASHOUT_DAYS;
}

/** Two windows with equal lengths, and the washout between them. */
export interface ComparedPeriods {
  readonly before: Period;
  readonly after: Period;
}

/** An experiment's windows: from the end of the washout to its end, and as long before its start. */
export function periodsOf(dates: ExperimentDates): ComparedPeriods {
  return periodsAround(dates.startsAt, comparedDays(dates));
}

/** Windows before any treatment, as far apart and as long as the experiment's. Any effect there is chance. */
export function placeboPeriods(until: number, days: number): ComparedPeriods {
  return periodsAround(until - (days + WASHOUT_DAYS) * DAY_MS, days);
}

function periodsAround(at: number, days: number): ComparedPeriods {
  const washedOut = at + WASHOUT_DAYS * DAY_MS;
  return {
    before: { from: at - days * DAY_MS, to: at },
    after: { from: washedOut, to: washedOut + days * DAY_MS },
  };
}

/** The last quarter of a window. A prompt without an answer in it was stopped. */
export function lastQuarter({ from, to }: Period): Period {
  return { from: to - Math.floor((to - from) / 4), to };
}

/** Whether so many prompts dropped out that the experiment is void. */
export function isVoid(dropped: number, prompts: number): boolean {
  return dropped > MOST_DROPPED * prompts;
}
