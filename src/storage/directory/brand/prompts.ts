import { hash } from 'node:crypto';
import { type SqlBool, sql } from 'kysely';
import type { PromptSource } from '../../../domain/questions/prompt-source.ts';
import { digestsOf } from '../../../domain/questions/question-id.ts';
import type { Every, WeeklyFrom } from '../../../domain/questions/weekly.ts';
import type { Database } from '../../driver/database.ts';
import { insertAll } from '../../driver/insert-all.ts';
import { statement } from '../../driver/statement.ts';
import { takeIds, withBrandLock } from './brand-lock.ts';
import { marketsFrom, tagsFrom, tagsJson } from './names.ts';

export interface PromptRow {
  readonly id: number;
  readonly text: string;
  /** In order; a brand spells each tag in one way (domain/questions/tags.ts). */
  readonly tags: readonly string[];
  /** Market numbers, ascending; empty for all. */
  readonly markets: readonly number[];
  readonly active: boolean;
  readonly source: PromptSource;
  /** Samples per day; null for the brand's default. */
  readonly samplesPerDay: number | null;
  /** The UTC day (whole days since 1970) from which it is asked once a week; null: daily. */
  readonly weeklyFrom: number | null;
}

/** Oldest first. */
export async function listPrompts(db: Database, brandId: number): Promise<PromptRow[]> {
  const rows = await db
    .selectFrom('prompts')
    .select(['id', 'text', 'tags', 'markets', 'active', 'source', 'samples_per_day as samplesPerDay'])
    .select('weekly_from as weeklyFrom')
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

/** A prompt as reports show it. */
export interface QuestionRow extends Omit<PromptRow, 'samplesPerDay' | 'weeklyFrom'> {
  readonly every: Every;
  /** Its text's SHA-256, in hex. */
  readonly digest: string;
}

/** All of a brand's prompts, oldest first. */
export async function listQuestions(db: Database, brandId: number): Promise<QuestionRow[]> {
  return (await selectQuestions(db, { brandId })).map(({ weeklyFrom, ...prompt }) => ({
    ...prompt,
    every: weeklyFrom === null ? 'day' : 'week',
    tags: tagsFrom(prompt.tags),
    markets: marketsFrom(prompt.markets),
    active: prompt.active === 1,
    source: prompt.source as PromptSource,
  }));
}

const selectQuestions = statement('questions', (db: Database, { brandId }: { brandId: number }) =>
  db
    .selectFrom('prompts')
    .select(['id', 'text', 'digest', 'tags', 'markets', 'source', 'active', 'weekly_from as weeklyFrom'])
    .where('brand_id', '=', brandId)
    .orderBy('id'),
);

/** A prompt with the columns that reports filter by. */
export interface TaggedPrompt extends Pick<PromptRow, 'id' | 'text' | 'tags'> {
  /** Its text's SHA-256, in hex. */
  readonly digest: string;
}

export async function listTaggedPrompts(db: Database, brandId: number): Promise<TaggedPrompt[]> {
  return (await selectTagged(db, { brandId })).map((row) => ({ ...row, tags: tagsFrom(row.tags) }));
}

const selectTagged = statement('tagged prompts', (db: Database, { brandId }: { brandId: number }) =>
  db.selectFrom('prompts').select(['id', 'text', 'digest', 'tags']).where('brand_id', '=', brandId),
);

/** A prompt for planning. */
export interface PlannedPrompt {
  readonly id: number;
  readonly text: string;
  readonly digest: string;
  readonly active: boolean;
  /** Market numbers; empty for all. */
  readonly markets: readonly number[];
  /** Samples per day in each market; 1 for a weekly prompt. */
  readonly samples: number;
  readonly isWeekly: boolean;
}

/** All of a brand's prompts with their samples, oldest first. */
export async function listPlannedPrompts(db: Database, brandId: number): Promise<PlannedPrompt[]> {
  const rows = await selectPlanned(db, { brandId });
  return rows.map(({ weeklyFrom, ...row }) => ({
    ...row,
    active: row.active === 1,
    markets: marketsFrom(row.markets),
    samples: weeklyFrom === null ? row.samples : 1,
    isWeekly: weeklyFrom !== null,
  }));
}

const selectPlanned = statement('planned prompts', (db: Database, { brandId }: { brandId: number }) =>
  db
    .selectFrom('prompts as p')
    .innerJoin('brands as b', 'b.id', 'p.brand_id')
    .select(['p.id', 'p.text', 'p.digest', 'p.active', 'p.markets', 'p.weekly_from as weeklyFrom'])
    .select((eb) => eb.fn.coalesce('p.samples_per_day', 'b.samples_per_day').as('samples'))
    .where('p.brand_id', '=', brandId)
    .orderBy('p.id'),
);

/** The prompts of a brand that are asked once a week, and from which day. */
export async function listWeeklyFrom(db: Database, brandId: number): Promise<WeeklyFrom> {
  const rows = await selectWeekly(db, { brandId });
  return new Map(rows.flatMap(({ id, weeklyFrom }) => (weeklyFrom === null ? [] : [[id, weeklyFrom]])));
}

const selectWeekly = statement('weekly prompts', (db: Database, { brandId }: { brandId: number }) =>
  db
    .selectFrom('prompts')
    .select(['id', 'weekly_from as weeklyFrom'])
    .where('brand_id', '=', brandId)
    .where('weekly_from', 'is not', null),
);

/** Enough questions to recognize a brand's languages. */
const ENOUGH_QUESTIONS = 50;

/** Some of a brand's questions, to recognize their languages. */
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

/** Adds a brand's new prompts. @returns ids by text */
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
    weekly_from: prompt.weeklyFrom,
    created_at: now,
  }));
  await insertAll(db, 'prompts', rows);
  return new Map(rows.map((row) => [row.text, row.id]));
}

