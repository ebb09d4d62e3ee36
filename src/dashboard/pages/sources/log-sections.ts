import { counted } from '../../../domain/text.ts';
import { reports } from '../../../reports/index.ts';
import { codeWords } from '../../../reports/show/code-words.ts';
import { plainTable } from '../../charts/figure.ts';
import { type Html, html } from '../../markup/html.ts';
import type { Visit } from '../../visit/visit.ts';

/** Most pages named for a product. */
const MOST_LANDED = 3;

const NONE = '–';

/** Crawlers by verified requests, and what is left out. */
export async function crawlersSection(visit: Visit): Promise<Html> {
  const { data } = await visit.figures(reports.crawls, { compare: undefined });
  const all = await visit.figures(reports.crawls, { compare: undefined, paths: 'all' });
  const beside = sum(all.data.map(({ requests }) => requests)) - sum(data.map(({ requests }) => requests));
  const rows = [...Map.groupBy(data, ({ crawler }) => crawler)].map(([crawler, of]) => {
    const at = (verdict: string) => of.find((row) => row.verdict === verdict);
    const count = (verdict: string) => (of[0]?.requests === null ? NONE : (at(verdict)?.requests ?? 0));
    const isAnyone = of[0]?.requests !== null;
    return {
      verified: at('verified')?.requests ?? -1,
      cells: [
        html`<bdi>${crawler}</bdi>`,
        codeWords(of[0]?.purpose ?? ''),
        count('verified'),
        count('spoofed'),
        count('unverifiable'),
        isAnyone ? (at('verified')?.pages ?? 0) : NONE,
        isAnyone ? (at('verified')?.refused ?? 0) : NONE,
        toldOf(of),
      ],
    };
  });
  const of = (isVerified: boolean) =>
    rows
      .filter(({ verified }) => verified > 0 === isVerified)
      .toSorted((one, other) => other.verified - one.verified)
      .map(({ cells }) => cells);
  const [main, others] = [of(true), of(false)];
  const heads = [
    'Crawler',
    'Reads for',
    'Verified',
    'Spoofed',
    'Not verifiable',
    'Pages',
    'Refused',
    'How it is told',
  ];
  return html`<section aria-labelledby="who-reads"><div class="section-head"><h2 id="who-reads">Who reads</h2><span class="help">Requests for pages; ${beside.toLocaleString('en-US')} for robots.txt, sitemaps, and files are left out. Pages and refusals are of verified requests, which came from their operators’ published addresses.</span></div>
${
  main.length > 0 &&
  plainTable(
    heads.slice(0, -1),
    main.map((cells) => cells.slice(0, -1)),
    'side-by-side',
  )
}
${others.length > 0 && html`<details class="more"${main.length === 0 && html` open`}><summary>${counted(others.length, 'crawler')} without a verified request</summary>${plainTable(heads, others, 'side-by-side')}</details>`}</section>`;
}

function toldOf(
  of: readonly { readonly requests: number | null; readonly verdict: string | null }[],
): string {
  if (of[0]?.requests === null)
    return 'a word in robots.txt; it never makes a request, so there is nothing to count';
  return of.every(({ verdict }) => verdict === 'unverifiable')
    ? 'no published address proves it'
    : 'its operator’s published addresses';
}

/** Visits by product and evidence. */
export async function visitsSection(visit: Visit): Promise<Html> {
  const { data } = await visit.figures(reports.visits, { compare: undefined });
  const landed = await visit.figures(reports.visits, { compare: undefined, by: 'page' });
  const rows = [...Map.groupBy(data, ({ product }) => product)].map(([product, of]) => {
    const count = (evidence: string) =>
      sum(of.filter((row) => row.evidence === evidence).map(({ visits }) => visits));
    const pages = landed.data
      .filter((row) => row.product === product && (row.visits ?? 0) > 0)
      .slice(0, MOST_LANDED);
    return [
      of[0]?.product_name ?? '',
      sum(of.map(({ visits }) => visits)),
      count('referrer'),
      count('utm') + count('utm_in_referrer'),
      sum(of.map(({ paid }) => paid)),
      html`<span class="list">${pages.map(({ page, visits }, place) => html`${place > 0 && ', '}<bdi>${page}</bdi> ${visits}`)}</span>`,
    ];
  });
  return html`<section aria-labelledby="visits-from"><div class="section-head"><h2 id="visits-from">Where visits come from</h2><span class="help">Only what says where it comes from; a copied link keeps its utm, so colleagues count too.</span></div>
${
  rows.length === 0
    ? html`<p class="empty">No visit in the log of this window says that an AI product led to it.</p>`
    : plainTable(
        ['Product', 'Visits', 'By referrer', 'By utm alone', 'Paid, apart', 'Landed most on'],
        rows,
        'side-by-side',
      )
}
<p class="help">Visits from Google’s AI Overviews cannot be told from Google search and are not here.</p></section>`;
}

function sum(counts: readonly (number | null)[]): number {
  return counts.reduce<number>((all, each) => all + (each ?? 0), 0);
}
