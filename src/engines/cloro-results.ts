import type { EngineReading, Source } from './engine.ts';
import { answered, saidNothing, sourceOf } from './engine-reading.ts';
import { isGoogleViewer } from './google-viewer.ts';
import { type Json, objects, text, texts } from './json.ts';

/** The two kinds of results that Cloro has of AI answers: an answer of an app or of AI Mode, and a page of search results. */

/** Reads an answer of an app. @throws Error if it has nothing that could be its text */
export function readAppAnswer(answer: Json): EngineReading {
  const { cited, retrieved } = sourcesIn(answer);
  return answered(markdownOf(answer), {
    cited,
    retrieved,
    searches: texts(answer.searchQueries),
    model: text(answer.model) || null,
    detail: cited.length + retrieved.length > 0 ? null : 'no_search',
  });
}

/** Reads an answer of AI Mode, which always searches. @throws Error if it has nothing that could be its text */
export function readAiMode(answer: Json): EngineReading {
  return answered(markdownOf(answer), sourcesIn(answer));
}

/** Reads the AI overview on a page of search results. A page without one is an answer that says nothing. */
export function readOverviewPage(page: Json): EngineReading {
  if (!('organicResults' in page) && !('aioverview' in page)) throw new Error('there is no page of results');
  const [overview] = objects([page.aioverview]);
  return overview === undefined ? saidNothing('no_ai_overview') : readAiMode(overview);
}

/** The Markdown has formatting and links, the text beside it neither. */
function markdownOf(answer: Json): string {
  const [plain, markdown] = [text(answer.text), text(answer.markdown)];
  if (plain === undefined && markdown === undefined) throw new Error('there is no text');
  return markdown === undefined || markdown.trim() === '' ? (plain ?? '') : markdown;
}

/** The list of sources, then those that only the text has. What an app lists apart from these, it has only found. */
function sourcesIn({ sources, citationPills }: Json): { cited: Source[]; retrieved: Source[] } {
  const [listed, more] = [false, true].map((isMore) =>
    objects(sources).filter(({ footnote }) => (footnote === true) === isMore),
  ) as [Json[], Json[]];
  return { cited: pagesOf([...listed, ...objects(citationPills)]), retrieved: pagesOf(more) };
}

function pagesOf(pages: readonly Json[]): Source[] {
  const found = pages.map(({ url, label }) => sourceOf(url, label)).filter((source) => source !== null);
  return found.filter(({ url }) => !isGoogleViewer(url));
}
