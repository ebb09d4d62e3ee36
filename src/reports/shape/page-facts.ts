import Type from 'typebox';
import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { type FetchedPage, PAGE_TYPES } from '../../domain/web/page-facts.ts';
import { readingKey } from '../../extract/reading-key.ts';
import { instant, named, nullableInteger, nullableOneOf, nullableText } from './schemas.ts';

const nullableFlag = (description: string) =>
  Type.Unsafe<boolean | null>({ type: ['boolean', 'null'], description });

const nullableTexts = (description: string) =>
  Type.Unsafe<readonly string[] | null>({ type: ['array', 'null'], items: { type: 'string' }, description });

/** Facts read from a fetched page; no score. */
export const PageFactsSchema = named(
  'PageFacts',
  {
    fetched_at: instant('The time when Sightline fetched the page: everything here dates from then.'),
    reachable: nullableFlag(
      'Whether it answered with success. Null: not known, because its robots.txt disallows it or could not be read.',
    ),
    status: nullableInteger('HTTP status; null without an answer.'),
    problem: nullableText('Why Sightline could not read it, as a sentence; null if it did.'),
    leads_to: nullableText('Where it redirects, if that is another page.'),
    crawlers_kept_out: nullableTexts(
      'AI crawlers that its robots.txt does not allow. Null: unreadable robots.txt.',
    ),
    title: nullableText('Its title.'),
    type: nullableOneOf(
      PAGE_TYPES,
      'By its address, title, and structured data; `other` if they do not tell.',
    ),
    noindex: nullableFlag('Whether it refuses indexing.'),
    noindex_for: nullableTexts('AI crawlers that it refuses indexing by name.'),
    canonical: nullableText('The page that it names as the one to index, if that is another.'),
    published: nullableText('The day in its metadata, `2026-11-24`.'),
    changed: nullableText('The day in its metadata.'),
    names_you: nullableFlag('Whether its text names the brand. Null also if names changed since.'),
    names_competitors: nullableTexts('Competitors that its text names; null as `names_you`.'),
  },
  'Facts about a page; null if Sightline could not read it.',
);

export type PageFactsRow = Type.Static<typeof PageFactsSchema>;

/** Pages as reports and pages show them. @param tracked the brands tracked now */
export function pageFactsRows(tracked: readonly TrackedBrand[]): (page: FetchedPage) => PageFactsRow {
  const key = readingKey(tracked);
  return (page) => rowOf(page, page.lookedFor === key ? page.named : null, tracked);
}

/** @param ids the tracked brands that it names; null if that is not known of these */
function rowOf(
  page: FetchedPage,
  ids: readonly number[] | null,
  tracked: readonly TrackedBrand[],
): PageFactsRow {
  const { facts } = page;
  const names = ids === null ? null : tracked.filter(({ id }) => ids.includes(id));
  return {
    fetched_at: formatInstant(page.fetchedAt),
    reachable: page.isReachable,
    status: page.status,
    problem: page.problem,
    leads_to: page.leadsTo,
    crawlers_kept_out: page.keptOut,
    title: facts?.title ?? null,
    type: facts?.type ?? null,
    noindex: facts?.isNoindex ?? null,
    noindex_for: facts?.noindexFor ?? null,
    canonical: facts?.canonical ?? null,
    published: facts?.published ?? null,
    changed: facts?.changed ?? null,
    names_you: names?.some(({ role }) => role === 'self') ?? null,
    names_competitors: names?.flatMap(({ role, name }) => (role === 'competitor' ? [name] : [])) ?? null,
  };
}
