import { SightlineError } from '../errors.ts';
import { canBeStored, oneLine } from '../text.ts';

/** A user's choices on a brand's page, saved under a name. */
export interface SavedView {
  readonly name: string;
  /** The page's path below the brand's, such as `trend`; '' for the overview. */
  readonly page: string;
  /** The query string without `?`: a moving window still moves. */
  readonly query: string;
}

export const MOST_VIEWS = 50;
export const LONGEST_VIEW_NAME = 60;
const LONGEST_QUERY = 2000;

/** @throws SightlineError `invalid_argument` */
export function viewName(given: string): string {
  const name = oneLine(given).trim();
  if (name === '') throw invalid('Give the view a name.');
  if ([...name].length > LONGEST_VIEW_NAME || !canBeStored(name)) {
    throw invalid(`The name of a view has at most ${LONGEST_VIEW_NAME} characters.`);
  }
  return name;
}

/** @throws SightlineError `invalid_argument` */
export function viewOf({ name, page, query }: SavedView): SavedView {
  if (!/^[\w/-]{0,100}$/.test(page) || page.startsWith('/')) throw invalid('This page cannot be saved.');
  if (query.length > LONGEST_QUERY || !canBeStored(query))
    throw invalid('This choice is too long to be saved.');
  return { name: viewName(name), page, query: new URLSearchParams(query).toString() };
}

function invalid(sentence: string): SightlineError {
  return new SightlineError('invalid_argument', sentence);
}
