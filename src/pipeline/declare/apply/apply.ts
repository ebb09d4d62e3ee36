import type { RandomBytes } from '../../../domain/access/base62.ts';
import type { Database } from '../../../storage/driver/database.ts';
import { inTransaction } from '../../../storage/driver/in-transaction.ts';
import type { DeclaredOrganization } from '../document/declared.ts';
import { readApplyFile } from './apply-file.ts';
import { applyOrganization } from './apply-organization.ts';
import { ApplyRecord, type ApplyResult, type ApplyScope, conflict, type DueBrand } from './apply-run.ts';
import { refuseBeyond } from './apply-scope.ts';
import { lookalikesIn } from './lookalikes.ts';
import { rolledBack } from './roll-back.ts';

export type { ApplyResult, ApplyScope } from './apply-run.ts';

export interface ApplyDeps {
  readonly db: Database;
  readonly now: () => number;
  readonly random: RandomBytes;
}

export interface ApplyOptions {
  /** Runs before any change if a new name looks like a misspelling. Default: continue. */
  readonly confirm?: (lookalikes: readonly string[]) => Promise<boolean>;
  /** Default: the operator, who may change everything. */
  readonly scope?: ApplyScope | null;
  /** Runs in the transaction before any change. Throwing cancels the apply. */
  readonly before?: (transaction: Database) => Promise<void>;
}

/** Tells the operator about due answers, with the command. */
export function dueNotice({ brand, answers }: DueBrand): string {
  return (
    `${brand}: ${answers} stored answers still have the earlier names, domains, or competitors; ` +
    `\`sightline rescan --brand ${brand}\` reads them again`
  );
}

/**
 * Makes the store match a file in one transaction, all or nothing. Absent parts stay unchanged. A given list
 * (competitors, engines, prompts) is complete: missing entries become retired or inactive, never deleted.
 *
 * @throws SightlineError `invalid_file`, or `conflict` if the file contradicts the store
 */
export async function applyFile(
  deps: ApplyDeps,
  text: string,
  options: ApplyOptions = {},
): Promise<ApplyResult> {
  return await applyDeclared(deps, readApplyFile(text), options);
}

/** Applies a parsed file or a form. */
export async function applyDeclared(
  deps: ApplyDeps,
  organizations: readonly DeclaredOrganization[],
  options: ApplyOptions = {},
): Promise<ApplyResult> {
  const lookalikes = await checked(deps.db, organizations, options);
  return await inTransaction(deps.db, async (transaction) => ({
    ...(await applyIn(transaction, deps, organizations, options)),
    lookalikes,
  }));
}

/**
 * Previews an apply: applies, looks, and rolls back, so the preview is exact except for random ids.
 *
 * @param look receives the changed store and the result
 */
export async function previewDeclared<Seen>(
  deps: ApplyDeps,
  organizations: readonly DeclaredOrganization[],
  options: Omit<ApplyOptions, 'confirm'>,
  look: (db: Database, result: ApplyResult) => Promise<Seen>,
): Promise<{ readonly result: ApplyResult; readonly seen: Seen }> {
  const lookalikes = await checked(deps.db, organizations, options);
  return await rolledBack(deps.db, async (transaction) => {
    const result = { ...(await applyIn(transaction, deps, organizations, options)), lookalikes };
    return { result, seen: await look(transaction, result) };
  });
}

/** Checks before the transaction. @returns the lookalikes */
async function checked(
  db: Database,
  organizations: readonly DeclaredOrganization[],
  { confirm, scope }: ApplyOptions,
): Promise<string[]> {
  if (scope) await refuseBeyond(db, scope, organizations);
  const lookalikes = await lookalikesIn(db, organizations);
  if (lookalikes.length > 0 && confirm && !(await confirm(lookalikes)))
    throw conflict('it was not confirmed');
  return lookalikes;
}

async function applyIn(
  transaction: Database,
  { now, random }: ApplyDeps,
  organizations: readonly DeclaredOrganization[],
  { scope = null, before }: ApplyOptions,
): Promise<Omit<ApplyResult, 'lookalikes'>> {
  await before?.(transaction);
  const brands = organizations.flatMap((each) => each.brands ?? []);
  const declaredBrandIds = new Set(brands.flatMap((brand) => brand.id ?? []));
  const record = new ApplyRecord();
  const run = { db: transaction, now: now(), random, declaredBrandIds, scope, record };
  for (const organization of organizations) await applyOrganization(run, organization);
  return { changes: record.changes, values: record.values, notices: record.notices, due: record.due };
}
