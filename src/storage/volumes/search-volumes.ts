import { sql } from 'kysely';
import type { PromptSource } from '../../domain/questions/prompt-source.ts';
import type { SearchVolume } from '../../domain/questions/search-volume.ts';
import type { Every } from '../../domain/questions/weekly.ts';
import { withBrandLock } from '../directory/brand/brand-lock.ts';
import { marketsFrom, tagsFrom } from '../directory/brand/names.ts';
import type { PromptRow } from '../directory/brand/prompts.ts';
import { capabilitiesOf } from '../driver/capabilities.ts';
import type { Database } from '../driver/database.ts';
import { statement } from '../driver/statement.ts';

/** A prompt with its search volume in one market, which says nothing about others. */
export interface QuestionRow extends Omit<PromptRow, 'samplesPerDay' | 'weeklyFrom'> {
  readonly every: Every;
  /** Its text's SHA-256, in hex. */
  readonly digest: string;
  /** Null if never looked up. */
  readonly volume: SearchVolume | null;
}

/** All of a brand's prompts, oldest first, with search volumes in a market. */
export async function listQuestions(
  db: Database,
  { brandId, marketId }: { readonly brandId: number; readonly marketId: number },
): Promise<QuestionRow[]> {
  const rows = await selectQuestions(db, { brandId, marketId });
  return rows.map(({ volume, checked_at: checkedAt, weeklyFrom, ...prompt }) => ({
    ...prompt,
    every: weeklyFrom === null ? 'day' : 'week',
    tags: tagsFrom(prompt.tags),
    markets: marketsFrom(prompt.markets),
    active: prompt.active === 1,
    source: prompt.source as PromptSource,
    volume: checkedAt === null ? null : { volume, checkedAt },
  }));
}

const selectQuestions = statement(
  'questions',
  (db: Database, { brandId, marketId }: { brandId: number; marketId: number }) =>
    db
      .selectFrom('prompts as p')
      .leftJoin('search_volumes as v', (join) =>
        join
          .onRef('v.brand_id', '=', 'p.brand_id')
          .onRef('v.prompt_id', '=', 'p.id')
          .on('v.market_id', '=', marketId),
      )
      .select([
        'p.id',
        'p.text',
        'p.digest',
        'p.tags',
        'p.markets',
        'p.source',
        'p.active',
        'p.weekly_from as weeklyFrom',
      ])
      .select(['v.volume', 'v.checked_at'])
      .where('p.brand_id', '=', brandId)
      .orderBy('p.id'),
);

/** One prompt's search volume. */
export interface NewVolume extends SearchVolume {
  readonly brandId: number;
  readonly promptId: number;
  readonly marketId: number;
  /** The keyword. */
  readonly keyword: string;
}

/** Stores or replaces search volumes. A fixed order, so that two processes cannot deadlock. */
export async function saveVolumes(db: Database, volumes: readonly NewVolume[]): Promise<void> {
  const byBrand = Map.groupBy(volumes, ({ brandId }) => brandId);
  for (const [brandId, own] of [...byBrand].sort(([one], [other]) => one - other)) {
    await withBrandLock(db, brandId, (transaction) => saveOwn(transaction, own));
  }
}

async function saveOwn(db: Database, volumes: readonly NewVolume[]): Promise<void> {
  const rows = volumes.map((each) => ({
    brand_id: each.brandId,
    prompt_id: each.promptId,
    market_id: each.marketId,
    keyword: each.keyword,
    volume: each.volume,
    checked_at: each.checkedAt,
  }));
  const columns = Object.keys(rows[0] ?? {});
  const most = Math.floor(capabilitiesOf(db).maxParameters / Math.max(1, columns.length));
  const renewed = ['keyword', 'volume', 'checked_at'] as const;
  for (let at = 0; at < rows.length; at += most) {
    await db
      .insertInto('search_volumes')
      .values(rows.slice(at, at + most))
      .onConflict((conflict) =>
        conflict
          .columns(['brand_id', 'prompt_id', 'market_id'])
          .doUpdateSet(Object.fromEntries(renewed.map((each) => [each, sql.ref(`excluded.${each}`)]))),
      )
      .execute();
  }
}
