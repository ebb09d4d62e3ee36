import { hash } from 'node:crypto';
import { type SqlBool, sql } from 'kysely';
import type { PromptSource } from '../../domain/prompt-source.ts';
import { digestsOf } from '../../domain/question-id.ts';
import type { Database } from '../driver/database.ts';
import { insertAll } from '../driver/insert-all.ts';
import { statement } from '../driver/statement.ts';
import { takeIds, writing } from './heads.ts';
import { marketsFrom, tagsFrom, tagsJson } from './names.ts';

export interface PromptRow {
  readonly id: number;
  readonly text: string;
  /** In their order; in a brand, each is spelled in one way (domain/tags.ts). */
  readonly tags: readonly string[];
  /** The numbers of the markets that it is asked in, in ascending order; none for all. */
  readonly markets: readonly number[];
  readonly active: boolean;
  readonly source: PromptSource;
  /** How often it is asked a day; null: as often as its brand's prompts are. */
  readonly samplesPerDay: number | null;
}

/** Every prompt of a brand, oldest first. */
export async function listPrompts(db: Database, brandId: number): Promise<PromptRow[]> {
  const rows = await db
    .selectFrom('prompts')
    .select(['id', 'text', 'tags', 'markets', 'active', 'source', 'samples_per_day as samplesPerDay'])
    .where('brand_id', '=', brandId)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    ...row,
    tags: tagsFrom(row.tags),
    markets: marketsFrom(row.markets),
    active: row.active === 1,
    source: row.source as PromptSource,
  }));
}

/** A prompt as far as reports choose by it. */
export interface TaggedPrompt extends Pick<PromptRow, 'id' | 'text' | 'tags'> {
  /** SHA-256 of its text, in hex. */
  readonly digest: string;
}

/** Every prompt of a brand, with what reports choose it by. */
export async function listTaggedPrompts(db: Database, brandId: number): Promise<TaggedPrompt[]> {
  return (await selectTagged(db, { brandId })).map((row) => ({ ...row, tags: tagsFrom(row.tags) }));
}

const selectTagged = statement('tagged prompts', (db: Database, { brandId }: { brandId: number }) =>
  db.selectFrom('prompts').select(['id', 'text', 'digest', 'tags']).where('brand_id', '=', brandId),
);

/** A prompt as plans need it. */
export interface PlannedPrompt {
  readonly id: number;
  readonly text: string;
  readonly digest: string;
  readonly active: boolean;
  /** The numbers of the markets that it is asked in; none for all. */
  readonly markets: readonly number[];
  /** How often it is asked a day, in each market. */
  readonly samples: number;
}

/** Every prompt of a brand, oldest first, with how often each is asked. */
export async function listPlannedPrompts(db: Database, brandId: number): Promise<PlannedPrompt[]> {
  const rows = await selectPlanned(db, { brandId });
  return rows.map((row) => ({ ...row, active: row.active === 1, markets: marketsFrom(row.markets) }));
}

const selectPlanned = statement('planned prompts', (db: Database, { brandId }: { brandId: number }) =>
  db
    .selectFrom('prompts as p')
    .innerJoin('brands as b', 'b.id', 'p.brand_id')
    .select(['p.id', 'p.text', 'p.digest', 'p.active', 'p.markets'])
    .select((eb) => eb.fn.coalesce('p.samples_per_day', 'b.samples_per_day').as('samples'))
    .where('p.brand_id', '=', brandId)
    .orderBy('p.id'),
);

/** How many questions show which languages a brand is asked in. */
const ENOUGH_QUESTIONS = 50;

/** Some of the questions of a brand, which show in which languages it is asked. */
export async function listSomeQuestions(db: Database, brandId: number): Promise<readonly string[]> {
  return (await selectSome(db, { brandId })).map(({ text }) => text);
}

const selectSome = statement('some questions', (db: Database, { brandId }: { brandId: number }) =>
  db
    .selectFrom('prompts')
    .select('text')
    .where('brand_id', '=', brandId)
    .where('active', '=', 1)
    .orderBy('id')
    .limit(ENOUGH_QUESTIONS),
);

