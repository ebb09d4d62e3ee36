import type { SharedTrials } from '../../domain/figures/proportion.ts';
import { type QuestionSpread, spreadOf } from '../../domain/figures/question-range.ts';
import { MOST_THEMES } from '../names.ts';
import type { CountedAnswers, Panel } from '../panel.ts';
import { FRAMING_BITS, themeFrom, themeKey } from '../row.ts';
import {
  type CountQuery,
  countGroups,
  eachNewest,
  engineIn,
  otherIn,
  type Rows,
  type Totals,
  withEngine,
} from '../scan.ts';
import type { Mentions } from '../segment.ts';

/** How an answer speaks about a brand's theme: in any way, or with a framing. */
export const WAYS = ['any', 'recommended', 'neutral', 'negative'] as const;
export type Way = (typeof WAYS)[number];

/** Bits of `ways` (row.ts); an answer matches if it has one. */
const BITS: Readonly<Record<Way, number>> = { any: 7, ...FRAMING_BITS };

/** A tracked brand's theme on one engine. */
export interface ThemePlace {
  readonly engine: string;
  readonly trackedId: number;
  readonly theme: string;
}

/** Answers that speak about the theme in a way, the denominator, and their spread over questions. */
export interface ThemeCount extends ThemePlace {
  readonly way: Way;
  readonly present: number;
  /** For `any`: answers that name the brand and were read for themes. For a framing: the answers in `any`. */
  readonly responses: number;
  readonly spread: QuestionSpread;
}

/** Filters themes and brands; omitted fields match everything. */
export interface ThemeFilter {
  readonly trackedIds?: readonly number[];
  readonly theme?: string;
}

/**
 * Counts answers by engine, tracked brand, theme, and way, for every theme found. An answer that speaks in two ways
 * counts in both.
 *
 * @param branded prompts that name a tracked brand
 */
export async function countThemes(
  answers: CountedAnswers,
  branded: ReadonlySet<number>,
  { trackedIds, theme: only }: ThemeFilter = {},
): Promise<ThemeCount[]> {
  const { engines, prompts, themes } = answers.panel.names;
  const totals = await countGroups(answers, BY_PROMPT);
  const isBranded = Uint8Array.from(prompts.values, (id) => (branded.has(id) ? 1 : 0));
  const byPlace = placesIn(totals);
  const inPrompts = (of: readonly number[], way: Way) => perPrompt(totals, of, way, isBranded.length);
  const read = new Map<number, Float64Array>();
  const readAt = (place: number) => {
    const counts = read.get(place) ?? inPrompts(byPlace.get(place) ?? [], 'any');
    read.set(place, counts);
    return counts;
  };
  return [...byPlace].flatMap(([place, groups]) => {
    const { tracked, theme } = themeFrom(themes.values[Math.floor(place / ENGINES)] as string);
    if (theme === '' || (only !== undefined && theme !== only)) return [];
    if (trackedIds?.includes(tracked) === false) return [];
    const engine = engines.values[place % ENGINES] as string;
    const ofBrand = readAt(placeOf(themes.codeOf(themeKey([tracked, ''])), place % ENGINES));
    const any = inPrompts(groups, 'any');
    return WAYS.map((way): ThemeCount => {
      const [x, n] = way === 'any' ? [any, ofBrand] : [inPrompts(groups, way), any];
      const counts = { present: sumOf(x), responses: sumOf(n), spread: spreadOf(x, n, isBranded) };
      return { engine, trackedId: tracked, theme, way, ...counts };
    });
  });
}

/** A way that no answer can have: 0 out of 0. */
const OF_NONE = spreadOf([], [], []);

/**
 * Counts for themes without answers: 0 out of the answers that name the brand and were read for themes, by engine,
 * brand, and way. The theme is the empty text.
 *
 * @param branded prompts that name a tracked brand
 */
export async function countNoThemes(
  answers: CountedAnswers,
  branded: ReadonlySet<number>,
): Promise<ThemeCount[]> {
  const { engines, prompts, themes } = answers.panel.names;
  const totals = await countGroups(answers, BY_PROMPT);
  const isBranded = Uint8Array.from(prompts.values, (id) => (branded.has(id) ? 1 : 0));
  return [...placesIn(totals)].flatMap(([place, groups]) => {
    const { tracked, theme } = themeFrom(themes.values[Math.floor(place / ENGINES)] as string);
    if (theme !== '') return [];
    const n = perPrompt(totals, groups, 'any', isBranded.length);
    const engine = engines.values[place % ENGINES] as string;
    const any = { responses: sumOf(n), spread: spreadOf(new Float64Array(n.length), n, isBranded) };
    return WAYS.map((way): ThemeCount => {
      const counts = way === 'any' ? any : { responses: 0, spread: OF_NONE };
      return { engine, trackedId: tracked, theme, way, present: 0, ...counts };
    });
  });
}

