import { CRAWLERS } from '../../domain/web/crawlers.ts';
import { pageDigestOf } from '../../domain/web/page.ts';
import type { FetchedPage } from '../../domain/web/page-facts.ts';
import { siteOf } from '../../domain/web/site.ts';
import { ownersAmong } from '../../domain/web/site-parts.ts';
import { countPages } from '../../panel/counts/cited/pages.ts';
import { listMostCited } from '../../storage/answers/lookups.ts';
import { listPagesOfSites } from '../../storage/site/page-facts.ts';
import { answersOfOne } from '../shape/slices.ts';
import { windowOf } from '../shape/window.ts';
import { addressText, type FindItems, listed, type TodoItem } from './item.ts';

const MOST_PAGES = 1000;

/** Own pages that answers cite, and that failed or were hidden from search when Sightline last fetched them. */
export const ownPagesToMend: FindItems = async (context, query) => {
  const { db, brand } = context;
  const hosts = brand.tracked.flatMap((each) => (each.role === 'self' ? each.hosts : []));
  const fetched = await listPagesOfSites(db, brand.id, [...new Set(hosts.map(siteOf))]);
  const faulty = fetched.filter((page) => faultOf(page, page.url) !== null);
  if (faulty.length === 0) return [];
  const byDigest = new Map(faulty.map((page) => [pageDigestOf(page.url), page]));
  const ownersOf = ownersAmong(brand.tracked);
  const isOnHost = (host: string) => ownersOf(host).some(({ role }) => role === 'self');
  const answers = await answersOfOne(context, query, windowOf(context.now, query).period);
  const counts = await countPages(answers, { isOnHost, limit: MOST_PAGES });
  const cited = await listMostCited(db, brand.id, counts, MOST_PAGES);
  return cited.flatMap(({ url, answers: citing }) => {
    const page = byDigest.get(pageDigestOf(url));
    const fault = page === undefined ? null : faultOf(page, addressText(url));
    const found = { subject: url, page: url, answers: citing, filters: { cites: url } };
    return page === undefined || fault === null ? [] : [{ ...found, ...fault, observedFrom: page.fetchedAt }];
  });
};

type Fault = Pick<TodoItem, 'kind' | 'facts' | 'title' | 'reason' | 'advice'>;

function faultOf(page: FetchedPage, address: string): Fault | null {
  return page.isReachable === false ? failed(page, address) : hidden(page, address);
}

function failed({ status, problem }: FetchedPage, address: string): Fault {
  return {
    kind: 'page_fails',
    facts: [status === null ? 'no reply' : `${status}`],
    title: `Repair ${address}`,
    reason: status === null ? (problem ?? 'It does not answer.') : `It answers ${status}.`,
    advice: 'Restore the page, or redirect its address to one that answers.',
  };
}

/** Crawlers that look for pages to answer with; keeping out the others hides nothing from answers. */
const SEARCHING: ReadonlySet<string> = new Set(
  CRAWLERS.filter(({ purpose }) => purpose === 'search' || purpose === 'user').map(({ token }) => token),
);

function hidden({ facts, keptOut }: FetchedPage, address: string): Fault | null {
  const searching = (tokens: readonly string[] | null | undefined) =>
    (tokens ?? []).filter((token) => SEARCHING.has(token));
  const [refused, out] = [searching(facts?.noindexFor), searching(keptOut)];
  const all = facts?.isNoindex === true;
  if (!all && refused.length === 0 && out.length === 0) return null;
  return {
    kind: 'page_hidden',
    facts: [
      ...(all ? ['noindex'] : refused.map((each) => `noindex ${each}`)),
      ...out.map((each) => `robots.txt ${each}`),
    ],
    title: `Let engines index ${address}`,
    reason: [
      ...(all ? ['It says noindex.'] : refused.length > 0 ? [`It says noindex to ${listed(refused)}.`] : []),
      ...(out.length > 0 ? [`Its robots.txt keeps out ${listed(out)}.`] : []),
    ].join(' '),
    advice: `If that is not meant, ${[
      ...(all || refused.length > 0 ? ['remove noindex from the page'] : []),
      ...(out.length > 0 ? ['let these crawlers in'] : []),
    ].join(' and ')}.`,
  };
}
