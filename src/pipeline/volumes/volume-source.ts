import type { Access } from '../../engines/engine.ts';
import type { VolumeAdapter } from '../../engines/search-volumes/volume-adapter.ts';

/** Where search volumes are looked up. */
export interface VolumeSource {
  readonly adapter: VolumeAdapter;
  /** Its key is '' if none is set. */
  readonly access: Access;
  /** The variable that has the key. */
  readonly keyVariable: string;
  readonly deadlineMs: number;
  /** Estimated cost of a request, in millionths of a US dollar. */
  readonly micros: number;
}
