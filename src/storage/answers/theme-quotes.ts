import type { Said } from '../../domain/answers/answer-reading.ts';
import { saidFrom } from '../../domain/brand/theme.ts';
import type { Database } from '../driver/database.ts';
import { rowsOfAnswers } from '../panel/rows-of-answers.ts';

/** Answers per statement. */
const AT_ONCE = 500;

export interface QuotedAnswer {
  readonly id: number;
  readonly publicId: string;
  readonly collectedAt: number;
  readonly question: string;
  readonly text: string;
  /** Sentences by theme, by tracked brand id. */
  readonly said: ReadonlyMap<number, readonly Said[]>;
  /** In the engine's order. */
  readonly citations: readonly QuotedCitation[];
}

export interface QuotedCitation {
  readonly url: string;
  readonly host: string;
  readonly site: string;
  readonly position: number;
}

/** Answers by id; omits answers without text. */
export async function readQuotedAnswers(
  db: Database,
  brandId: number,
  ids: readonly number[],
): Promise<Map<number, QuotedAnswer>> {
  const found = new Map<number, QuotedAnswer>();
  for (let at = 0; at < ids.length; at += AT_ONCE)
    for (const each of await readSome(db, brandId, ids.slice(at, at + AT_ONCE))) found.set(each.id, each);
  return found;
}

async function readSome(db: Database, brandId: number, ids: readonly number[]): Promise<QuotedAnswer[]> {
  const [answers, mentions, citations] = await Promise.all([
    db
      .selectFrom('answers as a')
      .innerJoin('prompts as p', (join) =>
        join.onRef('p.brand_id', '=', 'a.brand_id').onRef('p.id', '=', 'a.prompt_id'),
      )
      .select(['a.id', 'a.public_id', 'a.collected_at', 'a.text', 'p.text as question'])
      .where('a.brand_id', '=', brandId)
      .where('a.id', 'in', ids)
      .execute(),
    rowsOfAnswers(db, brandId, ids, 'mentions', ['tracked_id', 'said']),
    rowsOfAnswers(db, brandId, ids, 'citations', ['url', 'host', 'site', 'position']),
  ]);
  const mentionsBy = Map.groupBy(mentions, (row) => row.answer_id);
  const citationsBy = Map.groupBy(citations, (row) => row.answer_id);
  return answers.flatMap((row) => {
    if (row.text === null) return [];
    const said = (mentionsBy.get(row.id) ?? []).map(
      (mention) => [mention.tracked_id, mention.said === null ? [] : saidFrom(mention.said)] as const,
    );
    return [
      {
        id: row.id,
        publicId: row.public_id,
        collectedAt: row.collected_at,
        question: row.question,
        text: row.text,
        said: new Map(said),
        citations: citationsBy.get(row.id) ?? [],
      },
    ];
  });
}
