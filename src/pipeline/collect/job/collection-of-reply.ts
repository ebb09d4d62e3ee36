import type { RandomBytes } from '../../../domain/access/base62.ts';
import { MAX_ANSWER_CHARACTERS } from '../../../domain/answers/answer-reading.ts';
import { joinedDetail } from '../../../domain/answers/collection-detail.ts';
import type { Market } from '../../../domain/brand/market.ts';
import { microsOf } from '../../../domain/figures/usd.ts';
import { storableText } from '../../../domain/text.ts';
import type { EngineAdapter, EngineReading, Reply } from '../../../engines/engine.ts';
import { failed } from '../../../engines/engine-reading.ts';
import type { Asking, NewCollection } from '../../../storage/answers/new-collection.ts';
import type { Job } from '../../../storage/collect/jobs.ts';
import type { BrandReader } from '../../intake/brand-reader.ts';
import { citationsFrom } from '../../intake/citations.ts';
import { answerOf } from '../../intake/new-answer.ts';

export interface Exchange {
  readonly workspace: BrandReader;
  readonly adapter: EngineAdapter;
  readonly job: Pick<Job, 'identity' | 'engine' | 'marketId'>;
  readonly prompt: string;
  readonly market: Market;
  readonly reading: EngineReading;
  readonly collectedAt: number;
  readonly random: RandomBytes;
}

/** The collection to store for an exchange, read for the brand. */
export function collectionOf(exchange: Exchange): NewCollection {
  const { workspace, adapter, job, prompt, market, reading, collectedAt, random } = exchange;
  const asking = askingOf(exchange);
  const { identity, engine, marketId } = job;
  const common = { identity, prompt, engine, marketId, collectedAt, asking };
  if ('fault' in reading) return { ...common, outcome: reading.outcome, answer: null };
  const text = reading.text === null ? null : storableText(reading.text);
  if (text !== null && text.length > MAX_ANSWER_CHARACTERS) {
    return { ...common, asking: { ...asking, detail: 'too_long' }, outcome: 'error', answer: null };
  }
  // The market of the question; the location is the one the engine applied.
  const locationCode = adapter.marketApplied(market).location ? market.locationCode : null;
  const source = {
    answer: text,
    given: null,
    locationCode,
    citations: citationsFrom(reading.cited),
    searches: reading.searches?.map(storableText) ?? null,
    cards: reading.cards ?? null,
  };
  const answer = answerOf(source, null, workspace, random);
  return { ...common, outcome: answer.outcome, answer };
}

function askingOf({ reading }: Exchange): Asking {
  return {
    detail: reading.detail,
    model: 'fault' in reading ? null : reading.model,
    micros: 'fault' in reading ? null : reportedMicros(reading.costUsd),
  };
}

/** An engine's reported dollars in millionths; null if absent or impossible. */
export function reportedMicros(usd: number | null): number | null {
  return usd === null || usd < 0 ? null : microsOf(usd);
}

/** No person reads a longer list, and each source becomes a row and a page in reports. */
const MOST_CITED = 500;

/**
 * Parses replies. An unreadable reply is a `parse` failure: Sightline keeps it and reads it again after the parser
 * improves. Cuts a list of sources that is too long and adds the detail `citations_cut`.
 */
export function readingOf(adapter: EngineAdapter, replies: readonly Reply[]): EngineReading {
  try {
    const reading = adapter.read(replies);
    if ('fault' in reading || reading.cited.length <= MOST_CITED) return reading;
    const detail = joinedDetail(reading.detail, 'citations_cut');
    return { ...reading, cited: reading.cited.slice(0, MOST_CITED), detail };
  } catch {
    return failed('parse', 'final');
  }
}
