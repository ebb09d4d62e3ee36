import type { DeclaredOrganization } from '../document/declared.ts';

/** Reads and writes apply files without blocking other requests. */
export interface ApplyFiles {
  /**
   * @throws SightlineError `invalid_file` as readApplyFile does, and for a file that takes too much time or memory
   */
  readonly read: (text: string) => Promise<DeclaredOrganization[]>;
  readonly write: (organizations: readonly Partial<DeclaredOrganization>[]) => Promise<string>;
}
