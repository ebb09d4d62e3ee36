import { isBad } from '../../../domain/alerts/change.ts';
import { levelWords } from '../../../domain/alerts/change-words.ts';
import { ORDER_WORDS, ordinal } from '../../../domain/figures/standing.ts';
import type { Block, FiguresBlock } from '../../../domain/sharing/shared-report.ts';
import type {
  ClientFigures,
  ClientQuote,
  ClientTexts,
  LostRow,
  SiteRow,
} from '../../../reports/client/figures.ts';
import { type NamedRow, type Ranking, rankingsOf } from '../../../reports/client/ranking.ts';
import {
  cameAfter,
  countedDays,
  isOwn,
  leadOf,
  otherLines,
  sentenceOf,
  wordOf,
} from '../../../reports/client/sentences.ts';
import type { AnswersFilters } from '../../../reports/shape/answers-filters.ts';
import { plainSentence } from '../../answer-text/plain-sentence.ts';
import { besideAxis, besideOthers, ORDER_STYLES } from '../../charts/beside.ts';
import { changeDays } from '../../charts/change-days.ts';
import { daysText } from '../../charts/days.ts';
import { asTable, plainTable } from '../../charts/figure.ts';
import { partsOf, rateText } from '../../charts/rates.ts';
import { spark } from '../../charts/spark.ts';
import { pointsParts } from '../../charts/windows.ts';
import { type Content, type Html, html } from '../../markup/html.ts';
import { kindWord } from '../../parts/form/site-kinds.ts';
import { shortDay } from '../../parts/words/window-text.ts';

/** Report blocks, from frozen figures only. */

export interface Paper {
  readonly figures: ClientFigures;
  /** Without quotes for readers who may not see answers. */
  readonly texts: ClientTexts;
  /** Link to a figure's answers, by default in the report's window; null for readers who may not see answers. */
  readonly link: (filters: AnswersFilters) => string | null;
}

/** A numbered block; null if empty. */
export function blockOn(paper: Paper, block: Block, number: number): Html | null {
  const { kind, heading, comment } = block;
  const own = comment === '' ? null : commentOf(comment);
  if (kind === 'text') {
    return html`<section class="block">${heading !== '' && html`<h2>${heading}</h2>`}${own}</section>`;
  }
  const title = heading || sentenceOf(kind, paper.figures);
  const remark = own && html`<div class="remark"><h3>Our comment</h3>${own}</div>`;
  if (kind === 'summary') return newsBlock(paper, title, remark);
  const body = BODIES[kind](paper);
  if (body === null && own === null) return null;
  return html`<section class="block"><h2><span class="block-number">${number}</span> ${title}</h2>
${body}
${remark}</section>`;
}

/** Paragraphs between blank lines. */
function commentOf(text: string): Html[] {
  return text.split(/\n\s*\n/).map((each) => html`<p class="own-words">${each}</p>`);
}

const BODIES: Readonly<Record<Exclude<FiguresBlock, 'summary'>, (paper: Paper) => Html | null>> = {
  engines,
  done,
  next,
  trend,
  competitors,
  lost: lostBlock,
  sites,
  said: themesBlock,
};

/** The change that holds, with its days, and the others. */
function newsBlock({ figures }: Paper, title: string, remark: Html | null): Html {
  const lead = leadOf(figures);
  const lines = otherLines(figures);
  return html`<section class="block"><div class="news-top"><div><h2>${title}</h2>${lead !== null && html`<p>${lead}</p>`}</div>${changeChart(figures)}</div>
${lines.length > 0 && html`<ul class="news-lines">${lines.map((line, index) => html`<li>${markOf(figures, index)}${line}</li>`)}</ul>`}
${remark}</section>`;
}

/** An arrow before the line of another change. */
function markOf({ changes }: ClientFigures, index: number): Html | null {
  const change = changes[index + 1];
  if (change === undefined) return null;
  if (change.state !== 'holds') return html`<span class="muted" aria-hidden="true">•</span> `;
  return isBad(change)
    ? html`<span class="worse" aria-hidden="true">▼</span> `
    : html`<span class="better" aria-hidden="true">▲</span> `;
}

