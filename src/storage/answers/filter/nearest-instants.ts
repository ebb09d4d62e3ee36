import { sql } from 'kysely';
import type { Database } from '../../driver/database.ts';
import type { Tables } from '../../driver/schema/schema.ts';
import { statement } from '../../driver/statement.ts';

/** The first instant in a window, and the first after it; null for none. */
export interface NearestInstants {
  readonly first: number | null;
  readonly next: number | null;
}

/** The nearest answers by collection time, from an instant on. */
export async function nearestAnswers(
  db: Database,
  brandId: number,
  from: number,
  now: number,
): Promise<NearestInstants> {
  const [edges] = await selectAnswers(db, { brandId, from, now });
  return edges ?? { first: null, next: null };
}

/** The nearest comparisons by evaluation time. */
export async function nearestComparisons(
  db: Database,
  brandId: number,
  from: number,
  now: number,
): Promise<NearestInstants> {
  const [edges] = await selectComparisons(db, { brandId, from, now });
  return edges ?? { first: null, next: null };
}

type EdgeParameters = Readonly<Record<'brandId' | 'from' | 'now', number>>;

const selectAnswers = nearestIn('answers', 'collected_at');
const selectComparisons = nearestIn('comparisons', 'evaluated_at');

/** Two seeks in the index for the newest rows. */
function nearestIn(table: 'answers' | 'comparisons', column: string) {
  const at = sql.ref(column);
  return statement<Tables, EdgeParameters, NearestInstants>(
    `edges of ${table}`,
    (_, { brandId, from, now }) => {
      const rows = sql`select ${at} from ${sql.table(table)} where brand_id = ${brandId}`;
      return sql<NearestInstants>`select
        (${rows} and ${at} >= ${from} order by ${at} limit 1) as "first",
        (${rows} and ${at} > ${now} order by ${at} limit 1) as "next"`;
    },
  );
}
