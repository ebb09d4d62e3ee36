import assert from 'node:assert/strict';
import { seeded } from '../../bench/data/random.ts';
import { BASELINE_DAYS, CURRENT_DAYS } from '../../src/domain/alerts/alert-rules.ts';
import type { ChangeDirection, ChangeState } from '../../src/domain/alerts/change.ts';
import { PERSISTENCE } from '../../src/stats/alerts/episodes.ts';
import { type History, historyLines } from './history.ts';
import type { TestStore } from './stores.ts';
import { ACME_BRAND, acmeFile, type Clock, DAY_MS, iso, NOW, pipelineOn } from './world.ts';

/**
 * Small brands whose truth is known: each engine names the brand and Bolt with its own chances, which change on known days.
 * Days are counted back from NOW, so 1 is the last finished day.
 */

/** What is true of a change. */
export interface TrueChange {
  readonly engine: string;
  readonly market?: string;
  readonly measure: 'visibility' | 'overtaken';
  readonly direction: ChangeDirection;
  readonly state: ChangeState;
  /** Its first day. */
  readonly began: number;
  /** The first day of its last level, if it went on in steps. */
  readonly step?: number;
  /** Its shares before and since; as in `FELL` by default. */
  readonly shares?: readonly [before: number, since: number];
}

export interface World {
  /** The brand's id and name. */
  readonly brand: string;
  /** Newest start first. */
  readonly changes: readonly TrueChange[];
  readonly engines: readonly Answers[];
  readonly markets?: readonly string[];
  /** A product without answers for days, though it is asked. */
  readonly silent?: string;
  /** Whether no engine has answers enough to tell a change. */
  readonly isShort?: boolean;
}

/** What an engine answers until today, or until the day in `to`. */
interface Answers {
  readonly engine: string;
  readonly market?: string;
  /** Its first day; as early as evaluations need by default. */
  readonly from?: number;
  readonly to?: number;
  readonly prompts?: number;
  /** Shares of its answers that name each, from the day in the key on; the earliest also before. */
  readonly acme: Levels;
  readonly bolt?: Levels;
}

type Levels = Readonly<Record<number, number>>;

const CLAUDE: Answers = { engine: 'claude', acme: { 0: 0.5 } };
const chatgpt = (acme: Levels, other: Partial<Answers> = {}): Answers => ({
  engine: 'chatgpt',
  acme,
  ...other,
});
const FELL = { engine: 'chatgpt', measure: 'visibility', direction: 'fell', state: 'holds' } as const;
export const FELL_SHARES = [0.65, 0.2] as const;

export const WORLDS: readonly World[] = [
  {
    brand: 'acme-fallen',
    changes: [{ ...FELL, began: 9 }],
    engines: [chatgpt({ 10: 0.65, 9: 0.2 }), CLAUDE],
  },
  {
    brand: 'acme-ended',
    changes: [{ ...FELL, state: 'over', began: 20 }],
    engines: [chatgpt({ 21: 0.65, 20: 0.2, 11: 0.65 })],
  },
  {
    brand: 'acme-again',
    changes: [
      { ...FELL, engine: 'claude', began: 9, shares: [0.6, 0.2] },
      { ...FELL, began: 24, step: 9, shares: [0.75, 0.05] },
      { ...FELL, engine: 'claude', state: 'over', began: 32 },
    ],
    engines: [
      chatgpt({ 25: 0.75, 24: 0.45, 9: 0.05 }),
      { engine: 'claude', acme: { 33: 0.65, 32: 0.2, 24: 0.6, 9: 0.2 } },
    ],
  },
  {
    brand: 'acme-mute',
    changes: [{ ...FELL, began: 12 }],
    engines: [chatgpt({ 13: 0.65, 12: 0.2 }, { to: 3 }), CLAUDE],
    silent: 'ChatGPT',
  },
  {
    brand: 'acme-risen',
    changes: [{ ...FELL, direction: 'rose', began: 11, shares: [0.2, 0.65] }],
    engines: [chatgpt({ 12: 0.2, 11: 0.65 })],
  },
  {
    brand: 'acme-led',
    changes: [{ ...FELL, measure: 'overtaken', direction: 'rose', began: 10 }],
    engines: [chatgpt({ 0: 0.4 }, { bolt: { 11: 0.2, 10: 1 } }), CLAUDE],
  },
  {
    brand: 'acme-unanswered',
    changes: [],
    engines: [chatgpt({ 0: 0.5 }), { ...CLAUDE, to: 5 }],
    silent: 'Claude',
  },
  {
    brand: 'acme-halves',
    changes: [{ ...FELL, began: 17 }],
    engines: [chatgpt({ 18: 0.65, 17: 0.2 })],
  },
  {
    brand: 'acme-few',
    changes: [],
    engines: [chatgpt({ 10: 0.9, 9: 0.1 }, { prompts: 1 })],
    isShort: true,
  },
  {
    brand: 'acme-newcomer',
    changes: [],
    engines: [chatgpt({ 0: 0.5 }), { ...CLAUDE, from: 6, acme: { 0: 0.1 } }],
  },
  {
    brand: 'acme-abroad',
    changes: [{ ...FELL, market: 'de-de', began: 9 }],
    engines: [chatgpt({ 0: 0.5 }, { market: 'us-en' }), chatgpt({ 10: 0.65, 9: 0.2 }, { market: 'de-de' })],
    markets: ['us-en', 'de-de'],
  },
  { brand: 'acme-quiet', changes: [], engines: [chatgpt({ 0: 0.5 }), CLAUDE] },
];

