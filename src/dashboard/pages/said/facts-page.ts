import { SightlineError } from '../../../domain/errors.ts';
import { FACT_TYPES, type FactType } from '../../../domain/fact.ts';
import { InvalidFile } from '../../../pipeline/declare/apply-file.ts';
import { type BrandChange, ChangedMeanwhile, changeBrand } from '../../../pipeline/declare/change-brand.ts';
import { brandDocument } from '../../../pipeline/declare/document.ts';
import { versionOf } from '../../../pipeline/declare/document-version.ts';
import { type FactEntry, factValueFrom, valueTexts } from '../../../pipeline/declare/fact-entries.ts';
import { answersDue } from '../../../pipeline/tasks/tasks-of-brand.ts';
import { reports } from '../../../reports/index.ts';
import type { EnvelopeOf } from '../../../reports/run/run-report.ts';
import { noteUnder } from '../../../reports/show/shown.ts';
import { type Content, type Html, html } from '../../html.ts';
import { type Outcome, page, redirect } from '../../outcome.ts';
import { applyDeps, reviewBody, reviewOf, scopeOf } from '../../parts/change-review.ts';
import { linesField, linesIn, selectField, textField } from '../../parts/field.ts';
import { reportTable } from '../../parts/report-table.ts';
import { dueWords } from '../../parts/task-words.ts';
import { windowText } from '../../parts/window-text.ts';
import type { PageRoute } from '../../route.ts';
import { here, type Visit } from '../../visit.ts';
import { sentenceLink } from './sentences.ts';

/** What was declared of the brand, what each engine says of it, and a form to declare more. */
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

/** A fact as it is typed. `replaces` is the name of the one that it takes the place of, or that goes; '' for a new one. */
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

/** The fact that the address asks to change, or a new one. */
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

/** `do` is the button: `review`, `edit` again, or `save`. */
async function posted(visit: Visit, form: URLSearchParams): Promise<Outcome> {
  const typed = typedIn(form);
  const action = form.get('do') || 'review';
  if (action === 'edit') return await factsPage(visit, typed, null);
  try {
    const change = await changeOf(visit, typed);
    if (action !== 'save') return await reviewPage(visit, typed, change);
    await changeBrand(applyDeps(visit), change);
    return redirect(visit.address('facts', { saved: '1' }));
  } catch (error) {
    if (error instanceof ChangedMeanwhile)
      return await reviewPage(visit, typed, await changeOf(visit, typed));
    if (error instanceof InvalidFile) return await factsPage(visit, typed, refusalOf(error));
    if (error instanceof SightlineError && ['invalid_argument', 'conflict'].includes(error.code))
      return await factsPage(visit, typed, error.message);
    throw error;
  }
}

/** The facts as they would be. @throws SightlineError `invalid_argument` with what is missing */
async function changeOf(visit: Visit, typed: TypedFact): Promise<BrandChange> {
  const { facts } = await brandDocument(visit.deps.db, visit.brand.id);
  const { op, replaces, version } = typed;
  const others = facts.filter(({ name }) => name !== replaces);
  if (replaces !== '' && others.length === facts.length)
    throw new SightlineError('invalid_argument', 'This fact is not declared any more.');
  const parts = { facts: op === 'remove' ? others : [...others, entryIn(typed)] };
  return { scope: scopeOf(visit), brand: visit.brand.id, parts, version };
}

function entryIn({ name, type, values, units, about }: TypedFact): FactEntry {
  const [forms, words, counted] = [values, about, units].map(linesIn) as [string[], string[], string[]];
  const missing =
    name === ''
      ? 'a name'
      : forms.length === 0
        ? 'what is right'
        : words.length === 0
          ? 'the words it is known by'
          : null;
  if (missing !== null) throw new SightlineError('invalid_argument', `Write ${missing} first.`);
  const entry = { name, type, about: words, values: forms.map((each) => factValueFrom(type, each)) };
  return type === 'number' && counted.length > 0 ? { ...entry, units: counted } : entry;
}

/** Where a fact is in the document is of no use to whoever typed it. */
function refusalOf({ problems }: InvalidFile): string {
  const text = problems[0]?.text.replace(/^[^:]*: /, '') ?? 'This fact cannot be used';
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}. Nothing was saved.`;
}

async function reviewPage(visit: Visit, typed: TypedFact, change: BrandChange): Promise<Outcome> {
  const review = await reviewOf(visit, change, ['facts']);
  if (review.result.changes.length === 0)
    return await factsPage(
      visit,
      typed,
      'There is nothing to change: this fact is declared like this already.',
    );
  const hidden = Object.entries({ ...typed, version: review.version }).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  return page({
    title: `Review · ${visit.brand.name}`,
    tab: 'said',
    main: html`<header class="page-head"><h1>${typed.op === 'remove' ? 'Take this fact back?' : 'Save this fact?'}</h1>
