import type { EngineReading, Source } from './engine.ts';
import { answered, failed, saidNothing, sourceOf } from './engine-reading.ts';
import { type Json, objects, text } from './json.ts';

/** The two kinds of results that DataForSEO has of AI answers: a page of Google with an AI overview, and an app's answer. */

/**
 * Reads the AI overview on a page of Google; what AI Mode answers is one too. A page without is an answer that says nothing.
 *
 * @throws Error where the page has no list of items, or its AI overview nothing that could be its text
 */
export function readAiOverview(page: Json, costUsd: number | null): EngineReading {
  if (page.items !== null && !Array.isArray(page.items)) throw new Error('the page has no items');
  const overview = objects(page.items).find(({ type }) => type === 'ai_overview');
  if (overview === undefined) return saidNothing('no_ai_overview', { costUsd });
  if (isNotLoaded(overview)) return failed('ai_overview_not_loaded', 'transient');
  return answered(markdownOf(overview), { cited: sourcesOf(referencesOf(overview)), costUsd });
}

/** Google shows an overview there, and its text was to be loaded after the page. */
function isNotLoaded({ asynchronous_ai_overview, markdown, items }: Json): boolean {
  const isBlank = (text(markdown) ?? '').trim() === '' && objects(items).length === 0;
  return asynchronous_ai_overview === true && isBlank;
}

/** In the order of the list beside the text; without that list, as the paragraphs have them. */
function referencesOf(overview: Json): Json[] {
  const listed = objects(overview.references);
  if (listed.length > 0) return listed;
  const parts = partsOf(overview.items).flatMap((part) => [part, ...partsOf(part.components)]);
  return parts.flatMap(({ references }) => objects(references));
}

/**
 * Reads an answer of an app: its sources are what it cites, its search results what it only found.
 *
 * @throws Error where it has nothing that could be its text
 */
export function readAppAnswer(answer: Json, costUsd: number | null): EngineReading {
  const cited = sourcesOf(objects(answer.sources));
  const retrieved = sourcesOf(objects(answer.search_results));
  const detail = cited.length + retrieved.length > 0 ? null : 'no_search';
  return answered(markdownOf(answer), { cited, retrieved, detail, model: text(answer.model), costUsd });
}

function sourcesOf(pages: readonly Json[]): (Source | null)[] {
  return pages.map(({ url, title }) => sourceOf(url, title));
}

/** The markdown as it is; where there is none, that of the items. */
function markdownOf({ markdown, items }: Json): string {
  const whole = text(markdown);
  if (whole !== undefined) return whole;
  if (markdown !== null && items !== null && !Array.isArray(items)) throw new Error('there is no markdown');
  return joined(items);
}

function joined(items: unknown): string {
  const words = partsOf(items).map(
    (item) => text(item.markdown) ?? (joined(item.components) || text(item.text)),
  );
  return words.filter((each) => each !== undefined && each.trim() !== '').join('\n\n');
}

/** The items that are part of the answer: all but advertisements, also those of a kind that is not known. */
function partsOf(items: unknown): Json[] {
  return objects(items).filter(({ type }) => !/_(paid|ad)$/.test(text(type) ?? ''));
}
