import { siteOf } from '../../../domain/web/site.ts';
import type { reports } from '../../../reports/index.ts';
import type { RowOf } from '../../../reports/shape/report.ts';
import { type Content, type Html, html } from '../../markup/html.ts';
import { shortDay } from '../../parts/words/window-text.ts';
import type { Visit } from '../../visit/visit.ts';
import type { Facts, SaidRow } from './data.ts';

/** A sentence from an answer. */
interface Quoted {
  /** Null if only the answer is known. */
  readonly sentence: string | null;
  readonly answer: string;
  readonly at: string;
  readonly question: string;
  /** Pages or sites that it cites. */
  readonly cites: readonly string[];
}

interface QuoteColumn {
  readonly title: Content;
  /** The link to everything, or its count. */
  readonly aside: Content;
  readonly quotes: readonly Quoted[];
  /** What each quote is, such as its verdict. */
  readonly chip: Content;
  /** If there is no quote. */
  readonly none: Content;
}

const MOST_SHOWN = 3;
const MOST_CITED = 2;

/** Newest sentences, one for all that have the same words. */
export function quoteColumn(visit: Visit, { title, aside, quotes, chip, none }: QuoteColumn): Html {
  const same = [...Map.groupBy(quotes, ({ sentence, answer }) => wordsOf(sentence) ?? answer).values()];
  return html`<section><div class="section-head"><h2>${title}</h2>${aside}</div>
${same.length === 0 && html`<p class="help">${none}</p>`}
${same.slice(0, MOST_SHOWN).map((each) => quoteOf(visit, each, { chip, of: quotes.length }))}</section>`;
}

function quoteOf(
  visit: Visit,
  [first, ...others]: readonly Quoted[],
  { chip, of }: { readonly chip: Content; readonly of: number },
): Content {
  if (first === undefined) return null;
  const { sentence, answer, at, question, cites } = first;
  const times = others.length > 0 && html`${others.length + 1} of the newest ${of} · `;
  return html`<blockquote class="quote"><p>${sentence ? sentenceLink(visit, answer, sentence) : html`<a href="${visit.to(`answers/${answer}`)}">the answer</a>`}</p>
<footer>${chip} ${times}${shortDay(at)} · <bdi>${question}</bdi><br>${citesText(visit, cites)}</footer></blockquote>`;
}

function citesText(visit: Visit, cites: readonly string[]): Content {
  if (cites.length === 0) return 'no source';
  const left = cites.length - MOST_CITED;
  return html`cites ${cites.slice(0, MOST_CITED).map((each, index) => html`${index > 0 && ', '}${citedLink(visit, each)}`)}${left > 0 && ` and ${left} more`}`;
}

/** A page by its address without what all have in common, or a site. */
function citedLink(visit: Visit, cited: string): Html {
  if (/^https?:\/\//.test(cited)) {
    const short = cited.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '');
    return html`<a class="away" rel="noopener nofollow" href="${cited}"><bdi>${short}</bdi></a>`;
  }
  return html`<a href="${visit.to(`sources/${encodeURIComponent(siteOf(cited))}`)}"><bdi>${cited}</bdi></a>`;
}

/** The sentence without Markdown and citation marks, to compare. */
function wordsOf(sentence: string | null): string | null {
  return (
    sentence &&
    plain(sentence)
      .replace(/\[\d+\]/g, '')
      .replace(/\s+/g, ' ')
      .trim()
      .toLowerCase()
  );
}

/** A theme's newest sentences with one framing. */
export function ofTheme({ quotes = [] }: SaidRow): Quoted[] {
  return quotes.map(({ sentence, answer_id, collected_at, question, sites }) => ({
    sentence,
    answer: answer_id,
    at: collected_at,
    question,
    cites: sites,
  }));
}

/** Each answer's sentence about the brand. */
export function ofAnswers(answers: readonly RowOf<typeof reports.answers>[]): Quoted[] {
  return answers.map(({ id, collected_at, prompt, mentions, citations }) => ({
    sentence: mentions.find(({ role }) => role === 'self')?.snippet ?? null,
    answer: id,
    at: collected_at,
    question: prompt,
    cites: [...new Set(citations.map(({ domain }) => domain))],
  }));
}

/** Sentences that contradict a fact, on every engine. */
export function ofFact({ contradictions }: Facts['data'], fact: string): Quoted[] {
  return contradictions
    .filter((each) => each.fact === fact)
    .map(({ sentence, answer_id, collected_at, question, pages }) => ({
      sentence,
      answer: answer_id,
      at: collected_at,
      question,
      cites: pages,
    }));
}

/** A sentence that links to its place in the answer. */
function sentenceLink(visit: Visit, answerId: string, sentence: string): Html {
  const href = visit.to(`answers/${answerId}`, { sentence });
  const { name } = visit.brand;
  const marked = plain(sentence)
    .split(name)
    .map((part, index) => (index === 0 ? part : html`<mark class="self begins ends">${name}</mark>${part}`));
  return html`<a class="figure-link" href="${href === null ? null : `${href}#sentence`}">${marked}</a>`;
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
