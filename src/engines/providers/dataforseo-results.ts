import { numberedLinksIn } from '../../domain/answers/citation-marker.ts';
import { pageKeyOf } from '../../domain/web/page.ts';
import type { EngineReading, Reply, Source } from '../engine.ts';
import { type AnswerFields, answered, emptyAnswer, failed, sourceOf } from '../engine-reading.ts';
import { type Json, objects, text, texts } from '../json.ts';
import { readTask } from './dataforseo.ts';
import { cardsIn, hasCards } from './dataforseo-cards.ts';
import { isGoogleViewer } from './google-viewer.ts';

/** DataForSEO's two kinds of AI results: a search results page with an AI overview, and an app's answer. */

/**
 * Reads the AI overview, or AI Mode's answer, from a Google or Bing page. A page without one is an empty answer.
 *
 * @throws Error if the page has no item list, or its AI overview nothing that could be its text
 */
export function readOverviewPage(replies: readonly Reply[]): EngineReading {
  return readTask(replies, (page, costUsd) => readAiOverview(page, { costUsd }));
}

export function readAiModePage(replies: readonly Reply[]): EngineReading {
  return readTask(replies, (page, costUsd) => {
    const overview = objects(page.items).find(({ type }) => type === 'ai_overview');
    return readAiOverview(page, { costUsd, cards: cardsIn(overview?.items) });
  });
}

function readAiOverview(page: Json, found: Pick<AnswerFields, 'costUsd' | 'cards'>): EngineReading {
  if (page.items !== null && !Array.isArray(page.items)) throw new Error('the page has no items');
  const overview = objects(page.items).find(({ type }) => type === 'ai_overview');
  if (overview === undefined) return emptyAnswer('no_ai_overview', found);
  if (isNotLoaded(overview)) return failed('ai_overview_not_loaded', 'transient');
  return answered(markdownOf(overview), { cited: citedIn(overview), ...found });
}

/** Whether Google would have loaded the overview's text after the page. */
function isNotLoaded({ asynchronous_ai_overview, markdown, items }: Json): boolean {
  const isBlank = (text(markdown) ?? '').trim() === '' && objects(items).length === 0;
  return asynchronous_ai_overview === true && isBlank;
}

/**
 * The pages that an overview cites, each once: the list beside it, then pages only in its paragraphs, then pages only
 * in the marks in its text. None of the three is complete.
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

/** References to passages on one page differ only in their fragments. */
function pageOf({ url }: Source): string {
  return pageKeyOf(url) ?? url;
}

function markedIn({ markdown }: Json): (Source | null)[] {
  return numberedLinksIn(text(markdown) ?? '').map(({ url }) => sourceOf(url));
}

function referencesIn(items: unknown): Json[] {
  return partsOf(items).flatMap((part) => [
    ...partsOf(part.references),
    // A search result that Bing shows inside its overview.
    ...(part.type === 'ai_overview_organic_element' ? [part] : []),
    ...referencesIn(part.items),
    ...referencesIn(part.components),
  ]);
}

/**
 * Reads an app's answer: it cites its sources; its search results are only retrieved.
 *
 * @throws Error without anything that could be its text
 */
export function readAppAnswer(answer: Json, costUsd: number | null): EngineReading {
  const cited = sourcesOf(sourcesIn(answer));
  const retrieved = sourcesOf(objects(answer.search_results));
  const detail = cited.length + retrieved.length > 0 ? null : 'no_search';
  const searches = texts(answer.fan_out_queries);
  return answered(withBusinesses(markdownOf(answer), answer.items), {
    cited,
    retrieved,
    searches,
    detail,
    model: text(answer.model),
    costUsd,
  });
}

/** The answer's own list; without one, its items' lists. */
function sourcesIn({ sources, items }: Json): Json[] {
  const listed = objects(sources);
  return listed.length > 0 ? listed : partsOf(items).flatMap((item) => objects(item.sources));
}

function sourcesOf(pages: readonly Json[]): Source[] {
  return pages.flatMap(({ url, title }) => sourceOf(url, title) ?? []);
}

/** The Markdown as it is; without it, the items' Markdown. */
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

/**
 * A text with the local businesses that readers see beside it: lists without their own Markdown, unless the text has
 * them all.
 */
function withBusinesses(said: string, items: unknown): string {
  const shown = partsOf(items).filter(
    ({ type, markdown }) => /_local_businesses$/.test(text(type) ?? '') && text(markdown) === undefined,
  );
  const lists = shown
    .map((each) => partsOf(each.items))
    .filter((list) => list.some(({ title }) => !said.includes(text(title) ?? '')))
    .map((list) => list.flatMap(businessLine).join('\n'));
  return lists.length === 0 ? said : inParagraphs([said, ...lists]);
}

/** A business as a list item: its name, then its description. */
function businessLine({ title, description }: Json): string[] {
  const [name, said] = [plain(text(title) ?? ''), plain(text(description) ?? '')];
  if (name === '') return [];
  return [said === '' ? `- **${name}**` : `- **${name}** · ${said}`];
}

/** A text on one line, escaped as Markdown. */
function plain(words: string): string {
  return words
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_[\]<>]/g, '\\$&');
}

/** The answer's items, including unknown types, without cards: those are neither text nor citations. */
function partsOf(items: unknown): Json[] {
  return objects(items).filter((item) => !hasCards(item));
}
