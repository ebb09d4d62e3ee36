import { FACT_VERDICTS, type FactVerdict } from '../../domain/brand/fact.ts';
import { type QuestionSpread, spreadOf } from '../../domain/figures/question-range.ts';
import { at } from '../bytes.ts';
import type { PanelNames } from '../names.ts';
import type { CountedAnswers, Panel } from '../panel.ts';
import { judgeFrom } from '../row.ts';
import { brandOf, eachSegment, isNamed, lookingForAll } from '../scan.ts';
import type { Mentions } from '../segment.ts';
import { Memo } from '../tally.ts';

/** Answers by the fact they speak about and their verdict. */
export type SaidOfFacts = Readonly<
  Record<FactVerdict, { readonly answerIds: readonly number[]; readonly factIds: readonly number[] }>
>;

/** An answer that speaks about a fact, and its time. */
interface SayingAnswer {
  readonly answerId: number;
  readonly at: number;
}

/** An engine's answers by verdict on one fact. Answers that name the brand without a verdict are silent. */
export interface FactCount extends Record<FactVerdict, number> {
  /** Answers in which the brand was looked for and that a model read for this fact if they name it; then those. */
  responses: number;
  named: number;
  readonly contradicting: SayingAnswer[];
  /** By the prompt's place in the panel. */
  readonly byPrompt: Map<number, { stating: number; contradicting: number }>;
}

export interface FactsOfEngine {
  readonly engine: string;
  /** Answers that name the brand, or may, and that no model read for all of today's facts, by why. */
  readonly unread: Record<WhyUnread, number>;
  /** Declared facts, by id. */
  readonly facts: ReadonlyMap<number, FactCount>;
  /** The same, oldest first. */
  readonly inOrder: readonly FactCount[];
}

/** For other names, or by no model, or a model failed; or before the newest fact, so that older ones count. */
export const WHY_UNREAD = ['other_names', 'waiting', 'not_judged', 'before_newest'] as const;

export type WhyUnread = (typeof WHY_UNREAD)[number];

/** Today's reading key and declared fact ids. */
export interface FactsOfToday {
  readonly names: string;
  readonly factIds: readonly number[];
}

/** Counts by engine, in engine order. A fact's readings stay valid when other facts come or go. */
export async function countFacts(
  answers: CountedAnswers,
  said: SaidOfFacts,
  today: FactsOfToday,
): Promise<FactsOfEngine[]> {
  const { names, self } = answers.panel;
  const factIds = today.factIds.toSorted((a, b) => a - b);
  const saidOf = saidByAnswer(said);
  const byEngine = new Map<number, FactsOfEngine>();
  await eachSegment(answers, ['mentions'], ({ data: { mentions }, rows }) => {
    const brand = brandOf(mentions, self);
    const { readWith, whyUnread } = factsReadIn(mentions, names, { ...today, factIds });
    for (const row of lookingForAll(rows, [brand])) {
      const number = at(mentions.engine, row);
      const own = byEngine.get(number) ?? noneOf(names.engines.at(number), factIds);
      byEngine.set(number, own);
      const named = isNamed(at(brand.cell, row));
      const read = readWith(row, named);
      if (read < factIds.length) own.unread[whyUnread(row)] += 1;
      for (let place = 0; place < read; place++) {
        const fact = own.inOrder[place];
        if (fact === undefined) break;
        fact.responses += 1;
        if (named) fact.named += 1;
      }
      if (!named || read === 0) continue;
      const answer = { answerId: at(mentions.id, row), at: at(mentions.at, row) };
      for (const each of saidOf.get(answer.answerId) ?? []) {
        addSaid(own.facts.get(each.factId), each.verdict, at(mentions.prompt, row), answer);
      }
    }
  });
  return [...byEngine.values()];
}

