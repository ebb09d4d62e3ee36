import type { EngineFailure, Reply } from '../engine.ts';
import { isUnpaidStatus } from '../http-failures.ts';
import { type Json, object, objects, text } from '../json.ts';
import {
  CREATED,
  type Envelope,
  envelopeIn,
  failureWithCode,
  failureWithStatus,
  NO_RESULTS,
  OK,
  parsedEnvelope,
} from '../providers/dataforseo-envelope.ts';
import { foldedKeyword } from './keywords.ts';
import type { VolumeFailure, VolumeReading } from './volume-adapter.ts';

/** The largest number in a store column; no keyword comes near it. */
const MOST_SEARCHES = 2 ** 31 - 1;

/**
 * Reads the reply to a request for keyword volumes.
 *
 * @throws Error if a reply with status 200 has no envelope, or its result none of the keywords
 */
export function readReply(reply: Reply, keywords: readonly string[]): VolumeReading {
  if (reply.status !== 200) {
    const failure = failureOf(failureWithStatus(reply), parsedEnvelope(reply));
    return isUnpaidStatus(reply.status) ? { ...failure, costUsd: failure.costUsd ?? 0 } : failure;
  }
  const envelope = envelopeIn(reply.body);
  if (envelope.code === CREATED) throw new Error('the task is only created');
  const costUsd = envelope.costUsd ?? null;
  if (envelope.code === NO_RESULTS) return { volumes: withoutFigure(keywords), costUsd };
  if (envelope.code !== OK) return failureOf(failureWithCode(envelope.code), envelope);
  return { volumes: volumesIn(envelope.task.result, keywords), costUsd };
}

function failureOf(failure: EngineFailure, envelope: Envelope | undefined): VolumeFailure {
  const message = text(object(envelope?.task).status_message) ?? '';
  const isAboutKeywords = failure.fault === 'final' && /keyword/i.test(message);
  return { failure, costUsd: envelope?.costUsd ?? null, isAboutKeywords };
}

function withoutFigure(keywords: readonly string[]): Map<string, null> {
  return new Map(keywords.map((keyword) => [keyword, null]));
}

/** Every requested keyword with its figure; null if the result omits it. */
function volumesIn(result: unknown, keywords: readonly string[]): Map<string, number | null> {
  if (result === null) return withoutFigure(keywords);
  if (!Array.isArray(result)) throw new Error('the task has no result');
  if (result.length === 0) return withoutFigure(keywords);
  const rows = new Map(objects(result).map((row) => [foldedKeyword(text(row.keyword) ?? ''), row]));
  // If keywords came back in another form, all would seem to have no figure.
  if (!keywords.some((keyword) => rows.has(keyword))) throw new Error('the result is of other keywords');
  const volumes = new Map<string, number | null>();
  for (const keyword of keywords) {
    const row = rows.get(keyword);
    const volume = row === undefined ? null : volumeIn(row, keyword);
    if (volume !== undefined) volumes.set(keyword, volume);
  }
  if (volumes.size === 0) throw new Error('the result has no figure that can be read');
  return volumes;
}

/** Null for no figure; undefined if unreadable. */
function volumeIn({ spell, search_volume: volume }: Json, keyword: string): number | null | undefined {
  // With a spelling of its own, the figure belongs to another keyword.
  const spelled = text(spell);
  if (spelled !== undefined && foldedKeyword(spelled) !== keyword) return null;
  if (volume === null) return null;
  const isCount = typeof volume === 'number' && Number.isInteger(volume) && volume >= 0;
  return isCount && volume <= MOST_SEARCHES ? volume : undefined;
}
