import type { GivenTo } from '../../../actions/action.ts';
import { actions } from '../../../actions/index.ts';
import type { ActionResult } from '../../../actions/run-action.ts';
import { FACT_TYPES, type FactType } from '../../../domain/brand/fact.ts';
import { counted } from '../../../domain/text.ts';
import { brandDocument } from '../../../pipeline/declare/document/document.ts';
import { versionOf } from '../../../pipeline/declare/document/document-version.ts';
import { factValueFrom, valueTexts } from '../../../pipeline/declare/document/fact-entries.ts';
import { reports } from '../../../reports/index.ts';
import type { EnvelopeOf } from '../../../reports/run/run-report.ts';
import { type Content, type Html, html } from '../../markup/html.ts';
import { type Outcome, page, redirect } from '../../markup/outcome.ts';
import { linesField, linesIn, selectField, textField } from '../../parts/form/field.ts';
import { problemWords, type Refusal } from '../../parts/form/refusal.ts';
import { type ReviewedForm, reviewedForm } from '../../parts/form/reviewed-form.ts';
import { matrixCell } from '../../parts/table/matrix-cell.ts';
import { readBy } from '../../parts/words/reader-words.ts';
import type { PageRoute } from '../../route.ts';
import { here, type Visit } from '../../visit/visit.ts';
import { ofFact, quoteColumn } from './quotes.ts';

/** Declared facts, engine verdicts, and a form to declare more. */
export const factRoutes: readonly PageRoute[] = [
  {
    path: '/brands/:brand/facts',
    who: 'viewer',
    whoPosts: 'editor',
    shared: 'said',
    get: async (visit) => await factsPage(visit, await typedOf(visit), null),
    does: ['', 'review', 'edit', 'save'],
    post: posted,
  },
];

/** A typed fact. `replaces`: the name of the replaced or removed fact; '' for a new one. */
interface TypedFact {
  readonly op: 'set' | 'remove';
  readonly replaces: string;
  readonly name: string;
  readonly type: string;
  readonly values: string;
  readonly units: string;
  readonly about: string;
  readonly version: string;
}

const NEW_FACT = {
  op: 'set',
  replaces: '',
  name: '',
  type: 'price',
  values: '',
  units: '',
  about: '',
} as const;

/** The fact to edit, or a new one. */
async function typedOf(visit: Visit): Promise<TypedFact> {
  if (!visit.mayEdit) return { ...NEW_FACT, version: '' };
  const document = await brandDocument(visit.db, visit.brand.id);
  const version = versionOf(document, ['facts']);
  const entry = document.facts.find(({ name }) => name === visit.query.get('fact'));
  if (entry === undefined) return { ...NEW_FACT, version };
  const { name, type, units = [], about } = entry;
  return {
    op: 'set',
    replaces: name,
    name,
    type,
    values: valueTexts(entry).join('\n'),
    units: units.join('\n'),
    about: about.join('\n'),
    version,
  };
}

function typedIn(form: URLSearchParams): TypedFact {
  const field = (name: string) => (form.get(name) ?? '').trim();
  return {
    op: form.get('op') === 'remove' ? 'remove' : 'set',
    replaces: field('replaces'),
    name: field('name'),
    type: field('type'),
    values: field('values'),
    units: field('units'),
    about: field('about'),
    version: field('version'),
  };
}

/** `do`: `review`, `edit`, or `save`. */
async function posted(visit: Visit, form: URLSearchParams): Promise<Outcome> {
  const typed = typedIn(form);
  const action = form.get('do') || 'review';
  if (action === 'edit') return await factsPage(visit, typed, null);
  const isRemoved = typed.op === 'remove';
  const { version, ...fields } = typed;
  const reviewedFact: ReviewedForm<ActionResult> = {
    act: (options) =>
      isRemoved
        ? visit.act(actions.remove_fact, { name: typed.replaces }, options)
        : visit.act(actions.set_fact, entryIn(typed), options),
    brand: visit.brand.id,
    parts: ['facts'],
    version,
    saved: () => redirect(visit.address('facts', { saved: '1' })),
    again: async (refusal) =>
      await factsPage(visit, typed, refusal === null ? UNCHANGED : wordsOf(visit, refusal)),
    review: {
      title: `Review · ${visit.brand.name}`,
      heading: isRemoved ? 'Remove this fact?' : 'Save this fact?',
      lead: 'Nothing changes until you save. Answers read before count for it once the model has read them again.',
      fields: Object.entries(fields),
    },
  };
  return await reviewedForm(visit, reviewedFact, action === 'save');
}

