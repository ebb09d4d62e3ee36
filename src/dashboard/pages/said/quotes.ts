import { SPOKEN_WAYS, type SpokenWay } from '../../charts/said.ts';
import { type Content, type Html, html } from '../../markup/html.ts';
import { shortDay } from '../../parts/words/window-text.ts';
import { here, type Visit } from '../../visit/visit.ts';
import type { SaidPage, SaidRow } from './data.ts';
import { framingIn, WAY_WORDS } from './theme-table.ts';

/** A theme's newest sentences by framing, for the brand and the compared brand. */
export function sentences(visit: Visit, { themes, quoted, beside }: SaidPage): Content {
  const first = quoted?.data[0];
  if (!quoted || first === undefined) return null;
  if (!visit.mayOpen('answers'))
    return html`<p class="help">This link shows figures, but no sentences from answers.</p>`;
  const way = framingIn(visit);
  const ways = way === null ? SPOKEN_WAYS.toReversed() : [way];
  const own = columnsOf(visit, quoted.data, visit.brand.name, ways, ({ is_you: isYou }) => isYou);
  const theirs =
    beside === null ? [] : columnsOf(visit, quoted.data, beside, ways, ({ brand }) => brand === beside);
  return html`<section id="sentences" aria-labelledby="sentences-head">
<div class="section-head"><h2 id="sentences-head"><bdi>${first.theme_name}</bdi></h2>
<p class="choices">${[null, ...SPOKEN_WAYS.toReversed()].map(
    (each) =>
      html`<a class="choice" href="${here(visit, { theme: first.theme, framing: each })}#sentences"${each === way && html` aria-current="true"`}>${each === null ? 'All' : WAY_WORDS[each]}</a>`,
  )}</p>
${
  themes.length > 1 &&
  html`<p class="choices">${themes.map(
    ({ any }) =>
      any.theme !== first.theme &&
      html`<a href="${here(visit, { theme: any.theme })}#sentences"><bdi>${any.theme_name}</bdi></a> `,
  )}</p>`
}</div>
<p class="help">The newest sentences, word for word, one per answer.</p>
<div class="said-columns">${own}${theirs}</div>
</section>`;
}

function columnsOf(
  visit: Visit,
  rows: readonly SaidRow[],
  name: string,
  ways: readonly SpokenWay[],
  isOf: (row: SaidRow) => boolean,
) {
  return ways.flatMap((way) => {
    const row = rows.find((each) => isOf(each) && each.framing === way);
    return row === undefined || row.present === 0 ? [] : [columnOf(visit, row, name, way)];
  });
}

function columnOf(visit: Visit, row: SaidRow, name: string, way: SpokenWay): Html {
  const { quotes = [] } = row;
  return html`<div${!row.is_you && html` class="other"`}><h3>${!row.is_you && html`<bdi>${name}</bdi>: `}${WAY_WORDS[way]} <span class="muted">${row.present}</span></h3>${quotes.map((quote) => quoteOf(visit, row, quote))}</div>`;
}

type Quote = NonNullable<SaidRow['quotes']>[number];

function quoteOf(visit: Visit, { brand, is_you: isYou }: SaidRow, quote: Quote): Html {
  const { sentence, answer_id: id, collected_at: at, question, sites, cited_in: citedIn } = quote;
  const read =
    sites.length === 0
      ? 'no source'
      : html`<bdi>${sites.slice(0, MOST_SITES).join(', ')}</bdi>${sites.length > MOST_SITES && ` and ${sites.length - MOST_SITES} more`}${citedIn === 'answer' && ', cited by the answer'}`;
  return html`<blockquote class="quote"><p>${sentenceLink(visit, id, sentence, { brand, isYou })}</p>
<footer>${shortDay(at)} · <bdi>${question}</bdi><br>${read}</footer></blockquote>`;
}

const MOST_SITES = 2;

/** A sentence that links to its place in the answer. */
export function sentenceLink(
  visit: Visit,
  answerId: string,
  sentence: string,
  of: { readonly brand: string; readonly isYou: boolean } = { brand: visit.brand.name, isYou: true },
): Html {
  const href = visit.to(`answers/${answerId}`, { sentence });
  return html`<a class="figure-link" href="${href === null ? null : `${href}#sentence`}">${withName(plain(sentence), of)}</a>`;
}

/** A sentence without its Markdown. */
export function plain(sentence: string): string {
  return sentence
    .replace(/\[([^[\]]+)\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*\)/g, '$1')
    .replace(/\*\*|__|`/g, '')
    .replace(/^\s*(?:[-*+>#]+|\d+[.)])\s+/, '')
    .replace(/(?<!\s)\s+\|\s*|\|\s*/g, ' · ')
    .replace(/^ · | · $/g, '');
}

function withName(
  sentence: string,
  { brand, isYou }: { readonly brand: string; readonly isYou: boolean },
): Content {
  return sentence
    .split(brand)
    .map((part, index) =>
      index === 0
        ? part
        : html`<mark class="${isYou ? 'self' : 'competitor'} begins ends">${brand}</mark>${part}`,
    );
}