function changeChart({ changes, days, as_of: asOf }: ClientFigures): Html | null {
  const [change] = changes;
  if (change === undefined || days.length === 0) return null;
  const { before, since, likely_start: start, engine_name: name } = change;
  const labels = levelWords(change, Date.parse(asOf));
  return changeDays({
    caption: `${name} by day`,
    days,
    before,
    since,
    start,
    step: change.last_step ?? null,
    labels,
  });
}

function engines(paper: Paper): Html {
  const rankings = rankingsOf(paper.figures);
  const tracked = new Set(paper.figures.named.map(({ brand }) => brand)).size;
  const isSince = rankings.some(({ own }) => own.days);
  return html`<table class="engines cards">
<thead><tr><th scope="col">Engine</th><th scope="col">Named in</th><th scope="col">${besideAxis()}</th><th scope="col">Rank of ${tracked} brands</th><th scope="col">Change</th></tr></thead>
<tbody>${rankings.map((ranking) => engineRow(paper, ranking))}</tbody></table>
<p class="help">Dot: share of answers that name ${paper.figures.brand.name}, with its 95% interval. Lines: competitors, orange if ahead beyond chance.${isSince && ' Days beside an engine are those since its change: only they count there.'}</p>`;
}

function engineRow({ figures, link }: Paper, ranking: Ranking): Html {
  const { own, rivals, ahead, standing } = ranking;
  const { engine, engine_name: name, days } = own;
  const since = countedDays(ranking, figures);
  const href = own.responses === 0 ? null : link({ engine, names: 'self', ...days });
  return html`<tr><th scope="row">${name}${since !== null && html` <small>${since}</small>`}</th><td class="rate-cell" data-label="Named in">${named(own, href)}</td>
<td class="wide-cell dot-cell" data-label="">${besideOthers({ name, own, rivals, ahead })}</td><td data-label="Rank">${standing === null ? html`<span class="muted">—</span>` : html`<b>${ordinal(standing.rank)}</b> <span class="${ORDER_STYLES[standing.order]}">${ORDER_WORDS[standing.order]} <bdi>${standing.rival}</bdi></span>`}</td><td data-label="Change">${wordOf(ranking)}</td></tr>
`;
}

function done({ figures }: Paper): Html | null {
  if (figures.done.length === 0) return null;
  return html`<ol class="done-lines">${figures.done.map(
    (
      row,
      place,
    ) => html`<li><time datetime="${row.day}">${shortDay(row.day)}</time><p><b><bdi>${row.text}</bdi></b><br>${cameAfter(place, figures).join(' ')}</p></li>
`,
  )}</ol>
<p class="help">What came after need not have come from it.</p>`;
}

function next({ figures }: Paper): Html | null {
  if (figures.todo.length === 0) return null;
  return html`<ol class="next-lines">${figures.todo.map(({ title, reason }) => html`<li><b>${title}</b>: ${reason}</li>`)}</ol>`;
}

function named(row: NamedRow, href: string | null): Content {
  const { counts, percent, aside } = partsOf(row);
  if (row.responses === 0) return html`<span class="few">no answers</span>`;
  const figure =
    percent === null
      ? html`<span class="few">${counts}</span><small class="counts">${aside}</small>`
      : html`<b>${percent}</b> <small>${aside}</small><small class="counts">${counts}</small>`;
  return html`<a class="figure-link" href="${href}">${figure}</a>`;
}

