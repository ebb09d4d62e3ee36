import { isRepeatable } from '../../reports/run/query.ts';
import { type SliceQuery, sliceQuery } from '../../reports/shape/slice.ts';

const SLICE_NAMES = Object.keys(sliceQuery) as readonly (keyof typeof sliceQuery)[];

/** Answer filters, as parameters for reports and links. */
export type ChosenSlice = {
  readonly [Name in keyof SliceQuery]?: SliceQuery[Name] extends readonly string[] | undefined
    ? readonly string[]
    : string;
};

/** Query parameters that remove the slice. */
export const NO_SLICE = Object.fromEntries(SLICE_NAMES.map((name) => [name, null])) as Readonly<
  Record<keyof ChosenSlice, null>
>;

/** The slice in an address. Reports refuse unknown values; this passes them on. Empty form fields filter nothing. */
export function sliceIn(query: URLSearchParams): ChosenSlice {
  const given = SLICE_NAMES.flatMap((name): [string, string | string[]][] => {
    const values = query.getAll(name).filter((value) => value.trim() !== '');
    const [first] = values;
    return first === undefined ? [] : [[name, isRepeatable(sliceQuery[name]) ? values : first]];
  });
  return Object.fromEntries(given);
}
