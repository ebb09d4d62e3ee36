import type { FactVerdict } from '../../domain/fact.ts';
import { type QuestionSpread, spreadOf } from '../../domain/question-range.ts';
import { lookedForAll, naming } from '../marks.ts';
import type { CountedAnswers, Panel } from '../panel.ts';
import { eachSegment } from '../scan.ts';

/** What answers say of facts, by the id of the answer. */
export type SaidOfFacts = ReadonlyMap<
  number,
  readonly { readonly factId: number; readonly verdict: FactVerdict }[]
>;

/** An answer that says something of a fact, and when it was given. */
interface SayingAnswer {
  readonly answerId: number;
  readonly at: number;
}

/** What the answers of one engine say of one fact. Those that name the brand and are none of these are silent. */
export interface FactCount extends Record<FactVerdict, number> {
  /** The answers that contradict it, oldest first. */
  readonly contradicting: SayingAnswer[];
  /** By the place of the prompt among the panel's: of its answers that agree or contradict, and those that contradict. */
  readonly byPrompt: Map<number, { stating: number; contradicting: number }>;
}

/** The answers of one engine. */
export interface FactsOfEngine {
  readonly engine: string;
  /** Those in which the brand itself was looked for, read with the facts of today; and of these, those that name it. */
  responses: number;
  named: number;
  /** Those that are still to be read with the facts of today, which count nowhere else. */
  unread: number;
  /** By the id of the fact; none where no answer says anything of it. */
  readonly facts: Map<number, FactCount>;
}

/**
 * Counts by engine, in the order in which engines come.
 *
 * @param said of the answers of this window
 * @param reading the key that answers are read under today
 */
export async function countFacts(
  answers: CountedAnswers,
  said: SaidOfFacts,
  reading: string,
): Promise<FactsOfEngine[]> {
  const { names, self } = answers.panel;
  const byEngine = new Map<number, FactsOfEngine>();
  await eachSegment(answers, ['mentions'], ({ data: { mentions }, keep }) => {
    const { n, at, id, engine, prompt, readings } = mentions;
    const isLookedFor = lookedForAll(mentions, [self]);
    const isNamed = naming(mentions, [self]);
    for (let row = 0; row < n; row++) {
      if (isLookedFor[row] === 0 || (keep !== null && keep[row] === 0)) continue;
      const number = engine.of[engine.codes[row] as number] as number;
      const own = byEngine.get(number) ?? noneOf(names.engines.values[number] as string);
      byEngine.set(number, own);
      if (readings[mentions.reading[row] as number] !== reading) {
        own.unread += 1;
        continue;
      }
      own.responses += 1;
      if (isNamed[row] === 0) continue;
      own.named += 1;
      const promptAt = prompt.of[prompt.codes[row] as number] as number;
      addSaid(own, { answerId: id[row] as number, at: at[row] as number }, promptAt, said);
    }
  });
  return [...byEngine.values()];
}

function noneOf(engine: string): FactsOfEngine {
  return { engine, responses: 0, named: 0, unread: 0, facts: new Map() };
}

function addSaid(engine: FactsOfEngine, answer: SayingAnswer, promptAt: number, said: SaidOfFacts): void {
  for (const { factId, verdict } of said.get(answer.answerId) ?? []) {
    const count = countOf(engine, factId);
    engine.facts.set(factId, count);
    count[verdict] += 1;
    if (verdict === 'contradicts') count.contradicting.push(answer);
    if (verdict === 'unclear') continue;
    const own = count.byPrompt.get(promptAt) ?? { stating: 0, contradicting: 0 };
    count.byPrompt.set(promptAt, own);
    own.stating += 1;
    own.contradicting += verdict === 'contradicts' ? 1 : 0;
  }
}

/** What the answers of an engine say of a fact, be it nothing. */
export function countOf({ facts }: FactsOfEngine, factId: number): FactCount {
  return (
    facts.get(factId) ?? { agrees: 0, contradicts: 0, unclear: 0, contradicting: [], byPrompt: new Map() }
  );
}

/**
 * How the answers that contradict a fact, among those that state it, spread over questions.
 *
 * @param branded the prompts that name a tracked brand themselves
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

/** The newest of these answers, newest first. */
export function newestOf(answers: readonly SayingAnswer[], most: number): SayingAnswer[] {
  return answers.toSorted((one, other) => other.at - one.at || other.answerId - one.answerId).slice(0, most);
}
