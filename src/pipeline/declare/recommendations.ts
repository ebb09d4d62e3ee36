import { SightlineError } from '../../domain/errors.ts';
import { hostOfDomain } from '../../domain/host.ts';
import {
  askedAtAfter,
  LONGEST_NOTE,
  RECOMMENDATION_STATUSES,
  type RecommendationStatus,
  type SitePart,
  type SiteWork,
} from '../../domain/recommendation.ts';
import { siteOf } from '../../domain/site.ts';
import { canBeStored, oneLine } from '../../domain/text.ts';
import {
  deleteSiteWork,
  listSiteWork,
  saveSiteWork,
} from '../../storage/directory/recommendation-statuses.ts';
import type { Database } from '../../storage/driver/database.ts';
import { type EditDeps, editBrand, existingBrand } from './edit-brand.ts';

export type { SiteWork };

/** The work on a recommended site, as a person gives it. */
export interface GivenWork {
  /** A site such as `example.org`, or a host of it. */
  readonly site: string;
  readonly part: SitePart;
  readonly status: string;
  /** Left out, the note stays what it is; '' removes it. */
  readonly note?: string;
}

const MOST_SITES = 2000;

/**
 * Sets the status of a recommended site of a brand, by the brand's public id. A site that is open without a note is as if nothing had
 * been noted.
 *
 * @throws SightlineError `invalid_argument`, `no_such_brand`, or `conflict`
 */
export async function setRecommendation(deps: EditDeps, brand: string, given: GivenWork): Promise<void> {
  const { part } = given;
  const [site, status] = [siteFrom(given.site), statusFrom(given.status)];
  const written = given.note === undefined ? undefined : noteFrom(given.note);
  await editBrand(deps, brand, 'brand.recommendation', async (db, brandId) => {
    const all = await listSiteWork(db, brandId);
    const before = all.find((each) => each.site === site && each.part === part);
    const note = written ?? before?.note ?? '';
    const at = deps.now();
    const work = { site, part, status, note, askedAt: askedAtAfter(status, before, at) };
    if (status === 'open' && note === '') await deleteSiteWork(db, brandId, work);
    else if (before === undefined && all.length >= MOST_SITES) throw tooMany();
    else await saveSiteWork(db, brandId, work, { by: deps.actor, at });
    return `${site}${part === 'own' ? ' (own page)' : ''}: ${status}${note === '' ? '' : `, ${note}`}`;
  });
}

/** The sites of a brand that have a status or a note, by site. @throws SightlineError `no_such_brand` */
export async function siteWorkOf(db: Database, brand: string): Promise<SiteWork[]> {
  return await listSiteWork(db, await existingBrand(db, brand));
}

function siteFrom(given: string): string {
  const host = hostOfDomain(given);
  if (host === null) throw invalid('Give a site such as example.org.');
  return siteOf(host);
}

function statusFrom(given: string): RecommendationStatus {
  const status = RECOMMENDATION_STATUSES.find((each) => each === given);
  if (status === undefined) throw invalid(`The status is one of ${RECOMMENDATION_STATUSES.join(', ')}.`);
  return status;
}

function noteFrom(given: string): string {
  const note = oneLine(given).trim();
  if (note.length > LONGEST_NOTE || !canBeStored(note)) {
    throw invalid(`A note has at most ${LONGEST_NOTE} characters.`);
  }
  return note;
}

function invalid(sentence: string): SightlineError {
  return new SightlineError('invalid_argument', sentence);
}

function tooMany(): SightlineError {
  return new SightlineError('conflict', `This brand has a status of ${MOST_SITES} sites; reopen one first.`);
}
