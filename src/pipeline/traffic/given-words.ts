import type { Column, GivenTable } from '../../traffic/given/given-table.ts';
import { givenReport } from '../../traffic/given/index.ts';

export { givenReport };

const BY: Readonly<Record<Column['by'], string>> = {
  name: 'by its header',
  values: 'by what it holds',
  mapping: 'as you say',
};

/** Where a field comes from: `impressions: column 2, “Impressionen”, by its header`. */
export function columnWords({ field, at, header, by }: Column): string {
  return `${field}: column ${at + 1}${header === '' ? '' : `, “${header}”`}, ${BY[by]}`;
}

/** What a file has that is not kept, a sentence each. */
export function leftOutOfTable({
  leftOut,
  unused,
  kind,
}: Pick<GivenTable, 'leftOut' | 'unused' | 'kind'>): string[] {
  const rows = leftOut === 1 ? '1 row' : `${leftOut.toLocaleString('en-US')} rows`;
  const what =
    kind === 'ga4'
      ? 'of sources that are no AI product, and totals'
      : "of other sites than the brand's, and totals";
  const names = unused.filter((each) => each !== '');
  return [
    ...(leftOut > 0 ? [`Left out ${rows} ${what}.`] : []),
    ...(names.length > 0 ? [`Columns not kept: ${names.join(', ')}.`] : []),
  ];
}
