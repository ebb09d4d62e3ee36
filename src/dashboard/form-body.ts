import { SightlineError } from '../domain/errors.ts';
import type { PageRoute } from './route.ts';

/** What a form may have at most: a thousand competitors. */
const MOST_FORM_BYTES = 512 * 1024;

/** What one with a long text may have: the largest apply file of a page, of whose characters each may be sent as three. */
const MOST_LONG_FORM_BYTES = 2 * 1024 * 1024;

/** What a form may have at most that anyone may send. */
const MOST_OPEN_FORM_BYTES = 64 * 1024;

/** What a form of this page may have at most. */
export function mostBytesOf({ who, takesLongText }: Pick<PageRoute, 'who' | 'takesLongText'>): number {
  if (who === 'anyone') return MOST_OPEN_FORM_BYTES;
  return takesLongText ? MOST_LONG_FORM_BYTES : MOST_FORM_BYTES;
}

/** Node takes a time with the square of the fields without a value, in which it serves nobody. */
const MOST_FIELDS = 10_000;

/** The fields of a form. @throws SightlineError `body_too_large` */
export function formIn(body: string): URLSearchParams {
  let fields = 1;
  for (let at = body.indexOf('&'); at !== -1; at = body.indexOf('&', at + 1)) fields += 1;
  if (fields <= MOST_FIELDS) return new URLSearchParams(body);
  throw new SightlineError('body_too_large', `A form may have at most ${MOST_FIELDS} fields.`);
}

/** Refuses a form whose field `do` names nothing that the page does. @throws SightlineError `invalid_request` */
export function refuseUnknownAction(form: URLSearchParams, does: readonly string[] = ['']): void {
  const [action = '', ...more] = form.getAll('do');
  if (more.length === 0 && does.includes(action)) return;
  throw new SightlineError(
    'invalid_request',
    'This form asks for something that the page does not do. Nothing was changed: go back and try again.',
  );
}
