import { SightlineError } from '../../../domain/errors.ts';
import type { Drawing } from '../../markup/drawing.ts';
import { type Download, download, type Page } from '../../markup/outcome.ts';
import { pictureStyle } from '../../markup/picture-style.ts';
import { utcText } from '../../visit/times.ts';
import type { Visit } from '../../visit/visit.ts';
import { resolvedWindow } from '../../visit/window.ts';
import { joinedClauses } from '../words/clauses.ts';
import { shortDays } from '../words/window-text.ts';
import { answersIn, barOf, clausesOf, enginesOf } from './bar.ts';
import { COPY } from './copy-menu.ts';
import { type Around, pictureOf, slideOf } from './picture.ts';

/**
 * The drawing that the address requests, as an SVG picture or slide.
 *
 * @throws SightlineError `not_found` if the page has no such drawing
 */
export async function drawingFile(visit: Visit, page: Page, stylesheet: string): Promise<Download> {
  const name = visit.query.get(COPY.drawing) ?? '';
  const drawing = visit.drawings.named(name);
  if (drawing === undefined) throw new SightlineError('not_found', 'This page has no such chart or table.');
  const around: Around = {
    title: drawing.title,
    facts: await factsOf(visit, page, drawing),
    source: sourceOf(visit),
    style: pictureStyle(stylesheet),
  };
  const isSlide = visit.query.get(COPY.as) === 'slide';
  return download({
    name: `${visit.hasBrand ? `${visit.brand.id}-` : ''}${name}${isSlide ? '-slide' : ''}.svg`,
    type: 'image/svg+xml; charset=utf-8',
    body: (isSlide ? slideOf : pictureOf)(drawing, around),
  });
}

/** The number of answers, their days, and their filters. */
async function factsOf(visit: Visit, page: Page, { answers, window }: Drawing): Promise<string> {
  const bar = await barOf(visit, page);
  const all = bar.counts && answersIn(bar.counts, enginesOf(visit, bar.offered));
  const count = answers ?? all;
  const { from, until } = window ?? resolvedWindow(visit.window, visit.now).meta.window;
  const days = shortDays({ from: Date.parse(from), to: Date.parse(until) }, 0);
  const clauses = joinedClauses(clausesOf(visit, bar));
  const counted =
    count === null ? '' : `${count.toLocaleString('en-US')} ${count === 1 ? 'answer' : 'answers'}, `;
  return `${counted}${days} (UTC)${clauses === '' ? '' : `; only answers${clauses}`}`;
}

function sourceOf({ deps, client, now }: Visit): string {
  const sample = deps.isDemo ? 'Invented sample data. ' : '';
  return `${sample}Source: Sightline, ${new URL(client.origin).host}, as of ${utcText(now)}. Rates with their 95% intervals.`;
}
