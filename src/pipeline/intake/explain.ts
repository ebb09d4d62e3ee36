import type { AnswerOutcome } from '../../domain/answers/answer-reading.ts';
import type { Card } from '../../domain/answers/card.ts';
import { type Fact, type FactReading, type FactVerdict, factWords } from '../../domain/brand/fact.ts';
import { SightlineError } from '../../domain/errors.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { EXTRACTOR } from '../../extract/reading-key.ts';
import { findOrigin, locateAnswer } from '../../storage/answers/answers.ts';
import { listCardsOfAnswer } from '../../storage/answers/cards.ts';
import { loadStored } from '../../storage/answers/due-readings.ts';
import { listFacts } from '../../storage/directory/brand/facts.ts';
import type { Database } from '../../storage/driver/database.ts';
import { lookedForIn } from './brand-reader.ts';
import { type ExplainedModel, explainModel } from './explained-model.ts';
import type { ExplainedText, TextToExplain } from './explained-text.ts';

/** What a model read about a declared fact. */
export interface ExplainedFact {
  readonly fact: string;
  /** The declared value. */
  readonly value: string;
  readonly verdict: FactVerdict;
  readonly sentence: string | null;
}

/** Why Sightline reads an answer this way. Offsets are UTF-16 units of the answer. */
export interface Explanation extends ExplainedText {
  readonly answer: string;
  readonly brand: string;
  readonly engine: string;
  readonly prompt: string;
  readonly collected_at: string;
  readonly outcome: AnswerOutcome;
  /** Whether the import stated the outcome. */
  readonly outcome_stated: boolean;
  /** The collection's codes besides its outcome, such as `unread_citations:2`; null for none. */
  readonly detail: string | null;
  readonly text: string | null;
  /** Null if unknown. */
  readonly model: string | null;
  /** The engine's searches; null if unknown. */
  readonly searches: readonly string[] | null;
  /** Advertisements and products in the engine's order. */
  readonly cards: readonly Card[];
  /** Whether the import gave the mentions, so `read` differs from `stored` by design. */
  readonly mentions_given: boolean;
  /** Whether names or the extractor changed since, so a rescan is due. */
  readonly rescan_due: boolean;
  readonly extractor: string;
  /** Those that the answer speaks about. */
  readonly facts: readonly ExplainedFact[];
  /** A model's reading; null if none was asked. */
  readonly judged: ExplainedModel | null;
}

/** Reads a text and explains each decision. */
export type ExplainText = (given: TextToExplain) => Promise<ExplainedText>;

const explainHere: ExplainText = async (given) => (await import('./explained-text.ts')).explainedText(given);

/**
 * Reads a stored answer again and explains each decision.
 *
 * @param brand public id of its brand; default: any
 * @throws SightlineError `not_found` if no live brand has this answer
 */
export async function explainAnswer(
  db: Database,
  publicId: string,
  brand: string | null = null,
  explain = explainHere,
): Promise<Explanation> {
  const located = await locateAnswer(db, publicId, brand);
  const [stored] = located ? await loadStored(db, located.brandId, [located.id]) : [];
  if (!located || !stored) throw new SightlineError('not_found', `There is no answer ${publicId}.`);
  const lookedFor = await lookedForIn(db, located.brandId);
  const isStatedEmpty = stored.outcomeStated && stored.outcome === 'empty';
  const { citing, brands } = await explain({
    tracked: lookedFor.tracked,
    text: isStatedEmpty ? '' : (stored.text ?? ''),
    citedHosts: stored.citedHosts,
    stored: { mentions: stored.mentions },
  });
  return {
    answer: publicId,
    brand: located.brand,
    engine: located.engine,
    prompt: located.prompt,
    collected_at: formatInstant(located.collectedAt),
    outcome: stored.outcome,
    outcome_stated: stored.outcomeStated,
    text: stored.text,
    ...(await findOrigin(db, located.brandId, located.id)),
    cards: await listCardsOfAnswer(db, located.brandId, located.id),
    mentions_given: stored.given,
    rescan_due: located.reading !== lookedFor.reading,
    extractor: EXTRACTOR,
    judged: await explainModel(db, { ...located, text: stored.text ?? '' }, lookedFor.tracked),
    citing,
    brands,
    facts: explainedFacts(await listFacts(db, located.brandId), stored.facts),
  };
}

/** A text from outside as the brand's reader reads it now. */
export interface OutsideReading {
  readonly text: string;
  readonly named: boolean;
  /** The brand's list position; null without one. */
  readonly rank: number | null;
}

/** Reads a text from outside, before anything waits for it. @throws SightlineError `invalid_argument` if that takes too much time */
export async function readOutside(
  db: Database,
  brandId: number,
  text: string,
  explain = explainHere,
): Promise<OutsideReading> {
  const { brands } = await explainOutside(db, brandId, text, explain);
  const self = brands.find(({ role }) => role === 'self');
  if (self === undefined)
    throw new SightlineError('invalid_argument', 'This text takes too much time to read.');
  return { text, named: self.read.mentioned, rank: self.read.rank };
}

/** Explains a text that is no stored answer. It names nobody if that takes too much time. */
export async function explainOutside(
  db: Database,
  brandId: number,
  text: string,
  explain = explainHere,
): Promise<ExplainedText> {
  const { tracked } = await lookedForIn(db, brandId);
  return await explain({ tracked, text, citedHosts: [], stored: { mentions: new Map() } });
}

function explainedFacts(declared: readonly Fact[], readings: readonly FactReading[]): ExplainedFact[] {
  return declared.flatMap(({ id, name, value }) => {
    const read = readings.find(({ factId }) => factId === id);
    return read === undefined
      ? []
      : [{ fact: name, value: factWords(value), verdict: read.verdict, sentence: read.sentence }];
  });
}
