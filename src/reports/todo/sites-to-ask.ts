import { siteSubject } from '../../domain/alerts/todo.ts';
import { pageDigestOf } from '../../domain/web/page.ts';
import type { FetchedPage } from '../../domain/web/page-facts.ts';
import type { OtherKind } from '../../domain/web/site-kinds.ts';
import { listPages } from '../../storage/site/page-facts.ts';
import { type PageFactsRow, pageFactsRows } from '../shape/page-facts.ts';
import type { ReportContext, RowOf } from '../shape/report.ts';
import { citedIn, recommendations } from '../sources/recommendations.ts';
import { addressText, type FindItems, listed, type TodoItem } from './item.ts';

/** Sites that engines read: a cited page of theirs named a competitor and not the brand when Sightline last fetched it. */
export const sitesToAsk: FindItems = async (context, query) => {
  const { db, brand } = context;
  const rowOf = pageFactsRows(brand.tracked);
  const naming = (await listPages(db, brand.id)).flatMap((page) => namingOthers(page, rowOf(page)) ?? []);
  if (naming.length === 0) return [];
  const byDigest = new Map(naming.map((page) => [pageDigestOf(page.url), page]));
  const { data } = await recommendations.run(context, query);
  return data.flatMap((site) => (site.kind === 'own_page' ? [] : (itemOf(context, site, byDigest) ?? [])));
};

/** A page that names competitors, and not the brand; null for others. */
function namingOthers(page: FetchedPage, { names_you: you, names_competitors: rivals, type }: PageFactsRow) {
  return you !== false || !rivals?.length ? null : { ...page, type, rivals };
}

type NamingPage = NonNullable<ReturnType<typeof namingOthers>>;

function itemOf(
  { brand: { name, tracked } }: ReportContext,
  row: RowOf<typeof recommendations>,
  fetched: ReadonlyMap<string, NamingPage>,
): TodoItem | null {
  const naming = row.pages.flatMap(({ url }) => fetched.get(pageDigestOf(url)) ?? []);
  const [first] = naming;
  if (first === undefined) return null;
  const rivals = tracked.flatMap((each) =>
    naming.some((page) => page.rivals.includes(each.name)) ? [each.name] : [],
  );
  const isList = naming.every(({ type }) => type === 'list' || type === 'comparison');
  return {
    kind: 'site',
    subject: siteSubject(row.site, 'others'),
    facts: rivals,
    observedFrom: Math.min(...naming.map(({ fetchedAt }) => fetchedAt)),
    site: row.site,
    page: first.url,
    ...WORDS[row.kind as OtherKind](row.site, name, addressText(first.url)),
    reason: `It ${isList ? 'lists' : 'names'} ${listed(rivals)}.`,
    answers: row.answers,
    filters: { ...citedIn(row), names: 'competitor', names_not: 'self' },
  };
}

type Words = (site: string, brand: string, page: string) => Pick<TodoItem, 'title' | 'advice'>;

const NO_PROOF =
  'Sites has whether each engine names you more often, less often, or as often where it cites it.';

const WORDS: Readonly<Record<OtherKind, Words>> = {
  listing: (site, brand, page) => ({
    title: `Ask ${site} to list ${brand}`,
    advice: `Write to its editors, first about ${page}. ${NO_PROOF}`,
  }),
  community: (site, brand, page) => ({
    title: `Tell ${site} about ${brand}`,
    advice: `Its members write it: answer where you can help, first on ${page}, and say who you are. ${NO_PROOF}`,
  }),
  marketplace: (site, brand, page) => ({
    title: `Offer ${brand} on ${site}`,
    advice: `Offer it there, or complete its entry; answers cite ${page}. ${NO_PROOF}`,
  }),
};
