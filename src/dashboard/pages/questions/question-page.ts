import { hash } from 'node:crypto';
import { engineNameOf } from '../../../domain/answers/engine.ts';
import { SightlineError } from '../../../domain/errors.ts';
import { dollars } from '../../../domain/figures/usd.ts';
import { meanOfDay, weekdayName } from '../../../domain/questions/weekly.ts';
import { collectingCost } from '../../../pipeline/collect/cost.ts';
import { questionOf } from '../../../pipeline/declare/document/declared-question.ts';
import { brandDocument } from '../../../pipeline/declare/document/document.ts';
import { reports } from '../../../reports/index.ts';
import type { Envelope, EnvelopeOf } from '../../../reports/run/run-report.ts';
import { beforeOf } from '../../../reports/shape/compared.ts';
import { rateText } from '../../charts/rates.ts';
import { spark } from '../../charts/spark.ts';
import { pointsParts } from '../../charts/windows.ts';
import { type Content, type Html, html } from '../../markup/html.ts';
import { page } from '../../markup/outcome.ts';
import { linkToAnswers } from '../../parts/table/report-table.ts';
import { breakable } from '../../parts/table/web-page.ts';
import { missingOn, type ObservedDays, observedIn } from '../../parts/words/observed.ts';
import { shortDay } from '../../parts/words/window-text.ts';
import type { Visit } from '../../visit/visit.ts';
import { endOf, windowBetween } from '../../visit/window.ts';
import type { QuestionRow } from './questions-form.ts';
import { type GapRow, gapVerdict } from './questions-table.ts';

type Gaps = EnvelopeOf<typeof reports.gaps>;
type Trend = EnvelopeOf<typeof reports.trend>;

/** Sparkline days. */
const WEEKS_DAYS = '91';
const MOST_LISTED = 5;

/** These weeks up to the window's end, as a query parameter. */
function weeksTo({ window, now }: Visit): string {
  return windowBetween(`${WEEKS_DAYS}d`, endOf(window, now));
}

/** One question: engines, competitors, sources, searches, and newest answers. */
export async function questionPage(visit: Visit) {
  const id = visit.params.question ?? '';
  const found = await visit.figures(reports.questions, { engines: '1', question: undefined });
  const row = found.data.find((each) => each.id === id);
  if (row === undefined) throw new SightlineError('not_found', 'There is no such question.');
  const question = [id];
  const mayRead = visit.mayOpen('answers');
  const [gaps, order, trend, sources, searches, answers] = await Promise.all([
    visit.figures(reports.gaps, { every: '1', question }),
    visit.figures(reports.gaps, { question: undefined }),
    visit.figures(reports.trend, { by: 'week', days: WEEKS_DAYS, question, ...NO_OTHER_WINDOW }),
    visit.figures(reports.sources, { question }),
    visit.figures(reports.searches, { question }),
    mayRead ? visit.figures(reports.answers, { prompt: id, limit: String(MOST_LISTED) }) : null,
  ]);
  const observed = await observedIn(visit, trend.meta.window);
  return page({
    title: `${row.text} · ${visit.brand.name}`,
    figures: [reports.questions, reports.gaps],
    csv: [
      { label: 'Engines', href: visit.to('csv/questions', { engines: '1', question }) },
      { label: 'Named instead', href: visit.to('csv/gaps', { every: '1', question }) },
      { label: 'Weeks', href: visit.to('csv/trend', { by: 'week', question, window: weeksTo(visit) }) },
    ],
    main: html`${placeIn(visit, order, id)}
<header class="page-head"><div class="section-head"><h1><bdi>${row.text}</bdi></h1>${visit.mayEdit && html`<div class="row">${pauseForm(visit, row)}${row.active && html`<a class="button" href="${visit.to(`questions/${id}/ask`)}">Ask now</a>`}<a class="button" href="${visit.to(`questions/${id}/edit`)}">Edit</a></div>`}</div>
<p class="lead">${summary(visit, row)}</p>
<p class="help">${await factsOf(visit, row)}</p></header>
${engines(visit, row, found.meta, { trend, observed })}
${insteadOf(visit, row, gaps)}
<div class="columns three">${sitesRead(visit, sources)}${searched(searches)}${answers && newest(visit, id, found.meta, answers)}</div>`,
  });
}

/** Goes through a review, as bulk changes do. */
function pauseForm(visit: Visit, { id, active }: QuestionRow): Html {
  return html`<form method="post" action="${visit.address('questions')}"><input type="hidden" name="q" value="${id}"><button name="op" value="${active ? 'pause' : 'resume'}">${active ? 'Pause' : 'Resume'}</button></form>`;
}

const NO_OTHER_WINDOW = { month: undefined, from: undefined };

/** The question's rank by gap, with links to its neighbors. */
function placeIn(visit: Visit, { data }: Gaps, id: string): Html {
  const place = data.findIndex((each) => each.id === id);
  const way = (each: GapRow | undefined, text: string) =>
    each &&
    html` <a href="${visit.to(`questions/${each.id}`)}">${text}<span class="unseen">: ${each.question}</span></a>`;
  return html`<nav class="help" aria-label="Questions by gap"><a href="${visit.to('questions')}">Questions</a>${
    place !== -1 &&
    html` · ${place + 1} of ${data.length} by gap ·${way(data[place - 1], '‹ previous')}${way(data[place + 1], 'next ›')}`
  }</nav>`;
}

