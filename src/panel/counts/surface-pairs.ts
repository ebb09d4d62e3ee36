import { dayOf } from '../../domain/time/period.ts';
import { lookedForAll, saidOf } from '../marks.ts';
import type { CountedAnswers } from '../panel.ts';
import { CITED, NAMED } from '../row.ts';
import { eachSegment, type Rows } from '../scan.ts';

/** The parts of an answer that Sightline compares. */
export interface ComparableAnswer {
  /** By brand place: 1 if it was looked for, and bits for named and cited. */
  readonly said: Uint8Array;
  /** Cited sites, by shared number. */
  readonly sites: ReadonlySet<number>;
}

export interface AnswerPair {
  /** Prompt number. */
  readonly question: number;
  readonly first: ComparableAnswer;
  readonly second: ComparableAnswer;
}

/** Answers by two engines that ask the same surface. */
export interface SurfacePairs {
  /** One answer by each engine to the same question on the same UTC day: the earliest two, then the next two. */
  readonly pairs: readonly AnswerPair[];
  /**
   * For each engine, pairs of answers on consecutive days with answers, at most a week apart, to the paired
   * questions.
   */
  readonly itself: readonly [readonly AnswerPair[], readonly AnswerPair[]];
  /** Each engine's answers to these questions. */
  readonly answers: readonly [number, number];
}

const LOOKED = 1;
/** The cell's bits follow the looked-for bit. */
const SHIFT = 1;

const LONGEST_GAP_DAYS = 7;

/** Whether an answer has a property; undefined if it was not looked for. */
export type Says = (answer: ComparableAnswer) => boolean | undefined;

/** Whether it names the brand at this place. */
export function namesBrand(place: number): Says {
  return ({ said }) => bitAt(said, place, NAMED);
}

/** Whether it cites a page of the brand at this place. */
export function citesPagesOf(place: number): Says {
  return ({ said }) => bitAt(said, place, CITED);
}

export function citesSite(site: number): Says {
  return ({ sites }) => sites.has(site);
}

function bitAt(said: Uint8Array, place: number, bit: number): boolean | undefined {
  const of = said[place] as number;
  return (of & LOOKED) === 0 ? undefined : (of & (bit << SHIFT)) !== 0;
}

/** @param answers in one market @param engines slugs @param brands tracked brand ids */
export async function pairAnswers(
  answers: CountedAnswers,
  engines: readonly [string, string],
  brands: readonly number[],
): Promise<SurfacePairs> {
  const [one, other] = engines;
  // The second provider gets fewer questions, so this drops the first one's answers to others.
  const second = await answersByDay(answers, other, brands);
  const first = await answersByDay(answers, one, brands, second);
  for (const question of second.keys()) if (!first.has(question)) second.delete(question);
  const pairs: AnswerPair[] = [];
  for (const [question, days] of first) {
    for (const [day, found] of days) {
      pairs.push(...paired(question, found, second.get(question)?.get(day) ?? []));
    }
  }
  const withPairs = new Set(pairs.map(({ question }) => question));
  return {
    pairs,
    itself: [itselfIn(first, withPairs), itselfIn(second, withPairs)],
    answers: [countIn(first, withPairs), countIn(second, withPairs)],
  };
}

/** Answers by question and day, oldest first. */
type ByDay = Map<number, Map<number, ComparableAnswer[]>>;

async function answersByDay(
  { panel, period, only }: CountedAnswers,
  engine: string,
  brands: readonly number[],
  among?: ReadonlyMap<number, unknown>,
): Promise<ByDay> {
  const byQuestion: ByDay = new Map();
  const chosen = { panel, period, only: { ...only, engine } };
  await eachSegment(chosen, ['mentions', 'sources'], (rows) => {
    const { mentions } = rows.data;
    const answerAt = answersOf(rows, brands);
    for (let row = 0; row < mentions.n; row++) {
      const question = mentions.prompt.of[mentions.prompt.codes[row] as number] as number;
      if (rows.keep?.[row] === 0 || among?.has(question) === false) continue;
      const days = byQuestion.get(question) ?? new Map<number, ComparableAnswer[]>();
      byQuestion.set(question, days);
      const day = dayOf(mentions.at[row] as number);
      const found = days.get(day) ?? [];
      days.set(day, found);
      found.push(answerAt(row));
    }
  });
  return byQuestion;
}

function answersOf(
  { data: { mentions, sources } }: Rows<'mentions' | 'sources'>,
  brands: readonly number[],
): (row: number) => ComparableAnswer {
  const marks = brands.map((brand) => ({
    isLooked: lookedForAll(mentions, [brand]),
    cells: saidOf(mentions, brand, 'cell'),
  }));
  return (row) => {
    const said = Uint8Array.from(marks, ({ isLooked, cells }) =>
      isLooked[row] === 1 ? LOOKED | (((cells[row] as number) & (NAMED | CITED)) << SHIFT) : 0,
    );
    const sites = new Set<number>();
    for (let at = sources.start[row] as number; at < (sources.start[row + 1] as number); at++) {
      sites.add(sources.siteOf[sources.host.codes[sources.cited[at] as number] as number] as number);
    }
    return { said, sites };
  };
}

function paired(
  question: number,
  first: readonly ComparableAnswer[],
  second: readonly ComparableAnswer[],
): AnswerPair[] {
  return first.flatMap((each, place) => {
    const partner = second[place];
    return partner === undefined ? [] : [{ question, first: each, second: partner }];
  });
}

function itselfIn(byQuestion: ByDay, questions: ReadonlySet<number>): AnswerPair[] {
  return [...byQuestion].flatMap(([question, days]) => {
    if (!questions.has(question)) return [];
    const asked = [...days];
    return asked.flatMap(([day, found], place) => {
      const [nextDay, next] = asked[place + 1] ?? [Number.POSITIVE_INFINITY, []];
      return nextDay - day > LONGEST_GAP_DAYS ? [] : paired(question, found, next);
    });
  });
}

function countIn(byQuestion: ByDay, questions: ReadonlySet<number>): number {
  let sum = 0;
  for (const question of questions)
    for (const found of byQuestion.get(question)?.values() ?? []) sum += found.length;
  return sum;
}
