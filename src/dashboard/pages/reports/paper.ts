import type { Block, FiguresBlock } from '../../../domain/sharing/shared-report.ts';
import type {
  ClientFigures,
  ClientQuote,
  ClientTexts,
  LostRow,
  NamedRow,
  SiteRow,
} from '../../../reports/client/figures.ts';
import {
  changeSentence,
  isOwn,
  reportedChanges,
  sentenceOf,
  summaryOf,
} from '../../../reports/client/sentences.ts';
import type { AnswersFilters } from '../../../reports/shape/answers-filters.ts';
import { beforeOf, sharedQuestions } from '../../../reports/shape/compared.ts';
import { plainSentence } from '../../answer-text/plain-sentence.ts';
import { daysText } from '../../charts/days.ts';
import { dotWithInterval, percentAxis } from '../../charts/dot.ts';
import { asTable, plainTable } from '../../charts/figure.ts';
import { partsOf, rateText } from '../../charts/rates.ts';
import { spark } from '../../charts/spark.ts';
import { pointsParts } from '../../charts/windows.ts';
import { type Content, type Html, html } from '../../markup/html.ts';
import { kindWord } from '../../parts/form/site-kinds.ts';
import { changeCell } from '../../parts/table/change.ts';
import { shortDay, shortDays } from '../../parts/words/window-text.ts';

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
  const body = BODIES[kind](paper);
  if (body === null && own === null) return null;
  return html`<section class="block"><h2><span class="block-number">${number}</span> ${heading || sentenceOf(kind, paper.figures)}</h2>
${body}
${own && html`<div class="remark"><h3>Our comment</h3>${own}</div>`}</section>`;
}

/** Paragraphs between blank lines. */
function commentOf(text: string): Html[] {
  return text.split(/\n\s*\n/).map((each) => html`<p class="own-words">${each}</p>`);
}

const BODIES: Readonly<Record<FiguresBlock, (paper: Paper) => Html | null>> = {
  summary,
  engines,
  changes,
  trend,
  competitors,
  lost: lostBlock,
  sites,
  said: themesBlock,
};

function summary({ figures }: Paper): Html {
  return html`<ul class="brief">${summaryOf(figures).map((sentence) => html`<li>${sentence}</li>`)}</ul>`;
}

function earlierDays({ compared, window }: ClientFigures): string | null {
  if (compared === null) return null;
  const period = { from: Date.parse(compared.from), to: Date.parse(compared.until) + 1 };
  return shortDays(period, Date.parse(window.until));
}

function engines(paper: Paper): Html {
  const { figures } = paper;
  const own = figures.named.filter(isOwn);
  const earlier = earlierDays(figures);
  return html`<p class="help">Dot: these days with their 95% interval.${earlier !== null && ` Dashed: ${earlier}, on the questions asked in both.`}</p>
<table class="engines cards">
<thead><tr><th scope="col">Engine</th><th scope="col">Named in</th><th scope="col"><span class="unseen">Share of answers, 0 to 100%</span>${percentAxis()}</th>${earlier !== null && html`<th scope="col">Against ${earlier}</th>`}</tr></thead>
<tbody>${own.map((row) => engineRow(paper, row))}</tbody></table>`;
}

