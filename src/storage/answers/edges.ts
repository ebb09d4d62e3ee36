import { sql } from 'kysely';
import type { Database } from '../driver/database.ts';
import type { Tables } from '../driver/schema.ts';
import { statement } from '../driver/statement.ts';

/** What is nearest to the ends of a window: the first in it, and the first after it. Null where there is none. */
export interface Edges {
  readonly first: number | null;
  readonly next: number | null;
}

/** Of a brand's answers, by when they were collected, in the window from an instant to now. */
export async function edgesOfAnswers(
  db: Database,
  brandId: number,
  from: number,
  now: number,
): Promise<Edges> {
  const [edges] = await selectAnswers(db, { brandId, from, now });
  return edges ?? { first: null, next: null };
}

/** Of its comparisons, by when they were evaluated. */
export async function edgesOfComparisons(
  db: Database,
  brandId: number,
  from: number,
  now: number,
): Promise<Edges> {
  const [edges] = await selectComparisons(db, { brandId, from, now });
  return edges ?? { first: null, next: null };
}

type EdgeParameters = Readonly<Record<'brandId' | 'from' | 'now', number>>;

const selectAnswers = edgesIn('answers', 'collected_at');
const selectComparisons = edgesIn('comparisons', 'evaluated_at');

/** Two seeks in the index of the newest. */
function edgesIn(table: 'answers' | 'comparisons', column: string) {
  const at = sql.ref(column);
  return statement<Tables, EdgeParameters, Edges>(`edges of ${table}`, (_, { brandId, from, now }) => {
    const rows = sql`select ${at} from ${sql.table(table)} where brand_id = ${brandId}`;
    return sql<Edges>`select
        (${rows} and ${at} >= ${from} order by ${at} limit 1) as "first",
        (${rows} and ${at} > ${now} order by ${at} limit 1) as "next"`;
  });
}
