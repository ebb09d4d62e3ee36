import type { SharedTrials } from '../../domain/figures/proportion.ts';
import { type QuestionSpread, spreadOf } from '../../domain/figures/question-range.ts';
import { at } from '../bytes.ts';
import type { CountedAnswers, Panel } from '../panel.ts';
import { FRAMING_BITS, themeFrom, themeKey } from '../row.ts';
import { type CountQuery, countGroups, eachNewest, eachSegment, type Rows } from '../scan.ts';
import { eachOf, type SaidThemes } from '../segment.ts';
import { KeyNumbers, LongTally, Memo, Tally } from '../tally.ts';

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
  /** For `any`: answers that name the brand and that a model has read. For a framing: the answers in `any`. */
  readonly responses: number;
  readonly spread: QuestionSpread;
}

export interface ThemeFilter {
  readonly trackedIds?: readonly number[];
  readonly theme?: string;
}

/**
 * The brand's own themes are counted among the answers that a model was asked about them: those that it read with this
 * or a newer id (`sinceOf` in domain/brand/theme.ts). 0: all.
 */
type Since = number;

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
  since: Since = 0,
): Promise<ThemeCount[]> {
  const isBranded = answers.panel.names.prompts.marks((id) => branded.has(id));
  const said = await countByPrompt(answers, since);
  const read = new Map(
    said.flatMap((each) => (each.theme === '' ? [[brandKey(each), each.inWay('any')]] : [])),
  );
  const counted: ThemeCount[][] = [];
  for (const each of said) {
    const { engine, trackedId, theme, inWay } = each;
    if (theme === '' || (only !== undefined && theme !== only)) continue;
    if (trackedIds?.includes(trackedId) === false) continue;
    const [any, ofBrand] = [inWay('any'), read.get(brandKey(each)) ?? new Float64Array()];
    const counts = WAYS.map((way): ThemeCount => {
      const [x, n] = way === 'any' ? [any, ofBrand] : [inWay(way), any];
      const sums = { present: sumOf(x), responses: sumOf(n), spread: spreadOf(x, n, isBranded) };
      return { engine, trackedId, theme, way, ...sums };
    });
    counted.push(counts);
    await answers.panel.breathe();
  }
  return counted.flat();
}

/** A way that no answer can have: 0 out of 0. */
const OF_NONE = spreadOf([], [], []);

/**
 * Counts for themes without answers: 0 out of the answers that name the brand and that a model has read, by engine,
 * brand, and way. The theme is the empty text.
 *
 * @param branded prompts that name a tracked brand
 */
export async function countNoThemes(
  answers: CountedAnswers,
  branded: ReadonlySet<number>,
  since: Since = 0,
): Promise<ThemeCount[]> {
  const said = await countByPrompt(answers, since);
  const isBranded = answers.panel.names.prompts.marks((id) => branded.has(id));
  return said.flatMap(({ engine, trackedId, theme, inWay }) => {
    if (theme !== '') return [];
    const n = inWay('any');
    const any = { responses: sumOf(n), spread: spreadOf(new Float64Array(n.length), n, isBranded) };
    return WAYS.map((way): ThemeCount => {
      const counts = way === 'any' ? any : { responses: 0, spread: OF_NONE };
      return { engine, trackedId, theme, way, present: 0, ...counts };
    });
  });
}

/** Answers about a theme; those read for the brand's themes have an empty one. */
interface SaidByPrompt extends ThemePlace {
  /** Answers by prompt number. */
  readonly inWay: (way: Way) => Float64Array;
}

function brandKey({ engine, trackedId }: ThemePlace): string {
  return `${engine} ${trackedId}`;
}

async function countByPrompt(answers: CountedAnswers, since: Since): Promise<SaidByPrompt[]> {
  const { engines, prompts, themes } = answers.panel.names;
  const places = new Tally<[engine: number, theme: number]>(0, new KeyNumbers(2));
  const tallies: Record<Way, LongTally>[] = [];
  const byTheme = new Memo(
    (theme) =>
      new Memo((engine) => {
        const tally = {
          any: new LongTally(),
          recommended: new LongTally(),
          neutral: new LongTally(),
          negative: new LongTally(),
        };
        tallies[places.groupOf([engine, theme])] = tally;
        return tally;
      }),
  );
  await eachSegment(answers, ['mentions', 'said'], ({ data: { mentions, said }, rows }) => {
    for (const row of rows) {
      if (at(mentions.newestAsked, row) < since) continue;
      const [engine, prompt] = [at(mentions.engine, row), at(mentions.prompt, row)];
      eachOf(said, row, (index) => {
        const { theme, ways } = saidAt(said, index);
        const tally = byTheme.of(theme).of(engine);
        tally.any.add(prompt);
        if ((ways & BITS.recommended) !== 0) tally.recommended.add(prompt);
        if ((ways & BITS.neutral) !== 0) tally.neutral.add(prompt);
        if ((ways & BITS.negative) !== 0) tally.negative.add(prompt);
      });
    }
  });
  return tallies.map((tally, place) => {
    const [engine, theme] = places.keyOf(place);
    const { tracked: trackedId, theme: own } = themeFrom(themes.at(theme));
    const inWay = (way: Way) => Float64Array.from(prompts.values, (_, prompt) => tally[way].count(prompt));
    return { engine: engines.at(engine), trackedId, theme: own, inWay };
  });
}

