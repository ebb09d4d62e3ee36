import { SightlineError } from '../../../domain/errors.ts';
import { MOST_SAMPLES } from '../../../domain/samples.ts';
import { LONGEST_TAG, MOST_TAGS } from '../../../domain/tags.ts';
import { collectingCost } from '../../../pipeline/collect/cost.ts';
import { InvalidFile } from '../../../pipeline/declare/apply-file.ts';
import { changedQuestions, changeQuestions } from '../../../pipeline/declare/change-questions.ts';
import { questionOf } from '../../../pipeline/declare/declared-question.ts';
import { brandDocument } from '../../../pipeline/declare/document.ts';
import { versionOf } from '../../../pipeline/declare/document-version.ts';
import { reports } from '../../../reports/index.ts';
import type { EnvelopeOf } from '../../../reports/run/run-report.ts';
import { MOST_VALUES } from '../../../reports/shape/report.ts';
import { type Content, type Html, html } from '../../html.ts';
import { type Outcome, type Page, page, redirect } from '../../outcome.ts';
import { applyDeps, type Review, reviewBody, reviewOf, scopeOf } from '../../parts/change-review.ts';
import { choiceFields } from '../../parts/choice-fields.ts';
import { columnMenu } from '../../parts/column-menu.ts';
import { linesField, type Option, optionList } from '../../parts/field.ts';
import { type MarketRow, marketsOf, marketText } from '../../parts/markets.ts';
import { amountText, costNotes } from '../../parts/review.ts';
import { sliceOf } from '../../parts/slices.ts';
import type { PageRoute } from '../../route.ts';
import { here, type Visit } from '../../visit.ts';
import { questionPage } from './question-page.ts';
import {
  type AskedChange,
  askedChange,
  type QuestionRow,
  questionRows,
  sameFields,
} from './questions-form.ts';
import {
  isIn,
  type Like,
  questionColumns,
  questionsTable,
  type RatedQuestion,
  STATES,
  type State,
  wantedQuestions,
} from './questions-table.ts';

/** What the engines are asked: what came of each question, and how questions are added, paused, and changed. */
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
    path: '/brands/:brand/questions/:question/edit',
    who: 'editor',
    get: async (visit) => {
      const row = (await questionRows(visit)).find(({ id }) => id === visit.params.question);
      if (row === undefined) throw new SightlineError('not_found', 'There is no such question.');
      return editPage(visit, row, { text: row.text, tags: row.tags.join('\n') }, null);
    },
  },
];

/** `do` is the button: `review`, `edit` again, or `save`; `op` is what is done to the questions. */
async function posted(visit: Visit, form: URLSearchParams): Promise<Outcome> {
  const action = form.get('do') || 'review';
  if (action === 'edit') return await again(visit, form, null);
  try {
    if (action !== 'save') return await reviewPage(visit, form);
    const { change } = await askedChange(visit, form);
    await changeQuestions(applyDeps(visit), { scope: scopeOf(visit), brand: visit.brand.id }, change);
    return redirect(visit.address('questions', { saved: '1' }));
  } catch (error) {
    if (error instanceof InvalidFile) return await again(visit, form, badQuestion(error));
    if (error instanceof SightlineError && ['invalid_argument', 'conflict'].includes(error.code)) {
      return await again(visit, form, error.message);
    }
    throw error;
  }
}

/** Where a question is in the document is of no use to whoever pasted it. */
function badQuestion({ problems }: InvalidFile): string {
  const [first] = problems;
  const what = first?.text.replace(/^organizations\S*/, whatIsAt) ?? 'A question cannot be used';
  return `${what}. Nothing was saved.`;
}

function whatIsAt(place: string): string {
  if (place.endsWith('.tags')) return 'The tags of a question';
  return /\.tags\[\d+\]$/.test(place) ? 'A tag' : 'A question';
}

/** The page that a form came from, with what was typed. */
async function again(visit: Visit, form: URLSearchParams, error: string | null): Promise<Outcome> {
  if (form.get('op') !== 'edit') return await listPage(visit, { lines: form.get('lines') ?? '', error });
  const row = (await questionRows(visit)).find(({ id }) => id === form.get('q'));
  if (row === undefined) throw new SightlineError('not_found', 'There is no such question.');
  return editPage(visit, row, { text: form.get('text') ?? '', tags: form.get('tags') ?? '' }, error);
}

async function reviewPage(visit: Visit, form: URLSearchParams): Promise<Outcome> {
  const asked = await askedChange(visit, form);
  const document = await brandDocument(visit.deps.db, visit.brand.id);
  const parts = { prompts: changedQuestions(document.prompts, asked.change) };
  const version = versionOf(document, ['prompts']);
  const stored = { scope: scopeOf(visit), brand: visit.brand.id, parts, version };
  const review = await reviewOf(visit, stored, ['prompts']);
  if (review.result.changes.length === 0) {
    return await again(visit, form, 'There is nothing to change: these questions are asked already.');
  }
  return page({
    title: `Review · ${visit.brand.name}`,
    tab: 'questions',
    main: reviewMain(form, review, asked),
  });
}

