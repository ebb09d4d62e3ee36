import { SightlineError } from '../../../domain/errors.ts';
import { explainAnswer } from '../../../pipeline/intake/explain.ts';
import { reports } from '../../../reports/index.ts';
import type { EnvelopeOf } from '../../../reports/run/run-report.ts';
import type { AnswersFilters } from '../../../reports/shape/answers-filters.ts';
import { type Content, type Html, html } from '../../markup/html.ts';
import { type Page, page } from '../../markup/outcome.ts';
import { answersIn } from '../../parts/bar/chosen-bar.ts';
import type { PageRoute } from '../../route.ts';
import { parametersOfChoice } from '../../visit/choice.ts';
import type { Visit } from '../../visit/visit.ts';
import { answerList } from './answer-list.ts';
import { type Answer, answerView } from './answer-view.ts';
import { beyondBar, filterChips, filterForm, REGION } from './filter-form.ts';
import { type Choices, choicesOf, filtersIn } from './filters.ts';
import { knownTotal } from './known-total.ts';
import { listQuery, type Trail, trailIn } from './trail.ts';
import { type FilterWords, filterWords, headingText, periodText } from './words.ts';

/** Rows per page. */
const PAGE = 25;

export const answerRoutes: readonly PageRoute[] = [
  { path: '/brands/:brand/answers', who: 'viewer', shared: 'answers', get: (visit) => listPage(visit, null) },
  {
    path: '/brands/:brand/answers/:answer',
    who: 'viewer',
    shared: 'answers',
    get: async (visit) => {
      const answer = await answerOf(visit, visit.params.answer ?? '');
      return visit.query.get('list') === '1'
        ? await listPage(visit, answer)
        : await answerPage(visit, answer);
    },
  },
];

/** @throws SightlineError `not_found`, with the same message for other brands' answers */
async function answerOf(visit: Visit, id: string): Promise<Answer> {
  const { data } = await visit.report(reports.answers, { id });
  const [answer] = data;
  if (answer === undefined) throw new SightlineError('not_found', 'There is no such answer of this brand.');
  return answer;
}

/** Permalink of one answer. */
async function answerPage(visit: Visit, answer: Answer): Promise<Page> {
  const explanation = await explainAnswer(visit.db, answer.id, visit.brand.id, visit.deps.texts.explain);
  return page({
    title: `${shortened(answer.prompt)} · ${visit.brand.name}`,
    main: html`<div id="${REGION}" class="answers-page one">
<p class="back"><a href="${visit.to('answers')}">All answers</a></p>
<div class="answers-columns">${await answerView(visit, answer, explanation, 'h1')}</div>
</div>`,
  });
}

function shortened(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80).toWellFormed()}…` : text;
}

interface Listed {
  readonly filters: AnswersFilters;
  readonly trail: Trail;
  readonly choices: Choices;
  readonly words: readonly FilterWords[];
}

/** Filtered answers. @param chosen the selected answer; null selects the first */
async function listPage(visit: Visit, chosen: Answer | null): Promise<Page> {
  const filters = { ...(await visit.choiceFor(reports.answers)), ...filtersIn(visit.query, visit.now) };
  const choices = await choicesOf(visit);
  const words = filterWords({ filters, choices, self: visit.brand.name });
  const listed: Listed = { filters, trail: trailIn(visit.query), choices, words };
  const found = await findAnswers(visit, listed);
  if (found instanceof SightlineError) return refusedPage(visit, listed, found);
  const { data: rows, meta } = found;
  const isWhole = listed.trail.length === 0 && meta.next_cursor === null;
  const total = isWhole ? rows.length : await totalOf(visit, filters, words);
  const answer = chosen ?? rows[0] ?? null;
  const heading = headingText(words, total, beyondBar(words).length === 0);
  return page({
    title: `${shortened(heading)} · ${visit.brand.name}`,
    figures: [reports.answers],
    ...(isOfComparison(filters) && { ownWindow: true }),
    csv: [
      {
        label: 'These answers, up to 200',
        href: visit.to('csv/answers', listQuery(visit, [], { limit: '200' })),
      },
    ],
    main: html`<div id="${REGION}" class="answers-page ${chosen === null ? 'list-first' : 'answer-first'}">
