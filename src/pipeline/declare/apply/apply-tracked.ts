import { isDeepStrictEqual } from 'node:util';
import type { Role } from '../../../domain/answers/answer-reading.ts';
import { countDue } from '../../../storage/answers/due-readings.ts';
import {
  countNaming,
  type DeclaredTracked,
  insertTracked,
  listAllTracked,
  retireTracked,
  type TrackedSettings,
  updateTracked,
} from '../../../storage/directory/brand/declare.ts';
import { listTracked } from '../../../storage/directory/brands.ts';
import { currentReading } from '../../intake/brand-reader.ts';
import {
  aliasesOf,
  type DeclaredBrand,
  type DeclaredSite,
  domainOf,
  furtherDomainsOf,
  matchOf,
  valueOr,
} from '../document/declared.ts';
import { type AppliedBrand, type ApplyRun, conflict } from './apply-run.ts';
import { sharedNames } from './shared-names.ts';

/**
 * Updates the brand itself and its competitors. A name always stands for the same tracked brand.
 *
 * @returns names new to the tracked brands
 */
export async function applyTracked(
  run: ApplyRun,
  brand: AppliedBrand,
  declared: DeclaredBrand,
): Promise<ReadonlySet<string>> {
  const known = await listAllTracked(run.db, brand.id);
  const self = known.find((each) => each.role === 'self');
  const storedCompetitors = new Map(
    known.filter((each) => each.role === 'competitor').map((each) => [each.name, each]),
  );
  refuseSwappedNames(brand, declared, self, storedCompetitors);
  await track(run, brand, trackedOf('self', declared, self), self);
  for (const competitor of declared.competitors ?? []) {
    const before = storedCompetitors.get(competitor.name);
    await track(run, brand, trackedOf('competitor', competitor, before), before);
  }
  await retireMissing(run, brand, declared, storedCompetitors);
  await noticeShared(run, brand);
  await noteDue(run, brand);
  return textsOf(await listAllTracked(run.db, brand.id)).difference(textsOf(known));
}

function textsOf(brands: readonly DeclaredTracked[]): Set<string> {
  const tracked = brands.filter(({ retired }) => !retired);
  return new Set(tracked.flatMap(({ name, aliases }) => [name, ...aliases.map(({ text }) => text)]));
}

function refuseSwappedNames(
  { publicId }: AppliedBrand,
  { name, competitors }: DeclaredBrand,
  self: DeclaredTracked | undefined,
  storedCompetitors: ReadonlyMap<string, DeclaredTracked>,
): void {
  if (storedCompetitors.has(name)) {
    throw conflict(`${publicId} cannot be named ${name}, which is or was one of its competitors`);
  }
  const takesOldName = competitors?.some((competitor) => competitor.name === self?.name);
  if (self && name !== self.name && takesOldName) {
    throw conflict(`${publicId} cannot give its old name ${self.name} to a competitor`);
  }
}

async function track(
  { db, record }: ApplyRun,
  brand: AppliedBrand,
  settings: TrackedSettings,
  before: DeclaredTracked | undefined,
): Promise<void> {
  const name = `${brand.publicId}: ${settings.name}`;
  if (before === undefined) {
    await insertTracked(db, brand.id, settings);
    record.changed('created', 'tracked brand', name);
    return;
  }
  const { id, retired, ...current } = before;
  if (!retired && isDeepStrictEqual(current, settings)) return;
  await updateTracked(db, brand.id, id, settings);
  record.changed('changed', 'tracked brand', name);
}

/** The settings from the file, with current ones where absent. */
function trackedOf(role: Role, declared: DeclaredSite, before: TrackedSettings | undefined): TrackedSettings {
  return {
    role,
    name: declared.name,
    match: matchOf(declared) ?? before?.match ?? {},
    aliases: aliasesOf(declared) ?? before?.aliases ?? [],
    domain: valueOr(domainOf(declared), before?.domain ?? null),
    domains: furtherDomainsOf(declared) ?? before?.domains ?? [],
  };
}

async function retireMissing(
  { db, now, record }: ApplyRun,
  brand: AppliedBrand,
  { competitors }: DeclaredBrand,
  storedCompetitors: ReadonlyMap<string, DeclaredTracked>,
): Promise<void> {
  if (competitors === undefined) return;
  const kept = new Set(competitors.map(({ name }) => name));
  for (const { id, name, retired } of storedCompetitors.values()) {
    if (retired || kept.has(name)) continue;
    await retireTracked(db, brand.id, id, now);
    record.changed('retired', 'tracked brand', `${brand.publicId}: ${name}`);
    record.notices.push(retiredNotice(brand.publicId, name, await countNaming(db, brand.id, id)));
  }
}

function retiredNotice(publicId: string, name: string, answers: number): string {
  const named = answers === 1 ? '1 stored answer names it' : `${answers} stored answers name it`;
  return `${publicId}: reports omit ${name} from now on; ${named}, and listing it again brings them back`;
}

async function noticeShared({ db, record }: ApplyRun, { id, publicId }: AppliedBrand): Promise<void> {
  const shared = sharedNames(await listTracked(db, id));
  record.notices.push(...shared.map((each) => `${publicId}: ${each}`));
}

async function noteDue({ db, record }: ApplyRun, { id, publicId }: AppliedBrand): Promise<void> {
  const answers = await countDue(db, id, await currentReading(db, id));
  if (answers > 0) record.due.push({ brand: publicId, answers });
}
