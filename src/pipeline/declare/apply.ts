import { isDeepStrictEqual } from 'node:util';
import type { Role } from '../../domain/answer-reading.ts';
import type { RandomBytes } from '../../domain/base62.ts';
import { randomBase62 } from '../../domain/base62.ts';
import { SightlineError } from '../../domain/errors.ts';
import { brandIdFrom, publicId } from '../../domain/public-id.ts';
import { countDue } from '../../storage/answers/due-readings.ts';
import { findCollectLimits, saveCollectLimits } from '../../storage/collect/spending.ts';
import { countWorkspace, listAskedEngines, listTracked } from '../../storage/directory/brands.ts';
import {
  type BrandSettings,
  type DeclaredBrandRow,
  type DeclaredTracked,
  findBrandByName,
  findBrandByPublicId,
  insertBrand,
  insertTracked,
  listAllTracked,
  replaceEngines,
  retireTracked,
  type TrackedSettings,
  updateBrand,
  updateTracked,
} from '../../storage/directory/declare.ts';
import {
  findAlertSettings,
  findOrganizationById,
  findOrganizationByName,
  findSubscription,
  insertOrganization,
  renameOrganization,
  saveAlertSettings,
  saveSubscription,
} from '../../storage/directory/organizations.ts';
import { insertPrompts, listPrompts, updatePrompt } from '../../storage/directory/prompts.ts';
import type { Database } from '../../storage/driver/database.ts';
import { currentReading } from '../intake/workspace.ts';
import {
  alertSettingsOf,
  aliasesOf,
  collectLimitsOf,
  type DeclaredBrand,
  type DeclaredOrganization,
  type DeclaredSite,
  domainOf,
  furtherDomainsOf,
  matchOf,
  readApplyFile,
  subscriptionOf,
} from './apply-file.ts';
import { sharedNames } from './shared-names.ts';

export interface ApplyDeps {
  readonly db: Database;
  readonly now: () => number;
  readonly random: RandomBytes;
}

/** One thing that `apply` did. */
export interface Change {
  readonly action: 'created' | 'changed' | 'retired';
  /** `organization`, `plan`, `alerts`, `brand`, `tracked brand`, `engines` or `prompt`. */
  readonly kind: string;
  readonly name: string;
}

export interface ApplyResult {
  readonly changes: readonly Change[];
  /** What an operator should know besides. */
  readonly notices: readonly string[];
  /** Brands of the file with answers that were read with other brands than those tracked now. */
  readonly due: readonly DueBrand[];
}

export interface DueBrand {
  readonly brand: string;
  readonly answers: number;
}

/** What an operator should know of answers that are due, and do. */
export function dueNotice({ brand, answers }: DueBrand): string {
  return (
    `${brand}: ${answers} stored answers were read with other names, domains or competitors; ` +
    `\`sightline rescan --brand ${brand}\` reads them again`
  );
}

/**
 * Makes the store hold what a file declares, in one transaction: all of it or nothing. What the file does not speak
 * of stays as it is; a list it gives (competitors, engines, prompts) is the whole list, and what is missing from it
 * is retired or made inactive, never deleted.
 *
 * @throws SightlineError `invalid_file`, or `conflict` where the file and the store cannot both be right
 */
export async function applyFile(deps: ApplyDeps, text: string): Promise<ApplyResult> {
  const organizations = readApplyFile(text);
  return await deps.db.transaction().execute(async (db) => {
    const applying = new Applying({ ...deps, db }, organizations);
    for (const organization of organizations) await applying.organization(organization);
    return { changes: applying.changes, notices: applying.notices, due: applying.due };
  });
}

class Applying {
  readonly changes: Change[] = [];
  readonly notices: string[] = [];
  readonly due: DueBrand[] = [];
  readonly #db: Database;
  readonly #now: number;
  readonly #random: RandomBytes;
  /** Ids that the file gives to brands, which no other brand may be given. */
  readonly #declaredBrandIds: ReadonlySet<string | undefined>;
  /** What the file has reached so far; to reach a thing twice is a contradiction. */
  readonly #reached = new Set<string>();

  constructor(deps: ApplyDeps, file: readonly DeclaredOrganization[]) {
    this.#db = deps.db;
    this.#now = deps.now();
    this.#random = deps.random;
    this.#declaredBrandIds = new Set(file.flatMap((each) => each.brands ?? []).map((brand) => brand.id));
  }

  async organization(declared: DeclaredOrganization): Promise<void> {
    const id = await this.#organizationId(declared);
    this.#reach(`organization ${id}`, declared.name);
    await this.#plan(id, declared);
    await this.#alerts(id, declared);
    await this.#collectLimits(id, declared);
    for (const brand of declared.brands ?? []) await this.#brand(id, brand);
    await this.#noticePromptsOverPlan(id, declared.name);
  }

