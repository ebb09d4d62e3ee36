import type { AuditChange } from '../../domain/audit.ts';
import type { RandomBytes } from '../../domain/base62.ts';
import type { BrandReach } from '../../domain/brand-reach.ts';
import { SightlineError } from '../../domain/errors.ts';
import type { Database } from '../../storage/driver/database.ts';

/** One thing that `apply` did. */
export interface Change {
  readonly action: 'created' | 'changed' | 'retired';
  /** `organization`, `plan`, `alerts`, `brand`, `markets`, `tracked brand`, `engines`, `sites`, `facts`, `themes` or `prompt`. */
  readonly kind: string;
  readonly name: string;
}

export interface DueBrand {
  readonly brand: string;
  readonly answers: number;
}

export interface ApplyResult {
  readonly changes: readonly Change[];
  /** New organizations and brands whose names look like misspellings of others, one sentence each. */
  readonly lookalikes: readonly string[];
  /** What else an operator should know. */
  readonly notices: readonly string[];
  /** Brands of the file with answers that were read with other brands than those tracked now. */
  readonly due: readonly DueBrand[];
}

/** What somebody who is not the operator may change. Nobody learns which other organizations and brands there are. */
export interface ApplyScope {
  /** The id of the user, for the audit log. */
  readonly actor: string;
  readonly organizationId: number;
  /** The brands that they may change; only whoever may change all also changes the organization, and adds brands. */
  readonly brandIds: BrandReach;
  /** Whether they may set the plan of the organization, and what collecting may cost it. */
  readonly mayChangePlan: boolean;
}

/** What applying one file is done with: the transaction, one instant, and the record of what was done. */
export interface ApplyRun {
  readonly db: Database;
  readonly now: number;
  readonly random: RandomBytes;
  /** Ids that the file gives to brands, which no other brand may get. */
  readonly declaredBrandIds: ReadonlySet<string>;
  /** Null for the operator, who may change everything. */
  readonly scope: ApplyScope | null;
  readonly record: ApplyRecord;
}

/** A brand of the store that is being brought up to date. */
export interface AppliedBrand {
  readonly id: number;
  readonly publicId: string;
}

/** What applying a file did so far. */
export class ApplyRecord implements Omit<ApplyResult, 'lookalikes'> {
  readonly changes: Change[] = [];
  readonly notices: string[] = [];
  readonly due: DueBrand[] = [];
  /** Old and new values, by the public id of a brand; those of the organization by ''. */
  readonly values = new Map<string, readonly AuditChange[]>();
  readonly #reached = new Set<string>();

  changed(action: Change['action'], kind: string, name: string): void {
    this.changes.push({ action, kind, name });
  }

  /** Notes that the file refers to a thing. Referring to one thing twice is a contradiction. */
  reach(what: string, name: string): void {
    if (this.#reached.has(what))
      throw conflict(`the file refers to ${name} twice, by different names or ids`);
    this.#reached.add(what);
  }
}

/** Refuses what only somebody who may change plans can do. */
export function refusePlanChange({ scope }: ApplyRun, what: string): void {
  if (scope && !scope.mayChangePlan) {
    throw conflict(`only an admin of all organizations, or the command line, may change ${what}`);
  }
}

/** The file and the store cannot both be right. */
export function conflict(what: string): SightlineError {
  return new SightlineError('conflict', `Nothing was applied: ${what}.`);
}
