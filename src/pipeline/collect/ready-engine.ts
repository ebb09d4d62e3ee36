import type { Access, EngineAdapter } from '../../engines/engine.ts';

/** An engine that can be asked: its key is set. */
export interface ReadyEngine {
  readonly adapter: EngineAdapter;
  readonly access: Access;
  readonly concurrency: number;
  readonly deadlineMs: number;
  /** Estimated cost of an answer, in millionths of a US dollar. */
  readonly micros: number;
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
