import { pageKeyOf } from '../../domain/page.ts';
import type { Database } from '../driver/database.ts';
import type { Cited } from './wanted.ts';

/** A page as the URLs of a host by which a brand's answers cite it; null if none does. */
export async function findPage(
  db: Database,
  brandId: number,
  pageKey: string,
  host: string,
): Promise<Cited | null> {
  const rows = await db
    .selectFrom('citations')
    .select('url')
    .distinct()
    .where('brand_id', '=', brandId)
    .where('host', '=', host)
    .execute();
  const urls = rows.map(({ url }) => url).filter((url) => pageKeyOf(url) === pageKey);
  return urls.length === 0 ? null : { host, urls };
}