/** Significant changes, or their absence. */
function summary(visit: Visit, { engines: all = [] }: QuestionRow): Content {
  const clear = all.filter(({ compared }) => compared?.exceeds_noise);
  if (clear.length === 0) {
    const isJudged = all.some(({ compared }) => compared?.change);
    return isJudged
      ? 'No change on any engine exceeds its noise.'
      : 'Each engine has too few answers to show a change.';
  }
  return clear.map((each) => {
    const change = each.compared?.change;
    const before = beforeOf(each.compared);
    if (!change || before === null) return null;
    const { points, range } = pointsParts(change);
    const style = change.points < 0 ? 'worse' : 'better';
    return html`${each.engine_name} names ${visit.brand.name} in ${rateText(each)}; before in ${rateText(before)}: <b class="${style}">${points} points</b> (${range}). `;
  });
}

async function factsOf(visit: Visit, row: QuestionRow): Promise<Content> {
  const { tags, branded, active } = row;
  return html`${tags.map((tag) => html`<a class="chip" href="${visit.to('questions', { tag })}"><bdi>${tag}</bdi></a> `)}${active ? 'Asked' : 'Not asked'}${visit.mayEdit && (await askedText(visit, row))} · ${branded === 'none' ? 'names no tracked brand' : branded === 'self' ? 'names you' : 'names a competitor'}`;
}

/** Runs per day and share of the brand's cost. All questions use the same engines. */
async function askedText(visit: Visit, { text, active, every, markets }: QuestionRow): Promise<string> {
  if (!active) return '';
  const document = await brandDocument(visit.db, visit.brand.id);
  const ofBrand = document.samples_per_day ?? 1;
  const questions = document.prompts.map(questionOf).filter((each) => each.active);
  const places = (each: { readonly markets?: readonly string[] | undefined }) =>
    each.markets?.length ?? document.markets.filter(({ active: isActive = true }) => isActive).length;
  const timesOf = (each: Pick<(typeof questions)[number], 'samples_per_day' | 'every'> | undefined) =>
    each?.every === 'week' ? meanOfDay(0, 1) : (each?.samples_per_day ?? ofBrand);
  const times = (each: (typeof questions)[number]) => timesOf(each) * places(each);
  const own = questions.find((each) => each.text === text);
  const samples = timesOf(own);
  const whose = { organizationId: visit.caller.organizationId, brand: visit.brand.id };
  const { brand, unpriced } = await collectingCost(
    visit.db,
    visit.now,
    whose,
    await visit.deps.engines(visit.db),
  );
  const all = questions.reduce((sum, each) => sum + times(each), 0);
  const share = all === 0 ? 0 : (samples * places({ markets })) / all;
  const cost = unpriced.length > 0 ? '' : `, about ${dollars(brand.month.estimated_usd * share)} in 30 days`;
  const often =
    every === 'week'
      ? `once a week (${weekdayName(hash('sha256', text, 'hex'))}s, UTC)`
      : `${samples === 1 ? 'once' : `${samples} times`} a day`;
  return ` ${often} on each engine${cost}`;
}

/** Each engine's rate and weekly trend. */
function engines(
  visit: Visit,
  { id, engines: all = [] }: QuestionRow,
  meta: Envelope['meta'],
  { trend, observed }: { readonly trend: Trend; readonly observed: ObservedDays },
): Html {
  return html`<section aria-labelledby="engines-head"><h2 id="engines-head">Named, by engine</h2>
<p class="help">Below each: 13 weeks with 95% intervals and their numbers of answers. Weeks with fewer than 5 have no rate. Hatched: not observed.</p>
<ul class="multiples">${all.map((each) => {
    const href = visit.answers({ prompt: id, engine: each.engine, names: 'self' }, meta);
    const points = trend.data
      .filter(({ engine, role }) => engine === each.engine && role === 'self')
      .map((week) => ({
        ...week,
        href:
          week.responses === 0
            ? null
            : visit.answers({ prompt: id, engine: week.engine, from: week.start, until: week.end }),
      }));
    return html`<li><h3>${each.engine_name}</h3>
${each.responses === 0 ? html`<p class="few">no answers in this window</p>` : html`<p><a class="figure-link" href="${href}">${rateText(each)}</a></p>`}
${points.some(({ responses }) => responses > 0) && spark({ name: each.engine_name, points, missing: missingOn(visit, observed, each.engine) })}</li>`;
  })}</ul></section>`;
}

