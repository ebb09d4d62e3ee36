import { sliceQuery } from '../reports/shape/slice.ts';

/** The names of the parameters that choose answers. */
const SLICE_NAMES = Object.keys(sliceQuery) as readonly (keyof typeof sliceQuery)[];

/** Which answers a page is about, as parameters of a report and of a link. */
export interface ChosenSlice {
  readonly tag?: readonly string[];
  readonly tag_not?: readonly string[];
  readonly branded?: string;
  readonly question?: readonly string[];
  readonly model?: readonly string[];
  readonly market?: string;
}

/** For links that leave the slice. */
export const NO_SLICE: Readonly<Record<keyof ChosenSlice, null>> = {
  ...{ tag: null, tag_not: null, branded: null, question: null, model: null, market: null },
};

/** Those that take one value; the others are lists. */
const SINGLE: readonly string[] = ['branded', 'market'];

/**
 * The slice that an address asks for: every figure of a page is of the same one. A report refuses what there is none of; here it is
 * passed on as it is. A field of a form that was left empty chooses nothing.
 */
export function sliceIn(query: URLSearchParams): ChosenSlice {
  const given = SLICE_NAMES.flatMap((name): [string, string | string[]][] => {
    const values = query.getAll(name).filter((value) => value.trim() !== '');
    const [first] = values;
    return first === undefined ? [] : [[name, SINGLE.includes(name) ? first : values]];
  });
  return Object.fromEntries(given);
}
