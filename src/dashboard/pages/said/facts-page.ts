import type { GivenTo } from '../../../actions/action.ts';
import { actions } from '../../../actions/index.ts';
import type { ActionResult } from '../../../actions/run-action.ts';
import { FACT_TYPES, type FactType } from '../../../domain/brand/fact.ts';
import { brandDocument } from '../../../pipeline/declare/document/document.ts';
import { versionOf } from '../../../pipeline/declare/document/document-version.ts';
import { factValueFrom, valueTexts } from '../../../pipeline/declare/document/fact-entries.ts';
import { reports } from '../../../reports/index.ts';
import type { EnvelopeOf } from '../../../reports/run/run-report.ts';
import { noteUnder } from '../../../reports/show/table-view.ts';
import { type Content, type Html, html } from '../../markup/html.ts';
import { type Outcome, page, redirect } from '../../markup/outcome.ts';
import { linesField, linesIn, selectField, textField } from '../../parts/form/field.ts';
import { problemWords, type Refusal } from '../../parts/form/refusal.ts';
import { type ReviewedForm, reviewedForm } from '../../parts/form/reviewed-form.ts';
import { reportTable } from '../../parts/table/report-table.ts';
import { readBy } from '../../parts/words/reader-words.ts';
import { windowText } from '../../parts/words/window-text.ts';
import type { PageRoute } from '../../route.ts';
import { here, type Visit } from '../../visit/visit.ts';
import { sentenceLink } from './quotes.ts';

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
  const counted = linesIn(units);
  return {
    name,
    type,
    about: linesIn(about),
    values: linesIn(values).map((each) => factValueFrom(type, each)),
    ...(type === 'number' && counted.length > 0 && { units: counted }),
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
  return page({
    title: `Facts · ${visit.brand.name}`,
    figures: [reports.facts],
    ...(error === null ? {} : { status: 422 }),
    csv: [{ label: 'Facts', href: visit.to('csv/facts') }],
    main: html`<header class="page-head"><h1>${headline(visit, facts)}</h1>
<p class="lead">${windowText(facts.meta)}. ${readBy(visit, facts.meta.reader)}. <a class="not-printed" href="${visit.to('said')}">Themes</a></p></header>
${facts.meta.reader.prompt === null && html`<p class="note">Rules check no facts; a model does.${visit.choice.reader === 'rules' ? html` <a href="${here(visit, { reader: null })}">By the model</a>` : visit.mayEdit && html` <a href="/docs/reader">How to turn one on</a>, on your own key or machine.`}</p>`}
${visit.mayEdit && noteOnUnread(visit, facts)}
${error !== null && html`<p class="note error" role="alert">${error}</p>`}
${
  facts.data.facts.length > 0 &&
  html`<section aria-label="Facts">
${reportTable(visit, reports.facts, facts, {
  list: 'facts',
  caption: 'Each engine on each fact',
  instead: {
    fact: ({ fact }) =>
      html`<a class="plain" href="${here(visit, { fact })}${visit.mayEdit && '#declare'}"><bdi>${fact}</bdi></a>`,
  },
})}
<p class="help">${noteUnder(reports.facts, facts)}</p></section>`
}
${contradictionsOf(visit, facts)}
${visit.mayEdit && factForm(visit, typed)}`,
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

function headline(visit: Visit, { meta, data: { facts } }: Facts): string {
  if (meta.reader.prompt === null) return `Facts of ${visit.brand.name} need a model that reads the answers`;
  if (meta.answers_left_out > 0 && facts.every(({ responses }) => responses === 0)) {
    return `No model has read the answers about ${visit.brand.name} with these facts yet`;
  }
  const names = new Set(facts.map(({ fact }) => fact));
  const wrong = new Set(facts.flatMap(({ fact, contradict }) => (contradict > 0 ? [fact] : [])));
  if (names.size === 0) return `${visit.brand.name} has no facts or no answers yet`;
  return `${wrong.size || 'None'} of ${names.size} ${names.size === 1 ? 'fact' : 'facts'} of ${visit.brand.name} ${wrong.size === 1 ? 'is' : 'are'} contradicted`;
}

function contradictionsOf(visit: Visit, facts: Facts): Content {
  if (facts.data.contradictions.length === 0) return null;
  return html`<section aria-labelledby="contradictions-head"><h2 id="contradictions-head">Contradictions</h2>
${reportTable(visit, reports.facts, facts, {
  list: 'contradictions',
  caption: 'Sentences that contradict a fact',
  without: ['answer_id'],
  instead: {
    sentence: ({ sentence, answer_id: id }) =>
      sentence === null
        ? html`<a href="${visit.to(`answers/${id}`)}">the answer</a>`
        : sentenceLink(visit, id, sentence),
  },
})}</section>`;
}

const TYPE_WORDS: Readonly<Record<FactType, string>> = {
  price: 'Price, such as 12 EUR per user per month',
  year: 'Year: 2012',
  place: 'Place: Cologne',
  plan: 'Plans, by name',
  yes_no: 'Yes or no',
  number: 'Number with a unit, such as 200',
};

function factForm(visit: Visit, typed: TypedFact): Html {
  const isNew = typed.replaces === '';
  return html`<section aria-labelledby="declare"><h2 id="declare">${isNew ? 'Declare a fact' : html`Change <bdi>${typed.replaces}</bdi>`}</h2>
<p class="help">Facts have a type, because Sightline does not guess whether a sentence agrees with free text. You review the change before it is stored.</p>
<form method="post" action="${visit.address('facts')}" class="stack">
<input type="hidden" name="replaces" value="${typed.replaces}"><input type="hidden" name="version" value="${typed.version}">
<div class="columns">
<div class="stack">${textField({ name: 'name', label: 'Name', value: typed.name, help: 'For example Pro price.', of: actions.set_fact.input.name })}
${selectField({ name: 'type', label: 'Type', value: typed.type, choices: FACT_TYPES.map((type) => [type, TYPE_WORDS[type]] as const) })}
${linesField({ name: 'units', label: 'For a number: its unit in words, one per line', value: typed.units, rows: 2 })}</div>
<div class="stack">${linesField({ name: 'values', label: 'Right values, one per line', value: typed.values, rows: 3, help: 'The first is the fact; the others count as right too.' })}
${linesField({ name: 'about', label: 'Words that mark a sentence about it, one per line', value: typed.about, rows: 3, help: 'In every language of your questions. Choose words with no other meaning.' })}</div>
</div>
<p class="row"><button class="primary" name="op" value="set">Review</button>${!isNew && html`<button name="op" value="remove">Remove it</button> <a href="${visit.to('facts')}">Declare another</a>`}</p>
</form></section>`;
}
