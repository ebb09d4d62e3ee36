import { setImmediate as turn } from 'node:timers/promises';
import { actions } from '../../../actions/index.ts';
import { MOST_SAMPLES } from '../../../domain/questions/samples.ts';
import { collectingCost } from '../../../pipeline/collect/cost.ts';
import { questionOf } from '../../../pipeline/declare/document/declared-question.ts';
import { brandDocument } from '../../../pipeline/declare/document/document.ts';
import { reports } from '../../../reports/index.ts';
import type { EnvelopeOf } from '../../../reports/run/run-report.ts';
import { MOST_VALUES } from '../../../reports/shape/report.ts';
import { type Content, type Html, html } from '../../markup/html.ts';
import { type Outcome, type Page, page, redirect } from '../../markup/outcome.ts';
import { choiceFields } from '../../parts/bar/choice-fields.ts';
import { linesField, type Option, optionList } from '../../parts/form/field.ts';
import { limitsOf, mostOf } from '../../parts/form/limits.ts';
import { formOutcome, problemWords, type Refusal } from '../../parts/form/refusal.ts';
import { askingWords, costNotes } from '../../parts/form/review.ts';
import { reviewedForm } from '../../parts/form/reviewed-form.ts';
import { columnMenu, type EngineColumn, hiddenIn } from '../../parts/table/column-menu.ts';
import { tablePage } from '../../parts/table/pagination.ts';
import { type MarketRow, marketsOf, marketText } from '../../parts/words/markets.ts';
import type { PageRoute } from '../../route.ts';
import { here, type Visit } from '../../visit/visit.ts';
import { askQuestionNow, askQuestionPage } from './ask-question-page.ts';
import { questionPage } from './question-page.ts';
import { type QuestionRow, questionRow, requestedChange, sameFields } from './questions-form.ts';
import {
  answeringEngines,
  filterQuestions,
  isIn,
  questionColumns,
  questionsTable,
  type RatedQuestion,
  STATES,
  type State,
} from './questions-table.ts';

/** Questions: results, and forms to add, pause, and change them. */
export const questionRoutes: readonly PageRoute[] = [
  {
    path: '/brands/:brand/questions',
    who: 'viewer',
    whoPosts: 'editor',
    takesLongText: true,
    shared: 'questions',
    get: async (visit) => await listPage(visit, { lines: '', error: null }),
    does: ['', 'review', 'edit', 'save'],
    post: async (visit, form) => await posted(visit, form),
  },
  {
    path: '/brands/:brand/questions/:question',
    who: 'viewer',
    shared: 'questions',
    get: questionPage,
  },
  {
    path: '/brands/:brand/questions/:question/ask',
    who: 'editor',
    get: async (visit) => await askQuestionPage(visit),
    post: askQuestionNow,
  },
  {
    path: '/brands/:brand/questions/:question/edit',
    who: 'editor',
    get: async (visit) => {
      const row = await questionRow(visit, visit.params.question);
      return editPage(visit, row, { text: row.text, tags: row.tags.join('\n') }, null);
    },
  },
];

/** `do`: `review`, `edit`, or `save`; `op`: the change. */
async function posted(visit: Visit, form: URLSearchParams): Promise<Outcome> {
  const action = form.get('do') || 'review';
  if (action === 'edit') return await again(visit, form, null);
  return await formOutcome(
    requestedChange(visit, form),
    async ({ act, says = '', warnings = [] }) =>
      await reviewedForm(
        visit,
        {
          act,
          brand: visit.brand.id,
          parts: [],
          version: '',
          saved: ({ data }) => redirect(addressAfter(visit, form, data)),
          again: async (refusal) => await again(visit, form, refusal === null ? UNCHANGED : wordsOf(refusal)),
          review: {
            title: `Review · ${visit.brand.name}`,
            heading: 'Save these changes?',
            lead: `${says} Nothing changes until you save.`,
            warnings,
            fields: sameFields(form),
          },
        },
        action === 'save',
      ),
    async ({ message }) => await again(visit, form, message),
  );
}

