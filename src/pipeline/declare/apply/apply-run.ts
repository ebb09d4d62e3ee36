import type { AuditChange } from '../../../domain/access/audit.ts';
import type { RandomBytes } from '../../../domain/access/base62.ts';
import type { BrandReach } from '../../../domain/access/brand-reach.ts';
import { SightlineError } from '../../../domain/errors.ts';
import type { Database } from '../../../storage/driver/database.ts';

export interface Change {
  readonly action: 'created' | 'changed' | 'retired';
  /**
   * `organization`, `plan`, `alerts`, `brand`, `markets`, `tracked brand`, `engines`, `sites`, `facts`, `themes` or
   * `prompt`.
   */
  readonly kind: string;
  readonly name: string;
}

export interface DueBrand {
  readonly brand: string;
  readonly answers: number;
}

export interface ApplyResult {
  readonly changes: readonly Change[];
  /** Old and new values, by brand id; '' for the organization. */
  readonly values: ReadonlyMap<string, readonly AuditChange[]>;
  /** Further notes for the operator. */
  readonly notices: readonly string[];
  /** Brands of the file with answers due for a rescan. */
  readonly due: readonly DueBrand[];
}

/** Limits of a user who is not the operator. They learn nothing about other organizations and brands. */
export interface ApplyScope {
  readonly actor: string;
  readonly organizationId: number;
  /** Brands the user may change; only an unlimited user can change the organization and add brands. */
  readonly brandIds: BrandReach;
}

/** Context for applying a file: transaction, time, and record. */
export interface ApplyRun {
  readonly db: Database;
  readonly now: number;
  readonly random: RandomBytes;
  /** Ids that the file gives to brands, so new brands get others. */
  readonly declaredBrandIds: ReadonlySet<string>;
  /** Null for the operator, who may change everything. */
  readonly scope: ApplyScope | null;
  readonly record: ApplyRecord;
}

export interface AppliedBrand {
  readonly id: number;
  readonly publicId: string;
}

export class ApplyRecord implements ApplyResult {
  readonly changes: Change[] = [];
  readonly notices: string[] = [];
  readonly due: DueBrand[] = [];
  /** Old and new values, by brand id; '' for the organization. */
  readonly values = new Map<string, readonly AuditChange[]>();
  readonly #reached = new Set<string>();

  changed(action: Change['action'], kind: string, name: string): void {
    this.changes.push({ action, kind, name });
  }

  /** Records a reference to a thing; a second reference is a contradiction. */
  reach(what: string, name: string): void {
    if (this.#reached.has(what))
      throw conflict(`the file refers to ${name} twice, by different names or ids`);
    this.#reached.add(what);
  }
}

export function conflict(what: string): SightlineError {
  return new SightlineError('conflict', `Nothing was applied: ${what}.`);
}
