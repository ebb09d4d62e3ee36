import type { SharedTrials } from '../../domain/proportion.ts';
import { type QuestionSpread, spreadOf } from '../../domain/question-range.ts';
import { MOST_THEMES } from '../names.ts';
import type { CountedAnswers, Panel } from '../panel.ts';
import { SPOKEN, themeFrom, themeKey } from '../row.ts';
import {
  type Counting,
  counted,
  eachNewest,
  engineIn,
  otherIn,
  type Rows,
  type Totals,
  withEngine,
} from '../scan.ts';
import type { Mentions } from '../segment.ts';

/** In which ways an answer speaks of a brand by a theme: in any, or with a framing. */
export const WAYS = ['any', 'recommended', 'neutral', 'negative'] as const;
export type Way = (typeof WAYS)[number];

/** The bits of `ways` that an answer has one of (row.ts). */
const BITS: Readonly<Record<Way, number>> = { any: 7, ...SPOKEN };

/** A theme of a tracked brand on one engine. */
export interface ThemePlace {
  readonly engine: string;
  readonly trackedId: number;
  readonly theme: string;
}

/** How many answers speak of it in a way, among how many, and how that spreads over questions. */
export interface ThemeCount extends ThemePlace {
  readonly way: Way;
  readonly present: number;
  /** Of `any`, the answers that name the brand and were read for themes; of a framing, the answers of `any`. */
  readonly responses: number;
  readonly spread: QuestionSpread;
}

/** Which themes of which brands to count; all of what is left out. */
export interface WantedThemes {
  readonly trackedIds?: readonly number[];
  readonly theme?: string;
}

/**
 * Counts answers by engine, tracked brand, theme, and way, for every theme that any answer has. An answer that speaks of a theme in two ways is
 * in both.
 *
 * @param branded the prompts that name a tracked brand themselves
 */
export async function countSaid(
  answers: CountedAnswers,
  branded: ReadonlySet<number>,
  { trackedIds, theme: only }: WantedThemes = {},
): Promise<ThemeCount[]> {
  const { engines, prompts, themes } = answers.panel.names;
  const totals = await counted(answers, BY_PROMPT);
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

/** Of a way in which no answer can speak: it is out of none. */
const OF_NONE = spreadOf([], [], []);

/**
 * What a theme counts that no answer has: none of the answers that name the brand and were read for themes, by engine, brand, and
 * way. Its theme is the empty text.
 *
 * @param branded the prompts that name a tracked brand themselves
 */
export async function countNothingSaid(
  answers: CountedAnswers,
  branded: ReadonlySet<number>,
): Promise<ThemeCount[]> {
  const { engines, prompts, themes } = answers.panel.names;
  const totals = await counted(answers, BY_PROMPT);
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

/** What is read of each answer for a brand, or said of it by a theme: in any way and in each, by prompt and engine. */
const BY_PROMPT: Counting<'mentions' | 'said'> = {
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

/** Calls `visit` with each answer that counts and the place of each theme that it has. */
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

/** The places of groups, by theme of a brand and engine. */
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

/** A count of some groups by the numbers of their prompts. */
function perPrompt(totals: Totals, places: readonly number[], way: Way, prompts: number): Float64Array {
  const counts = new Float64Array(prompts);
  const at = WAYS.indexOf(way);
  for (const place of places) {
    const prompt = Math.floor(otherIn(totals.groupAt(place)) / MOST_THEMES);
    counts[prompt] = totals.countAt(place, at);
  }
  return counts;
}

/** What the answers that count for both of two brands say of them by a theme in a way. */
export interface SharedSaid {
  readonly engine: string;
  readonly theme: string;
  readonly way: Way;
  /** Of the answers that are among `ThemeCount.responses` of both, how many speak so of either. */
  readonly shared: SharedTrials;
}

/** Counts by engine, theme, and way, for every theme by which any answer that was read for both speaks of either. */
export async function countSaidOfBoth(
  answers: CountedAnswers,
  pair: readonly [trackedId: number, otherId: number],
): Promise<SharedSaid[]> {
  const { engines, themes } = answers.panel.names;
  const totals = await counted(answers, sharing(answers.panel, pair));
  const rows = totals.map((group, count) => ({
    engine: engines.values[engineIn(group)] as string,
    theme: themeFrom(themes.values[otherIn(group)] as string).theme,
    count: Array.from({ length: SHARED * WAYS.length }, (_, each) => count(each)),
  }));
  const read = new Map(
    rows.flatMap(({ engine, theme, count }) => (theme === '' ? [[engine, count[0]]] : [])),
  );
  return rows.flatMap(({ engine, theme, count }) =>
    WAYS.flatMap((way, place): SharedSaid[] => {
      if (theme === '') return [];
      const [trials = 0, first = 0, second = 0, both = 0] = count.slice(SHARED * place);
      const among = way === 'any' ? (read.get(engine) ?? 0) : trials;
      return [{ engine, theme, way, shared: { trials: among, first, second, both } }];
    }),
  );
}

/** How many counts a way has: of the answers that count for both, all, and those that speak so of the first, the second, and both. */
const SHARED = 4;

/** What is read for both, under no theme, and what is said of either by each theme, under that of the first. */
function sharing(
  { names: { themes } }: Panel,
  [first, second]: readonly [number, number],
): Counting<'mentions' | 'said'> {
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

/** Marks that a brand was read, or is spoken of by a theme, in whichever ways. */
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

/** An answer that speaks of a theme of a brand. */
export interface SaidIn extends ThemePlace {
  readonly answerId: number;
  readonly ways: number;
}

/** The newest answers that speak of these tracked brands by a theme, so many of each engine, brand, and way. */
export async function newestSaid(answers: CountedAnswers, theme: string, most: number): Promise<SaidIn[]> {
  const found: SaidIn[] = [];
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
): SaidIn[] {
  const { mentions, said } = rows.data;
  const wanted = Array.from(said.theme.of, (each) => {
    const own = themeFrom(themes.values[each] as string);
    return own.theme === theme ? own.tracked : null;
  });
  const all: SaidIn[] = [];
  eachSaid(rows, (row, code) => {
    const tracked = wanted[said.theme.codes[code] as number];
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