/** Where new questions are asked now, with the price of that, if somebody wants it; otherwise the list. */
function addressAfter(visit: Visit, form: URLSearchParams, data: unknown): string {
  if (form.get('next') !== 'ask') return visit.address('questions', { saved: '1' });
  const { questions } = data as { readonly questions: readonly { readonly id: string }[] };
  return visit.address(questions.length === 1 ? `questions/${questions[0]?.id}/ask` : 'collecting/ask');
}

const UNCHANGED = 'There is nothing to change: you ask these questions already.';

function wordsOf(refusal: Refusal): string {
  return `${problemWords(refusal, nounAt)} Nothing was saved.`;
}

function nounAt(place: string): string {
  if (place.endsWith('tags')) return 'The tags of a question';
  return /tags\[\d+\]$/.test(place) ? 'A tag' : place === 'samples' ? 'Times a day' : 'A question';
}

/** The form's page, with its typed values. */
async function again(visit: Visit, form: URLSearchParams, error: string | null): Promise<Outcome> {
  if (form.get('op') !== 'edit') return await listPage(visit, { lines: form.get('lines') ?? '', error });
  const row = await questionRow(visit, form.get('q'));
  return editPage(visit, row, { text: form.get('text') ?? '', tags: form.get('tags') ?? '' }, error);
}

async function listPage(
  visit: Visit,
  { lines, error }: { readonly lines: string; readonly error: string | null },
): Promise<Outcome> {
  const [envelope, gaps, samples] = await Promise.all([
    visit.figures(reports.questions, { engines: '1' }),
    visit.figures(reports.gaps),
    ownSamples(visit),
  ]);
  const gapOf = new Map(gaps.data.map((row) => [row.id, row]));
  const rows: RatedQuestion[] = [];
  for (const row of envelope.data) {
    const [gap, own] = [gapOf.get(row.id), samples.get(row.text)];
    rows.push({ ...row, gap: gap ?? null, samples: own ?? null });
    if (rows.length % QUESTIONS_A_TURN === 0) await turn();
  }
  await turn();
  const found = filterQuestions(visit, rows);
  const state = stateIn(visit);
  const wanted = found.filter((row) => isIn(state, row));
  const slice = tablePage(visit, wanted, QUESTIONS_A_PAGE);
  const engines = answeringEngines(envelope.data);
  const columns = questionColumns(engines);
  const shown = questionsTable(visit, envelope, gaps, slice.rows, { engines, columns });
  return page({
    title: `Questions · ${visit.brand.name}`,
    figures: [reports.questions, reports.gaps],
    ...(error === null ? {} : { status: 422 }),
    csv: downloads(visit, wanted),
    main: html`<header class="page-head"><h1>${headline(visit, gaps)}</h1>
<p class="lead">How often answers name ${visit.brand.name}, with the 95% interval drawn.${slice.rows.some((row) => isIn('changed', row)) && ' ▼ and ▲: a change larger than its noise.'}</p></header>
${visit.query.has('saved') && html`<p class="note" role="status">Saved.</p>`}
${error !== null && html`<p class="note error" role="alert">${error}</p>`}
${visit.mayEdit && addForm(lines, rows.length === 0 || lines !== '' || visit.query.has('add'), await costNote(visit))}
${rows.length > 0 && html`<div class="said-choices">${findForm(visit, rows.length)}${stateChips(visit, found, state)}<p class="choices">${enginesShown(visit, columns, engines)}${columnMenu(visit, columns)}</p></div>`}
${listOf(visit, rows, slice.rows, shown, await marketsOf(visit))}
${slice.pager}
${rows.length > 0 && html`<p class="help">Named instead: where one competitor is furthest ahead, as the share of answers that name only it minus the share that name only you. ${gaps.meta.judged.toLocaleString('en-US')} such differences are judged together; of those in bold, expect at most one in ten by chance. Dashed: below 5 answers, no rate.</p>`}`,
  });
}

/** Counts significant gaps and claims nothing about others. */
function headline(visit: Visit, { data, meta }: EnvelopeOf<typeof reports.gaps>): string {
  const { name } = visit.brand;
  if (meta.questions === 0) return 'Questions';
  const of = `${meta.questions} ${meta.questions === 1 ? 'question' : 'questions'}`;
  if (meta.questions_lost === 0) return `None of ${of} stands out as lost`;
  const lost = data.filter(({ gap, stands_out: standsOut }) => standsOut && (gap?.points ?? 0) > 0);
  const [most] = [...Map.groupBy(lost, ({ engine_name: engine }) => engine)].toSorted(
    ([, a], [, b]) => b.length - a.length,
  );
  const where = most === undefined ? '' : `, ${most[1].length} of them on ${most[0]}`;
  return `${name} loses ${meta.questions_lost} of ${of} by more than noise${where}`;
}