function trend({ figures, link }: Paper): Html | null {
  const answered = figures.weeks.filter(({ responses }) => responses > 0);
  const engineNames = new Map(answered.map(({ engine, engine_name: name }) => [engine, name]));
  if (engineNames.size === 0) return null;
  const series = [...engineNames].map(([engine, name]) => ({
    name,
    points: figures.weeks
      .filter((week) => week.engine === engine)
      .map((week) => ({ ...week, href: weekLink(link, week) })),
  }));
  const [first] = series;
  const rows = first?.points.map((week, index): Content[] => [
    daysText(week.start, week.end),
    ...series.map(({ points }) => (points[index] ? rateText(points[index]) : null)),
  ]);
  return html`<p class="help">Share of answers that name ${figures.brand.name}, 0 to 100%, with its 95% band. Bars: answers per week.</p>
<div class="paper-trends">${series.map((each) => html`<div><h3>${each.name}</h3>${spark(each)}</div>`)}</div>
${rows && asTable(plainTable(['Week', ...engineNames.values()], rows), 'The weeks as a table')}`;
}

function weekLink(link: Paper['link'], week: ClientFigures['weeks'][number]): string | null {
  const { engine, start: from, end: until } = week;
  return week.responses === 0 ? null : link({ engine, names: 'self', from, until });
}

/** A row per engine, because engines are never averaged, and a column per brand: the most named ones. */
function competitors({ figures, link }: Paper): Html | null {
  const brands = [...Map.groupBy(figures.named, ({ brand }) => brand)]
    .toSorted(([, one], [, other]) => placeOf(other) - placeOf(one))
    .map(([brand]) => brand);
  const shown = brands.slice(0, MOST_BRANDS);
  if (brands.length < 2) return null;
  const cell = (ofEngine: readonly NamedRow[], brand: string) => {
    const row = ofEngine.find((each) => each.brand === brand);
    const names = row && isOwn(row) ? 'self' : brand;
    const href = row && row.responses > 0 ? link({ engine: row.engine, names, ...row.days }) : null;
    return html`<td class="figure" data-label="${brand}">${row && named(row, href)}</td>`;
  };
  return html`<table class="cards"><thead><tr><th scope="col">Engine</th>${shown.map((brand) => html`<th scope="col" class="figure"><bdi>${brand}</bdi></th>`)}</tr></thead>
<tbody>${[...Map.groupBy(figures.named, (row) => row.engine_name)].map(
    ([engine, rows]) =>
      html`<tr><th scope="row">${engine}</th>${shown.map((brand) => cell(rows, brand))}</tr>
`,
  )}</tbody></table>
<p class="help">Share of answers that name the brand, with counts.${shown.length < brands.length && ` ${brands.length - shown.length} more are named less.`}</p>`;
}

const MOST_BRANDS = 5;

/** The own brand first, then by answers. */
function placeOf(rows: readonly NamedRow[]): number {
  return rows.some(isOwn) ? Number.POSITIVE_INFINITY : rows.reduce((sum, { present }) => sum + present, 0);
}

function lostBlock(paper: Paper): Html | null {
  const { judged, questions, rows } = paper.figures.lost;
  if (judged === 0) return null;
  return html`${
    rows.length > 0 &&
    html`<table class="lost cards side-by-side"><thead><tr><th scope="col">Question</th><th scope="col">Engine</th><th scope="col">Named instead</th><th scope="col" class="figure">It</th><th scope="col" class="figure">You</th><th scope="col" class="figure">Points</th></tr></thead>
<tbody>${rows.map((row) => lostRow(paper, row))}</tbody></table>`
  }
<p class="help">Of ${questions} ${questions === 1 ? 'question' : 'questions'}: answers that name only the competitor, minus answers that name only you, with 95% intervals. ${rows.length === 0 ? `None of ${judged} comparisons stands out.` : `Of ${judged} comparisons, these stand out; expect at most one in ten by chance.`}</p>`;
}

