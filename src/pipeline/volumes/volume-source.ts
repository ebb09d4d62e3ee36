import type { Access } from '../../engines/engine.ts';
import type { VolumeAdapter } from '../../engines/search-volumes/volume-adapter.ts';

export interface VolumeSource {
  readonly adapter: VolumeAdapter;
  /** The key is '' if unset. */
  readonly access: Access;
  /** Environment variable with the key. */
  readonly keyVariable: string;
  readonly deadlineMs: number;
  /** Estimated cost per request, in millionths of a US dollar. */
  readonly micros: number;
}