/** Competitors' gaps in the same answers. */
function insteadOf(visit: Visit, row: QuestionRow, gaps: Gaps): Content {
  const competitors = [...new Set(gaps.data.map(({ competitor }) => competitor))];
  const shown = (row.engines ?? []).filter(({ engine }) => gaps.data.some((each) => each.engine === engine));
  if (competitors.length === 0 || shown.length === 0) return null;
  const kept = competitors.slice(0, MOST_COMPETITORS);
  return html`<section aria-labelledby="instead-head"><h2 id="instead-head">Named instead of you</h2>
<p class="help">The share of answers that name only the competitor, minus the share that name only you, all judged together.</p>
<table class="cards"><caption class="unseen">Competitors beside you, by engine</caption>
<thead><tr><th scope="col">Engine</th><th scope="col" class="figure">You</th>${kept.map((name) => html`<th scope="col"><bdi>${name}</bdi></th>`)}</tr></thead>
<tbody>${shown.map(({ engine, engine_name: name, present, responses }) => {
    const of = (competitor: string) =>
      gaps.data.find((each) => each.engine === engine && each.competitor === competitor);
    return html`<tr><th scope="row">${name}</th><td class="figure" data-label="You">${present} of ${responses}</td>${kept.map((competitor) => pairCell(visit, gaps, of(competitor), competitor))}</tr>`;
  })}</tbody></table>
${competitors.length > kept.length && html`<p class="help">And ${competitors.length - kept.length} more, in the CSV.</p>`}</section>`;
}

const MOST_COMPETITORS = 3;

function pairCell(visit: Visit, gaps: Gaps, row: GapRow | undefined, competitor: string): Html {
  if (row === undefined) return html`<td data-label="${competitor}">–</td>`;
  const link = (id: 'only_it' | 'only_you', count: number) =>
    html`<a class="figure-link" href="${linkToAnswers(visit, reports.gaps, gaps, id, row)}">${count}</a>`;
  return html`<td data-label="${competitor}"><div class="cell">${gapVerdict(row)}<small class="counts">${link('only_it', row.only_it)} only it, ${link('only_you', row.only_you)} only you</small></div></td>`;
}

function sitesRead(visit: Visit, { data, meta }: EnvelopeOf<typeof reports.sources>): Html {
  return html`<section aria-labelledby="sites-head"><h2 id="sites-head">Sites cited</h2>
${
  data.length === 0
    ? html`<p class="empty">No answer cites a site.</p>`
    : html`<table class="cards"><caption class="unseen">Sites that the answers cite</caption><thead><tr><th scope="col">Site</th><th scope="col" class="figure">Answers</th><th scope="col" class="figure">you named</th></tr></thead>
<tbody>${data
        .slice(0, MOST_LISTED)
        .map(
          (each) =>
            html`<tr><th scope="row"><a class="plain" href="${linkToAnswers(visit, reports.sources, { data, meta }, 'answers_citing_it', each)}">${breakable(each.domain)}</a></th><td class="figure" data-label="Answers">${each.answers_citing_it}</td><td class="figure" data-label="you named">${each.answers_where_you_were_named}</td></tr>`,
        )}</tbody></table>
<p class="help">Counts of answers on all engines, not rates.</p>`
}</section>`;
}

/** Merges one query across engines. */
function searched({ data }: EnvelopeOf<typeof reports.searches>): Html {
  const byQuery = [...Map.groupBy(data, ({ query }) => query.toLowerCase()).values()].slice(0, MOST_LISTED);
  return html`<section aria-labelledby="searched-head"><h2 id="searched-head">Searches</h2>
${
  byQuery.length === 0
    ? html`<p class="empty">No engine reported a search.</p>`
    : html`<table><caption class="unseen">Searches by engines</caption><thead><tr><th scope="col">Search</th><th scope="col" class="figure">Answers</th></tr></thead>
<tbody>${byQuery.map(
        (rows) =>
          html`<tr><th scope="row"><bdi>${rows[0]?.query}</bdi></th><td class="figure">${rows.map(({ engine_name: name, answers }) => html`<small class="counts">${name.replace(/ \(API\)$/, '')} ${answers}</small>`)}</td></tr>`,
      )}</tbody></table>`
}</section>`;
}

function newest(
  visit: Visit,
  id: string,
  meta: Envelope['meta'],
  { data }: EnvelopeOf<typeof reports.answers>,
): Html {
  return html`<section aria-labelledby="newest-head"><div class="section-head"><h2 id="newest-head">Newest answers</h2><a href="${visit.answers({ prompt: id }, meta)}">All</a></div>
<div class="said-columns one">${data.map(({ id: answer, engine, collected_at: at, mentions }) => {
    const named = mentions.filter(({ mentioned }) => mentioned);
    const snippet = (named.find(({ role }) => role === 'self') ?? named[0])?.snippet;
    const isNamed = named.some(({ role }) => role === 'self');
    return html`<blockquote class="quote"><p>${snippet ? html`<a class="figure-link" href="${visit.to(`answers/${answer}`)}">${snippet.replaceAll('**', '')}</a>` : html`<a href="${visit.to(`answers/${answer}`)}">Names no tracked brand</a>`}</p>
<footer>${engineNameOf(engine)} · ${shortDay(at)} ${named.map(({ brand, rank, role }) => html`<span class="chip${role === 'self' && ' self'}"><bdi>${brand}</bdi>${rank !== null && ` #${rank}`}</span> `)}${!isNamed && html`<span class="chip not-you">you: not named</span>`}</footer></blockquote>`;
  })}</div></section>`;
}
