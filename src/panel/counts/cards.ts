import { CARD_KINDS, type CardKind } from '../../domain/answers/card.ts';
import { type QuestionSpread, spreadOf } from '../../domain/figures/question-range.ts';
import { at } from '../bytes.ts';
import type { CountedAnswers, Panel } from '../panel.ts';
import { eachSegment } from '../scan.ts';

export interface CardCount {
  /** Answer ids, and the newest one. */
  readonly answerIds: number[];
  newest: { readonly id: number; readonly at: number };
  readonly byPrompt: Map<number, number>;
}

export interface EngineCards {
  readonly engine: string;
  answers: number;
  /** Answers whose cards are known, in total and by prompt. */
  known: number;
  readonly knownByPrompt: Map<number, number>;
  /** Answers that showed any card of a kind, and answers by thing. */
  readonly any: Readonly<Record<CardKind, CardCount>>;
  readonly things: Map<number, CardCount>;
}

/** Things on cards, by number. */
export interface ShownThings {
  /** Ids of answers whose cards are known. */
  readonly known: ReadonlySet<number>;
  /** Things by answer id. */
  readonly shown: ReadonlyMap<number, ReadonlySet<number>>;
  /** Each thing's kind. */
  readonly kinds: readonly CardKind[];
}

export async function countCards(
  answers: CountedAnswers,
  { known, shown, kinds }: ShownThings,
): Promise<EngineCards[]> {
  const { engines } = answers.panel.names;
  const byEngine = new Map<number, EngineCards>();
  await eachSegment(answers, ['mentions'], ({ data: { mentions }, rows }) => {
    for (const row of rows) {
      const number = at(mentions.engine, row);
      const own = byEngine.get(number) ?? noneOf(engines.at(number));
      byEngine.set(number, own);
      own.answers += 1;
      const answer = { id: at(mentions.id, row), at: at(mentions.at, row) };
      if (!known.has(answer.id)) continue;
      const promptAt = at(mentions.prompt, row);
      own.known += 1;
      increase(own.knownByPrompt, promptAt);
      const things = shown.get(answer.id);
      if (things === undefined) continue;
      for (const kind of CARD_KINDS)
        if (things.values().some((thing) => kinds[thing] === kind)) add(own.any[kind], answer, promptAt);
      for (const thing of things) {
        const count = own.things.get(thing) ?? nothing();
        own.things.set(thing, count);
        add(count, answer, promptAt);
      }
    }
  });
  return [...byEngine.values()];
}

function noneOf(engine: string): EngineCards {
  const any = { ad: nothing(), product: nothing() };
  return { engine, answers: 0, known: 0, knownByPrompt: new Map(), any, things: new Map() };
}

function nothing(): CardCount {
  return { answerIds: [], newest: { id: 0, at: 0 }, byPrompt: new Map() };
}

function add(count: CardCount, answer: CardCount['newest'], prompt: number): void {
  count.answerIds.push(answer.id);
  increase(count.byPrompt, prompt);
  const { newest } = count;
  if (answer.at > newest.at || (answer.at === newest.at && answer.id > newest.id)) count.newest = answer;
}

function increase(counts: Map<number, number>, key: number): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/**
 * How answers that showed something spread over questions, among those whose cards are known.
 *
 * @param branded prompts that name a tracked brand
 */
export function spreadOfCard(
  { byPrompt }: CardCount,
  { knownByPrompt }: EngineCards,
  { names: { prompts } }: Panel,
  branded: ReadonlySet<number>,
): QuestionSpread {
  const places = [...knownByPrompt.keys()];
  return spreadOf(
    places.map((place) => byPrompt.get(place) ?? 0),
    places.map((place) => knownByPrompt.get(place) ?? 0),
    places.map((place) => (branded.has(prompts.at(place)) ? 1 : 0)),
  );
}