const STATE_WORDS: Readonly<Record<State, string>> = {
  '': 'All',
  lost: 'Lost',
  changed: 'Changed',
  few: 'Too few',
  asked: 'Asked',
  paused: 'Paused',
};

function stateIn(visit: Visit): State {
  return STATES.find((state) => state === visit.query.get('state')) ?? '';
}

function stateChips(visit: Visit, rows: readonly RatedQuestion[], current: State): Html {
  return html`<p class="choices">${STATES.map(
    (state) =>
      html`<a class="choice" href="${here(visit, { state: state || null, page: null })}"${state === current && html` aria-current="true"`}>${STATE_WORDS[state]} <span>${rows.filter((row) => isIn(state, row)).length}</span></a>`,
  )}</p>`;
}

function findForm(visit: Visit, all: number): Html {
  const kept = ['sort', 'state'].flatMap((name) => {
    const value = visit.query.get(name);
    return value ? [html`<input type="hidden" name="${name}" value="${value}">`] : [];
  });
  return html`<form class="filter-form" role="search">${choiceFields(visit)}${kept}
<label class="unseen" for="find">Find in ${all} questions</label><input id="find" name="find" type="search" placeholder="Find in ${all} questions" value="${visit.query.get('find') ?? ''}"><button>Find</button></form>`;
}

/** Downloads of all listed questions, regardless of page. */
function downloads(visit: Visit, wanted: readonly QuestionRow[]): NonNullable<Page['csv']> {
  const isFound = ['find', 'state'].some((name) => visit.query.get(name));
  const found = isFound ? { question: wanted.slice(0, MOST_VALUES).map(({ id }) => id) } : {};
  return wanted.length === 0
    ? []
    : [
        { label: 'Questions', href: visit.to('csv/questions', { engines: '1', ...found }) },
        { label: 'Gaps', href: visit.to('csv/gaps', found) },
      ];
}

const QUESTIONS_A_PAGE = 50;

/** More would block other requests. */
const QUESTIONS_A_TURN = 2000;

/** Daily runs of questions with their own number, by text. Only editors see them. */
async function ownSamples(visit: Visit): Promise<ReadonlyMap<string, number>> {
  if (!visit.mayEdit) return new Map();
  const { prompts } = await brandDocument(visit.db, visit.brand.id);
  return new Map(
    prompts
      .map(questionOf)
      .flatMap(({ text, samples_per_day: samples }) =>
        samples === undefined ? [] : [[text, samples] as const],
      ),
  );
}

/** The table in the bulk form, or the reason for an empty list. */
function listOf(
  visit: Visit,
  rows: readonly QuestionRow[],
  shown: readonly QuestionRow[],
  table: Html,
  markets: readonly MarketRow[],
): Html {
  if (rows.length === 0) {
    return html`<div class="empty"><p>You have no questions yet.</p><p>Write the questions that people ask an assistant before they buy, in their words and without your name. Start with ten to thirty.</p></div>`;
  }
  if (shown.length === 0) {
    return html`<div class="empty"><p>No question fits. <a href="${visit.to('questions')}">Show all ${rows.length}</a></p></div>`;
  }
  if (!visit.mayEdit) return table;
  return html`<form method="post" class="stack" aria-label="Change chosen questions">
<div class="row chosen"><span>Questions you tick:</span>
<button name="op" value="pause">Pause</button>
<button name="op" value="resume">Resume</button>
<span class="row"><label class="unseen" for="set-tag">Tag</label><input id="set-tag" name="tag" placeholder="Tag" autocomplete="off" list="known-tags"${limitsOf(actions.change_questions.input.add_tags.items, false)}><button name="op" value="tag">Add the tag</button><button name="op" value="untag">Remove the tag</button>
<datalist id="known-tags">${optionList(tagOptions(rows))}</datalist></span>
${marketSelect(markets)}
<span class="row"><label class="unseen" for="set-samples">How often</label><select id="set-samples" name="samples">${SAMPLES}</select><button name="op" value="samples">Set how often</button></span>
</div>
${table}</form>`;
}

