import { storedPage } from '../../../pipeline/site/stored-pages.ts';
import { type PageFactsRow, pageFactsRow } from '../../../reports/shape/page-facts.ts';
import { type Content, type Html, html } from '../../markup/html.ts';
import { indexingWords, keptOutWords } from '../../parts/table/page-facts.ts';
import type { Visit } from '../../visit/visit.ts';

const LIST = new Intl.ListFormat('en-US');

/** Facts from the last fetch, and a button to fetch. They never form a score. */
export async function factsSection(visit: Visit, url: string): Promise<Html | null> {
  const { pages, tracked } = await storedPage(visit.db, visit.brand.id, url);
  const [page] = pages;
  if (page === undefined && !visit.mayEdit) return null;
  const facts = page === undefined ? null : pageFactsRow(page, tracked);
  const action =
    visit.mayEdit &&
    html`<form method="post" action="${visit.address('page', { url })}"><button name="do" value="fetch">${facts === null ? 'Fetch the page' : 'Fetch it again'}</button></form>`;
  return html`<section aria-labelledby="page-facts"><div class="section-head"><h2 id="page-facts">On the page</h2>${action}</div>
${facts === null ? html`<p class="help">Sightline has not fetched it yet.</p>` : factsList(visit, { url, ...facts })}</section>`;
}

function factsList(visit: Visit, facts: PageFactsRow & { readonly url: string }): Html {
  const lines: readonly (readonly [string, Content])[] = [
    ['Answer', facts.problem ?? facts.status],
    ...(facts.leads_to === null ? [] : [['Redirects to', html`<bdi>${facts.leads_to}</bdi>`] as const]),
    ...(facts.type === null ? [] : readLines(facts)),
    ['AI crawlers blocked', keptOutWords(facts)],
  ];
  return html`<dl class="tests">${lines.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
<p class="help">As fetched on ${visit.times.of(facts.fetched_at)}. Based on robots.txt; Sightline cannot see a firewall’s rules.</p>`;
}

/** Facts about a page that Sightline could read. */
function readLines(facts: PageFactsRow & { readonly url: string }): (readonly [string, Content])[] {
  return [
    ['Title', facts.title === null ? 'none' : html`<bdi>${facts.title}</bdi>`],
    ['Type', facts.type],
    ['Names', namesOf(facts)],
    ['Indexing', indexingWords(facts)],
    ['Published', facts.published ?? 'not given'],
    ['Changed', facts.changed ?? 'not given'],
  ];
}

function namesOf({ names_you: you, names_competitors: competitors }: PageFactsRow): Content {
  if (you === null || competitors === null) return 'unknown: your names changed since';
  const names = [...(you ? ['you'] : []), ...competitors];
  return names.length === 0 ? 'neither you nor a competitor' : html`<bdi>${LIST.format(names)}</bdi>`;
}