${pageHead(visit, listed, heading, isWhole ? null : rows.length)}
<div class="answers-columns">
<div class="answers-side">
${filterPart(visit, listed)}
${rows.length > 0 && answerList(visit, { rows, trail: listed.trail, next: meta.next_cursor, selected: answer?.id ?? null })}
</div>
${answer === null ? emptyState(visit, words) : await answerPart(visit, listed, answer)}
</div>
</div>`,
  });
}

/** The total, if a report counts these answers. */
async function totalOf(
  visit: Visit,
  filters: AnswersFilters,
  words: readonly FilterWords[],
): Promise<number | null> {
  if (beyondBar(words).length > 0) return await knownTotal(visit, filters);
  const counts = await visit.chosenCounts();
  return counts && answersIn(counts, visit.choice.engines);
}

function isOfComparison({ alert, comparison }: AnswersFilters): boolean {
  return (alert ?? comparison) !== undefined;
}

/** A page of answers, or the refusal of invalid filters. */
async function findAnswers(
  visit: Visit,
  { filters, trail }: Listed,
): Promise<EnvelopeOf<typeof reports.answers> | SightlineError> {
  const cursor = trail.at(-1);
  const query = { ...filters, limit: String(PAGE), ...(cursor === undefined ? {} : { cursor }) };
  try {
    return await visit.report(reports.answers, query);
  } catch (error) {
    const isOfTheReader =
      error instanceof SightlineError && ['invalid_parameter', 'bad_cursor'].includes(error.code);
    if (isOfTheReader) return error;
    throw error;
  }
}

function refusedPage(visit: Visit, listed: Listed, { message }: SightlineError): Page {
  return page({
    title: `Answers · ${visit.brand.name}`,
    status: 400,
    main: html`<div id="${REGION}" class="answers-page list-first">
${pageHead(visit, listed, 'Answers', null)}
<div class="answers-columns">
<div class="answers-side">${filterPart(visit, listed)}</div>
<div class="note error" role="alert"><p>Sightline cannot list answers for these filters.</p><p>${withCode(message)}</p></div>
</div>
</div>`,
  });
}

/** Renders an API message, with its backticks as code. */
function withCode(message: string): Content {
  return message.split('`').map((piece, index) => (index % 2 === 0 ? piece : html`<code>${piece}</code>`));
}

/** @param shown answers on this page of a longer list; null for a complete list */
function pageHead(
  visit: Visit,
  { filters, trail, words }: Listed,
  heading: string,
  shown: number | null,
): Html {
  const { from, until } = filters;
  const period = from === undefined && until === undefined ? null : periodText(from, until);
  const part = shown === null ? null : trail.length === 0 ? 'newest first' : 'further back';
  const count = shown === null ? null : `${shown} on this page, ${part}`;
  const facts = [period, count].filter(Boolean).join(' · ');
  return html`<header class="page-head">
<h1 data-announce><bdi>${heading}</bdi></h1>
${(facts !== '' || filters.alert !== undefined) && html`<p class="lead">${facts}${alertLink(visit, filters, facts !== '')}</p>`}
${filterChips(visit, words)}
</header>`;
}

function alertLink(visit: Visit, { alert }: AnswersFilters, hasMore: boolean): Content {
  if (alert === undefined) return null;
  return html`${hasMore && ' · '}<a href="${visit.to(`alerts/${encodeURIComponent(alert)}`)}">the alert</a>`;
}

function filterPart(visit: Visit, { filters, choices, words }: Listed): Html {
  return html`<details id="filters" class="filter-part"><summary>Filter${beyondBar(words).length > 0 && ` (${beyondBar(words).length})`}</summary>
${filterForm(visit, filters, choices)}
</details>
${visit.viewer.kind === 'user' && html`<p class="help">No figure counts <a href="${visit.to('failed')}">failed collections</a>.</p>`}`;
}

async function answerPart(visit: Visit, { trail }: Listed, answer: Answer): Promise<Html> {
  const explanation = await explainAnswer(visit.db, answer.id, visit.brand.id, visit.deps.texts.explain);
  const back = visit.to('answers', listQuery(visit, trail));
  return html`<p class="back to-list"><a href="${back}" data-swap="#${REGION}">Back to the list</a></p>
${await answerView(visit, answer, explanation, 'h2')}`;
}

function emptyState(visit: Visit, words: readonly FilterWords[]): Html {
  if (beyondBar(words).length > 0 || Object.keys(parametersOfChoice(visit.choice)).length > 0) {
    return html`<div class="empty"><p>No answer fits all of these filters. Remove one to see more.</p></div>`;
  }
  return html`<div class="empty"><p>There are no answers yet.</p>
${visit.mayEdit && html`<p>Ask engines on <a href="${visit.to('collecting')}">Engines and keys</a>, or import answers.</p>`}</div>`;
}
