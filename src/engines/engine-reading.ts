import type { Card } from '../domain/answers/card.ts';
import type { EngineAnswer, EngineFailure, Fault, Source } from './engine.ts';

/** What an answer has in addition to its text. */
export interface Found {
  readonly cited?: readonly (Source | null)[];
  readonly retrieved?: readonly (Source | null)[];
  /** Null where the engine's replies never say. */
  readonly searches?: readonly string[] | null;
  readonly cards?: readonly Card[];
  /** A code for an answer with text. */
  readonly detail?: string | null;
  readonly model?: string | null | undefined;
  readonly costUsd?: number | null | undefined;
}

/**
 * An answer with this text; `empty` with the detail `blank` where the text is only whitespace. Searches for nothing are dropped, and
 * where it has no other detail, that says how many: `blank_searches:2`.
 */
export function answered(text: string, found: Found = {}): EngineAnswer {
  if (text.trim() === '') return saidNothing('blank', found);
  return { outcome: 'ok', detail: found.detail ?? droppedFrom(found), text, ...rest(found) };
}

function droppedFrom({ searches }: Found): string | null {
  const blank = (searches ?? []).filter((each) => each.trim() === '').length;
  return blank === 0 ? null : `blank_searches:${blank}`;
}

/** An answer that says nothing, and why: it was refused, blocked, or there is none. It counts in every denominator. */
export function saidNothing(detail: string, found: Found = {}): EngineAnswer {
  return { outcome: 'empty', detail, text: null, ...rest({ ...found, cited: [] }) };
}

function rest({ cited = [], retrieved = [], searches = [], cards, model, costUsd }: Found) {
  return {
    ...(cards === undefined ? {} : { cards }),
    cited: eachOnce(cited),
    retrieved: eachOnce(retrieved),
    searches: searches && [...new Set(searches)].filter((each) => each.trim() !== ''),
    model: model ?? null,
    costUsd: costUsd ?? null,
  };
}

/** Each URL once, at its first place. */
function eachOnce(sources: readonly (Source | null)[]): Source[] {
  const byUrl = new Map<string, Source>();
  for (const source of sources) if (source && !byUrl.has(source.url)) byUrl.set(source.url, source);
  return [...byUrl.values()];
}

/** A failure of an attempt. */
export function failed(detail: string, fault: Fault, retryAfterMs: number | null = null): EngineFailure {
  return { outcome: fault === 'timeout' ? 'timeout' : 'error', detail, fault, retryAfterMs, costUsd: null };
}

/** A source, or null if there is no URL to cite. */
export function sourceOf(url: unknown, title?: unknown): Source | null {
  if (typeof url !== 'string' || url === '') return null;
  return { url, title: typeof title === 'string' && title.trim() !== '' ? title : null };
}