function lostRow({ texts, link }: Paper, row: LostRow): Html {
  const { id, engine, competitor, gap, answers, naming_it: it, naming_you: you } = row;
  const of = { prompt: id, engine, looked_for: 'self', beside: competitor };
  const { points, range } = pointsParts(gap ?? { points: 0, lower: 0, upper: 0 });
  const count = (present: number, names: string) =>
    html`<a class="figure-link" href="${link({ ...of, names })}">${present} of ${answers}</a>`;
  return html`<tr><th scope="row"><bdi>${texts.questions[id] ?? id}</bdi></th><td data-label="Engine">${row.engine_name}</td><td data-label="Named instead"><bdi>${competitor}</bdi></td>
<td class="figure" data-label="It is named in">${count(it, competitor)}</td><td class="figure" data-label="You">${count(you, 'self')}</td><td class="figure" data-label="Points"><b>${points}</b> <small>(${range})</small></td></tr>
`;
}

function sites({ figures }: Paper): Html | null {
  if (figures.sites.length === 0) return null;
  return html`<table class="sites cards side-by-side"><thead><tr><th scope="col">Site</th><th scope="col">Kind</th><th scope="col">Cited by</th><th scope="col" class="figure">Answers</th></tr></thead>
<tbody>${figures.sites.map((row) => siteRow(figures, row))}</tbody></table>
<p class="help">Answers that cite the site and name a competitor but not ${figures.brand.name}.</p>`;
}

function siteRow({ named }: ClientFigures, { site, kind, engines: readers, answers }: SiteRow): Html {
  const names = new Map(named.map(({ engine, engine_name: name }) => [engine as string, name]));
  const readBy =
    readers.length > 2
      ? `${readers.length} of ${names.size} engines`
      : readers.map((engine) => names.get(engine) ?? engine).join(', ');
  return html`<tr><th scope="row"><bdi>${site}</bdi></th><td data-label="">${kindWord(kind)}</td><td data-label="Cited by">${readBy}</td><td class="figure" data-label="Answers">${answers}</td></tr>
`;
}

const WAYS = ['recommended', 'neutral', 'negative'] as const;

function themesBlock({ figures, texts }: Paper): Html | null {
  const any = figures.said.filter(({ framing }) => framing === 'any');
  if (any.length === 0) return null;
  const most = any.toSorted((one, other) => other.present - one.present).slice(0, MOST_SAID);
  const inWay = (row: (typeof any)[number], way: string) =>
    figures.said.find(
      ({ engine, theme, framing }) => engine === row.engine && theme === row.theme && framing === way,
    )?.present ?? 0;
  return html`<table class="cards side-by-side"><thead><tr><th scope="col">Theme</th><th scope="col">Engine</th><th scope="col" class="figure">Answers</th><th scope="col" class="figure">recommend</th><th scope="col" class="figure">state</th><th scope="col" class="figure">negative</th></tr></thead>
<tbody>${most.map(
    (row) =>
      html`<tr><th scope="row"><bdi>${row.theme_name}</bdi></th><td data-label="">${row.engine_name}</td><td class="figure" data-label="Answers">${row.present} of ${row.responses}</td>${WAYS.map((way) => html`<td class="figure" data-label="${WAY_WORDS[way]}">${inWay(row, way)}</td>`)}</tr>
`,
  )}</tbody></table>
${texts.quotes.length > 0 && html`<ul class="said-lines">${texts.quotes.map(quoted)}</ul>`}
<p class="help">Share of answers naming ${figures.brand.name} that have such a sentence. An answer can be in several rows. Read by <bdi>${figures.said_by ?? 'rules, which miss some'}</bdi>.</p>`;
}

const MOST_SAID = 8;
const WAY_WORDS: Readonly<Record<string, string>> = {
  recommended: 'recommends',
  neutral: 'states',
  negative: 'negative',
};

function quoted({
  sentence,
  theme_name: theme,
  engine_name: engine,
  framing,
  collected_at: at,
  present,
}: ClientQuote): Html {
  return html`<li><p><bdi>${plainSentence(sentence)}</bdi></p><small><span class="chip ${framing}">${WAY_WORDS[framing]}</span> <bdi>${theme}</bdi> · ${engine} · ${shortDay(at)} · one of ${present}</small></li>
`;
}
