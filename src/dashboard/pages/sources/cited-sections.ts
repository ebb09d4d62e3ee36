import { engineNameOf } from '../../../domain/answers/engine.ts';
import { reports } from '../../../reports/index.ts';
import type { AnswersFilters } from '../../../reports/shape/answers-filters.ts';
import { rateText } from '../../charts/rates.ts';
import { spark } from '../../charts/spark.ts';
import { type Html, html } from '../../markup/html.ts';
import { reportTable } from '../../parts/table/report-table.ts';
import { shortDay } from '../../parts/words/window-text.ts';
import type { Visit } from '../../visit/visit.ts';
import { endOf, windowBetween } from '../../visit/window.ts';
import { competitorLinks } from './site-links.ts';

/** Sparkline days: 13 weeks. */
const WEEKS_DAYS = '91';
const MOST_LISTED = 10;
const MOST_ANSWERS = 3;

/** These weeks up to the window's end, as a query parameter. */
export function weeksTo({ window, now }: Visit): string {
  return windowBetween(`${WEEKS_DAYS}d`, endOf(window, now).until ?? '');
}

/** A cited site or page: its `cites` filter and its name. */
export interface CitedThing {
  readonly cites: string;
  readonly name: string;
}

/** Each engine's citation rate and weekly trend. */
export async function enginesSection(visit: Visit, { cites, name }: CitedThing): Promise<Html> {
  const now = await visit.figures(reports.cited, { cites });
  const weeks = await visit.figures(reports.cited, {
    cites,
    by: 'week',
    days: WEEKS_DAYS,
    month: undefined,
    from: undefined,
  });
  if (now.data.every(({ present }) => present === 0)) {
    return html`<p class="empty">No answer cites ${name} in this window.</p>`;
  }
  return html`<section aria-labelledby="by-engine"><h2 id="by-engine">Cited, by engine</h2>
<p class="help">Share of the engine’s answers. Below each: 13 weeks with 95% intervals and their numbers of answers. Weeks with fewer than 5 have no rate.</p>
<ul class="multiples">${now.data.map((row) => {
    const filters = { engine: row.engine, cites };
    const points = weeks.data
      .filter(({ engine }) => engine === row.engine)
      .map((week) => {
        const [start, end] = [week.start ?? '', week.end ?? ''];
        const href = week.present === 0 ? null : visit.answers({ ...filters, from: start, until: end });
        return { ...week, start, end, href };
      });
    return html`<li><h3>${row.engine_name}</h3>
<p><a class="figure-link" href="${visit.answers(filters, now.meta)}">${rateText(row)}</a></p>
<p class="help">${row.present > 0 && html`names you in <a class="figure-link" href="${visit.answers({ ...filters, names: 'self' }, now.meta)}">${row.answers_where_you_were_named} of ${row.present}</a>; ${competitorLinks(visit, now.meta, row.competitors, filters)}`}</p>
${points.some(({ responses }) => responses > 0) && spark({ name: row.engine_name, points })}</li>`;
  })}</ul></section>`;
}

export async function questionsSection(visit: Visit, { cites }: CitedThing): Promise<Html | null> {
  if (!visit.mayOpen('questions')) return null;
  const found = await visit.figures(reports.cited, { cites, by: 'question' });
  if (found.data.length === 0) return null;
  return html`<section aria-labelledby="questions"><h2 id="questions">Questions whose answers cite it</h2>
${reportTable(visit, reports.cited, found, {
  caption: 'Questions whose answers cite it, by engine',
  rows: found.data.toSorted((a, b) => b.present - a.present).slice(0, MOST_LISTED),
  instead: {
    question: ({ question }) =>
      question &&
      html`<a class="plain" href="${visit.to(`questions/${question.id}`)}"><bdi>${question.text}</bdi></a>`,
    competitors: ({ engine, question, competitors }) =>
      competitorLinks(visit, found.meta, competitors, {
        cites,
        engine,
        ...(question && { prompt: question.id }),
      }),
  },
})}
${found.data.length > MOST_LISTED && html`<p class="help">And ${found.data.length - MOST_LISTED} more, in the CSV.</p>`}</section>`;
}

export async function newestSection(visit: Visit, { cites }: CitedThing): Promise<Html | null> {
  if (!visit.mayOpen('answers')) return null;
  const { data, meta } = await visit.figures(reports.answers, { cites, limit: String(MOST_ANSWERS) });
  if (data.length === 0) return null;
  const filters: AnswersFilters = { cites };
  return html`<section aria-labelledby="newest"><div class="section-head"><h2 id="newest">Newest answers that cite it</h2><a href="${visit.answers(filters, meta)}">All</a></div>
<div class="said-columns one">${data.map(({ id, prompt, engine, collected_at: at, mentions }) => {
    const named = mentions.filter(({ mentioned }) => mentioned);
    const isNamed = named.some(({ role }) => role === 'self');
    return html`<blockquote class="quote"><p><a class="figure-link" href="${visit.to(`answers/${id}`)}"><bdi>${prompt}</bdi></a></p>
<footer>${engineNameOf(engine)} · ${shortDay(at)} ${named.map(({ brand, rank, role }) => html`<span class="chip${role === 'self' && ' self'}"><bdi>${brand}</bdi>${rank !== null && ` #${rank}`}</span> `)}${!isNamed && html`<span class="chip not-you">you: not named</span>`}</footer></blockquote>`;
  })}</div></section>`;
}
