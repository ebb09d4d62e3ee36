import type { EngineReading, Fault, Reply } from '../engine.ts';
import { emptyAnswer } from '../engine-reading.ts';
import { failureOf } from '../http-failures.ts';
import { type Json, jsonObject, number, object } from '../json.ts';
import { readResponses } from '../responses-format.ts';

/** Source: docs.x.ai, "Cost Tracking". */
const TICKS_PER_DOLLAR = 10_000_000_000;

export function readReply(reply: Reply): EngineReading {
  if (reply.status === 200) return readBody(jsonObject(reply.body));
  return isBlocked(reply) ? emptyAnswer('blocked:usage_guidelines') : failureOf(reply, ownFault);
}

function readBody(body: Json): EngineReading {
  return { ...readResponses(body), costUsd: costOf(body) };
}

function costOf(body: Json): number | null {
  const ticks = number(object(body.usage).cost_in_usd_ticks);
  return ticks === undefined ? null : ticks / TICKS_PER_DOLLAR;
}

/** Whether xAI refuses to answer the question. The status is the same as for a key without permission. */
function isBlocked({ status, body }: Reply): boolean {
  return status === 403 && /violates usage guidelines/i.test(body);
}

/** One code covers many failures; only the message tells a bad key or an empty account. */
function ownFault(_code: string, message: string): Fault | undefined {
  if (/incorrect api key/i.test(message)) return 'auth';
  return /\b(credits?|spending|monthly)\b/i.test(message) ? 'quota' : undefined;
}
