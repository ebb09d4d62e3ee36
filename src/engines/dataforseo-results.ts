import { pageKeyOf } from '../domain/web/page.ts';
import { readTask } from './dataforseo.ts';
import { cardsIn } from './dataforseo-cards.ts';
import type { EngineReading, Reply, Source } from './engine.ts';
import { answered, type Found, failed, saidNothing, sourceOf } from './engine-reading.ts';
import { isGoogleViewer } from './google-viewer.ts';
import { type Json, objects, text, texts } from './json.ts';

/** The two kinds of results that DataForSEO has of AI answers: a page of search results with an AI overview, and an app's answer. */

/**
 * Reads the AI overview on a page of search results, of Google or Bing, which is all that counts there; an answer of AI Mode is one too. A
 * page without one is an answer that says nothing.
 *
 * @throws Error where the page has no list of items, or its AI overview nothing that could be its text
 */
export function readOverviewPage(replies: readonly Reply[]): EngineReading {
  return readTask(replies, (page, costUsd) => readAiOverview(page, { costUsd }));
}

/** The same of AI Mode, which shows advertisements and products. */
export function readAiModePage(replies: readonly Reply[]): EngineReading {
  return readTask(replies, (page, costUsd) => {
    const overview = objects(page.items).find(({ type }) => type === 'ai_overview');
    return readAiOverview(page, { costUsd, cards: cardsIn(overview?.items) });
  });
}

function readAiOverview(page: Json, found: Pick<Found, 'costUsd' | 'cards'>): EngineReading {
  if (page.items !== null && !Array.isArray(page.items)) throw new Error('the page has no items');
  const overview = objects(page.items).find(({ type }) => type === 'ai_overview');
  if (overview === undefined) return saidNothing('no_ai_overview', found);
  if (isNotLoaded(overview)) return failed('ai_overview_not_loaded', 'transient');
  return answered(markdownOf(overview), { cited: citedIn(overview), ...found });
}

/** Google shows an overview there whose text was to be loaded after the page. */
function isNotLoaded({ asynchronous_ai_overview, markdown, items }: Json): boolean {
  const isBlank = (text(markdown) ?? '').trim() === '' && objects(items).length === 0;
  return asynchronous_ai_overview === true && isBlank;
}

/**
 * The pages that an overview refers to, each once: in the order of the list next to it, then those that only its paragraphs
 * have, then those that only the marks in its text have. None of the three is complete.
 */
function citedIn(overview: Json): Source[] {
  const listed = [...partsOf(overview.references), ...referencesIn(overview.items)];
  const every = [...listed.map(({ url, title }) => sourceOf(url, title)), ...markedIn(overview)];
  const cited = every.filter((source) => source !== null).filter(({ url }) => !isGoogleViewer(url));
  const titles = new Map(
    cited.filter(({ title }) => title !== null).map((each) => [pageOf(each), each.title]),
  );
  const pages = new Map<string, Source>();
  for (const each of cited) {
    const page = pageOf(each);
    if (!pages.has(page)) pages.set(page, { url: each.url, title: each.title ?? titles.get(page) ?? null });
  }
  return [...pages.values()];
}

/** References to passages of one page differ in their fragments only. */
function pageOf({ url }: Source): string {
  return pageKeyOf(url) ?? url;
}

/** `[[n]](url)`, where the URL may have parentheses in pairs, stand in `<>`, and be followed by a title. */
const MARKS =
  /\[\[\d{1,3}\]\]\(<?(https?:\/\/(?:[^\s()<>]|\((?:[^\s()<>]|\([^\s()<>]*\))*\))+)>?(?:\s+"[^"\n]*")?\)/gi;

function markedIn({ markdown }: Json): (Source | null)[] {
  return [...(text(markdown) ?? '').matchAll(MARKS)].map(([, url]) => sourceOf(url));
}

function referencesIn(items: unknown): Json[] {
  return partsOf(items).flatMap((part) => [
    ...partsOf(part.references),
    // A search result that Bing shows within its overview.
    ...(part.type === 'ai_overview_organic_element' ? [part] : []),
    ...referencesIn(part.items),
    ...referencesIn(part.components),
  ]);
}

/**
 * Reads an answer of an app: its sources are what it cites, its search results what it only found.
 *
 * @throws Error if it has nothing that could be its text
 */
export function readAppAnswer(answer: Json, costUsd: number | null): EngineReading {
  const cited = sourcesOf(sourcesIn(answer));
  const retrieved = sourcesOf(objects(answer.search_results));
  const detail = cited.length + retrieved.length > 0 ? null : 'no_search';
  const searches = texts(answer.fan_out_queries);
  return answered(withCards(markdownOf(answer), answer.items), {
    cited,
    retrieved,
    searches,
    detail,
    model: text(answer.model),
    costUsd,
  });
}

/** The list of the whole answer; without one, the lists of its items. */
function sourcesIn({ sources, items }: Json): Json[] {
  const listed = objects(sources);
  return listed.length > 0 ? listed : partsOf(items).flatMap((item) => objects(item.sources));
}

function sourcesOf(pages: readonly Json[]): (Source | null)[] {
  return pages.map(({ url, title }) => sourceOf(url, title));
}

/** The Markdown as it is; if there is none, that of the items. */
function markdownOf({ markdown, items }: Json): string {
  const whole = text(markdown);
  if (whole !== undefined) return whole;
  if (markdown !== null && items !== null && !Array.isArray(items)) throw new Error('there is no markdown');
  return joined(items);
}

function joined(items: unknown): string {
  return inParagraphs(
    partsOf(items).map((item) => text(item.markdown) ?? (joined(item.components) || text(item.text) || '')),
  );
}

function inParagraphs(parts: readonly string[]): string {
  return parts.filter((each) => each.trim() !== '').join('\n\n');
}

/** A text with the cards that a reader sees next to it: lists without Markdown of their own, unless the text has them all. */
function withCards(said: string, items: unknown): string {
  const cards = partsOf(items).filter(
    ({ type, markdown }) => isOfCards(type) && text(markdown) === undefined,
  );
  const lists = cards
    .map((each) => partsOf(each.items))
    .filter((list) => list.some(({ title }) => !said.includes(text(title) ?? '')))
    .map((list) => list.flatMap(cardLine).join('\n'));
  return lists.length === 0 ? said : inParagraphs([said, ...lists]);
}

function isOfCards(type: unknown): boolean {
  return /_(products|local_businesses)$/.test(text(type) ?? '');
}

/** A card as an entry of a list: its title, then what else it says in words. */
function cardLine({ title, tag, description, merchants }: Json): string[] {
  const [name, ...more] = [title, tag, description, merchants].map((each) => plain(text(each) ?? ''));
  if (name === undefined || name === '') return [];
  return [[`- **${name}**`, ...more.filter((each) => each !== '')].join(' · ')];
}

/** A text that stays as it is when it is read as Markdown, on one line. */
function plain(words: string): string {
  return words
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_[\]<>]/g, '\\$&');
}

/** The items that belong to the answer: all but advertisements, including those of an unknown kind. */
function partsOf(items: unknown): Json[] {
  return objects(items).filter(({ type }) => !/_(paid|ad)$/.test(text(type) ?? ''));
}
