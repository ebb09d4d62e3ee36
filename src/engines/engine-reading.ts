import type { Card } from '../domain/answers/card.ts';
import { joinedDetail, unreadCitations } from '../domain/answers/collection-detail.ts';
import type { EngineAnswer, EngineFailure, Fault, Source } from './engine.ts';
import { countUnread } from './unread-citations.ts';

export interface AnswerFields {
  /** Null for a citation without a known page. */
  readonly cited?: readonly (Source | null)[];
  readonly retrieved?: readonly (Source | null)[];
  /** Whether a number in the text's citation markers stands for a cited page; default: it counts the cited pages. */
  readonly explains?: (number: number) => boolean;
  /** Null if the engine's replies never tell. */
  readonly searches?: readonly string[] | null;
  readonly cards?: readonly Card[];
  /** A code for an answer with text. */
  readonly detail?: string | null;
  readonly model?: string | null | undefined;
  readonly costUsd?: number | null | undefined;
}

/**
 * An answer with this text; `empty` with the detail `blank` if the text is only whitespace. Drops blank searches and,
 * without another detail, counts them: `blank_searches:2`. Counts citations without a page, in the reply and in the
 * text's markers: `unread_citations:3`.
 */
export function answered(text: string, found: AnswerFields = {}): EngineAnswer {
  if (text.trim() === '') return emptyAnswer('blank', found);
  const fields = commonFields(found);
  const { explains = (number) => number >= 1 && number <= fields.cited.length } = found;
  const lost = (found.cited ?? []).filter((source) => source === null);
  const unread = lost.length + countUnread(text, fields.cited, explains);
  const detail = joinedDetail(found.detail ?? blankSearches(found), unreadCitations(unread));
  return { outcome: 'ok', detail, text, ...fields };
}

function blankSearches({ searches }: AnswerFields): string | null {
  const blank = (searches ?? []).filter((each) => each.trim() === '').length;
  return blank === 0 ? null : `blank_searches:${blank}`;
}

/** An empty answer, with the reason: a refusal, a block, or no answer at all. It counts in every denominator. */
export function emptyAnswer(detail: string, found: AnswerFields = {}): EngineAnswer {
  return { outcome: 'empty', detail, text: null, ...commonFields({ ...found, cited: [] }) };
}

function commonFields({ cited = [], retrieved = [], searches = [], cards, model, costUsd }: AnswerFields) {
  return {
    ...(cards === undefined ? {} : { cards }),
    cited: uniqueSources(cited),
    retrieved: uniqueSources(retrieved),
    searches: searches && [...new Set(searches)].filter((each) => each.trim() !== ''),
    model: model ?? null,
    costUsd: costUsd ?? null,
  };
}

/** Each URL once, at its first place. */
function uniqueSources(sources: readonly (Source | null)[]): Source[] {
  const byUrl = new Map<string, Source>();
  for (const source of sources) if (source && !byUrl.has(source.url)) byUrl.set(source.url, source);
  return [...byUrl.values()];
}

export function failed(detail: string, fault: Fault, retryAfterMs: number | null = null): EngineFailure {
  return { outcome: fault === 'timeout' ? 'timeout' : 'error', detail, fault, retryAfterMs, costUsd: null };
}

/** A source; null without a URL. */
export function sourceOf(url: unknown, title?: unknown): Source | null {
  if (typeof url !== 'string' || url === '') return null;
  return { url, title: typeof title === 'string' && title.trim() !== '' ? title : null };
}
