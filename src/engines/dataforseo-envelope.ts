import type { Access, EngineFailure, Fault, Reply } from './engine.ts';
import { failed } from './engine-reading.ts';
import { failureOf } from './http-failures.ts';
import { type Json, jsonObject, number, object, objects } from './json.ts';

/** What every exchange with DataForSEO has around its results: how it is signed, its codes, its only task, and its cost. */

/** How long a limit per minute or per hour lasts at most: when the minute or hour began is not known. */
const WAITS_MS: ReadonlyMap<number, number> = new Map([
  [40202, 60_000],
  [40205, 60 * 60_000],
]);

export const OK = 20000;
export const CREATED = 20100;
export const NO_RESULTS = 40102;

/**
 * Its status codes that are not transient; those of invalid fields are in `faultOf`.
 * Source: docs.dataforseo.com/v3/appendix/errors.
 */
const FAULTS: ReadonlyMap<number, Fault> = new Map<number, Fault>([
  [40100, 'auth'], // wrong login or password
  [40104, 'auth'], // the account is not verified
  [40201, 'auth'], // the account is paused
  [40207, 'auth'], // this address is not on the account's list
  [40200, 'quota'], // payment required
  [40203, 'quota'], // the account's own limit of costs per day
  [40204, 'quota'], // not in the subscription
  [40205, 'rate'], // too many equal tasks in an hour, by a setting of the account
  [40206, 'final'], // the same, in a day
  [40210, 'quota'], // not enough money
  [40202, 'rate'], // too many calls in this minute
  [40209, 'rate'], // too many concurrent calls
  [40400, 'config'], // no such endpoint
  [40402, 'config'], // the same
  [40401, 'final'], // no such task
  [40403, 'final'], // its results are older than a month, and gone
  [50401, 'timeout'], // a live task that took longer than it may
]);

/** The key is `login:password`. */
export function headersOf({ key }: Access) {
  return { authorization: `Basic ${Buffer.from(key, 'utf8').toString('base64')}` };
}

/** An HTTP error usually has an envelope too, whose code says more than the status. */
export function failureWithStatus(reply: Reply): EngineFailure {
  const byStatus = failureOf(reply);
  const code = saidIn(reply)?.code;
  if (code === undefined || code === OK) return byStatus;
  return failedBy(code, faultOf(code) ?? byStatus.fault);
}

/** What a task's or an envelope's code means that is not a success. */
export function failureWithCode(code: number): EngineFailure {
  return failedBy(code, faultOf(code) ?? 'transient');
}

function failedBy(code: number, fault: Fault): EngineFailure {
  return failed(`dfs:${code}`, fault, WAITS_MS.get(code) ?? null);
}

export function faultOf(code: number): Fault | undefined {
  // Most often a location that this endpoint does not know, which concerns only this question.
  return code >= 40500 && code < 40600 ? 'final' : FAULTS.get(code);
}

/** What an envelope says about its only task. */
export interface Said {
  /** The envelope's status code where that is an error, else the task's. */
  readonly code: number;
  readonly task: Json;
  readonly costUsd: number | undefined;
}

/** @throws Error where the body is not an envelope with a status code, or a successful one without a task */
export function envelopeIn(body: string): Said {
  const envelope = jsonObject(body);
  const task = object(objects(envelope.tasks)[0]);
  const status = number(envelope.status_code);
  const code = status === OK ? number(task.status_code) : status;
  if (code === undefined) throw new Error('the body has no status code of a task');
  return { code, task, costUsd: number(task.cost) ?? number(envelope.cost) };
}

/** The same for a reply that may be anything; undefined if it cannot be read. */
export function saidIn({ body }: Reply): Said | undefined {
  try {
    return envelopeIn(body);
  } catch {
    return undefined;
  }
}