/** Adds prompts that the brand does not have yet and returns their ids by text. */
export async function insertPrompts(
  db: Database,
  brandId: number,
  prompts: readonly Omit<PromptRow, 'id'>[],
  now: number,
): Promise<Map<string, number>> {
  if (prompts.length === 0) return new Map();
  const firstId = await takeIds(db, brandId, prompts.length);
  const rows = prompts.map((prompt, index) => ({
    brand_id: brandId,
    id: firstId + index,
    text: prompt.text,
    digest: promptDigest(prompt.text),
    tags: tagsJson(prompt.tags),
    markets: JSON.stringify(prompt.markets),
    active: prompt.active ? 1 : 0,
    source: prompt.source,
    samples_per_day: prompt.samplesPerDay,
    created_at: now,
  }));
  await insertAll(db, 'prompts', rows);
  return new Map(rows.map((row) => [row.text, row.id]));
}

/** Changes what is declared of a prompt. */
export async function updatePrompt(
  db: Database,
  brandId: number,
  prompt: Omit<PromptRow, 'text'>,
): Promise<void> {
  await writing(db, brandId, (transaction) =>
    transaction
      .updateTable('prompts')
      .set({
        tags: tagsJson(prompt.tags),
        markets: JSON.stringify(prompt.markets),
        active: prompt.active ? 1 : 0,
        source: prompt.source,
        samples_per_day: prompt.samplesPerDay,
      })
      .where('brand_id', '=', brandId)
      .where('id', '=', prompt.id)
      .execute(),
  );
}

/** What a prompt is looked up by: it may be longer than an index takes. */
export function promptDigest(text: string): string {
  return hash('sha256', text, 'hex');
}

/** The active prompts of a brand, oldest first. */
export async function listActivePrompts(
  db: Database,
  brandId: number,
): Promise<Pick<PromptRow, 'id' | 'markets' | 'samplesPerDay'>[]> {
  const rows = await db
    .selectFrom('prompts')
    .select(['id', 'markets', 'samples_per_day as samplesPerDay'])
    .where('brand_id', '=', brandId)
    .where('active', '=', 1)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, markets: marketsFrom(row.markets) }));
}

/** Whether the brand has the prompt that a question id stands for, by the unique index of digests. */
export async function hasQuestion(db: Database, brandId: number, questionId: string): Promise<boolean> {
  const digests = digestsOf(questionId);
  return digests !== null && (await selectQuestion(db, { brandId, ...digests })).length > 0;
}

const selectQuestion = statement(
  'question by its id',
  (db: Database, { brandId, first, last }: { brandId: number; first: string; last: string }) =>
    db
      .selectFrom('prompts')
      .select('id')
      .where('brand_id', '=', brandId)
      .where('digest', '>=', first)
      .where('digest', '<=', last)
      .limit(1),
);

/** How many active prompts of an organization come before this one, in the order in which a plan includes them. */
export async function countActivePromptsBefore(
  db: Database,
  organizationId: number,
  { brandId, promptId }: { readonly brandId: number; readonly promptId: number },
): Promise<number> {
  const brands = await selectBrandsUpTo(db, { organizationId, brandId });
  if (brands.length === 0) return 0;
  const { n } = await db
    .selectFrom('prompts')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where(
      'brand_id',
      'in',
      brands.map(({ id }) => id),
    )
    .where('active', '=', 1)
    .where(sql<SqlBool>`(brand_id, id) < (${brandId}, ${promptId})`)
    .executeTakeFirstOrThrow();
  return n;
}

const selectBrandsUpTo = statement(
  'brands of an organization up to one',
  (db: Database, { organizationId, brandId }: { organizationId: number; brandId: number }) =>
    db
      .selectFrom('brands')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('deleted_at', 'is', null)
      .where('configured', '=', 1)
      .where('id', '<=', brandId),
);
