import type { Access, EngineFailure, EngineRequest, Provider, Reply } from '../engine.ts';
import type { KeywordProblem } from './keywords.ts';

/** Keywords whose volume is asked for, and where. */
export interface VolumeQuestion {
  readonly keywords: readonly string[];
  /** Google's geo target id; null for the whole world. */
  readonly locationCode: number | null;
  /** Null for every language. */
  readonly languageCode: string | null;
}

/** What a reply says about the keywords that were asked for. */
export interface VolumesFound {
  /** Searches a month by keyword; null where there is no figure. A keyword whose figure cannot be read is missing. */
  readonly volumes: ReadonlyMap<string, number | null>;
  readonly costUsd: number | null;
}

export interface VolumeFailure {
  readonly failure: EngineFailure;
  /** What it cost nevertheless, where the reply says so. */
  readonly costUsd: number | null;
  /** Whether the request was refused for one or more of its keywords, without naming them. */
  readonly isAboutKeywords: boolean;
}

export type VolumeReading = VolumesFound | VolumeFailure;

/** A source of search volumes: pure functions over what was sent and what came back. */
export interface VolumeAdapter {
  readonly provider: Provider;
  readonly defaults: {
    /** US dollars per request, however many keywords it has. */
    readonly costUsd: number;
    readonly deadlineSeconds: number;
  };
  readonly mostKeywords: number;
  /** Between the beginnings of two requests. */
  readonly leastIntervalMs: number;
  keywordOf(question: string): { readonly keyword: string } | { readonly problem: KeywordProblem };
  request(question: VolumeQuestion, access: Access): EngineRequest;
  /** @throws Error on what it does not understand */
  read(reply: Reply, keywords: readonly string[]): VolumeReading;
}
