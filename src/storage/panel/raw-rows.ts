import type { Selectable } from 'kysely';
import type { Framing } from '../../domain/answers/answer-reading.ts';
import type { Verdict } from '../../domain/brand/model-reading.ts';
import { saidFrom } from '../../domain/brand/theme.ts';
import {
  cellOf,
  FRAMING_BITS,
  type PanelAnswer,
  type PanelJudged,
  type PanelMention,
  type PanelSaid,
} from '../../panel/row.ts';
import type { Database } from '../driver/database.ts';
import type { Tables } from '../driver/schema/schema.ts';
import { rowsOfAnswers } from './rows-of-answers.ts';

/** Raw rows of answers for the panel, each answer's rows in order. */
interface RawRows {
  readonly answers: readonly Columns<
    'answers',
    'id' | 'prompt_id' | 'market_id' | 'engine' | 'outcome' | 'collected_at' | 'reading' | 'searches_known'
  >[];
  /** By answer id. */
  readonly collections: ReadonlyMap<number, Columns<'collections', 'model' | 'import_id'>>;
  readonly mentions: readonly Columns<
    'mentions',
    | 'answer_id'
    | 'tracked_id'
    | 'mentioned'
    | 'rank'
    | 'count'
    | 'framing'
    | 'model_framing'
    | 'said'
    | 'cited'
  >[];
  readonly citations: readonly Columns<'citations', 'answer_id' | 'host' | 'site' | 'page_id'>[];
  readonly searches: readonly Columns<'searches', 'answer_id' | 'query_id'>[];
  readonly readings: readonly Columns<
    'readings',
    'answer_id' | 'reader' | 'prompt' | 'state' | 'dropped' | 'newest_asked'
  >[];
}

type Columns<Name extends keyof Tables, Names extends keyof Tables[Name]> = Pick<
  Selectable<Tables[Name]>,
  Names & keyof Selectable<Tables[Name]>
>;

export function panelAnswersOf(raw: RawRows): PanelAnswer[] {
  const { answers, collections, mentions, citations, searches } = raw;
  const judged = new Map(raw.readings.map((row) => [row.answer_id, judgedOf(row)]));
  const [mentionsBy, citationsBy, searchesBy] = [
    Map.groupBy(mentions, (row) => row.answer_id),
    Map.groupBy(citations, (row) => row.answer_id),
    Map.groupBy(searches, (row) => row.answer_id),
  ];
  return answers.map((answer) => {
    const sorted = (mentionsBy.get(answer.id) ?? []).toSorted((a, b) => a.tracked_id - b.tracked_id);
    return {
      id: answer.id,
      at: answer.collected_at,
      prompt: answer.prompt_id,
      engine: answer.engine,
      model: collections.get(answer.id)?.model ?? null,
      market: answer.market_id,
      reading: answer.reading,
      isEmpty: answer.outcome === 'empty',
      searchesKnown: answer.searches_known === 1,
      isImported: (collections.get(answer.id)?.import_id ?? null) !== null,
      looked: sorted.map((row) => row.tracked_id),
      mentions: sorted.map(mentionOf).filter(([, cell, rank, times]) => cell > 0 || rank > 0 || times > 0),
      cited: citationsOf(citationsBy.get(answer.id) ?? []),
      searched: [...new Set((searchesBy.get(answer.id) ?? []).map((row) => row.query_id))],
      said: sorted.flatMap(saidOf),
      judged: judged.get(answer.id) ?? null,
    };
  });
}

/** An unknown number of mentions counts as one. */
function mentionOf(row: RawRows['mentions'][number]): PanelMention {
  const cell = cellOf(
    { named: row.mentioned === 1, cited: row.cited === 1 },
    { rules: row.framing as Framing | null, model: row.model_framing as Verdict | null },
  );
  return [row.tracked_id, cell, row.rank ?? 0, row.count ?? row.mentioned];
}

function judgedOf({
  reader,
  prompt,
  state,
  dropped,
  newest_asked,
}: RawRows['readings'][number]): PanelJudged {
  return [reader, prompt, state === 'read' ? 1 : 0, dropped, newest_asked];
}

function saidOf({ tracked_id, said }: RawRows['mentions'][number]): PanelSaid[] {
  if (said === null) return [];
  const ways = new Map([['', 0]]);
  for (const { theme, framing } of saidFrom(said))
    ways.set(theme, (ways.get(theme) ?? 0) | FRAMING_BITS[framing]);
  return [...ways].map(([theme, own]): PanelSaid => [tracked_id, theme, own]).sort(byTheme);
}

function byTheme([, a]: PanelSaid, [, b]: PanelSaid): number {
  return a < b ? -1 : 1;
}

function citationsOf(rows: RawRows['citations']): PanelAnswer['cited'] {
  const byPageAndHost = new Map(rows.map((row) => [`${row.page_id} ${row.host}`, row]));
  return [...byPageAndHost.values()].map((row) => [row.page_id, row.host, row.site] as const);
}

const MENTION = [
  'tracked_id',
  'mentioned',
  'rank',
  'count',
  'framing',
  'model_framing',
  'said',
  'cited',
] as const;

/** Answers per read; keeps memory flat. */
const AT_ONCE = 500;

/** Reads panel answers by id from raw rows; omits missing ones. */
export async function readPanelAnswers(
  db: Database,
  brandId: number,
  ids: readonly number[],
): Promise<PanelAnswer[]> {
  const found: PanelAnswer[] = [];
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    found.push(...panelAnswersOf(await readRawRows(db, brandId, ids.slice(at, at + AT_ONCE))));
  }
  return found;
}

async function readRawRows(db: Database, brandId: number, ids: readonly number[]): Promise<RawRows> {
  const [answers, mentions, citations, searches, readings] = await Promise.all([
    db
      .selectFrom('answers as a')
      .innerJoin('collections as c', (join) =>
        join.onRef('c.brand_id', '=', 'a.brand_id').onRef('c.id', '=', 'a.id'),
      )
      .select(['a.id', 'a.prompt_id', 'a.market_id', 'a.engine', 'a.outcome', 'a.collected_at', 'a.reading'])
      .select(['a.searches_known', 'c.model', 'c.import_id'])
      .where('a.brand_id', '=', brandId)
      .where('a.id', 'in', ids)
      .execute(),
    rowsOfAnswers(db, brandId, ids, 'mentions', MENTION),
    rowsOfAnswers(db, brandId, ids, 'citations', ['host', 'site', 'page_id']),
    rowsOfAnswers(db, brandId, ids, 'searches', ['query_id']),
    rowsOfAnswers(db, brandId, ids, 'readings', ['reader', 'prompt', 'state', 'dropped', 'newest_asked']),
  ]);
  const collections = new Map(answers.map((row) => [row.id, row]));
  return { answers, collections, mentions, citations, searches, readings };
}
