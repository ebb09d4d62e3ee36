import type { Column, GivenTable } from '../../traffic/given/given-table.ts';
import { givenReport } from '../../traffic/given/index.ts';
import { many } from './left-out-words.ts';

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

/** A file's rows, as they were read or stored. */
interface TableWords extends Pick<GivenTable, 'kind' | 'lines' | 'leftOut' | 'unused' | 'assumed'> {
  readonly stored: number;
}

/** What a file has that is not kept as it is, and what was assumed, a sentence each. */
export function leftOutOfTable({ kind, lines, stored, leftOut, unused, assumed }: TableWords): string[] {
  const what =
    kind === 'ga4'
      ? 'of sources that are no AI product, and totals'
      : "of other sites than the brand's, and totals";
  const names = unused.filter((each) => each !== '');
  const added = lines - leftOut - stored;
  return [
    ...(leftOut > 0 ? [`Left out ${many(leftOut, 'row')} ${what}.`] : []),
    ...(added > 0 ? [`Added up ${many(added, 'row')} with another of the same day, page, and product.`] : []),
    ...(assumed
      ? [
          `Nothing in the file says whether 11/12 is in November: its days were read with the ${assumed} first.`,
        ]
      : []),
    ...(names.length > 0 ? [`Columns not kept: ${names.join(', ')}.`] : []),
  ];
}
