import { sliceQuery } from '../../reports/shape/slice.ts';

const SLICE_NAMES = Object.keys(sliceQuery) as readonly (keyof typeof sliceQuery)[];

/** Answer filters, as parameters for reports and links. */
export interface ChosenSlice {
  readonly tag?: readonly string[];
  readonly tag_not?: readonly string[];
  readonly branded?: string;
  readonly question?: readonly string[];
  readonly model?: readonly string[];
  readonly market?: string;
}

/** Query parameters that remove the slice. */
export const NO_SLICE: Readonly<Record<keyof ChosenSlice, null>> = {
  tag: null,
  tag_not: null,
  branded: null,
  question: null,
  model: null,
  market: null,
};

/** Single-valued parameters; the others are lists. */
const SINGLE: readonly string[] = ['branded', 'market'];

/** The slice in an address. Reports refuse unknown values; this passes them on. Empty form fields filter nothing. */
export function sliceIn(query: URLSearchParams): ChosenSlice {
  const given = SLICE_NAMES.flatMap((name): [string, string | string[]][] => {
    const values = query.getAll(name).filter((value) => value.trim() !== '');
    const [first] = values;
    return first === undefined ? [] : [[name, SINGLE.includes(name) ? first : values]];
  });
  return Object.fromEntries(given);
}
