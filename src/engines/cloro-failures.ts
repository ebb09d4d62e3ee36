import type { EngineFailure, Fault, Reply } from './engine.ts';
import { failed } from './engine-reading.ts';
import { failureOf, slugOf } from './http-failures.ts';
import { type Json, jsonObjectOrEmpty, object, objects, text } from './json.ts';

/** What each question has of its own. Other fields are in every request. */
const OF_THE_QUESTION: readonly string[] = ['prompt', 'query', 'country', 'hl'];

/** @param isLook whether it answers a look for a task */
export function failureWithStatus(reply: Reply, isLook: boolean): EngineFailure {
  const error = object(jsonObjectOrEmpty(reply.body).error);
  return failureOf(reply, (code) => {
    if (code === 'INSUFFICIENT_CREDITS') return 'quota';
    if (code === 'VALIDATION_ERROR') return faultOfInvalid(error);
    // Tasks are kept for a day.
    return isLook && reply.status === 404 ? 'final' : undefined;
  });
}

/** A task that failed was tried several times over there, and is not charged. */
export function failureWithoutCharge(error: Json): EngineFailure {
  const code = text(error.code) ?? 'TASK_FAILED';
  const fault = code === 'VALIDATION_ERROR' ? faultOfInvalid(error) : 'transient';
  return { ...failed(slugOf(code), fault), costUsd: 0 };
}

/** A refused field that every request has may be refused for all questions. */
function faultOfInvalid({ details }: Json): Fault {
  const fields = objects(details).flatMap(({ field }) => text(field)?.replace(/^payload\./, '') ?? []);
  return fields.every((field) => OF_THE_QUESTION.includes(field)) ? 'final' : 'config';
}