function reviewMain(form: URLSearchParams, review: Review, { says = '', warnings }: AskedChange): Html {
  const hidden = sameFields(form).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  return html`<header class="page-head"><h1>Save these changes?</h1><p class="lead">${says} Nothing is stored yet.</p></header>
${reviewBody(review, warnings)}
<form method="post" class="row">${hidden}
<button class="primary" name="do" value="save">Save</button>
<button name="do" value="edit">Back</button>
</form>`;
}

async function listPage(
  visit: Visit,
  { lines, error }: { readonly lines: string; readonly error: string | null },
): Promise<Outcome> {
  const [envelope, gaps, samples, likes] = await Promise.all([
    visit.figures(reports.questions, { engines: '1' }),
    visit.figures(reports.gaps),
    ownSamples(visit),
    isByLikeness(visit) ? likesOf(visit) : new Map<string, Like>(),
  ]);
  const gapOf = new Map(gaps.data.map((row) => [row.id, row]));
  const rows = envelope.data.map(
    (row): RatedQuestion => ({
      ...row,
      gap: gapOf.get(row.id) ?? null,
      samples: samples.get(row.text) ?? null,
      like: likes.get(row.id),
    }),
  );
  const found = wantedQuestions(visit, rows);
  const state = stateIn(visit);
  const wanted = found.filter((row) => isIn(state, row));
  const slice = sliceOf(visit, wanted, QUESTIONS_A_PAGE);
  return page({
    title: `Questions · ${visit.brand.name}`,
    tab: 'questions',
    figures: [reports.questions, reports.gaps],
    ...(error === null ? {} : { status: 422 }),
    csv: downloads(visit, wanted),
    main: html`<header class="page-head"><h1>${headline(visit, gaps)}</h1>
<p class="lead">Each cell: how often answers name ${visit.brand.name}, with its 95% interval. An edge: a change larger than its noise.${visit.mayEdit && rows.length > FEW && html` <a class="not-printed" href="#lines">Add questions</a>`}${visit.mayOpen('experiments') && html` <a class="not-printed" href="${visit.to('experiments')}">Experiments</a>`}</p></header>
${visit.query.has('saved') && html`<p class="note" role="status">Saved.</p>`}
${error !== null && html`<p class="note error" role="alert">${error}</p>`}
${rows.length > 0 && html`<div class="said-choices">${findForm(visit, rows.length)}${stateChips(visit, found, state)}${likenessLink(visit)}${columnMenu(visit, questionColumns(envelope.data))}</div>`}
${isByLikeness(visit) && likes.size === 0 && html`<p class="help">No two questions are nearly the same, as far as their answers tell. <a href="${visit.to('collecting/plan', { similar: '1' })}#plan-alike">What is looked for</a></p>`}
${listOf(visit, rows, slice.rows, questionsTable(visit, envelope, gaps, slice.rows), await marketsOf(visit))}
${slice.pager}
${rows.length > 0 && html`<p class="help">Gap: answers of one engine that name only the competitor, less those that name only you, where it is largest. ${gaps.meta.judged.toLocaleString('en-US')} gaps are judged together; in bold those that stand out, of which at most a tenth are expected to be nothing. Dashed: below 5 answers, no rate.</p>`}
${visit.mayEdit && (await costNote(visit))}
${visit.mayEdit && addForm(lines)}`,
  });
}

/** What stands out of all gaps together; it claims nothing of the others. */
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

/** Pairs of questions that are nearly the same are on the plan, which not every reader of questions may see. */
function isByLikeness(visit: Visit): boolean {
  return visit.query.get('sort') === 'alike' && visit.mayOpen('collecting/plan');
}

/** Of each question, the one that it is most alike. */
async function likesOf(visit: Visit): Promise<ReadonlyMap<string, Like>> {
  const { data } = await visit.report(reports.planner, { similar: '1' });
  const likes = new Map<string, Like>();
  for (const [
    place,
    { question_id: id, question, other_id: otherId, other },
  ] of data.similar_prompts.entries()) {
    if (!likes.has(id)) likes.set(id, { other, place });
    if (!likes.has(otherId)) likes.set(otherId, { other: question, place });
  }
  return likes;
}

function likenessLink(visit: Visit): Content {
  if (!visit.mayOpen('collecting/plan')) return null;
  const isCurrent = isByLikeness(visit);
  return html`<p class="choices"><a class="choice" href="${here(visit, { sort: isCurrent ? null : 'alike', page: null })}"${isCurrent && html` aria-current="true"`}>Most alike first</a></p>`;
}

function findForm(visit: Visit, all: number): Html {
  const kept = ['sort', 'state'].flatMap((name) => {
    const value = visit.query.get(name);
    return value ? [html`<input type="hidden" name="${name}" value="${value}">`] : [];
  });
  return html`<form class="filter-form" role="search">${choiceFields(visit)}${kept}
<label class="unseen" for="find">Find in ${all} questions</label><input id="find" name="find" type="search" placeholder="Find in ${all} questions" value="${visit.query.get('find') ?? ''}"><button>Find</button></form>`;
}

/** The questions of the list, whatever page of it is shown. */
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

/** So many are seen at once, with the form below them. */
const FEW = 8;