/** Each answer's brand readings and themes, by way, prompt, and engine. */
const BY_PROMPT: CountQuery<'mentions' | 'said'> = {
  name: 'said',
  kinds: ['mentions', 'said'],
  width: WAYS.length,
  byEngine: true,
  sums: ({ data: { mentions, said }, keep }) => {
    const { prompt, engine } = mentions;
    const counts = new Map<number, number[]>();
    eachSaid({ data: { mentions, said }, keep }, (row, code) => {
      const other =
        (prompt.of[prompt.codes[row] as number] as number) * MOST_THEMES +
        (said.theme.of[said.theme.codes[code] as number] as number);
      const group = withEngine(other, engine.of[engine.codes[row] as number] as number);
      const own = counts.get(group) ?? [0, 0, 0, 0];
      counts.set(group, own);
      WAYS.forEach((way, place) => {
        const isOf = way === 'any' || ((said.ways[code] as number) & BITS[way]) !== 0;
        if (isOf) own[place] = (own[place] as number) + 1;
      });
    });
    return {
      groups: Float64Array.from(counts.keys()),
      counts: Float64Array.from([...counts.values()].flat()),
    };
  },
};

/** Calls `visit` with each counted answer and each of its theme places. */
function eachSaid(
  { data: { mentions, said }, keep }: Rows<'mentions' | 'said'>,
  visit: (row: number, code: number) => void,
): void {
  for (let row = 0; row < mentions.n; row++) {
    if (keep !== null && keep[row] === 0) continue;
    for (let index = said.start[row] as number; index < (said.start[row + 1] as number); index++) {
      visit(row, said.code[index] as number);
    }
  }
}

const ENGINES = withEngine(1, 0);

function placeOf(theme: number, engine: number): number {
  return withEngine(theme, engine);
}

/** Group places, by brand theme and engine. */
function placesIn(totals: Totals): Map<number, number[]> {
  const found = new Map<number, number[]>();
  for (let place = 0; place < totals.size; place++) {
    const group = totals.groupAt(place);
    const key = placeOf(otherIn(group) % MOST_THEMES, engineIn(group));
    const own = found.get(key);
    if (own === undefined) found.set(key, [place]);
    else own.push(place);
  }
  return found;
}

/** One count of some groups, by prompt number. */
function perPrompt(totals: Totals, places: readonly number[], way: Way, prompts: number): Float64Array {
  const counts = new Float64Array(prompts);
  const at = WAYS.indexOf(way);
  for (const place of places) {
    const prompt = Math.floor(otherIn(totals.groupAt(place)) / MOST_THEMES);
    counts[prompt] = totals.countAt(place, at);
  }
  return counts;
}

/** Answers that count for two brands, and their themes. */
export interface SharedThemeCount {
  readonly engine: string;
  readonly theme: string;
  readonly way: Way;
  /** Among the answers in both brands' `ThemeCount.responses`, how many speak about each brand in this way. */
  readonly shared: SharedTrials;
}

/** Counts by engine, theme, and way, for every theme that an answer read for both brands uses for either. */
export async function countSharedThemes(
  answers: CountedAnswers,
  pair: readonly [trackedId: number, otherId: number],
): Promise<SharedThemeCount[]> {
  const { engines, themes } = answers.panel.names;
  const totals = await countGroups(answers, sharing(answers.panel, pair));
  const rows = totals.map((group, count) => ({
    engine: engines.values[engineIn(group)] as string,
    theme: themeFrom(themes.values[otherIn(group)] as string).theme,
    count: Array.from({ length: SHARED * WAYS.length }, (_, each) => count(each)),
  }));
  const read = new Map(
    rows.flatMap(({ engine, theme, count }) => (theme === '' ? [[engine, count[0]]] : [])),
  );
  return rows.flatMap(({ engine, theme, count }) =>
    WAYS.flatMap((way, place): SharedThemeCount[] => {
      if (theme === '') return [];
      const [trials = 0, first = 0, second = 0, both = 0] = count.slice(SHARED * place);
      const among = way === 'any' ? (read.get(engine) ?? 0) : trials;
      return [{ engine, theme, way, shared: { trials: among, first, second, both } }];
    }),
  );
}

/** Counts per way: all shared answers, then those for the first, the second, and both. */
const SHARED = 4;

