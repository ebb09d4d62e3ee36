import { MAX_ANSWER_CHARACTERS } from '../../domain/answer-reading.ts';
import type { RandomBytes } from '../../domain/base62.ts';
import type { Market } from '../../domain/market.ts';
import { storableText } from '../../domain/text.ts';
import { microsOf } from '../../domain/usd.ts';
import type { EngineAdapter, EngineReading, Reply } from '../../engines/engine.ts';
import { failed } from '../../engines/engine-reading.ts';
import type { Asking, NewCollection } from '../../storage/answers/new-collection.ts';
import type { Job } from '../../storage/collect/jobs.ts';
import type { StoredReply } from '../../storage/collect/replies.ts';
import { citationsFrom } from '../intake/citations.ts';
import { answerOf } from '../intake/new-answer.ts';
import type { Workspace } from '../intake/workspace.ts';

/** An exchange with an engine, and whose it is. */
export interface Exchange {
  readonly workspace: Workspace;
  readonly adapter: EngineAdapter;
  readonly job: Pick<Job, 'identity' | 'engine' | 'marketId'>;
  readonly prompt: string;
  readonly market: Market;
  readonly reading: EngineReading;
  readonly replies: readonly StoredReply[];
  readonly collectedAt: number;
  readonly random: RandomBytes;
}

/** The collection that an exchange is stored as, read for the brands of the workspace. */
export function collectionOf(exchange: Exchange): NewCollection {
  const { workspace, adapter, job, prompt, market, reading, collectedAt, random } = exchange;
  const applied = adapter.marketApplied(market);
  const asking = askingOf(exchange, applied);
  const { identity, engine, marketId } = job;
  const common = { identity, prompt, engine, marketId, collectedAt, asking };
  if ('fault' in reading) return { ...common, outcome: reading.outcome, answer: null };
  const text = reading.text === null ? null : storableText(reading.text);
  if (text !== null && text.length > MAX_ANSWER_CHARACTERS) {
    return { ...common, asking: { ...asking, detail: 'too_long' }, outcome: 'error', answer: null };
  }
  // Its market is where it was asked; its location is where it was answered for.
  const locationCode = applied.location ? market.locationCode : null;
  const source = {
    ...{ answer: text, given: null, locationCode },
    citations: citationsFrom(reading.cited),
    searches: reading.searches.map(storableText),
  };
  const answer = answerOf(source, null, workspace, random);
  return { ...common, outcome: answer.outcome, answer };
}

function askingOf(
  { reading, replies }: Exchange,
  applied: ReturnType<EngineAdapter['marketApplied']>,
): Asking {
  const [first] = replies;
  const last = replies.at(-1);
  return {
    detail: reading.detail,
    model: 'fault' in reading ? null : reading.model,
    micros: 'fault' in reading ? null : reportedMicros(reading.costUsd),
    latencyMs: first && last ? last.receivedAt - first.askedAt : null,
    locationApplied: applied.location,
    languageApplied: applied.language,
  };
}

/** Dollars as an engine reports them, in millionths; null if it reports none, or an impossible amount. */
export function reportedMicros(usd: number | null): number | null {
  return usd === null || usd < 0 ? null : microsOf(usd);
}

/** No list of sources that a person would read is longer. Each would become a row, and a page in reports. */
const MOST_CITED = 500;

/**
 * What an engine's parser makes of replies. A reply it cannot read is a failure, `parse`: it is kept, and read again once the
 * parser is fixed. Of a list of sources that is too long, the first ones are taken, and the detail `citations_cut` says so.
 */
export function readingOf(adapter: EngineAdapter, replies: readonly Reply[]): EngineReading {
  try {
    const reading = adapter.read(replies);
    if ('fault' in reading || reading.cited.length <= MOST_CITED) return reading;
    return { ...reading, cited: reading.cited.slice(0, MOST_CITED), detail: 'citations_cut' };
  } catch {
    return failed('parse', 'final');
  }
}
