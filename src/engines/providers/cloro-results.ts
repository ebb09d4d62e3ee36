import type { EngineReading, Source } from '../engine.ts';
import { answered, emptyAnswer, sourceOf } from '../engine-reading.ts';
import { type Json, objects, text, texts } from '../json.ts';
import { cardsIn } from './cloro-cards.ts';
import { isGoogleViewer } from './google-viewer.ts';

/** Cloro's two kinds of AI results: an answer from an app or AI Mode, and a search results page. */

/** Reads an app's answer. @throws Error without anything that could be its text */
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

/** Reads an AI Mode answer, which always searches, with its advertisements and products. @throws Error without anything that could be its text */
export function readAiMode(answer: Json): EngineReading {
  return answered(markdownOf(answer), { ...sourcesIn(answer), cards: cardsIn(answer) });
}

/** Reads the AI overview on a search results page. A page without one is an empty answer. */
export function readOverviewPage(page: Json): EngineReading {
  if (!('organicResults' in page) && !('aioverview' in page)) throw new Error('there is no page of results');
  const [overview] = objects([page.aioverview]);
  return overview === undefined ? emptyAnswer('no_ai_overview', { cards: [] }) : readAiMode(overview);
}

/** The Markdown, because the plain text has no formatting and no links. */
function markdownOf(answer: Json): string {
  const [plain, markdown] = [text(answer.text), text(answer.markdown)];
  if (plain === undefined && markdown === undefined) throw new Error('there is no text');
  return markdown === undefined || markdown.trim() === '' ? (plain ?? '') : markdown;
}

/** The source list, then sources only in the text. An app's separate list has pages that it found but didn't cite. */
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