/** How many of today's facts, oldest first, an answer was read with. One that does not name the brand has none to read. */
function factsReadIn(
  { judge, newestAsked, reading, readings }: Mentions,
  names: PanelNames,
  { names: today, factIds }: FactsOfToday,
): {
  readonly readWith: (row: number, named: boolean) => number;
  readonly whyUnread: (row: number) => WhyUnread;
} {
  const isOfToday = readings.map((key) => key === today);
  const isRead = names.judges.marks((key) => judgeFrom(key)?.isRead === true);
  const isAsked = names.judges.marks((key) => judgeFrom(key) !== null);
  return {
    readWith: (row, named) => {
      if (isOfToday[at(reading, row)] !== true) return 0;
      if (!named) return factIds.length;
      if (isRead[at(judge, row)] !== 1) return 0;
      const newer = factIds.findIndex((id) => id > at(newestAsked, row));
      return newer === -1 ? factIds.length : newer;
    },
    whyUnread: (row) => {
      if (isOfToday[at(reading, row)] !== true) return 'other_names';
      if (isRead[at(judge, row)] === 1) return 'before_newest';
      return isAsked[at(judge, row)] === 1 ? 'not_judged' : 'waiting';
    },
  };
}

interface FactSaid {
  readonly factId: number;
  readonly verdict: FactVerdict;
}

function saidByAnswer(said: SaidOfFacts): Map<number, readonly FactSaid[]> {
  const found = new Map<number, readonly FactSaid[]>();
  for (const verdict of FACT_VERDICTS) {
    const { answerIds, factIds } = said[verdict];
    // Most answers speak about one fact, and share its list.
    const alone = new Memo((factId): readonly FactSaid[] => [{ factId, verdict }]);
    for (let index = 0; index < answerIds.length; index++) {
      const answerId = answerIds[index] ?? 0;
      const one = alone.of(factIds[index] ?? 0);
      const known = found.get(answerId);
      found.set(answerId, known === undefined ? one : [...known, ...one]);
    }
  }
  return found;
}

function noneOf(engine: string, factIds: readonly number[]): FactsOfEngine {
  const facts = new Map(factIds.map((id) => [id, nothing()]));
  return { engine, unread: noneUnread(), facts, inOrder: [...facts.values()] };
}

export function noneUnread(): Record<WhyUnread, number> {
  return { other_names: 0, waiting: 0, not_judged: 0, before_newest: 0 };
}

function nothing(): FactCount {
  return {
    responses: 0,
    named: 0,
    agrees: 0,
    contradicts: 0,
    unclear: 0,
    contradicting: [],
    byPrompt: new Map(),
  };
}

/** Skips facts that are no longer declared. */
function addSaid(
  fact: FactCount | undefined,
  verdict: FactVerdict,
  prompt: number,
  answer: SayingAnswer,
): void {
  if (fact === undefined) return;
  fact[verdict] += 1;
  if (verdict === 'contradicts') fact.contradicting.push(answer);
  if (verdict === 'unclear') return;
  const own = fact.byPrompt.get(prompt) ?? { stating: 0, contradicting: 0 };
  fact.byPrompt.set(prompt, own);
  own.stating += 1;
  if (verdict === 'contradicts') own.contradicting += 1;
}

/** An engine's counts for a fact; zeros if it has none. */
export function factCountOf({ facts }: FactsOfEngine, factId: number): FactCount {
  return facts.get(factId) ?? nothing();
}

/**
 * How contradicting answers, among those that state the fact, spread over questions.
 *
 * @param branded prompts that name a tracked brand
 */
export function spreadOfFact(
  { byPrompt }: FactCount,
  { names: { prompts } }: Panel,
  branded: ReadonlySet<number>,
): QuestionSpread {
  const isBranded = prompts.marks((id) => branded.has(id));
  const [x, n] = [new Float64Array(isBranded.length), new Float64Array(isBranded.length)];
  for (const [prompt, { stating, contradicting }] of byPrompt) {
    x[prompt] = contradicting;
    n[prompt] = stating;
  }
  return spreadOf(x, n, isBranded);
}

/** Newest first. */
export function newestOf(answers: readonly SayingAnswer[], most: number): SayingAnswer[] {
  return answers.toSorted((one, other) => other.at - one.at || other.answerId - one.answerId).slice(0, most);
}
