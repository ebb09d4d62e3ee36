/** The values of one field in each row, or of several as lists. */
export function pluck<T extends object>(rows: Iterable<T>, ...names: (keyof T & string)[]): unknown[] {
  const plucked = Array.from(rows, (row) => names.map((name) => row[name]));
  return names.length > 1 ? plucked : plucked.flat();
}
