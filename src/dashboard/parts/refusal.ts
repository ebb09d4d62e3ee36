import { type ErrorCode, SightlineError } from '../../domain/errors.ts';
import { type Html, html } from '../html.ts';

/** Why a form was not accepted, to be shown above it. */
export interface Refusal {
  readonly status: number;
  readonly message: string;
  /** When it may be tried again; undefined if that is up to whoever sent it. */
  readonly retryAfterSeconds: number | undefined;
}

const STATUS: Partial<Record<ErrorCode, number>> = {
  invalid_argument: 400,
  unauthorized: 401,
  not_found: 404,
  conflict: 409,
  rate_limited: 429,
};

/** What somebody who sent a form can do something about. Anything else is thrown again. */
export function refusalOf(error: unknown): Refusal {
  if (!(error instanceof SightlineError)) throw error;
  const { code, message, retryAfterSeconds } = error;
  const status = STATUS[code];
  if (status === undefined) throw error;
  return { status, message, retryAfterSeconds };
}

export function refusalNote(refusal: Refusal | null): Html | null {
  return refusal && html`<div class="note error" role="alert"><p>${refusal.message}</p></div>`;
}

/** What was done, after a form was sent. */
export function doneNote(text: string | null | undefined): Html | null {
  return text ? html`<div class="note" role="status"><p>${text}</p></div>` : null;
}
