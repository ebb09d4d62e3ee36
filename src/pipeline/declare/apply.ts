import type { RandomBytes } from '../../domain/base62.ts';
import type { Database } from '../../storage/driver/database.ts';
import { readApplyFile } from './apply-file.ts';
import { applyOrganization } from './apply-organization.ts';
import { ApplyRecord, type ApplyResult, conflict, type DueBrand } from './apply-run.ts';
import { lookalikesIn } from './lookalikes.ts';

export type { ApplyResult } from './apply-run.ts';

export interface ApplyDeps {
  readonly db: Database;
  readonly now: () => number;
  readonly random: RandomBytes;
}

export interface ApplyOptions {
  /** Asked before any change if a new name looks like a misspelling of another. Without it, apply continues. */
  readonly confirm?: (lookalikes: readonly string[]) => Promise<boolean>;
}

/** What an operator should know, and do, about answers that are due. */
export function dueNotice({ brand, answers }: DueBrand): string {
  return (
    `${brand}: ${answers} stored answers were read with other names, domains, or competitors; ` +
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
  { db, now, random }: ApplyDeps,
  text: string,
  { confirm }: ApplyOptions = {},
): Promise<ApplyResult> {
  const organizations = readApplyFile(text);
  const lookalikes = await lookalikesIn(db, organizations);
  if (lookalikes.length > 0 && confirm && !(await confirm(lookalikes)))
    throw conflict('it was not confirmed');
  const brands = organizations.flatMap((each) => each.brands ?? []);
  const declaredBrandIds = new Set(brands.flatMap((brand) => brand.id ?? []));
  return await db.transaction().execute(async (transaction) => {
    const record = new ApplyRecord();
    const run = { db: transaction, now: now(), random, declaredBrandIds, record };
    for (const organization of organizations) await applyOrganization(run, organization);
    return { lookalikes, changes: record.changes, notices: record.notices, due: record.due };
  });
}
