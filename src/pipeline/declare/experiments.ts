import type { RandomBytes } from '../../domain/access/base62.ts';
import { publicId } from '../../domain/access/public-id.ts';
import {
  drawArms,
  type ExperimentDates,
  LEAST_PROMPTS,
  MOST_PROMPTS,
  type Registration,
  registrationHash,
  registrationText,
  WASHOUT_DAYS,
} from '../../domain/alerts/experiment.ts';
import { ENGINE_SLUGS } from '../../domain/answers/engine.ts';
import { type BrandMarket, isAskedIn } from '../../domain/brand/market.ts';
import { brandsCalled, namesOfBrand } from '../../domain/brand/named-brand.ts';
import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import { SightlineError } from '../../domain/errors.ts';
import { questionIdOf } from '../../domain/questions/question-id.ts';
import { tagKey } from '../../domain/questions/tags.ts';
import { givenNameOf, LONGEST_NAME } from '../../domain/text.ts';
import { formatInstant, parseDay } from '../../domain/time/instant.ts';
import { DAY_MS } from '../../domain/time/period.ts';
import {
  countOpenExperiments,
  findExperiment,
  insertExperiment,
  markWithdrawn,
} from '../../storage/directory/brand/experiments.ts';
import { listMarkets } from '../../storage/directory/brand/markets.ts';
import { listPlannedPrompts, listTaggedPrompts } from '../../storage/directory/brand/prompts.ts';
import { listAskedEngines, listTracked } from '../../storage/directory/brands.ts';
import { findOrganizationOfBrand } from '../../storage/directory/organizations.ts';
import type { Database } from '../../storage/driver/database.ts';
import { auditOwned, lockOwnedBrand, noBrand, type OwnedBrand, ownedBrandId } from '../owned-brand.ts';
import { rolledBack } from './apply/roll-back.ts';
import { type ExperimentRequest, notRegistered } from './experiment-request.ts';

export interface ExperimentDeps {
  readonly db: Database;
  readonly now: () => number;
  readonly random: RandomBytes;
  /** For the audit log: a user's id, or a word such as `server`. */
  readonly actor: string;
}

/** An experiment just registered, or a preview. */
export interface NewExperiment {
  readonly registered: Registration;
  readonly hash: string;
}

const DEFAULT_DAYS = 28;
const MOST_OPEN = 20;
const SEED_BYTES = 16;

/** A brand by id in any organization, for the operator. @throws SightlineError `no_such_brand` */
export async function brandOfOperator(db: Database, brand: string): Promise<OwnedBrand> {
  const owner = await findOrganizationOfBrand(db, brand);
  if (owner === null) throw noBrand();
  return { organizationId: owner.id, brand };
}

/**
 * Registers an experiment before it starts. Draws the arms unless given; nothing can change afterwards.
 *
 * @throws SightlineError `invalid_argument`, `no_such_brand`, or `conflict`
 */
export async function registerExperiment(
  deps: ExperimentDeps,
  of: OwnedBrand,
  request: ExperimentRequest,
): Promise<NewExperiment> {
  return await deps.db.transaction().execute((db) => registerIn({ ...deps, db }, of, request));
}

/**
 * Previews a registration: registers, looks, and rolls back. Registering draws new arms.
 *
 * @throws as registerExperiment
 */
export async function previewExperiment<Seen>(
  deps: ExperimentDeps,
  of: OwnedBrand,
  request: ExperimentRequest,
  look: (db: Database, made: NewExperiment) => Promise<Seen>,
): Promise<Seen> {
  return await rolledBack(deps.db, async (db) => look(db, await registerIn({ ...deps, db }, of, request)));
}

/**
 * Withdraws an unfinished experiment; it stays listed, with the reason. Idempotent. Impossible after a report has
 * shown its effect.
 *
 * @throws SightlineError `invalid_argument`, `not_found`, `conflict`, or `no_such_brand`
 */
export async function withdrawExperiment(
  deps: ExperimentDeps,
  of: OwnedBrand,
  id: string,
  reason: string,
): Promise<void> {
  const because = nameOf(reason, 'The reason');
  await deps.db.transaction().execute(async (db) => {
    const brandId = await ownedBrandId(db, of);
    const found = await findExperiment(db, brandId, id);
    if (found === null) throw new SightlineError('not_found', 'The brand has no experiment with that id.');
    if (deps.now() >= found.endsAt) {
      throw new SightlineError(
        'conflict',
        'The experiment has ended and a report has shown its effect, so you can no longer withdraw it.',
      );
    }
    if (!(await markWithdrawn(db, brandId, id, { at: deps.now(), because }))) return;
    const detail = `${found.registered.name}, because: ${because}`;
    await auditOwned({ ...deps, db }, of, 'experiment.withdraw', id, detail);
  });
}

async function registerIn(
  deps: ExperimentDeps,
  of: OwnedBrand,
  request: ExperimentRequest,
): Promise<NewExperiment> {
  const { db, random } = deps;
  const now = deps.now();
  const brandId = await lockOwnedBrand(db, of);
  if ((await countOpenExperiments(db, brandId, now)) >= MOST_OPEN) {
    throw new SightlineError('conflict', `This brand has ${MOST_OPEN} experiments that are not over.`);
  }
  const dates = datesOf(request, now);
  const market = marketOf(await listMarkets(db, brandId), request.market);
  const about = aboutOf(await listTracked(db, brandId), request.about);
  const id = publicId('exp', random);
  const registered: Registration = {
    id,
    name: nameOf(request.name, 'The name'),
    brand: of.brand,
    about: about.name,
    measure: request.measure ?? 'named',
    direction: request.direction ?? 'up',
    market: market.name,
    engines: enginesOf(request.engines ?? (await listAskedEngines(db, brandId))),
    registered_at: formatInstant(now),
    starts_at: formatInstant(dates.startsAt),
    ends_at: formatInstant(dates.endsAt),
    ...armsOf(request, await promptsOf(db, brandId, market), random),
  };
  const text = registrationText(registered);
  const hash = registrationHash(text);
  const ids = { trackedId: about.id, marketId: market.id };
  await insertExperiment(db, brandId, { registered, hash, ...ids, ...dates }, text);
  await auditOwned({ ...deps, db }, of, 'experiment.register', id, `${registered.name}, SHA-256 ${hash}`);
  return { registered, hash };
}