/** Readings for both brands go under no theme; theme counts go under the first brand's theme. */
function sharing(
  { names: { themes } }: Panel,
  [first, second]: readonly [number, number],
): CountQuery<'mentions' | 'said'> {
  return {
    name: `said of both ${first} ${second}`,
    kinds: ['mentions', 'said'],
    width: SHARED * WAYS.length,
    byEngine: true,
    sums: ({ data: { mentions, said }, keep }) => {
      const { engine } = mentions;
      const places = Array.from(said.theme.of, (each) => {
        const { tracked, theme } = themeFrom(themes.values[each] as string);
        const side = [first, second].indexOf(tracked);
        return side === -1 ? null : { side, theme: themes.codeOf(themeKey([first, theme])) };
      });
      const none = themes.codeOf(themeKey([first, '']));
      const counts = new Map<number, number[]>();
      let row = -1;
      let spoken = new Map<number, [number, number]>();
      const add = () => {
        if (!isOfBoth(spoken.get(none))) return;
        const number = engine.of[engine.codes[row] as number] as number;
        for (const [theme, ways] of spoken) {
          const group = withEngine(theme, number);
          const own = counts.get(group) ?? new Array<number>(SHARED * WAYS.length).fill(0);
          counts.set(group, own);
          addShared(own, theme === none ? [0, 0] : ways);
        }
      };
      eachSaid({ data: { mentions, said }, keep }, (each, code) => {
        if (each !== row) add();
        if (each !== row) spoken = new Map();
        row = each;
        const place = places[said.theme.codes[code] as number];
        if (!place) return;
        const ways = spoken.get(place.theme) ?? [0, 0];
        spoken.set(place.theme, ways);
        ways[place.side] = (said.ways[code] as number) | SPOKEN_OF;
      });
      add();
      return {
        groups: Float64Array.from(counts.keys()),
        counts: Float64Array.from([...counts.values()].flat()),
      };
    },
  };
}

/** Marks a brand as read, or a theme as present in any way. */
const SPOKEN_OF = 8;

function isOfBoth(ways: readonly [number, number] | undefined): boolean {
  return ways !== undefined && (ways[0] & ways[1] & SPOKEN_OF) !== 0;
}

function addShared(counts: number[], ways: readonly [number, number]): void {
  WAYS.forEach((way, place) => {
    const [first, second] = ways.map((each) => Number((each & BITS[way]) !== 0)) as [number, number];
    const isAmong = way === 'any' || isOfBoth(ways);
    if (!isAmong) return;
    const own = [1, first, second, first * second];
    own.forEach((each, index) => {
      const at = SHARED * place + index;
      counts[at] = (counts[at] as number) + each;
    });
  });
}

function sumOf(counts: Float64Array): number {
  let sum = 0;
  for (const count of counts) sum += count;
  return sum;
}

/** An answer that speaks about a brand's theme. */
export interface ThemeAnswer extends ThemePlace {
  readonly answerId: number;
  readonly ways: number;
}

/** The newest answers about a theme of these brands: `most` for each engine, brand, and way. */
export async function newestThemeAnswers(
  answers: CountedAnswers,
  theme: string,
  most: number,
): Promise<ThemeAnswer[]> {
  const found: ThemeAnswer[] = [];
  const counts = new Map<string, number>();
  await eachNewest(answers, ['mentions', 'said'], (rows) => {
    found.push(...newestIn(answers.panel, rows, theme, most, counts));
    return true;
  });
  return found;
}

function newestIn(
  { names: { engines, themes } }: Panel,
  rows: Rows<'mentions' | 'said'>,
  theme: string,
  most: number,
  counts: Map<string, number>,
): ThemeAnswer[] {
  const { mentions, said } = rows.data;
  const trackedIds = Array.from(said.theme.of, (each) => {
    const own = themeFrom(themes.values[each] as string);
    return own.theme === theme ? own.tracked : null;
  });
  const all: ThemeAnswer[] = [];
  eachSaid(rows, (row, code) => {
    const tracked = trackedIds[said.theme.codes[code] as number];
    if (tracked === null || tracked === undefined) return;
    const engine = engineOf(mentions, row, engines.values);
    all.push({
      engine,
      trackedId: tracked,
      theme,
      answerId: mentions.id[row] as number,
      ways: said.ways[code] as number,
    });
  });
  return all.reverse().filter(({ engine, trackedId, ways }) => {
    const keys = (['recommended', 'neutral', 'negative'] as const)
      .filter((way) => (ways & BITS[way]) !== 0)
      .map((way) => `${engine} ${trackedId} ${way}`);
    const isWanted = keys.some((key) => (counts.get(key) ?? 0) < most);
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
    return isWanted;
  });
}

function engineOf({ engine }: Mentions, row: number, engines: readonly string[]): string {
  return engines[engine.of[engine.codes[row] as number] as number] as string;
}