function marketSelect(markets: readonly MarketRow[]): Content {
  const active = markets.filter((market) => market.active);
  if (active.length < 2) return null;
  const options = active.map((market): Option => [market.name, marketText(market)]);
  return html`<span class="row"><label class="unseen" for="set-market">Market</label><select id="set-market" name="market">${optionList(options)}</select><button name="op" value="market">Add this market</button><button name="op" value="unmarket">Remove this market</button></span>`;
}

const SAMPLES = optionList(
  [
    ['', 'The brand’s default'],
    ...Array.from(
      { length: MOST_SAMPLES },
      (_, index): Option => [String(index + 1), index === 0 ? 'Once a day' : `${index + 1} times a day`],
    ),
    ['week', 'Once a week'],
  ],
  '',
);

async function costNote(visit: Visit): Promise<Html> {
  const { organizationId } = visit.caller;
  const whose = { organizationId, brand: visit.brand.id };
  const cost = await collectingCost(visit.db, visit.now, whose, await visit.deps.engines(visit.db));
  const { activePrompts, promptsIncluded, beyondPlan } = cost;
  const plan =
    promptsIncluded !== null &&
    ` The plan includes ${promptsIncluded} questions, and the organization has ${activePrompts}.`;
  return html`<p class="${beyondPlan > 0 ? 'note warning' : 'help'}">Your questions need ${askingWords(cost)}${plan} ${costNotes(cost).join(' ')}</p>`;
}

/** All tags in alphabetical order. */
function tagOptions(rows: readonly QuestionRow[]): Option[] {
  const tags = [...new Set(rows.flatMap((row) => row.tags))];
  return tags.sort((one, other) => one.localeCompare(other, 'en')).map((tag) => [tag, tag]);
}

function addForm(lines: string, isOpen: boolean, cost: Html): Html {
  return html`<details class="drawer"${isOpen && html` open`}><summary><h2>Add questions</h2></summary>
<form method="post" class="stack">
<input type="hidden" name="op" value="add">
${linesField({ name: 'lines', label: 'Questions, one per line', value: lines, rows: 4, help: 'Add tags after a tab, as when you paste spreadsheet columns. You see what they cost before you save.' })}
<p class="row"><button class="primary">Review</button><button name="next" value="ask">Review, then ask now and show me</button></p>
</form>
${cost}</details>`;
}

/** Whether engines are hidden. */
function enginesShown(
  visit: Visit,
  columns: ReturnType<typeof questionColumns>,
  engines: readonly EngineColumn[],
): Content {
  const hidden = hiddenIn(visit, columns);
  const shown = engines.filter(({ slug }) => !hidden.includes(slug)).length;
  return shown < engines.length && html`<span>${shown} of ${engines.length} engines</span>`;
}

function editPage(
  visit: Visit,
  { id, text }: QuestionRow,
  typed: { readonly text: string; readonly tags: string },
  error: string | null,
): Outcome {
  return page({
    title: `Edit a question · ${visit.brand.name}`,
    ...(error === null ? {} : { status: 422 }),
    main: html`<header class="page-head"><h1>Edit a question</h1><p class="lead"><bdi>${text}</bdi></p></header>
<form method="post" action="${visit.address('questions')}" class="stack">
<input type="hidden" name="op" value="edit"><input type="hidden" name="q" value="${id}">
${linesField({ name: 'text', label: 'Question', value: typed.text, rows: 3, of: actions.change_question.input.text, isRequired: true, error: error ?? undefined, help: 'New text makes a new question without answers. Sightline pauses this one, which keeps its answers.' })}
${linesField({ name: 'tags', label: 'Tags, one per line', value: typed.tags, rows: 3, help: `At most ${mostOf(actions.change_question.input.tags)}. The first is the question’s category.` })}
<p class="row"><button class="primary">Review</button> <a href="${visit.to('questions')}">Back to the questions</a></p>
</form>`,
  });
}
