import { type RawBuilder, sql } from 'kysely';
import type { SitePart } from '../../../domain/web/site-parts.ts';

/** Whether a host belongs to a part of its site: `belongsTo` (domain/web/host.ts) in SQL. */
export function isInPart(host: RawBuilder<unknown>, { hosts, belongs }: SitePart): RawBuilder<unknown> {
  const belonging = hosts.map((declared) => {
    const ending = `.${declared}`;
    const length = sql.lit([...ending].length);
    return sql`${host} = ${declared} or substr(${host}, length(${host}) - ${length} + 1) = ${ending}`;
  });
  const any = hosts.length === 0 ? sql`1 = 0` : sql`(${sql.join(belonging, sql` or `)})`;
  return belongs ? any : sql`not ${any}`;
}
