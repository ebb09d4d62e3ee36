import { NO_CHOICE } from '../../choice.ts';
import { type AddressQuery, parametersIn, type Visit } from '../../visit.ts';

/** Where in a list of answers a page is: the cursors that led to it, the last of them its own. */
export type Trail = readonly string[];

const ANSWER_ID = /^ans_[0-9A-Za-z]{12}$/;
/** A longer address would be cut somewhere. */
const LONGEST_TRAIL = 60;

export function trailIn(query: URLSearchParams): Trail {
  const ids = (query.get('after') ?? '').split('.').filter((id) => ANSWER_ID.test(id));
  return ids.slice(-LONGEST_TRAIL);
}

/** What an address needs to show a page of the list of this one. @param others parameters that are other ones there */
export function listQuery({ query }: Visit, trail: Trail, others: AddressQuery = {}): AddressQuery {
  const after = trail.length === 0 ? null : trail.join('.');
  return { ...NO_CHOICE, ...parametersIn(query), list: null, after, ...others };
}
