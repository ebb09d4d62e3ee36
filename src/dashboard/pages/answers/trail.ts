import { NO_CHOICE } from '../../visit/choice.ts';
import { type AddressQuery, parametersIn, type Visit } from '../../visit/visit.ts';

/** The list page's position: its chain of cursors, its own last. */
export type Trail = readonly string[];

const ANSWER_ID = /^ans_[0-9A-Za-z]{12}$/;
const LONGEST_TRAIL = 60;

export function trailIn(query: URLSearchParams): Trail {
  const ids = (query.get('after') ?? '').split('.').filter((id) => ANSWER_ID.test(id));
  return ids.slice(-LONGEST_TRAIL);
}

/** The query of a sibling page in the list. @param others parameters that replace the present ones */
export function listQuery({ query }: Visit, trail: Trail, others: AddressQuery = {}): AddressQuery {
  const after = trail.length === 0 ? null : trail.join('.');
  return { ...NO_CHOICE, ...parametersIn(query), list: null, after, ...others };
}