<p class="lead">Nothing is stored yet. A changed fact is another fact: stored answers have to be read again for it.</p></header>
${reviewBody(review)}
<form method="post" class="row">${hidden}
<button class="primary" name="do" value="save">Save</button>
<button name="do" value="edit">Back</button>
</form>`,
  });
}

type Facts = EnvelopeOf<typeof reports.facts>;

async function factsPage(visit: Visit, typed: TypedFact, error: string | null): Promise<Outcome> {
  const facts = await visit.figures(reports.facts);
  return page({
    title: `Facts · ${visit.brand.name}`,
    tab: 'said',
    figures: [reports.facts],
    ...(error === null ? {} : { status: 422 }),
    csv: [{ label: 'Facts', href: visit.to('csv/facts') }],
    main: html`<header class="page-head"><h1>${headline(visit, facts)}</h1>
<p class="lead">${windowText(facts.meta)}. <a class="not-printed" href="${visit.to('said')}">What they say, by theme</a></p></header>
${visit.mayEdit && (await savedNote(visit))}
${error !== null && html`<p class="note error" role="alert">${error}</p>`}
${
  facts.data.facts.length > 0 &&
  html`<section aria-label="Facts">
${reportTable(visit, reports.facts, facts, {
  list: 'facts',
  caption: 'What each engine says of each fact',
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

function headline(visit: Visit, { meta, data: { facts } }: Facts): string {
  if (meta.answers_left_out > 0 && facts.every(({ responses }) => responses === 0)) {
    return `The answers about ${visit.brand.name} are still to be read with these facts`;
  }
  const names = new Set(facts.map(({ fact }) => fact));
  const wrong = new Set(facts.flatMap(({ fact, contradict }) => (contradict > 0 ? [fact] : [])));
  if (names.size === 0) return `No facts of ${visit.brand.name} are declared, or no answers yet`;
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

/** What was saved, and the answers that are due to be read again. */
async function savedNote(visit: Visit): Promise<Html | null> {
  const due = await answersDue(visit.db, visit.brand.id);
  const saved = visit.query.has('saved');
  if (due === 0) return saved ? html`<p class="note" role="status">Saved.</p>` : null;
  return html`<div class="note warning"${saved && html` role="status"`}><p>${saved && html`<b>Saved.</b> `}${dueWords(due)} Until they are read again, they count only for facts that they were read with.</p>
<form method="post" action="${visit.address('rescan')}"><button>Read them again</button></form></div>`;
}

const TYPE_WORDS: Readonly<Record<FactType, string>> = {
  price: 'Price: 12 EUR per user per month',
  year: 'Year: 2012',
  place: 'Place: Cologne',
  plan: 'Plans: the names of all plans',
  yes_no: 'Yes or no',
  number: 'Number with a unit: 200',
};

function factForm(visit: Visit, typed: TypedFact): Html {
  const isNew = typed.replaces === '';
  return html`<section aria-labelledby="declare"><h2 id="declare">${isNew ? 'Declare a fact' : html`Change <bdi>${typed.replaces}</bdi>`}</h2>
<p class="help">Only facts of a type: whether a sentence agrees with free text cannot be told without guessing, so it is refused. You see what changes before it is stored.</p>
<form method="post" action="${visit.address('facts')}" class="stack">
<input type="hidden" name="replaces" value="${typed.replaces}"><input type="hidden" name="version" value="${typed.version}">
<div class="columns">
<div class="stack">${textField({ name: 'name', label: 'Name', value: typed.name, help: 'For example Pro price.' })}
${selectField({ name: 'type', label: 'Type', value: typed.type, choices: FACT_TYPES.map((type) => [type, TYPE_WORDS[type]] as const) })}
${linesField({ name: 'units', label: 'Of a number: words for what it counts, one a line', value: typed.units, rows: 2 })}</div>
<div class="stack">${linesField({ name: 'values', label: 'What is right, one a line', value: typed.values, rows: 3, help: 'The first is the fact; the others are right as well.' })}
${linesField({ name: 'about', label: 'Words by which a sentence is known to speak of it, one a line', value: typed.about, rows: 3, help: 'In every language that you ask in. Choose words that mean nothing else.' })}</div>
</div>
<p class="row"><button class="primary" name="op" value="set">Review</button>${!isNew && html`<button name="op" value="remove">Take it back</button> <a href="${visit.to('facts')}">Declare another</a>`}</p>
</form></section>`;
}
