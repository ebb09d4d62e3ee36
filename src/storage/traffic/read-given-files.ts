import type { Database } from '../driver/database.ts';
import type { Days } from './read-log-days.ts';

/** Days that a file of an engine's own figures has. */
export interface GivenDays extends Days {
  readonly id: number;
  readonly kind: string;
}

/** Engines' files that name their days, without logs: by kind, the newest last. */
export async function listGivenDays(db: Database, brandId: number): Promise<GivenDays[]> {
  const rows = await db
    .selectFrom('given_files')
    .select(['id', 'kind', 'first_day as first', 'last_day as last'])
    .where('brand_id', '=', brandId)
    .where('kind', 'not in', ['log', 'drain'])
    .where('first_day', 'is not', null)
    .orderBy('kind')
    .orderBy('id')
    .execute();
  return rows.flatMap(({ first, last, ...each }) =>
    first === null || last === null ? [] : [{ ...each, first, last }],
  );
}

/** A row of a file; a figure that the file leaves empty is missing. */
export interface ReadFigures {
  readonly page: string | null;
  readonly label: string | null;
  readonly figures: Readonly<Record<string, string | number>>;
}

/** What files of a kind say, and the days that it is of. */
export interface GivenWindow extends Days {
  readonly rows: readonly ReadFigures[];
}

/**
 * What files of a kind say of some days: the rows of each day, if they have days; otherwise those of one file, whose
 * window has most of these days and possibly others, because a window cannot be cut. Null without such a file.
 */
export async function readGivenWindow(
  db: Database,
  brandId: number,
  kind: string,
  { first, last }: Days,
): Promise<GivenWindow | null> {
  const overlapping = ({ first: from, last: until }: Days) =>
    Math.min(last, until) - Math.max(first, from) + 1;
  const files = (await listGivenDays(db, brandId)).filter(
    (file) => file.kind === kind && overlapping(file) > 0,
  );
  const rowsOf = db
    .selectFrom('given_figures')
    .select(['day', 'page', 'label', 'figures'])
    .where('brand_id', '=', brandId)
    .orderBy('file_id')
    .orderBy('position');
  const ids = files.map(({ id }) => id);
  const [newest] = files.toReversed().sort((one, other) => overlapping(other) - overlapping(one));
  if (newest === undefined) return null;
  const daily = await rowsOf
    .where('file_id', 'in', ids)
    .where('day', '>=', first)
    .where('day', '<=', last)
    .execute();
  if (daily.length > 0) {
    const days = daily.map(({ day }) => day ?? first);
    return { first: Math.min(...days), last: Math.max(...days), rows: daily.map(readFrom) };
  }
  const rows = await rowsOf.where('file_id', '=', newest.id).where('day', 'is', null).execute();
  return { first: newest.first, last: newest.last, rows: rows.map(readFrom) };
}

function readFrom({
  page,
  label,
  figures,
}: {
  page: string | null;
  label: string | null;
  figures: string;
}): ReadFigures {
  return { page, label, figures: JSON.parse(figures) as ReadFigures['figures'] };
}