function engineRow({ figures, link }: Paper, row: NamedRow): Html {
  const { engine, engine_name: name, compared, responses } = row;
  const href = responses === 0 ? null : link({ engine, names: 'self' });
  const figure = beforeOf(compared);
  const before = figure &&
    compared && {
      figure,
      href: link({ engine, names: 'self', ...sharedQuestions(figures.window, compared) }),
    };
  return html`<tr><th scope="row">${name}</th><td class="rate-cell" data-label="Named in">${named(row, href)}</td>
<td class="wide-cell dot-cell" data-label="">${dotWithInterval({ name, figure: row, href, before: before ?? null })}</td>${figures.compared && html`<td class="verdict-cell" data-label="Change">${changeCell(row, figures.compared)}</td>`}</tr>
`;
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

function changes({ figures }: Paper): Html | null {
  if (figures.compared === null) return null;
  const clear = reportedChanges(figures);
  const { named: all } = figures;
  const rest = all.filter(({ compared }) => compared?.change).length - clear.length;
  return html`${clear.length > 0 && html`<ul class="brief">${clear.map((row) => html`<li>${changeSentence(row)}</li>`)}</ul>`}
<p class="help">The report states only changes beyond noise, all judged together. ${rest} other ${rest === 1 ? 'change is' : 'changes are'} within noise.</p>`;
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

function competitors({ figures, link }: Paper): Html | null {
  const rows = [...Map.groupBy(figures.named, ({ brand }) => brand)];
  if (rows.length < 2) return null;
  const engineNames = new Map(figures.named.map(({ engine, engine_name: name }) => [engine, name]));
  return html`<p class="help">Share of answers checked for the brand, with counts. Compare brands on one engine.</p>
<table class="cards"><thead><tr><th scope="col">Brand</th>${[...engineNames.values()].map((name) => html`<th scope="col" class="figure">${name}</th>`)}</tr></thead>
<tbody>${rows.map(
    ([brand, own]) =>
      html`<tr><th scope="row"><bdi>${brand}</bdi></th>${[...engineNames.keys()].map((engine) => {
        const row = own.find((each) => each.engine === engine);
        const href = row && row.responses > 0 ? link({ engine, names: isOwn(row) ? 'self' : brand }) : null;
        return html`<td class="figure" data-label="${engineNames.get(engine)}">${row && named(row, href)}</td>`;
      })}</tr>
`,
  )}</tbody></table>`;
}

function lostBlock(paper: Paper): Html | null {
  const { judged, questions, rows } = paper.figures.lost;
  if (judged === 0) return null;
  return html`${
    rows.length > 0 &&
    html`<table class="lost cards"><thead><tr><th scope="col">Question</th><th scope="col">Engine</th><th scope="col">Named instead</th><th scope="col" class="figure">It</th><th scope="col" class="figure">You</th><th scope="col" class="figure">Points</th></tr></thead>
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
  const isCompared = figures.compared !== null;
  return html`<table class="sites cards"><thead><tr><th scope="col">Site</th><th scope="col">Kind</th><th scope="col">Cited by</th>${isCompared && html`<th scope="col" class="figure">Before</th>`}<th scope="col" class="figure">Now</th></tr></thead>
<tbody>${figures.sites.map((row) => siteRow(figures, row))}</tbody></table>
<p class="help">Answers that cite the site and name a competitor but not ${figures.brand.name}.</p>`;
}

function siteRow({ named }: ClientFigures, { site, kind, engines: readers, answers, before }: SiteRow): Html {
  const names = new Map(named.map(({ engine, engine_name: name }) => [engine as string, name]));
  const readBy =
    readers.length > 2
      ? `${readers.length} of ${names.size} engines`
      : readers.map((engine) => names.get(engine) ?? engine).join(', ');
  return html`<tr><th scope="row"><bdi>${site}</bdi></th><td data-label="Kind">${kindWord(kind)}</td><td data-label="Cited by">${readBy}</td>${before !== null && html`<td class="figure" data-label="Before">${before}</td>`}<td class="figure" data-label="Now">${answers}</td></tr>
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
  return html`<table class="cards"><thead><tr><th scope="col">Theme</th><th scope="col">Engine</th><th scope="col" class="figure">Answers</th><th scope="col" class="figure">recommend</th><th scope="col" class="figure">state</th><th scope="col" class="figure">negative</th></tr></thead>
<tbody>${most.map(
    (row) =>
      html`<tr><th scope="row"><bdi>${row.theme_name}</bdi></th><td data-label="Engine">${row.engine_name}</td><td class="figure" data-label="Answers">${row.present} of ${row.responses}</td>${WAYS.map((way) => html`<td class="figure" data-label="${WAY_WORDS[way]}">${inWay(row, way)}</td>`)}</tr>
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
