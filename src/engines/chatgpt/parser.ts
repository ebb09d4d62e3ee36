import type { EngineReading, Fault, Reply } from '../engine.ts';
import { failureOf } from '../http-failures.ts';
import { jsonObject } from '../json.ts';
import { readResponses } from '../responses-format.ts';

export function readReply(reply: Reply): EngineReading {
  return reply.status === 200 ? readResponses(jsonObject(reply.body)) : failureOf(reply, ownFault);
}

function ownFault(code: string): Fault | undefined {
  if (/^insufficient_quota$|^billing_hard_limit_reached$|_spend_limit_exceeded$/.test(code)) return 'quota';
  if (code === 'invalid_api_key') return 'auth';
  return code === 'model_not_found' ? 'config' : undefined;
}