export async function updatePrompt(
  db: Database,
  brandId: number,
  prompt: Omit<PromptRow, 'text'>,
): Promise<void> {
  await withBrandLock(db, brandId, (transaction) =>
    transaction
      .updateTable('prompts')
      .set({
        tags: tagsJson(prompt.tags),
        markets: JSON.stringify(prompt.markets),
        active: prompt.active ? 1 : 0,
        source: prompt.source,
        samples_per_day: prompt.samplesPerDay,
        weekly_from: prompt.weeklyFrom,
      })
      .where('brand_id', '=', brandId)
      .where('id', '=', prompt.id)
      .execute(),
  );
}

/** A key for prompt texts, which may be longer than an index allows. */
export function promptDigest(text: string): string {
  return hash('sha256', text, 'hex');
}

/** A prompt as the questions of a day need it. */
export interface ActivePrompt extends Pick<PromptRow, 'id' | 'markets' | 'samplesPerDay' | 'weeklyFrom'> {
  /** Its text's SHA-256, in hex. */
  readonly digest: string;
}

/** Oldest first. */
export async function listActivePrompts(db: Database, brandId: number): Promise<ActivePrompt[]> {
  const rows = await db
    .selectFrom('prompts')
    .select(['id', 'digest', 'markets', 'samples_per_day as samplesPerDay', 'weekly_from as weeklyFrom'])
    .where('brand_id', '=', brandId)
    .where('active', '=', 1)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, markets: marketsFrom(row.markets) }));
}

export async function hasQuestion(db: Database, brandId: number, questionId: string): Promise<boolean> {
  return (await findQuestionPrompt(db, brandId, questionId)) !== null;
}

/** The question's prompt id, by the unique digest index; null if the brand has none. */
export async function findQuestionPrompt(
  db: Database,
  brandId: number,
  questionId: string,
): Promise<number | null> {
  const digests = digestsOf(questionId);
  if (digests === null) return null;
  const [row] = await selectQuestion(db, { brandId, ...digests });
  return row?.id ?? null;
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

/** How many of an organization's active prompts precede this one, in the order that a plan includes them. */
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
      .where('prospect_until', 'is', null)
      .where('id', '<=', brandId),
);
