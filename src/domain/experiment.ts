import { hash } from 'node:crypto';
import { DAY_MS, type Period } from './period.ts';

/** What is counted of each prompt: the answers that name, cite, or recommend a tracked brand, among those in which it was looked for. */
export const EXPERIMENT_MEASURES = ['named', 'cited', 'recommended'] as const;
export type ExperimentMeasure = (typeof EXPERIMENT_MEASURES)[number];

/** Which effect is expected. */
export const DIRECTIONS = ['up', 'down'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** After the start, the answers of so many days do not count: engines take a while to read what was changed. */
export const WASHOUT_DAYS = 7;
/** How many days are compared, before and after. */
export const COMPARED_DAYS = { least: 7, most: 90 } as const;
/** Prompts in each arm, at least: with fewer, chance alone explains almost any difference. */
export const LEAST_PROMPTS = 6;
export const MOST_PROMPTS = 1000;
/** If a larger share of the prompts cannot be compared, the experiment is void. */
export const MOST_DROPPED = 0.2;
/** How often an experiment shows an effect on any of its engines where there is none. */
export const MOST_WRONG = 0.05;

/**
 * An experiment as it was registered. Its fields never change, and their order is that of the text behind its hash. Texts are as they were
 * at the time.
 */
export interface Registration {
  readonly id: string;
  readonly name: string;
  /** Public id of the brand whose prompts they are. */
  readonly brand: string;
  /** Name of the tracked brand whose rate is measured. */
  readonly about: string;
  readonly measure: ExperimentMeasure;
  readonly direction: Direction;
  /** Name of the market. */
  readonly market: string;
  readonly engines: readonly string[];
  /** Instants in ISO 8601; the latter two are the first instant of a UTC day. */
  readonly registered_at: string;
  readonly starts_at: string;
  readonly ends_at: string;
  /** Null if the arms were chosen, and not drawn. */
  readonly seed: string | null;
  /** Ids of prompts, in ascending order. */
  readonly treated: readonly string[];
  readonly control: readonly string[];
}

/** What the hash is of: the JSON of these fields in this order, without spaces. */
export function registrationText(registered: Registration): string {
  const { id, name, brand, about, measure, direction, market, engines } = registered;
  const { registered_at, starts_at, ends_at, seed, treated, control } = registered;
  return JSON.stringify({
    ...{ id, name, brand, about, measure, direction, market, engines },
    ...{ registered_at, starts_at, ends_at, seed, treated, control },
  });
}

/** SHA-256, in hex: whoever kept it can tell that nothing was changed afterward. */
export function registrationHash(text: string): string {
  return hash('sha256', text, 'hex');
}

/**
 * Draws the arms. Anybody can do it again: of each prompt, the SHA-256 of the seed, a colon, and its id is taken in hex. In ascending order
 * of these, the first half of the prompts, rounded down, is treated. Every half is as likely as every other.
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

/** When an experiment starts and ends, in UTC milliseconds: the end is excluded. */
export interface ExperimentDates {
  readonly startsAt: number;
  readonly endsAt: number;
}

/** The days that are compared before the start, and after the washout. */
export function comparedDays({ startsAt, endsAt }: ExperimentDates): number {
  return Math.round((endsAt - startsAt) / DAY_MS) - WASHOUT_DAYS;
}

/** Two windows of the same length, with the washout between them. */
export interface ComparedPeriods {
  readonly before: Period;
  readonly after: Period;
}

/** The windows of an experiment: as long before its start as from the end of the washout to its end. */
export function periodsOf(dates: ExperimentDates): ComparedPeriods {
  return periodsAround(dates.startsAt, comparedDays(dates));
}

/** The same before anything was changed: its later window ends at this instant, so any effect there is chance. */
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

/** Whether so many of the prompts could not be compared that the experiment is void. */
export function isVoid(dropped: number, prompts: number): boolean {
  return dropped > MOST_DROPPED * prompts;
}
