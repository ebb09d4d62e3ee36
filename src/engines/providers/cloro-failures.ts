import type { EngineFailure, Fault, Reply } from '../engine.ts';
import { failed } from '../engine-reading.ts';
import { failureOf, slugOf } from '../http-failures.ts';
import { type Json, jsonObjectOrEmpty, object, objects, text } from '../json.ts';

/** Fields that differ by question. All requests share the others. */
const QUESTION_FIELDS: readonly string[] = ['prompt', 'query', 'country', 'hl'];

/** The failure in a reply with an error status. @param isPoll whether the reply answers a check on a task */
export function failureWithStatus(reply: Reply, isPoll: boolean): EngineFailure {
  const error = object(jsonObjectOrEmpty(reply.body).error);
  return failureOf(reply, (code) => {
    if (code === 'INSUFFICIENT_CREDITS') return 'quota';
    if (code === 'VALIDATION_ERROR') return faultOfInvalid(error);
    // Cloro keeps tasks for a day.
    return isPoll && reply.status === 404 ? 'final' : undefined;
  });
}

/** The failure of a task. Cloro has already retried it, and doesn't charge for it. */
export function failureWithoutCharge(error: Json): EngineFailure {
  const code = text(error.code) ?? 'TASK_FAILED';
  const fault = code === 'VALIDATION_ERROR' ? faultOfInvalid(error) : 'transient';
  return { ...failed(slugOf(code), fault), costUsd: 0 };
}

/** A field that all requests share may fail every question. */
function faultOfInvalid({ details }: Json): Fault {
  const fields = objects(details).flatMap(({ field }) => text(field)?.replace(/^payload\./, '') ?? []);
  return fields.every((field) => QUESTION_FIELDS.includes(field)) ? 'final' : 'config';
}
