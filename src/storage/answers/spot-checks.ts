import type { SpotCheckDoor } from '../../domain/brand/spot-check.ts';
import type { Database } from '../driver/database.ts';

/** What a person saw. */
export interface SpotCheck {
  readonly publicId: string;
  readonly engine: string;
  /** Days since 1970. */
  readonly day: number;
  /** '' if nobody said. */
  readonly person: string;
  /** As the person wrote it. */
  readonly question: string;
  /** The brand's question that it is; null for none. */
  readonly promptId: number | null;
  readonly named: boolean;
  /** Its list position; null without one. */
  readonly rank: number | null;
  readonly via: SpotCheckDoor;
}

export interface NewSpotCheck extends SpotCheck {
  readonly id: number;
  /** Equal for one try that is pasted again. */
  readonly digest: string;
  readonly text: string;
  readonly by: string;
  readonly at: number;
}

/** Stores a spot check, or the new reading of one that is stored. @returns its public id */
export async function storeSpotCheck(db: Database, brandId: number, check: NewSpotCheck): Promise<string> {
  const reading = { prompt_id: check.promptId, named: check.named ? 1 : 0, rank: check.rank };
  const row = await db
    .insertInto('spot_checks')
    .values({
      brand_id: brandId,
      id: check.id,
      public_id: check.publicId,
      digest: check.digest,
      engine: check.engine,
      day: check.day,
      person: check.person,
      question: check.question,
      text: check.text,
      ...reading,
      created_by: check.by,
      via: check.via,
      created_at: check.at,
    })
    .onConflict((conflict) => conflict.columns(['brand_id', 'digest']).doUpdateSet(reading))
    .returning('public_id')
    .executeTakeFirstOrThrow();
  return row.public_id;
}

/** @returns its question; null if there is none */
export async function deleteSpotCheck(
  db: Database,
  brandId: number,
  publicId: string,
): Promise<string | null> {
  const row = await db
    .deleteFrom('spot_checks')
    .where('brand_id', '=', brandId)
    .where('public_id', '=', publicId)
    .returning('question')
    .executeTakeFirst();
  return row?.question ?? null;
}

/** @param otherThan the digest of one that does not count */
export async function countSpotChecks(
  db: Database,
  brandId: number,
  { via, otherThan }: { readonly via: SpotCheckDoor; readonly otherThan: string },
): Promise<number> {
  const { n } = await db
    .selectFrom('spot_checks')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('brand_id', '=', brandId)
    .where('via', '=', via)
    .where('digest', '<>', otherThan)
    .executeTakeFirstOrThrow();
  return n;
}

const COLUMNS = [
  'public_id',
  'engine',
  'day',
  'person',
  'question',
  'prompt_id',
  'named',
  'rank',
  'via',
] as const;

type Row = {
  public_id: string;
  engine: string;
  day: number;
  person: string;
  question: string;
  prompt_id: number | null;
  named: number;
  rank: number | null;
  via: string;
};

/** All of a brand, newest day first, without texts. */
export async function listSpotChecks(db: Database, brandId: number): Promise<SpotCheck[]> {
  const rows = await db
    .selectFrom('spot_checks')
    .select(COLUMNS)
    .where('brand_id', '=', brandId)
    .orderBy('day', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(checkOf);
}

/** @param by only one that this actor pasted; null: anybody's */
export async function findSpotCheck(
  db: Database,
  brandId: number,
  publicId: string,
  by: string | null,
): Promise<(SpotCheck & Pick<NewSpotCheck, 'digest' | 'text' | 'by'>) | null> {
  const row = await db
    .selectFrom('spot_checks')
    .select([...COLUMNS, 'digest', 'text', 'created_by as by'])
    .where('brand_id', '=', brandId)
    .where('public_id', '=', publicId)
    .$if(by !== null, (query) => query.where('created_by', '=', by))
    .executeTakeFirst();
  return row === undefined ? null : { ...checkOf(row), digest: row.digest, text: row.text, by: row.by };
}

function checkOf(row: Row): SpotCheck {
  const { public_id: publicId, engine, day, person, question, prompt_id: promptId, rank, via } = row;
  return {
    publicId,
    engine,
    day,
    person,
    question,
    promptId,
    named: row.named === 1,
    rank,
    via: via as SpotCheckDoor,
  };
}
