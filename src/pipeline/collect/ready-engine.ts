import type { Access, EngineAdapter } from '../../engines/engine.ts';

/** An engine that can be asked: its key is set. */
export interface ReadyEngine {
  readonly adapter: EngineAdapter;
  readonly access: Access;
  /** The variable that has the key. */
  readonly keyVariable: string;
  readonly concurrency: number;
  readonly deadlineMs: number;
  /** Estimated cost of an answer, in millionths of a US dollar. */
  readonly micros: number;
  /** The most that an answer is expected to cost: set aside before the call, where the reply says what it did cost. */
  readonly mostMicros: number;
}

/** The engines that can be asked, and those that cannot, each with the variable that is missing. */
export interface ConfiguredEngines {
  readonly ready: readonly ReadyEngine[];
  readonly disabled: readonly {
    readonly engine: string;
    readonly missing: string;
    /** Estimated cost of an answer, in millionths of a US dollar. */
    readonly micros: number;
  }[];
}
