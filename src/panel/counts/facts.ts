import { namesKeyOf, newestFactIn } from '../../domain/answers/answer-reading.ts';
import { FACT_VERDICTS, type FactVerdict } from '../../domain/brand/fact.ts';
import { type QuestionSpread, spreadOf } from '../../domain/figures/question-range.ts';
import { lookedForAll, naming } from '../marks.ts';
import type { CountedAnswers, Panel } from '../panel.ts';
import { eachSegment, engineIn, otherIn, withEngine } from '../scan.ts';

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
  /** Answers in which the brand was looked for and this fact was read; then those that name it. */
  responses: number;
  named: number;
  readonly contradicting: SayingAnswer[];
  /** By the prompt's place in the panel. */
  readonly byPrompt: Map<number, { stating: number; contradicting: number }>;
}

export interface FactsOfEngine {
  readonly engine: string;
  /** Answers whose reading lacks one of today's facts. */
  unread: number;
  /** Declared facts, by id. */
  readonly facts: ReadonlyMap<number, FactCount>;
}

/** Today's names (`namesKeyOf`) and declared fact ids. */
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
  const sets = new SaidSets(said);
  const groups = new Groups(factIds.length + 1, sets.size + 1);
  const contradicting: { readonly engine: number; readonly set: number; readonly answer: SayingAnswer }[] =
    [];
  await eachSegment(answers, ['mentions'], ({ data: { mentions }, keep }) => {
    const { n, at, id, engine, prompt, readings } = mentions;
    const isLookedFor = lookedForAll(mentions, [self]);
    const isNamed = naming(mentions, [self]);
    const readWith = readings.map((reading) => factsReadUnder(reading, today.names, factIds));
    for (let row = 0; row < n; row++) {
      if (isLookedFor[row] === 0 || (keep !== null && keep[row] === 0)) continue;
      const number = engine.of[engine.codes[row] as number] as number;
      const promptAt = prompt.of[prompt.codes[row] as number] as number;
      const facts = readWith[mentions.reading[row] as number] as number;
      const answerId = id[row] as number;
      const set = isNamed[row] === 0 ? sets.size : facts === 0 ? SILENT : sets.of(answerId);
      groups.add(number, promptAt, facts, set);
      if (sets.contradicts(set))
        contradicting.push({ engine: number, set, answer: { answerId, at: at[row] as number } });
    }
  });
  const byEngine = new Map<number, FactsOfEngine>();
  for (const { engine, prompt, facts, set, count } of groups.all()) {
    const own = byEngine.get(engine) ?? noneOf(names.engines.values[engine] as string, factIds);
    byEngine.set(engine, own);
    if (facts < factIds.length) own.unread += count;
    for (const each of factIds.slice(0, facts)) {
      const fact = factCountOf(own, each);
      fact.responses += count;
      if (set < sets.size) fact.named += count;
    }
    for (const { factId, verdict } of sets.at(set)) addSaid(own.facts.get(factId), verdict, prompt, count);
  }
  for (const { engine, set, answer } of contradicting) {
    for (const { factId, verdict } of sets.at(set)) {
      if (verdict === 'contradicts') byEngine.get(engine)?.facts.get(factId)?.contradicting.push(answer);
    }
  }
  return [...byEngine.values()];
}

/** How many of these facts, oldest first, were read under this key. */
function factsReadUnder(reading: string, names: string, factIds: readonly number[]): number {
  if (namesKeyOf(reading) !== names) return 0;
  const newest = newestFactIn(reading);
  return factIds.filter((id) => id <= newest).length;
}

interface FactSaid {
  readonly factId: number;
  readonly verdict: FactVerdict;
}

/** The set without any verdict. */
const SILENT = 0;

/** Numbers the distinct verdict sets; many answers share few sets. */
class SaidSets {
  readonly #sets: (readonly FactSaid[])[] = [[]];
  readonly #ofAnswer = new Map<number, number>();

  constructor(said: SaidOfFacts) {
    for (const verdict of FACT_VERDICTS) {
      const { answerIds, factIds } = said[verdict];
      // The set that results from adding one verdict.
      const joined = new Map<number, Map<number, number>>();
      for (const [index, answerId] of answerIds.entries()) {
        const factId = factIds[index] as number;
        const before = this.#ofAnswer.get(answerId) ?? SILENT;
        const withFact = joined.get(factId) ?? new Map<number, number>();
        joined.set(factId, withFact);
        const set = withFact.get(before) ?? this.#add([...this.at(before), { factId, verdict }]);
        withFact.set(before, set);
        this.#ofAnswer.set(answerId, set);
      }
    }
  }

  #add(set: readonly FactSaid[]): number {
    this.#sets.push(set);
    return this.#sets.length - 1;
  }

  get size(): number {
    return this.#sets.length;
  }

  of(answerId: number): number {
    return this.#ofAnswer.get(answerId) ?? SILENT;
  }

  at(set: number): readonly FactSaid[] {
    return this.#sets[set] ?? [];
  }

  contradicts(set: number): boolean {
    return this.at(set).some(({ verdict }) => verdict === 'contradicts');
  }
}

/** Groups answers by engine, prompt, number of facts read, and verdict set. */
class Groups {
  readonly #facts: number;
  readonly #sets: number;
  readonly #counts = new Map<number, number>();

  /** @param facts upper bound for numbers of facts @param sets upper bound for sets */
  constructor(facts: number, sets: number) {
    this.#facts = facts;
    this.#sets = sets;
  }

  add(engine: number, prompt: number, facts: number, set: number): void {
    const group = withEngine((prompt * this.#facts + facts) * this.#sets + set, engine);
    this.#counts.set(group, (this.#counts.get(group) ?? 0) + 1);
  }

  *all() {
    for (const [group, count] of this.#counts) {
      const place = Math.floor(otherIn(group) / this.#sets);
      yield {
        engine: engineIn(group),
        prompt: Math.floor(place / this.#facts),
        facts: place % this.#facts,
        set: otherIn(group) % this.#sets,
        count,
      };
    }
  }
}

function noneOf(engine: string, factIds: readonly number[]): FactsOfEngine {
  return { engine, unread: 0, facts: new Map(factIds.map((id) => [id, nothing()])) };
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

/** Adds answers to one prompt with the same verdict; skips facts that are no longer declared. */
function addSaid(fact: FactCount | undefined, verdict: FactVerdict, prompt: number, count: number): void {
  if (fact === undefined) return;
  fact[verdict] += count;
  if (verdict === 'unclear') return;
  const own = fact.byPrompt.get(prompt) ?? { stating: 0, contradicting: 0 };
  fact.byPrompt.set(prompt, own);
  own.stating += count;
  if (verdict === 'contradicts') own.contradicting += count;
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
  const isBranded = Uint8Array.from(prompts.values, (id) => (branded.has(id) ? 1 : 0));
  const [x, n] = [new Float64Array(isBranded.length), new Float64Array(isBranded.length)];
  for (const [at, { stating, contradicting }] of byPrompt) {
    x[at] = contradicting;
    n[at] = stating;
  }
  return spreadOf(x, n, isBranded);
}

/** Newest first. */
export function newestOf(answers: readonly SayingAnswer[], most: number): SayingAnswer[] {
  return answers.toSorted((one, other) => other.at - one.at || other.answerId - one.answerId).slice(0, most);
}
