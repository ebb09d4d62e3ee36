import { InvalidInput } from '../../../actions/run-action.ts';
import { type ErrorCode, SightlineError } from '../../../domain/errors.ts';
import { type Problem, sentenceOf } from '../../../pipeline/problems.ts';
import { type Html, html } from '../../markup/html.ts';
import type { Outcome } from '../../markup/outcome.ts';

/** An error message for the top of a form. */
export interface Refusal {
  readonly status: number;
  readonly message: string;
  /** Refused fields, if the action names them. */
  readonly problems: readonly Problem[];
  /** When a retry is possible; undefined if only a change helps. */
  readonly retryAfterSeconds: number | undefined;
}

const STATUS: Partial<Record<ErrorCode, number>> = {
  invalid_argument: 400,
  invalid_parameter: 422,
  invalid_file: 422,
  unauthorized: 401,
  not_found: 404,
  conflict: 409,
  rate_limited: 429,
};

/** Converts errors that the user can fix. Rethrows all others. @param more codes that a retry may fix */
export function refusalOf(error: unknown, more: typeof STATUS = {}): Refusal {
  if (!(error instanceof SightlineError)) throw error;
  const { code, message, retryAfterSeconds } = error;
  const status = STATUS[code] ?? more[code];
  if (status === undefined) throw error;
  const problems = error instanceof InvalidInput ? error.problems : [];
  return { status, message, problems, retryAfterSeconds };
}

/** The outcome of a form: what `done` shows after the change, or `refused` after a refusal that the user can fix. */
export async function formOutcome<Result>(
  change: Promise<Result>,
  done: (result: Result) => Outcome | Promise<Outcome>,
  refused: (refusal: Refusal) => Outcome | Promise<Outcome>,
): Promise<Outcome> {
  const outcome = await change.then(
    (result) => ({ result }),
    (error: unknown) => ({ refusal: refusalOf(error) }),
  );
  return 'result' in outcome ? await done(outcome.result) : await refused(outcome.refusal);
}

export function refusalNote(refusal: Refusal | null): Html | null {
  return refusal && html`<div class="note error" role="alert"><p>${refusal.message}</p></div>`;
}

/** Confirmation after a form. */
export function doneNote(text: string | null | undefined): Html | null {
  return text ? html`<div class="note" role="status"><p>${text}</p></div>` : null;
}

/** The first refused field's problem in words. @param nounAt words for the place, which means nothing to the user */
export function problemWords(
  { message, problems: [first] }: Refusal,
  nounAt: (place: string) => string,
): string {
  if (first === undefined || first.at === '' || !first.text.startsWith(first.at)) return message;
  // A form has no null.
  const rest = first.text.slice(first.at.length).replace(' or null', '');
  return rest.startsWith(': ') ? sentenceOf([rest.slice(2)]) : sentenceOf([`${nounAt(first.at)}${rest}`]);
}