  async #noticePromptsOverPlan(organizationId: number, name: string): Promise<void> {
    const subscription = await findSubscription(this.#db, organizationId);
    const { activePrompts } = await countWorkspace(this.#db, organizationId);
    if (subscription === null || activePrompts <= subscription.promptsIncluded) return;
    this.notices.push(
      `${name}: ${activePrompts} active prompts, of ${subscription.promptsIncluded} that the plan includes`,
    );
  }

  async #organizationId(declared: DeclaredOrganization): Promise<number> {
    const named = await findOrganizationByName(this.#db, declared.name);
    const known = declared.id === undefined ? named : await findOrganizationById(this.#db, declared.id);
    if (named && named.id !== known?.id) {
      throw conflict(`the organization ${declared.name} already has the id ${named.publicId}`);
    }
    if (!known) {
      const organizationId = declared.id ?? publicId('org', this.#random);
      this.#changed('created', 'organization', declared.name);
      return insertOrganization(this.#db, {
        publicId: organizationId,
        name: declared.name,
        createdAt: this.#now,
      });
    }
    if (known.name !== declared.name) {
      await renameOrganization(this.#db, known.id, declared.name);
      this.#changed('changed', 'organization', declared.name);
    }
    return known.id;
  }

  async #plan(organizationId: number, declared: DeclaredOrganization): Promise<void> {
    const subscription = subscriptionOf(declared);
    if (subscription === undefined) return;
    if (isDeepStrictEqual(await findSubscription(this.#db, organizationId), subscription)) return;
    await saveSubscription(this.#db, organizationId, subscription);
    this.#changed('changed', 'plan', `${declared.name}: ${subscription?.plan ?? 'none'}`);
  }

  async #alerts(organizationId: number, declared: DeclaredOrganization): Promise<void> {
    if (declared.alerts === undefined) return;
    const before = await findAlertSettings(this.#db, organizationId);
    const settings = alertSettingsOf(declared, before);
    if (isDeepStrictEqual(before, settings)) return;
    await saveAlertSettings(this.#db, organizationId, settings);
    this.#changed('changed', 'alerts', declared.name);
  }

  async #collectLimits(organizationId: number, declared: DeclaredOrganization): Promise<void> {
    const limits = collectLimitsOf(declared);
    if (limits === undefined) return;
    if (isDeepStrictEqual(await findCollectLimits(this.#db, organizationId), limits)) return;
    await saveCollectLimits(this.#db, organizationId, limits);
    this.#changed('changed', 'collecting', declared.name);
  }

  async #brand(organizationId: number, declared: DeclaredBrand): Promise<void> {
    const known = await this.#knownBrand(organizationId, declared);
    const settings = settingsOf(declared, known);
    const publicId = known?.publicId ?? declared.id ?? (await this.#newBrandId(declared.name));
    let id = known?.id;
    if (id === undefined) {
      id = await insertBrand(this.#db, { ...settings, publicId, organizationId, createdAt: this.#now });
      this.#changed('created', 'brand', publicId);
    } else if (known && !isDeepStrictEqual(settings, settingsOnly(known))) {
      await updateBrand(this.#db, id, settings);
      this.#changed('changed', 'brand', publicId);
    }
    this.#reach(`brand ${id}`, publicId);
    if (settings.configured && settings.domain === null) {
      this.notices.push(`${publicId}: without a domain, answers that cite the brand cannot be told`);
    }
    await this.#tracked(id, publicId, declared);
    await this.#engines(id, publicId, declared);
    await this.#prompts(id, publicId, declared);
  }

  async #knownBrand(organizationId: number, declared: DeclaredBrand): Promise<DeclaredBrandRow | null> {
    const named = await findBrandByName(this.#db, organizationId, declared.name);
    if (declared.id === undefined) return named;
    const known = await findBrandByPublicId(this.#db, declared.id);
    if (known && known.organizationId !== organizationId) {
      throw conflict(`the brand id ${declared.id} is taken by another organization`);
    }
    if (known?.deleted) throw conflict(`the brand ${declared.id} was deleted; give the new one another id`);
    if (named && named.id !== known?.id) {
      throw conflict(`the brand ${declared.name} already has the id ${named.publicId}`);
    }
    return known;
  }

  async #newBrandId(name: string): Promise<string> {
    const fromName = brandIdFrom(name);
    const isTaken = this.#declaredBrandIds.has(fromName ?? undefined);
    if (fromName !== null && !isTaken && !(await findBrandByPublicId(this.#db, fromName))) return fromName;
    return `${fromName?.slice(0, 30) ?? 'brand'}-${randomBase62(8, this.#random).toLowerCase()}`;
  }

  /** Brings the brand itself and its competitors up to date. A name stands for the same tracked brand for ever. */
  async #tracked(brandId: number, publicId: string, declared: DeclaredBrand): Promise<void> {
    const known = await listAllTracked(this.#db, brandId);
    const self = known.find((each) => each.role === 'self');
    const rival = known.find((each) => each.role === 'competitor' && each.name === declared.name);
    if (rival)
      throw conflict(
        `${publicId} cannot be named ${rival.name}, which is one of its competitors, now or once`,
      );
    await this.#track(brandId, publicId, trackedOf('self', declared, self), self);
    for (const competitor of declared.competitors ?? []) {
      const before = known.find((each) => each.role === 'competitor' && each.name === competitor.name);
      if (self?.name === competitor.name && declared.name !== self.name) {
        throw conflict(`${publicId} cannot give its old name ${self.name} to a competitor`);
      }
      await this.#track(brandId, publicId, trackedOf('competitor', competitor, before), before);
    }
    await this.#retireMissing(brandId, publicId, declared, known);
    const shared = sharedNames(await listTracked(this.#db, brandId));
    this.notices.push(...shared.map((each) => `${publicId}: ${each}`));
    await this.#noteDue(brandId, publicId);
  }

  async #track(
    brandId: number,
    publicId: string,
    settings: TrackedSettings,
    before: DeclaredTracked | undefined,
  ): Promise<void> {
    const name = `${publicId}: ${settings.name}`;
    if (before === undefined) {
      await insertTracked(this.#db, brandId, settings);
      this.#changed('created', 'tracked brand', name);
      return;
    }
    const { id, retired, ...current } = before;
    if (!retired && isDeepStrictEqual(current, settings)) return;
    await updateTracked(this.#db, brandId, id, settings);
    this.#changed('changed', 'tracked brand', name);
  }

  async #retireMissing(
    brandId: number,
    publicId: string,
    declared: DeclaredBrand,
    known: readonly DeclaredTracked[],
  ): Promise<void> {
    if (declared.competitors === undefined) return;
    const kept = new Set(declared.competitors.map((each) => each.name));
    for (const each of known) {
      if (each.role === 'self' || each.retired || kept.has(each.name)) continue;
      await retireTracked(this.#db, brandId, each.id, this.#now);
      this.#changed('retired', 'tracked brand', `${publicId}: ${each.name}`);
    }
  }

  async #noteDue(brandId: number, publicId: string): Promise<void> {
    const answers = await countDue(this.#db, brandId, await currentReading(this.#db, brandId));
    if (answers > 0) this.due.push({ brand: publicId, answers });
  }

  async #engines(brandId: number, publicId: string, declared: DeclaredBrand): Promise<void> {
    if (declared.engines === undefined) return;
    const before = new Set(await listAskedEngines(this.#db, brandId));
    if (isDeepStrictEqual(before, new Set(declared.engines))) return;
    await replaceEngines(this.#db, brandId, declared.engines);
    this.#changed('changed', 'engines', `${publicId}: ${declared.engines.join(', ') || 'none'}`);
  }

  async #prompts(brandId: number, publicId: string, declared: DeclaredBrand): Promise<void> {
    if (declared.prompts === undefined) return;
    const known = new Map((await listPrompts(this.#db, brandId)).map((prompt) => [prompt.text, prompt]));
    const wanted = declared.prompts.map(({ text, category, active }) => ({
      text,
      category: category ?? null,
      active: active ?? true,
    }));
    const added = wanted.filter((prompt) => !known.has(prompt.text));
    await insertPrompts(this.#db, brandId, added, this.#now);
    for (const prompt of added) this.#changed('created', 'prompt', `${publicId}: ${prompt.text}`);
    for (const prompt of wanted) {
      const before = known.get(prompt.text);
      known.delete(prompt.text);
      if (!before || isDeepStrictEqual(before, { ...prompt, id: before.id })) continue;
      await updatePrompt(this.#db, brandId, { ...prompt, id: before.id });
      this.#changed('changed', 'prompt', `${publicId}: ${prompt.text}`);
    }
    for (const left of known.values()) {
      if (!left.active) continue;
      await updatePrompt(this.#db, brandId, { ...left, active: false });
      this.#changed('retired', 'prompt', `${publicId}: ${left.text}`);
    }
  }

  #reach(what: string, name: string): void {
    if (this.#reached.has(what)) throw conflict(`the file reaches ${name} twice, under another name or id`);
    this.#reached.add(what);
  }

  #changed(action: Change['action'], kind: string, name: string): void {
    this.changes.push({ action, kind, name });
  }
}

function conflict(what: string): SightlineError {
  return new SightlineError('conflict', `Nothing was applied: ${what}.`);
}

/** The settings a file asks for: what it leaves out stays, or for a new brand is none. */
function settingsOf(declared: DeclaredBrand, known: DeclaredBrandRow | null): BrandSettings {
  const domain = valueOr(domainOf(declared), known?.domain ?? null);
  const market = declared.market;
  return {
    name: declared.name,
    domain,
    locationCode: market ? (market.location_code ?? null) : (known?.locationCode ?? null),
    languageCode: market ? (market.language_code ?? null) : (known?.languageCode ?? null),
    configured:
      declared.configured ?? (known === null || known.domain === null ? domain !== null : known.configured),
    samplesPerDay: declared.samples_per_day ?? known?.samplesPerDay ?? 1,
  };
}

function settingsOnly({
  name,
  domain,
  locationCode,
  languageCode,
  configured,
  samplesPerDay,
}: DeclaredBrandRow): BrandSettings {
  return { name, domain, locationCode, languageCode, configured, samplesPerDay };
}

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

/** What a file says, or what stands where it says nothing; null is something said. */
function valueOr<Value>(said: Value | undefined, standing: Value): Value {
  return said === undefined ? standing : said;
}