/** Both windows of an evaluation, and the day that runs. */
const EVALUATED = BASELINE_DAYS + CURRENT_DAYS + 1;

/** A world is evaluated from its first change on, and at least so often that a change would raise an alert. */
function firstEvaluation({ changes }: World): number {
  return Math.max(PERSISTENCE, ...changes.map(({ began }) => began));
}

/** Every other day of a long world: checks up to a week apart are in a row. Always today. */
function evaluatedDays(world: World): number[] {
  const first = firstEvaluation(world);
  const days = Array.from({ length: first + 1 }, (_, back) => back).toReversed();
  return days.filter((day) => first <= PERSISTENCE || day % 2 === 0);
}

/** Stores these worlds by import, and evaluates them. @returns a key */
export async function liveThrough(store: TestStore, clock: Clock, seed: number): Promise<string> {
  const { apply, importLines, createKey, watch } = pipelineOn(store, clock);
  await apply(acmeFile(WORLDS.map((world) => brandOf(world))));
  const { bad_lines: bad } = await importLines(
    WORLDS.flatMap((world, place) => linesOf(world, seed + place)),
  );
  assert.equal(bad, 0);
  const { key } = await createKey();
  for (const world of WORLDS) {
    for (const day of evaluatedDays(world)) {
      clock.at = NOW - day * DAY_MS;
      await watch({ at: clock.at, brand: world.brand });
    }
  }
  return key;
}

function brandOf({ brand, engines, markets }: World): object {
  const { market, ...common } = ACME_BRAND;
  return {
    ...common,
    ...{ id: brand, name: brand, competitors: [{ name: 'Bolt', domain: 'bolt.example' }] },
    ...(markets ? { markets: [market, { location_code: 2276, language_code: 'de' }] } : { market }),
    engines: [...new Set(engines.map(({ engine }) => engine))],
  };
}

/** Each day has its share of the answers, to one more or less; chance decides which. */
function linesOf(world: World, seed: number): object[] {
  const draw = seeded(seed);
  const first = firstEvaluation(world) + EVALUATED;
  return world.engines.flatMap(({ acme, bolt = { 0: 0.1 }, market, from = first, to = 0, ...history }) => {
    const { prompts = 10 } = history;
    const shifts = Array.from({ length: from + 1 }, () => [draw(), draw()] as const);
    const names = (levels: Levels, day: number, prompt: number, shift = 0) =>
      (prompt / prompts + shift) % 1 < levelOn(levels, day);
    const say: History['say'] = (day, prompt) => ({
      acme: names(acme, day, prompt, shifts[day]?.[0]),
      bolt: names(bolt, day, prompt, shifts[day]?.[1]),
    });
    const lines = historyLines({ ...history, from, to, brand: world.brand, say });
    if (market === undefined) return lines;
    return lines.map((each, place) => ({ ...each, market, external_id: `${market} ${place}` }));
  });
}

/** The newest level that has begun, or the first one. */
function levelOn(levels: Levels, day: number): number {
  const days = Object.keys(levels).map(Number);
  const begun = days.filter((from) => from >= day);
  return levels[begun.length > 0 ? Math.min(...begun) : Math.max(...days)] ?? 0;
}

/** The UTC day so many days before NOW. */
export function dayBack(days: number): string {
  return iso(NOW - days * DAY_MS).slice(0, 10);
}
