import {
  askedAtAfter,
  type RecommendationStatus,
  type SitePart,
  type SiteWork,
} from '../../domain/alerts/recommendation.ts';
import { SightlineError } from '../../domain/errors.ts';
import { oneLine } from '../../domain/text.ts';
import { hostOfDomain } from '../../domain/web/host.ts';
import { siteOf } from '../../domain/web/site.ts';
import {
  deleteSiteWork,
  listSiteWork,
  saveSiteWork,
} from '../../storage/directory/brand/recommendation-statuses.ts';
import { type EditDeps, editBrand } from './edit-brand.ts';

export type { SiteWork };

export interface WorkInput {
  /** A site such as `example.org`, or one of its hosts. */
  readonly site: string;
  readonly part: SitePart;
  readonly status: RecommendationStatus;
  /** Default: keep the note; '' removes it. */
  readonly note?: string;
}

const MOST_SITES = 2000;

/**
 * Sets a recommended site's status. An open site without a note needs no row.
 *
 * @returns the work before and after, in words
 * @throws SightlineError `invalid_argument`, `no_such_brand`, or `conflict`
 */
export async function setRecommendation(
  deps: EditDeps,
  brand: string,
  given: WorkInput,
): Promise<{ readonly before: string; readonly after: string }> {
  const { part, status } = given;
  const site = siteFrom(given.site);
  const written = given.note === undefined ? undefined : oneLine(given.note);
  let earlier = 'open';
  const after = await editBrand(deps, brand, 'brand.recommendation', async (db, brandId) => {
    const all = await listSiteWork(db, brandId);
    const before = all.find((each) => each.site === site && each.part === part);
    const note = written ?? before?.note ?? '';
    if (before !== undefined) earlier = workWords(before);
    const work = { site, part, status, note, askedAt: askedAtAfter(status, before, deps.now()) };
    if (status === 'open' && note === '') await deleteSiteWork(db, brandId, work);
    else if (before === undefined && all.length >= MOST_SITES) throw tooMany();
    else await saveSiteWork(db, brandId, work);
    return `${site}${part === 'own' ? ' (own page)' : ''}: ${workWords(work)}`;
  });
  return { before: earlier, after: after.slice(after.indexOf(': ') + 2) };
}

function workWords({ status, note }: Pick<SiteWork, 'status' | 'note'>): string {
  return note === '' ? status : `${status}, ${note}`;
}

function siteFrom(given: string): string {
  const host = hostOfDomain(given);
  if (host === null) throw invalid('Give a site such as example.org.');
  return siteOf(host);
}

function invalid(sentence: string): SightlineError {
  return new SightlineError('invalid_argument', sentence);
}

function tooMany(): SightlineError {
  return new SightlineError('conflict', `This brand has statuses for ${MOST_SITES} sites; reopen one first.`);
}
