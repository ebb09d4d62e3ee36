import type { Access, EngineAdapter } from '../../../engines/engine.ts';

export interface ReadyEngine {
  readonly adapter: EngineAdapter;
  readonly access: Access;
  readonly keyVariable: string;
  readonly concurrency: number;
  readonly deadlineMs: number;
  /** Estimated cost per answer, in millionths of a US dollar. */
  readonly micros: number;
  /** Highest expected cost per answer, to reserve before the call if the reply reports the actual cost. */
  readonly mostMicros: number;
}

/** Engines with a key, and engines without, each with the missing variable. */
export interface ConfiguredEngines {
  readonly ready: readonly ReadyEngine[];
  /** Models that can read what answers say; none by default. */
  readonly readers?: readonly ReadyEngine[];
  readonly disabled: readonly {
    readonly engine: string;
    /** The slug of its provider. */
    readonly provider: string;
    readonly missing: string;
    /** Estimated cost per answer, in millionths of a US dollar. */
    readonly micros: number;
  }[];
}