/** How often a day questions are asked that have a number of their own, by their text. Only an editor sees it. */
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

/** The table within the form of what is done to chosen questions, or why it is empty. */
function listOf(
  visit: Visit,
  rows: readonly QuestionRow[],
  shown: readonly QuestionRow[],
  table: Html,
  markets: readonly MarketRow[],
): Html {
  if (rows.length === 0) {
    return html`<div class="empty"><p>Nothing is asked yet.</p><p>Write the questions that people would ask an assistant before they buy: without your name, as they would say them. Ten to thirty are a good start.</p></div>`;
  }
  if (shown.length === 0) {
    return html`<div class="empty"><p>No question fits. <a href="${visit.to('questions')}">Show all ${rows.length}</a></p></div>`;
  }
  if (!visit.mayEdit) return table;
  return html`<form method="post" class="stack" aria-label="Change chosen questions">
<div class="row chosen"><span>Questions you tick:</span>
<button name="op" value="pause">Pause</button>
<button name="op" value="resume">Ask again</button>
<span class="row"><label class="unseen" for="set-tag">Tag</label><input id="set-tag" name="tag" placeholder="Tag" maxlength="${LONGEST_TAG}" autocomplete="off" list="known-tags"><button name="op" value="tag">Add the tag</button><button name="op" value="untag">Remove the tag</button>
<datalist id="known-tags">${optionList(tagOptions(rows))}</datalist></span>
${marketSelect(markets)}
<span class="row"><label class="unseen" for="set-samples">Times a day</label><select id="set-samples" name="samples">${SAMPLES}</select><button name="op" value="samples">Set the times a day</button></span>
</div>
${table}</form>`;
}

function marketSelect(markets: readonly MarketRow[]): Content {
  const active = markets.filter((market) => market.active);
  if (active.length < 2) return null;
  const options = active.map((market): Option => [market.name, marketText(market)]);
  return html`<span class="row"><label class="unseen" for="set-market">Market</label><select id="set-market" name="market">${optionList(options)}</select><button name="op" value="market">Ask there</button><button name="op" value="unmarket">Do not ask there</button></span>`;
}

const SAMPLES = optionList(
  [
    ['', 'As often as the brand'],
    ...Array.from(
      { length: MOST_SAMPLES },
      (_, index): Option => [String(index + 1), index === 0 ? 'Once a day' : `${index + 1} times a day`],
    ),
  ],
  '',
);

async function costNote(visit: Visit): Promise<Html> {
  const { organizationId } = visit.caller;
  const whose = { organizationId, brand: visit.brand.id };
  const cost = await collectingCost(visit.db, visit.now, whose, await visit.deps.engines(visit.db));
  const { activePrompts, promptsIncluded } = cost;
  const plan =
    promptsIncluded === null
      ? ''
      : ` The plan includes ${promptsIncluded} questions, and the organization has ${activePrompts}.`;
  const notes = costNotes(cost);
  return html`<div class="note${cost.beyondPlan > 0 && html` warning`}"><p>A day asks for ${amountText(cost, ({ day }) => day)}; 30 days for ${amountText(cost, ({ month }) => month)}.${plan}</p>
${notes.map((note) => html`<p class="help">${note}</p>`)}</div>`;
}

/** Every tag of the questions, in alphabetical order. */
function tagOptions(rows: readonly QuestionRow[]): Option[] {
  const tags = [...new Set(rows.flatMap((row) => row.tags))];
  return tags.sort((one, other) => one.localeCompare(other, 'en')).map((tag) => [tag, tag]);
}

function addForm(lines: string): Html {
  return html`<section aria-labelledby="add-head"><h2 id="add-head">Add questions</h2>
<form method="post" class="stack">
<input type="hidden" name="op" value="add">
${linesField({ name: 'lines', label: 'Questions, one a line', value: lines, rows: 6, help: 'Tags may follow, each after a tab, as when you paste several columns of a spreadsheet. You see what they cost before they are saved.' })}
<p><button class="primary">Review</button></p>
</form></section>`;
}

function editPage(
  visit: Visit,
  { id, text }: QuestionRow,
  typed: { readonly text: string; readonly tags: string },
  error: string | null,
): Outcome {
  return page({
    title: `Edit a question · ${visit.brand.name}`,
    tab: 'questions',
    ...(error === null ? {} : { status: 422 }),
    main: html`<header class="page-head"><h1>Edit a question</h1><p class="lead"><bdi>${text}</bdi></p></header>
<form method="post" action="${visit.address('questions')}" class="stack">
<input type="hidden" name="op" value="edit"><input type="hidden" name="q" value="${id}">
${linesField({ name: 'text', label: 'Question', value: typed.text, rows: 3, error: error ?? undefined, help: 'Another text makes another question: it begins without answers, and this one is paused and keeps its own.' })}
${linesField({ name: 'tags', label: 'Tags, one a line', value: typed.tags, rows: 3, help: `At most ${MOST_TAGS}. The first is the category of the question.` })}
<p class="row"><button class="primary">Review</button> <a href="${visit.to('questions')}">Back to the questions</a></p>
</form>`,
  });
}
