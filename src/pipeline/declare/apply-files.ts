import type { DeclaredOrganization } from './declared.ts';

/** Reads and writes apply files without stopping whoever else is served. */
export interface ApplyFiles {
  /** @throws SightlineError `invalid_file`, as readApplyFile does, and for a file that takes too long or too much memory */
  readonly read: (text: string) => Promise<DeclaredOrganization[]>;
  readonly write: (organizations: readonly Partial<DeclaredOrganization>[]) => Promise<string>;
}
