import { misspelledName } from '../../../domain/brand/nearest.ts';
import {
  findBrandByName,
  findBrandByPublicId,
  listBrandNames,
} from '../../../storage/directory/brand/declare.ts';
import {
  findOrganizationById,
  findOrganizationByName,
  listOrganizations,
  type Organization,
} from '../../../storage/directory/organizations.ts';
import type { Database } from '../../../storage/driver/database.ts';
import type { DeclaredBrand, DeclaredOrganization } from '../document/declared.ts';

/**
 * New names that nearly equal an existing one, a sentence each: one of the two is probably a misspelling, and the
 * apply would split one thing into two.
 */
export async function lookalikesIn(
  db: Database,
  organizations: readonly DeclaredOrganization[],
): Promise<string[]> {
  const names = (await listOrganizations(db)).map(({ name }) => name);
  const found: string[] = [];
  for (const declared of organizations) {
    const known = await knownOrganization(db, declared);
    if (known) found.push(...(await lookalikeBrands(db, known, declared.brands ?? [])));
    else found.push(...lookalike('organization', declared.name, names));
  }
  return found;
}

async function knownOrganization(
  db: Database,
  { id, name }: DeclaredOrganization,
): Promise<Organization | null> {
  return id === undefined ? await findOrganizationByName(db, name) : await findOrganizationById(db, id);
}

async function lookalikeBrands(
  db: Database,
  organization: Organization,
  brands: readonly DeclaredBrand[],
): Promise<string[]> {
  const names = await listBrandNames(db, organization.id);
  const found: string[] = [];
  for (const { id, name } of brands) {
    const known =
      (id !== undefined && (await findBrandByPublicId(db, id))) ||
      (await findBrandByName(db, organization.id, name));
    if (!known) found.push(...lookalike('brand', name, names));
  }
  return found;
}

function lookalike(kind: string, name: string, names: readonly string[]): string[] {
  const near = misspelledName(name, names);
  return near === undefined
    ? []
    : [
        `the ${kind} ${name} is new, but there is one named ${near}; if you mean that one, write its name exactly so`,
      ];
}
