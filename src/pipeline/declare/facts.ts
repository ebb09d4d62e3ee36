import { isDeepStrictEqual } from 'node:util';
import { SightlineError } from '../../domain/errors.ts';
import type { Database } from '../../storage/driver/database.ts';
import { type ApplyDeps, applyDeclared } from './apply/apply.ts';
import { readDeclared } from './apply/apply-file.ts';
import type { ApplyResult } from './apply/apply-run.ts';
import { brandDocument, brandFile } from './document/document.ts';
import { type FactEntry, factValueFrom } from './document/fact-entries.ts';

/** A fact from the command line, with values as texts. */
export interface FactInput {
  readonly name: string;
  readonly type: string;
  readonly values: readonly string[];
  readonly units: readonly string[];
  readonly about: readonly string[];
}

/** A brand's facts in apply-file form. @throws SightlineError `not_found` */
export async function factsOfBrand(db: Database, brand: string): Promise<readonly FactEntry[]> {
  return (await brandDocument(db, brand)).facts;
}

/**
 * Declares a fact, replacing one with the same name.
 *
 * @throws SightlineError `not_found`, `conflict`, or InvalidFile
 */
export async function setFact(deps: ApplyDeps, brand: string, given: FactInput): Promise<ApplyResult> {
  const { name, type, values, units, about } = given;
  const entry = {
    name,
    type,
    about: [...about],
    values: values.map((value) => factValueFrom(type, value)),
    ...(units.length > 0 && { units: [...units] }),
  };
  return await changeFacts(deps, brand, (facts) => [...facts.filter((each) => each.name !== name), entry]);
}

/** Removes a declared fact. @throws SightlineError `not_found` or `conflict` */
export async function removeFact(deps: ApplyDeps, brand: string, name: string): Promise<ApplyResult> {
  return await changeFacts(deps, brand, (facts) => {
    const left = facts.filter((each) => each.name !== name);
    if (left.length === facts.length) {
      throw new SightlineError('not_found', 'This brand has no fact with that name.');
    }
    return left;
  });
}

async function changeFacts(
  deps: ApplyDeps,
  brand: string,
  change: (facts: readonly FactEntry[]) => readonly FactEntry[],
): Promise<ApplyResult> {
  const [{ name, brands }] = await brandFile(deps.db, brand);
  const [{ id, name: brandName, facts } = await brandDocument(deps.db, brand)] = brands;
  const declared = readDeclared({
    organizations: [{ name, brands: [{ id, name: brandName, facts: change(facts) }] }],
  });
  const before = async (transaction: Database) => {
    if (isDeepStrictEqual(await factsOfBrand(transaction, brand), facts)) return;
    throw new SightlineError('conflict', 'Changed nothing: somebody else changed the facts meanwhile.');
  };
  return await applyDeclared(deps, declared, { before });
}
