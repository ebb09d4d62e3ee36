import type { Access, EngineFailure, Fault, Reply } from '../engine.ts';
import { failed } from '../engine-reading.ts';
import { failureOf } from '../http-failures.ts';
import { type Json, jsonObject, number, object, objects } from '../json.ts';

/** The envelope around DataForSEO's results: signature, status codes, its only task, and cost. */

/** The longest wait for a limit per minute or hour; replies don't say when the period began. */
const WAITS_MS: ReadonlyMap<number, number> = new Map([
  [40202, 60_000],
  [40205, 60 * 60_000],
]);

export const OK = 20000;
export const CREATED = 20100;
export const NO_RESULTS = 40102;

/**
 * Status codes that are not transient, besides invalid fields (see `faultOf`).
 * Source: docs.dataforseo.com/v3/appendix/errors.
 */
const FAULTS: ReadonlyMap<number, Fault> = new Map<number, Fault>([
  [40100, 'auth'], // wrong login or password
  [40104, 'auth'], // the account is not verified
  [40201, 'auth'], // the account is paused
  [40207, 'auth'], // address not on the account's list
  [40200, 'quota'], // payment required
  [40203, 'quota'], // the account's own daily spending limit
  [40204, 'quota'], // not in the subscription
  [40205, 'rate'], // too many equal tasks in an hour, by an account setting
  [40206, 'final'], // too many equal tasks in a day
  [40210, 'quota'], // insufficient balance
  [40202, 'rate'], // too many calls in this minute
  [40209, 'rate'], // too many concurrent calls
  [40400, 'config'], // unknown endpoint
  [40402, 'config'], // unknown endpoint
  [40401, 'final'], // unknown task
  [40403, 'final'], // results older than a month, deleted
  [50401, 'timeout'], // a live task exceeded its time limit
]);

/** The key is `login:password`. */
export function headersOf({ key }: Access) {
  return { authorization: `Basic ${Buffer.from(key, 'utf8').toString('base64')}` };
}

/** The failure in a reply with an error status. Its envelope, if any, has a more exact code. */
export function failureWithStatus(reply: Reply): EngineFailure {
  const byStatus = failureOf(reply);
  const code = parsedEnvelope(reply)?.code;
  if (code === undefined || code === OK) return byStatus;
  return failedBy(code, faultOf(code) ?? byStatus.fault);
}

/** The failure for a task's or envelope's code. */
export function failureWithCode(code: number): EngineFailure {
  return failedBy(code, faultOf(code) ?? 'transient');
}

function failedBy(code: number, fault: Fault): EngineFailure {
  return failed(`dfs:${code}`, fault, WAITS_MS.get(code) ?? null);
}

export function faultOf(code: number): Fault | undefined {
  // Usually a location that this endpoint doesn't know: only this question fails.
  return code >= 40500 && code < 40600 ? 'final' : FAULTS.get(code);
}

export interface Envelope {
  /** The envelope's status code if it is an error; otherwise the task's. */
  readonly code: number;
  readonly task: Json;
  readonly costUsd: number | undefined;
}

/** The reply's envelope. @throws Error if the body has no status code, or a success no task */
export function envelopeIn(body: string): Envelope {
  const envelope = jsonObject(body);
  const task = object(objects(envelope.tasks)[0]);
  const status = number(envelope.status_code);
  const code = status === OK ? number(task.status_code) : status;
  if (code === undefined) throw new Error('the body has no status code of a task');
  return { code, task, costUsd: number(task.cost) ?? number(envelope.cost) };
}

/** The reply's envelope; undefined if unreadable. */
export function parsedEnvelope({ body }: Reply): Envelope | undefined {
  try {
    return envelopeIn(body);
  } catch {
    return undefined;
  }
}