/** A theme by shared number, and how an answer speaks about it. */
function saidAt({ code, theme, ways }: SaidThemes, index: number) {
  const each = at(code, index);
  return { theme: at(theme, each), ways: at(ways, each) };
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
  since: Since = 0,
): Promise<SharedThemeCount[]> {
  const { engines, themes } = answers.panel.names;
  const tally = await countGroups(answers, sharing(answers.panel, pair, since));
  const rows = tally.map(([engine, number], count) => ({ engine, ...themeFrom(themes.at(number)), count }));
  const read = new Map(
    rows.flatMap(({ engine, theme, count }) => (theme === '' ? [[engine, count(0)]] : [])),
  );
  return rows.flatMap(({ engine, theme, count }) =>
    WAYS.flatMap((way, place): SharedThemeCount[] => {
      if (theme === '') return [];
      const first = SHARED * place;
      const trials = way === 'any' ? (read.get(engine) ?? 0) : count(first);
      const shared = { trials, first: count(first + 1), second: count(first + 2), both: count(first + 3) };
      return [{ engine: engines.at(engine), theme, way, shared }];
    }),
  );
}

/** Counts per way: all shared answers, then those for the first, the second, and both. */
const SHARED = 4;

/** Readings for both brands go under no theme; theme counts go under the first brand's theme. */
function sharing(
  { names: { themes } }: Panel,
  [first, second]: readonly [number, number],
  since: Since,
): CountQuery<'mentions' | 'said', [engine: number, theme: number]> {
  const none = themes.codeOf(themeKey([first, '']));
  const sides = new Memo((number) => {
    const { tracked, theme } = themeFrom(themes.at(number));
    return { side: [first, second].indexOf(tracked), theme: themes.codeOf(themeKey([first, theme])) };
  });
  return {
    name: `said of both ${first} ${second} since ${since}`,
    kinds: ['mentions', 'said'],
    key: ['engine', 'theme'],
    width: SHARED * WAYS.length,
    byEngine: true,
    add: ({ data: { mentions, said }, rows }, tally) => {
      for (const row of rows) {
        if (at(mentions.newestAsked, row) < since) continue;
        const spoken = new Map<number, [first: number, second: number]>();
        eachOf(said, row, (index) => {
          const { theme: number, ways } = saidAt(said, index);
          const { side, theme } = sides.of(number);
          if (side === -1) return;
          const known = spoken.get(theme) ?? [0, 0];
          known[side] = ways | SPOKEN_OF;
          spoken.set(theme, known);
        });
        if (!isOfBoth(spoken.get(none))) continue;
        for (const [theme, ways] of spoken) {
          const group = tally.groupOf([at(mentions.engine, row), theme]);
          addShared(tally, group, theme === none ? [0, 0] : ways);
        }
      }
    },
  };
}

/** Marks a brand as read, or a theme as present in any way. */
const SPOKEN_OF = 8;

function isOfBoth(ways: readonly [number, number] | undefined): boolean {
  return ways !== undefined && (ways[0] & ways[1] & SPOKEN_OF) !== 0;
}

function addShared(
  tally: Tally<[number, number]>,
  group: number,
  ways: readonly [first: number, second: number],
): void {
  WAYS.forEach((way, place) => {
    if (way !== 'any' && !isOfBoth(ways)) return;
    const [isFirst, isSecond] = [(ways[0] & BITS[way]) !== 0, (ways[1] & BITS[way]) !== 0];
    const first = SHARED * place;
    tally.add(group, first);
    if (isFirst) tally.add(group, first + 1);
    if (isSecond) tally.add(group, first + 2);
    if (isFirst && isSecond) tally.add(group, first + 3);
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
  { data: { mentions, said }, rows }: Rows<'mentions' | 'said'>,
  theme: string,
  most: number,
  counts: Map<string, number>,
): ThemeAnswer[] {
  const named = new Memo((number) => themeFrom(themes.at(number)));
  const all: ThemeAnswer[] = [];
  for (const row of rows) {
    eachOf(said, row, (index) => {
      const { theme: number, ways } = saidAt(said, index);
      const own = named.of(number);
      if (own.theme !== theme) return;
      const engine = engines.at(at(mentions.engine, row));
      all.push({ engine, trackedId: own.tracked, theme, answerId: at(mentions.id, row), ways });
    });
  }
  return all.reverse().filter(({ engine, trackedId, ways }) => {
    const keys = (['recommended', 'neutral', 'negative'] as const)
      .filter((way) => (ways & BITS[way]) !== 0)
      .map((way) => `${engine} ${trackedId} ${way}`);
    const isWanted = keys.some((key) => (counts.get(key) ?? 0) < most);
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
    return isWanted;
  });
}