function datesOf({ starts, days = DEFAULT_DAYS }: ExperimentRequest, now: number): ExperimentDates {
  const startsAt = parseDay(starts);
  if (startsAt === null) throw notRegistered(['starts must be a UTC day such as 2026-12-01']);
  if (startsAt < now)
    throw notRegistered(['starts must be later than today: register an experiment before it starts']);
  return { startsAt, endsAt: startsAt + (WASHOUT_DAYS + days) * DAY_MS };
}

function marketOf(markets: readonly BrandMarket[], name: string | undefined): BrandMarket {
  const active = markets.filter((each) => each.active);
  const found = name === undefined ? active[0] : active.find((each) => each.name === name);
  if (found !== undefined) return found;
  throw notRegistered([`market must be one of ${active.map((each) => each.name).join(', ')}`]);
}

function aboutOf(tracked: readonly TrackedBrand[], name: string | undefined): TrackedBrand {
  const called =
    name === undefined
      ? tracked.filter(({ role }) => role === 'self')
      : brandsCalled(
          name,
          tracked.map((brand) => ({ ...namesOfBrand(brand), brand })),
        ).map(({ brand }) => brand);
  const [found, ...others] = called;
  if (found !== undefined && others.length === 0) return found;
  throw notRegistered(['about must be the name of a tracked brand']);
}

/** Engines in report order, each once. */
function enginesOf(slugs: readonly string[]): string[] {
  const unknown = slugs.filter((slug) => !ENGINE_SLUGS.includes(slug));
  if (unknown.length > 0) throw notRegistered([`engines: there is no engine ${unknown.join(', ')}`]);
  const engines = ENGINE_SLUGS.filter((slug) => slugs.includes(slug));
  if (engines.length === 0) throw notRegistered(['engines: the brand has none; name at least one']);
  return engines;
}

/** A prompt eligible for an experiment. */
interface Candidate {
  readonly id: string;
  readonly text: string;
  readonly tags: readonly string[];
}

/** Prompts asked in a market. */
async function promptsOf(db: Database, brandId: number, market: BrandMarket): Promise<Candidate[]> {
  const [planned, tagged] = await Promise.all([
    listPlannedPrompts(db, brandId),
    listTaggedPrompts(db, brandId),
  ]);
  const tagsOf = new Map(tagged.map(({ id, tags }) => [id, tags]));
  return planned
    .filter(({ active, markets }) => active && isAskedIn(markets, market.id))
    .map(({ id, text, digest }) => ({ id: questionIdOf(digest), text, tags: tagsOf.get(id) ?? [] }));
}

/** The given or drawn arms. */
function armsOf(
  { prompts, tag, treated, control }: ExperimentRequest,
  candidates: readonly Candidate[],
  random: RandomBytes,
): Pick<Registration, 'seed' | 'treated' | 'control'> {
  if (treated !== undefined && control !== undefined) {
    const arms = { treated: idsOf(treated, candidates), control: idsOf(control, candidates) };
    const both = arms.treated.filter((id) => arms.control.includes(id));
    if (both.length > 0) throw notRegistered([`a question is in both arms: ${both[0]}`]);
    for (const arm of Object.values(arms)) refuseFew(arm.length, LEAST_PROMPTS, 'each arm has');
    return { seed: null, ...arms };
  }
  const tagged =
    tag === undefined
      ? candidates
      : candidates.filter(({ tags }) => tags.some((each) => tagKey(each) === tagKey(tag)));
  const all = prompts === undefined ? tagged.map(({ id }) => id).sort() : idsOf(prompts, candidates);
  refuseFew(all.length, 2 * LEAST_PROMPTS, 'two arms have');
  if (all.length > MOST_PROMPTS)
    throw notRegistered([
      `there are ${all.length} questions, and ${MOST_PROMPTS} at most can be in an experiment`,
    ]);
  const seed = Buffer.from(random(SEED_BYTES)).toString('hex');
  return { seed, ...drawArms(seed, all) };
}

function refuseFew(questions: number, least: number, what: string): void {
  if (questions >= least) return;
  throw notRegistered([
    `${what} at least ${least} questions, and ${questions} ${questions === 1 ? 'was' : 'were'} given`,
  ]);
}

/** Prompts by id or text, in ascending id order, each once. */
function idsOf(said: readonly string[], candidates: readonly Candidate[]): string[] {
  const known = new Map(candidates.flatMap(({ id, text }) => [[id, id] as const, [text, id] as const]));
  const ids = said.map((each) => {
    const id = known.get(each);
    if (id !== undefined) return id;
    throw notRegistered([`this question is not asked in the market: ${each.slice(0, 100)}`]);
  });
  return [...new Set(ids)].sort();
}

function nameOf(text: string, what: string): string {
  const name = givenNameOf(text);
  if (name !== null) return name;
  throw new SightlineError('invalid_argument', `${what} must have 1 to ${LONGEST_NAME} characters.`);
}
