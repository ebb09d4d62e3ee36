import type { Said } from '../../src/domain/answers/answer-reading.ts';
import { provenText, type Verdict } from '../../src/domain/brand/model-reading.ts';
import type { ModelReader } from '../../src/domain/brand/reader.ts';
import { saidText } from '../../src/domain/brand/theme.ts';
import { withBrandLock } from '../../src/storage/directory/brand/brand-lock.ts';
import { listOwnThemes } from '../../src/storage/directory/brand/themes.ts';
import type { Database } from '../../src/storage/driver/database.ts';
import { markChanged } from '../../src/storage/panel/changes.ts';

export const MODEL: ModelReader = { name: 'gpt-6', prompt: '0a1b2c3d' };

/** A model's verdict on a tracked brand, with words that the answer has, and its statements. */
interface Judged {
  readonly verdict: Verdict;
  readonly words?: readonly string[];
  readonly said?: readonly (Pick<Said, 'theme' | 'framing'> & { readonly words: string })[];
}

export interface Judgment {
  readonly reader?: ModelReader;
  /** By tracked brand's name; a name without one was not judged. Null: the model failed. */
  readonly names: Readonly<Record<string, Judged>> | null;
  readonly facts?: readonly {
    readonly name: string;
    readonly verdict: 'agrees' | 'contradicts' | 'unclear';
    readonly sentence: string;
  }[];
  readonly dropped?: number;
  /** Whether it was read before any fact or theme was declared. */
  readonly isEarly?: boolean;
}

/** Makes a model a brand's reader; null for rules. */
export async function readBy(db: Database, brandId: number, reader: ModelReader | null): Promise<void> {
  await withBrandLock(db, brandId, async (transaction) => {
    await transaction
      .updateTable('brand_state')
      .set({ reader: reader?.name ?? null, reader_prompt: reader?.prompt ?? null })
      .where('brand_id', '=', brandId)
      .execute();
  });
}

/** Stores a model's reading of a brand's answers instead of every earlier one: of each, what `judgmentOf` says of its text; undefined for none. */
export async function judge(
  db: Database,
  brandId: number,
  judgmentOf: (text: string, at: number) => Judgment | undefined,
): Promise<void> {
  await withBrandLock(db, brandId, async (transaction) => {
    const answers = await transaction
      .selectFrom('answers')
      .select(['id', 'text', 'collected_at'])
      .where('brand_id', '=', brandId)
      .orderBy('id')
      .execute();
    await transaction.updateTable('mentions').set({ said: null }).where('brand_id', '=', brandId).execute();
    for (const { id, text, collected_at: at } of answers) {
      const judgment = judgmentOf(text ?? '', at);
      if (judgment !== undefined)
        await storeJudgment(transaction, { brandId, id, text: text ?? '', at }, judgment);
    }
    const ids = answers.map(({ id }) => id);
    await markChanged(transaction, brandId, ids);
  });
}

interface JudgedAnswer {
  readonly brandId: number;
  readonly id: number;
  readonly text: string;
  readonly at: number;
}

async function storeJudgment(
  db: Database,
  { brandId, id, text, at }: JudgedAnswer,
  { reader = MODEL, names, facts = [], dropped = 0, isEarly = false }: Judgment,
): Promise<void> {
  const key = { brand_id: brandId, answer_id: id, collected_at: at };
  const state = names === null ? 'not_judged' : 'read';
  const declared = await db
    .selectFrom('facts')
    .select(['id', 'name'])
    .where('brand_id', '=', brandId)
    .execute();
  const themes = (await listOwnThemes(db, brandId)).map(({ since = 0 }) => since);
  const newest = isEarly ? 0 : Math.max(0, ...themes, ...declared.map((fact) => fact.id));
  const by = { reader: reader.name, prompt: reader.prompt, asked: '', newest_asked: newest };
  const reading = { ...by, state, dropped, read_at: at };
  const nothing = { detail: null, input_tokens: null, output_tokens: null, micros: null, replaced: null };
  await db.deleteFrom('readings').where('brand_id', '=', brandId).where('answer_id', '=', id).execute();
  await db
    .insertInto('readings')
    .values({ ...key, ...reading, ...nothing })
    .execute();
  const tracked = await db
    .selectFrom('tracked_brands')
    .select(['id', 'name'])
    .where('brand_id', '=', brandId)
    .execute();
  const placeOf = (words: string) => ({ from: text.indexOf(words), to: text.indexOf(words) + words.length });
  for (const { id: trackedId, name } of tracked) {
    const judged = names?.[name];
    const words = judged?.words?.map((each) => ({ words: each, ...placeOf(each) })) ?? [];
    const said = judged?.said?.map(({ words: own, ...each }) => ({ ...each, ...placeOf(own) })) ?? [];
    await db
      .updateTable('mentions')
      .set({
        model_framing: judged?.verdict ?? null,
        model_words: judged ? provenText(words) : null,
        said: judged ? saidText(said) : null,
      })
      .where('brand_id', '=', brandId)
      .where('answer_id', '=', id)
      .where('tracked_id', '=', trackedId)
      .where('mentioned', '=', 1)
      .execute();
  }
  await db.deleteFrom('fact_readings').where('brand_id', '=', brandId).where('answer_id', '=', id).execute();
  for (const { name, ...reading } of facts) {
    const fact = declared.find((each) => each.name === name);
    if (fact === undefined) continue;
    await db
      .insertInto('fact_readings')
      .values({ ...key, fact_id: fact.id, ...reading })
      .execute();
  }
}