const UNCHANGED = 'There is nothing to change: this fact exists like this already.';

function entryIn({
  name,
  replaces,
  type,
  values,
  units,
  about,
}: TypedFact): GivenTo<typeof actions.set_fact> {
  const counts = linesIn(units);
  return {
    name,
    type,
    about: linesIn(about),
    values: linesIn(values).map((each) => factValueFrom(type, each)),
    ...(type === 'number' && counts.length > 0 && { units: counts }),
    ...(replaces !== '' && { replaces }),
  };
}

/** The page names the brand. */
function wordsOf({ brand }: Visit, refusal: Refusal): string {
  const said = problemWords(refusal, nounAt);
  const own = said.startsWith(`${brand.name}: `) ? said.slice(brand.name.length + 2) : said;
  return `${own.charAt(0).toUpperCase()}${own.slice(1)} Nothing was saved.`;
}

const NOUNS: Readonly<Record<string, string>> = {
  name: 'The name',
  values: 'The list of right values',
  about: 'The list of words that mark a sentence',
  units: 'The list of units',
};

function nounAt(place: string): string {
  return NOUNS[place] ?? 'A line';
}

type Facts = EnvelopeOf<typeof reports.facts>;

async function factsPage(visit: Visit, typed: TypedFact, error: string | null): Promise<Outcome> {
  const facts = await visit.figures(reports.facts);
  const declared = (await brandDocument(visit.db, visit.brand.id)).facts.length;
  return page({
    title: `Facts · ${visit.brand.name}`,
    figures: [reports.facts],
    ...(error === null ? {} : { status: 422 }),
    csv: [{ label: 'Facts', href: visit.to('csv/facts') }],
    main: html`<header class="page-head"><h1>${headline(visit, facts, declared)}</h1>
<p class="lead">${readBy(visit, facts.meta.reader)}.</p></header>
${facts.meta.reader.prompt === null && html`<p class="note">Rules check no facts; a model does.${visit.choice.reader === 'rules' ? html` <a href="${here(visit, { reader: null })}">By the model</a>` : visit.mayEdit && html` <a href="/docs/reader">How to turn one on</a>, on your own key or machine.`}</p>`}
${visit.mayEdit && noteOnUnread(visit, facts)}
${error !== null && html`<p class="note error" role="alert">${error}</p>`}
${facts.data.facts.length > 0 && factTable(visit, facts)}
${wrongQuotes(visit, facts)}
${visit.mayEdit && factForm(visit, typed, declared === 0 || error !== null || typed.name !== '')}`,
  });
}

/** The note after saving, and while the model has not read answers with every fact. */
function noteOnUnread(visit: Visit, { meta: { reader, answers_left_out: unread } }: Facts): Content {
  const saved = visit.query.has('saved') && html`<b>Saved.</b> `;
  if (reader.prompt === null || unread === 0)
    return saved && html`<p class="note" role="status">${saved}</p>`;
  const answers = `${unread.toLocaleString('en-US')} ${unread === 1 ? 'answer' : 'answers'}`;
  return html`<p class="note warning"${saved && html` role="status"`}>${saved}The model has not read ${answers} here with every fact. <a href="${visit.address('rescan')}">Have them read</a></p>`;
}

function headline(visit: Visit, { meta, data: { facts } }: Facts, declared: number): string {
  const { name } = visit.brand;
  if (meta.reader.prompt === null) return `Facts of ${name} need a model that reads the answers`;
  if (facts.length === 0)
    return declared === 0
      ? `No facts about ${name} are declared yet`
      : `No answers to check the facts of ${name} against here`;
  if (meta.answers_left_out > 0 && facts.every(({ responses }) => responses === 0)) {
    return `No model has read the answers about ${name} with these facts yet`;
  }
  const names = new Set(facts.map(({ fact }) => fact));
  const wrong = new Set(facts.flatMap(({ fact, contradict }) => (contradict > 0 ? [fact] : [])));
  return `${wrong.size || 'None'} of ${counted(names.size, 'fact')} of ${name} ${wrong.size === 1 ? 'is' : 'are'} contradicted`;
}

