import type { RandomBytes } from '../../domain/base62.ts';
import type { Database } from '../../storage/driver/database.ts';
import { readApplyFile } from './apply-file.ts';
import { applyOrganization } from './apply-organization.ts';
import { ApplyRecord, type ApplyResult, type ApplyScope, conflict, type DueBrand } from './apply-run.ts';
import { refuseBeyond } from './apply-scope.ts';
import type { DeclaredOrganization } from './declared.ts';
import { lookalikesIn } from './lookalikes.ts';
import { undone } from './undone.ts';

export type { ApplyResult, ApplyScope } from './apply-run.ts';

export interface ApplyDeps {
  readonly db: Database;
  readonly now: () => number;
  readonly random: RandomBytes;
}

export interface ApplyOptions {
  /** Asked before any change if a new name looks like a misspelling of another. Without it, apply continues. */
  readonly confirm?: (lookalikes: readonly string[]) => Promise<boolean>;
  /** Without it, the operator applies, who may change everything. */
  readonly scope?: ApplyScope | null;
  /** Called in the transaction, before anything is changed. What it throws ends the apply. */
  readonly before?: (transaction: Database) => Promise<void>;
}

/** What an operator should know, and do, about answers that are due. */
export function dueNotice({ brand, answers }: DueBrand): string {
  return (
    `${brand}: ${answers} stored answers were read with other names, domains, competitors, facts, or themes; ` +
    `\`sightline rescan --brand ${brand}\` reads them again`
  );
}

/**
 * Makes the store match a file in one transaction, entirely or not at all. What the file does not mention
 * stays as it is; a list it gives (competitors, engines, prompts) is the whole list, and what is missing from it
 * is retired or made inactive, never deleted.
 *
 * @throws SightlineError `invalid_file`, or `conflict` if the file and the store cannot both be right
 */
export async function applyFile(
  deps: ApplyDeps,
  text: string,
  options: ApplyOptions = {},
): Promise<ApplyResult> {
  return await applyDeclared(deps, readApplyFile(text), options);
}

/** The same of what a file or a form says. */
export async function applyDeclared(
  deps: ApplyDeps,
  organizations: readonly DeclaredOrganization[],
  options: ApplyOptions = {},
): Promise<ApplyResult> {
  const lookalikes = await checked(deps.db, organizations, options);
  return await deps.db.transaction().execute(async (transaction) => ({
    ...(await applyIn(transaction, deps, organizations, options)),
    lookalikes,
  }));
}

/**
 * What applying would do: it is done, looked at, and undone, so what it says is what will happen. Only the random part of
 * a new id will be another.
 *
 * @param look is handed the store as it would be, and what was done
 */
export async function previewDeclared<Seen>(
  deps: ApplyDeps,
  organizations: readonly DeclaredOrganization[],
  options: Omit<ApplyOptions, 'confirm'>,
  look: (db: Database, result: ApplyResult) => Promise<Seen>,
): Promise<{ readonly result: ApplyResult; readonly seen: Seen }> {
  const lookalikes = await checked(deps.db, organizations, options);
  return await undone(deps.db, async (transaction) => {
    const result = { ...(await applyIn(transaction, deps, organizations, options)), lookalikes };
    return { result, seen: await look(transaction, result) };
  });
}

/** What is checked before a transaction begins. @returns the lookalikes */
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
  return { changes: record.changes, notices: record.notices, due: record.due };
}
