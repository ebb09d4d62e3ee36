import { SightlineError } from '../domain/errors.ts';
import type { PageRoute } from './route.ts';

/** Maximum fields: a thousand competitors. */
export const MOST_FORM_BYTES = 512 * 1024;

/** For long text: 512 KB, with each byte percent-encoded as three. */
const MOST_LONG_FORM_BYTES = 2 * 1024 * 1024;

/** Limit for forms that anyone may send. */
const MOST_OPEN_FORM_BYTES = 64 * 1024;

/** For a text of 20 KB, with each byte percent-encoded as three, and short fields. */
export const MOST_SHARED_FORM_BYTES = 96 * 1024;

export function mostBytesOf({ who, takesLongText }: Pick<PageRoute, 'who' | 'takesLongText'>): number {
  if (who === 'anyone') return MOST_OPEN_FORM_BYTES;
  return takesLongText ? MOST_LONG_FORM_BYTES : MOST_FORM_BYTES;
}

/** Node's parser takes quadratic time for fields without a value, and blocks the server meanwhile. */
const MOST_FIELDS = 10_000;

/** @throws SightlineError `body_too_large` */
export function formIn(body: string): URLSearchParams {
  let fields = 1;
  for (let at = body.indexOf('&'); at !== -1; at = body.indexOf('&', at + 1)) fields += 1;
  if (fields <= MOST_FIELDS) return new URLSearchParams(body);
  throw new SightlineError('body_too_large', `A form may have at most ${MOST_FIELDS} fields.`);
}

/** Refuses a form if the page does not support its `do` value. @throws SightlineError `invalid_request` */
export function refuseUnknownAction(form: URLSearchParams, does: readonly string[] = ['']): void {
  const [action = '', ...more] = form.getAll('do');
  if (more.length === 0 && does.includes(action)) return;
  throw new SightlineError(
    'invalid_request',
    'This page does not support that action. Nothing changed: go back and try again.',
  );
}