/** A row per fact, with the share of each engine's answers that state it wrong. */
function factTable(visit: Visit, { data, meta }: Facts): Html {
  const engines = [...new Map(data.facts.map(({ engine, engine_name: name }) => [engine, name]))];
  const rows = [...Map.groupBy(data.facts, ({ market, fact }) => JSON.stringify([market, fact])).values()];
  const markets = new Set(data.facts.map(({ market }) => market)).size;
  return html`<section aria-label="Facts"><table class="cards matrix">
<caption class="unseen">Answers that contradict each fact, of those that state it</caption>
<thead><tr><th scope="col">Fact</th>${engines.map(([, name]) => html`<th scope="col" class="cell-head">${name}</th>`)}</tr></thead>
<tbody>${rows.map((own) => {
    const [first] = own;
    return html`<tr><th scope="row"><a class="plain" href="${here(visit, { fact: first?.fact ?? '' })}${visit.mayEdit && '#declare'}"><bdi>${first?.fact}</bdi></a>: <bdi>${first?.value}</bdi>${markets > 1 && html` <small>${first?.market}</small>`}</th>
${engines.map(([engine, label]) => {
  const row = own.find((each) => each.engine === engine);
  const filters = { engine, names: 'self', fact: first?.fact ?? '', verdict: 'contradict' } as const;
  const href = row?.contradict ? visit.answers(filters, meta) : null;
  return matrixCell({ label, figure: row?.contradicting, href, none: 'not stated' });
})}</tr>
`;
  })}</tbody></table>
<p class="help">How many of the answers that state a fact contradict it. Dashed: fewer than 5 state it.</p></section>`;
}

/** Sentences that contradict a fact, each with its sources. */
function wrongQuotes(visit: Visit, { data }: Facts): Content {
  const wrong = [...new Set(data.contradictions.map(({ fact }) => fact))];
  if (wrong.length === 0 || !visit.mayOpen('answers')) return null;
  const declaredAs = (name: string) => data.facts.find(({ fact }) => fact === name)?.value;
  return html`<div class="said-columns">${wrong.map((fact) =>
    quoteColumn(visit, {
      title: html`Wrong: <bdi>${fact}</bdi>`,
      aside: html`<span class="muted">yours: <bdi>${declaredAs(fact)}</bdi></span>`,
      quotes: ofFact(data, fact),
      chip: html`<span class="way negative">wrong</span>`,
      none: '',
    }),
  )}</div>`;
}

const TYPE_WORDS: Readonly<Record<FactType, string>> = {
  price: 'Price, such as 12 EUR per user per month',
  year: 'Year: 2012',
  place: 'Place: Cologne',
  plan: 'Plans, by name',
  yes_no: 'Yes or no',
  number: 'Number with a unit, such as 200',
};

function factForm(visit: Visit, typed: TypedFact, isOpen: boolean): Html {
  const isNew = typed.replaces === '';
  const { input } = actions.set_fact;
  return html`<details class="drawer" id="declare"${isOpen && html` open`}><summary><h2>${isNew ? 'Declare a fact' : html`Change <bdi>${typed.replaces}</bdi>`}</h2></summary>
<form method="post" action="${visit.address('facts')}" class="stack">
<input type="hidden" name="replaces" value="${typed.replaces}"><input type="hidden" name="version" value="${typed.version}">
<div class="columns">
<div class="stack">${textField({ name: 'name', label: 'Name', value: typed.name, help: 'For example Pro price.', of: input.name })}
${selectField({ name: 'type', label: 'Type', value: typed.type, choices: FACT_TYPES.map((type) => [type, TYPE_WORDS[type]] as const) })}
${linesField({ name: 'units', label: 'What the number counts, one word per line', value: typed.units, rows: 2 })}</div>
<div class="stack">${linesField({ name: 'values', label: 'Right values, one per line', value: typed.values, rows: 2, help: 'The first is the fact; the others count as right too.' })}
${linesField({ name: 'about', label: 'Words that mark a sentence about it, one per line', value: typed.about, rows: 2, help: 'In every language of your questions.' })}</div>
</div>
<p class="row"><button class="primary" name="op" value="set">Review</button>${!isNew && html`<button name="op" value="remove">Remove it</button> <a href="${visit.to('facts')}">Declare another</a>`}</p>
</form></details>`;
}
