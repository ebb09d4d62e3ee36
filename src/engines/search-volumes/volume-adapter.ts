import type { Access, EngineFailure, EngineRequest, Provider, Reply } from '../engine.ts';
import type { KeywordProblem } from './keywords.ts';

/** Keywords to look up, with their market. */
export interface VolumeQuestion {
  readonly keywords: readonly string[];
  /** Google's geo target id; null for the whole world. */
  readonly locationCode: number | null;
  /** Null for every language. */
  readonly languageCode: string | null;
}

/** The reply's volumes. */
export interface VolumesFound {
  /** Monthly searches by keyword; null without a figure. Missing if the figure is unreadable. */
  readonly volumes: ReadonlyMap<string, number | null>;
  readonly costUsd: number | null;
}

export interface VolumeFailure {
  readonly failure: EngineFailure;
  /** US dollars, if the reply tells. */
  readonly costUsd: number | null;
  /** Whether the vendor refused the request for some of its keywords, without naming them. */
  readonly isAboutKeywords: boolean;
}

export type VolumeReading = VolumesFound | VolumeFailure;

/** A source of search volumes: pure functions over requests and replies. */
export interface VolumeAdapter {
  readonly provider: Provider;
  readonly defaults: {
    /** US dollars per request, for any number of keywords. */
    readonly costUsd: number;
    readonly deadlineSeconds: number;
  };
  readonly mostKeywords: number;
  /** Between two requests' starts. */
  readonly leastIntervalMs: number;
  keywordOf(question: string): { readonly keyword: string } | { readonly problem: KeywordProblem };
  request(question: VolumeQuestion, access: Access): EngineRequest;
  /** @throws Error on an unknown format */
  read(reply: Reply, keywords: readonly string[]): VolumeReading;
}
