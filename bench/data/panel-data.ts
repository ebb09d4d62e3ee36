import { sql } from 'kysely';
import { ENGINE_SLUGS } from '../../src/domain/answers/engine.ts';
import { DAY_MS } from '../../src/domain/time/period.ts';
import { applyFile } from '../../src/pipeline/declare/apply/apply.ts';
import { currentReading } from '../../src/pipeline/intake/brand-reader.ts';
import { listLiveBrands } from '../../src/storage/directory/brands.ts';
import type { Database } from '../../src/storage/driver/database.ts';
import { bytesFrom, seeded } from './random.ts';

const DAYS = 35;
const PROMPTS = 5;
const COMPETITORS = 3;
export const PANEL_ENGINES = ENGINE_SLUGS.slice(0, 6);

/** One brand's answers: every prompt once a day on every engine. */
export const ANSWERS_PER_BRAND = DAYS * PROMPTS * PANEL_ENGINES.length;

/** Makes an answer's row as wide as a real one. */
const TEXT = 'An answer of the length that answers have. '.repeat(40);

/**
 * Many brands with 35 days of answers, as an import leaves the rows that an evaluation reads. Made with SQL,
 * because storing a million answers one by one would take longer than all measurements; without counts,
 * because no evaluation reads them.
 */
export async function buildPanels(db: Database, brands: number, now: number): Promise<void> {
  const declared = { organizations: [{ name: 'Many', plan: { name: 'agency' }, brands: brandList(brands) }] };
  await applyFile({ db, now: () => now, random: bytesFrom(seeded(7)) }, JSON.stringify(declared));
  for (const { id } of await listLiveBrands(db)) await fill(db, id, now);
}

function brandList(brands: number): object[] {
  return Array.from({ length: brands }, (_, index) => ({
    id: `panel-${index}`,
    name: `Panel ${index}`,
    configured: true,
    engines: [...PANEL_ENGINES],
    competitors: Array.from({ length: COMPETITORS }, (_each, place) => ({ name: `Rival ${place}` })),
    prompts: Array.from({ length: PROMPTS }, (_each, place) => ({ text: `Prompt ${place}` })),
  }));
}

/** Ids from here on, after the brand's other ids. */
const FIRST_ID = 1000;

async function fill(db: Database, brandId: number, now: number): Promise<void> {
  const engines = sql.join(
    PANEL_ENGINES.map((slug, place) => sql`select ${sql.lit(place)} as place, ${sql.lit(slug)} as slug`),
    sql` union all `,
  );
  // Every engine, prompt, and day, numbered by day first, as collection would.
  const grid = sql`
    (with recursive days(day) as (select 0 union all select day + 1 from days where day < ${sql.lit(DAYS - 1)})
     select ${sql.lit(FIRST_ID)} + (days.day * ${sql.lit(PANEL_ENGINES.length)} + e.place) * ${sql.lit(PROMPTS)}
         + (p.id - first.id) as id,
       p.id as prompt_id, e.slug as engine, cast(${now} as bigint) - (${sql.lit(DAYS)} - days.day) * cast(${sql.lit(DAY_MS)} as bigint) + 3600000 as at
     from days cross join (${engines}) as e
       join prompts as p on p.brand_id = ${brandId}
       cross join (select min(id) as id from prompts where brand_id = ${brandId}) as first) as grid`;
  const reading = await currentReading(db, brandId);
  await db.transaction().execute(async (transaction) => {
    await sql`
      insert into collections (brand_id, id, identity, prompt_id, engine, outcome, collected_at, stored_at)
      select ${brandId}, id, cast(id as text), prompt_id, engine, 'ok', at, at from ${grid}`.execute(
      transaction,
    );
    await sql`
      insert into answers (brand_id, id, public_id, prompt_id, engine, outcome, collected_at, text, reader, reading)
      select c.brand_id, c.id, cast(c.id as text), c.prompt_id, c.engine, 'ok', c.collected_at, ${TEXT},
        'import', ${reading}
      from collections as c where c.brand_id = ${brandId}`.execute(transaction);
    // A chance for each prompt and brand, equal on every day: whole numbers that look random, the same on
    // both databases.
    await sql`
      insert into mentions (brand_id, answer_id, tracked_id, engine, collected_at, mentioned, rank, count, framing, cited)
      select brand_id, id, tracked_id, engine, collected_at, hit, case when hit = 1 then 1 + id % 5 end, hit,
        case when hit = 1 and id % 3 = 0 then 'neutral' end, case when id % 11 = 0 then 1 else 0 end
      from (select a.brand_id, a.id, t.id as tracked_id, a.engine, a.collected_at,
          case when (a.id * 7919 + t.id * 10473 + a.brand_id * 613) % 1009
            < 200 + (a.prompt_id * 97 + t.id * 31) % 600 then 1 else 0 end as hit
        from answers as a join tracked_brands as t on t.brand_id = a.brand_id
        where a.brand_id = ${brandId}) as drawn`.execute(transaction);
  });
}
