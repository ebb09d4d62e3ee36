import { ENGINES, findEngine } from '../../../domain/answers/engine.ts';
import { marketWords } from '../../../domain/brand/market.ts';
import { UTC } from '../../../domain/time/time-zone.ts';
import { ownEngineName } from '../../../exchange/engine-names.ts';
import { unusedReason } from '../../../exchange/guess.ts';
import { columnsOf, valueAt } from '../../../exchange/json-records.ts';
import { engineChoice, engineChoiceText } from '../../../exchange/mapping.ts';
import { IMPORT_FIELDS, type ImportField } from '../../../exchange/rows.ts';
import type { ImportPreview } from '../../../pipeline/intake/preview-import.ts';
import { type Html, html } from '../../markup/html.ts';
import { type Option, optionList } from '../../parts/form/field.ts';

const FIELD_LABELS: Readonly<Record<ImportField, string>> = {
  question: 'Question',
  engine: 'Engine',
  time: 'Time',
  market: 'Market',
  answer: 'Answer',
  citations: 'Cited pages',
  searches: 'Searches',
  model: 'Model',
  id: 'Id',
  named: 'Their mention',
  position: 'Their position',
};

/** `1,204 rows` @param noun whose plural ends in s */
export function many(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}

const LEAVE_OUT: Option = ['', 'Leave out'];
const FIELD_OPTIONS: readonly Option[] = [
  ...IMPORT_FIELDS.map((field) => [field, FIELD_LABELS[field]] as const),
  LEAVE_OUT,
];

/** More columns than this are no table of answers. */
const MOST_COLUMNS = 60;

/** The file's columns, in its order, and those that a tool's reader makes of them. */
function columnsIn({ file, plan }: ImportPreview): string[] {
  const names = new Set([...file.sample.flatMap((row) => columnsOf(row)), ...plan.columns.values()]);
  return [...names].slice(0, MOST_COLUMNS);
}

/** What a person chose in the form, as `importMappingOf` takes it. A form without columns chose none. */
export function chosenEntries(form: URLSearchParams): string[] {
  const columns = form.getAll('column');
  if (columns.length === 0) return [];
  const becomes = form.getAll('becomes');
  const fields = IMPORT_FIELDS.map((field) => `${field}=${columns[becomes.indexOf(field)] ?? ''}`);
  const named = (list: 'engine' | 'market') => {
    const chosen = form.getAll(`${list}-choice`);
    return form.getAll(list).map((name, at) => `${list}:${name}=${chosen[at] ?? ''}`);
  };
  const first = form.get('first') ?? '';
  return [
    ...fields,
    ...named('engine'),
    ...named('market'),
    `zone=${form.get('zone') ?? UTC}`,
    ...(first === '' ? [] : [`first=${first}`]),
  ];
}

/** What becomes of each column. @param zone the reader's own */
export function columnsSection(preview: ImportPreview, questions: string, zone: string): Html {
  const { file, plan } = preview;
  const fields = new Map([...plan.columns].map(([field, name]) => [name, field]));
  const rows = columnsIn(preview).map((name) => {
    const field = fields.get(name);
    const cell = file.sample.map((record) => textOf(valueAt(record, name))).find((text) => text !== '') ?? '';
    return html`<tr${field === undefined && html` class="unused"`}><th scope="row"><input type="hidden" name="column" value="${name}"><bdi>${name}</bdi></th>
<td data-label="First row" class="first-cell"><bdi>${cell}</bdi></td>
<td data-label="Becomes"><select name="becomes" aria-label="${name} becomes">${optionList(FIELD_OPTIONS, field ?? '')}</select></td>
<td class="note-cell">${field === undefined ? (file.tool?.unused?.[name] ?? unusedReason(name)) : fieldNote(field, preview, { questions, zone })}</td></tr>`;
  });
  return html`<section><div class="section-head"><h2>Columns</h2><p class="help">${file.tool === null ? 'guessed from names and values; change what is wrong' : `known from ${file.tool.name}’s exports`}</p></div>
<table class="cards"><caption class="unseen">What becomes of each column</caption>
<thead><tr><th scope="col">In the file</th><th scope="col">First row</th><th scope="col">Becomes</th><th scope="col"><span class="unseen">About it</span></th></tr></thead>
<tbody>${rows}</tbody></table></section>`;
}

const LONGEST_CELL = 40;

function textOf(value: unknown): string {
  const text = typeof value === 'string' ? value : value == null ? '' : JSON.stringify(value);
  return text.length > LONGEST_CELL ? `${text.slice(0, LONGEST_CELL).toWellFormed()}…` : text;
}

function fieldNote(
  field: ImportField,
  preview: ImportPreview,
  { questions, zone }: { readonly questions: string; readonly zone: string },
): Html {
  const { survey } = preview;
  const fixed: Partial<Record<ImportField, string>> = {
    question: questions,
    engine: `${many(survey.engines.size, 'name')}, matched under Engines`,
    answer: 'read again here: names, positions, verdicts',
    citations: `cited pages, ${many(citedOf(preview), 'page')} in the first row`,
    searches: 'what the engine searched for',
    model: 'the model’s own name',
    id: 'keeps an answer from being stored twice',
    named: 'read from the answer instead; kept to compare',
    position: 'read from the answer instead; kept to compare',
  };
  if (field === 'time') return timeNote(preview, zone);
  if (field === 'market') return html`${marketsNote(preview)}`;
  return html`${fixed[field]}`;
}

function citedOf({ examples }: ImportPreview): number {
  const row = examples.find((each) => 'citations' in each);
  return row !== undefined && 'citations' in row ? (row.citations?.length ?? 0) : 0;
}

function timeNote({ plan }: ImportPreview, own: string): Html {
  const { times, zone, first } = plan;
  const zones = [...new Set([UTC, own, zone, ...COMMON_ZONES])];
  return html`${
    times.isUnsure &&
    html`<label class="inline">11/12 is <select name="first">${optionList(
      [
        ['', 'not decided'],
        ['day', '11 December'],
        ['month', 'November 12'],
      ],
      first ?? '',
    )}</select></label> `
  }${
    times.needsZone
      ? html`<label class="inline">no zone in the file: <select name="zone">${optionList(
          zones.map((each) => [each, each] as const),
          zone,
        )}</select></label>`
      : html`with its zone`
  }${times.hasDays && html` <small>a day without a time is its noon</small>`}`;
}

/** One of a person's own comes before them; the command line takes any. */
const COMMON_ZONES = [
  'America/Los_Angeles',
  'America/Denver',
  'America/Chicago',
  'America/New_York',
  'America/Sao_Paulo',
  'Europe/London',
  'Europe/Berlin',
  'Europe/Paris',
  'Europe/Madrid',
  'Europe/Athens',
  'Asia/Dubai',
  'Asia/Kolkata',
  'Asia/Singapore',
  'Asia/Tokyo',
  'Australia/Sydney',
];

function marketsNote({ survey, markets, plan }: ImportPreview): string {
  const names = [...survey.markets.keys()].map((name) =>
    markets.find((each) => each.name === plan.marketOf(name, markets)),
  );
  const words = [...new Set(names.filter((each) => each !== undefined).map((each) => marketWords(each)))];
  return words.length === 0 ? 'none of the brand’s markets' : words.slice(0, 3).join('; ');
}

const ENGINE_NOTES = {
  api: 'the model’s API, not the app',
  scraper: 'what customers see; never mixed with the API',
  serp: 'what searchers see',
} as const;

/** Which engine each of the file's names is. */
export function enginesSection({ file, plan, survey }: ImportPreview): Html {
  const options = ENGINES.map(({ slug, name }) => [slug, name] as const);
  const rows = [...survey.engines].map(([name, count]) => {
    const choice = plan.engineOf(name);
    const ownName =
      choice !== null && 'own' in choice ? choice.own : ownEngineName(name, file.tool?.name ?? 'imported');
    const own: readonly Option[] =
      name === '' ? [] : [[engineChoiceText({ own: ownName }), `Its own: ${ownName}`]];
    const value = engineChoiceText(choice);
    return html`<tr${choice === null && html` class="unused"`}><th scope="row"><input type="hidden" name="engine" value="${name}"><bdi>${name === '' ? 'not said' : name}</bdi> <small>${many(count, 'row')}</small></th>
<td data-label="Is"><select name="engine-choice" aria-label="${name || 'No name'} is">${optionList([...options, ...own, LEAVE_OUT], value)}</select>
<small>${engineNote(value)}</small></td></tr>`;
  });
  return html`<section><h2>Engines</h2>
<table class="import-engines"><caption class="unseen">Which engine each name is</caption>
<thead class="unseen"><tr><th scope="col">In the file</th><th scope="col">Is</th></tr></thead>
<tbody>${rows}</tbody></table></section>`;
}

function engineNote(value: string): string {
  const choice = engineChoice(value);
  if (choice === null) return 'no engine of Sightline';
  const engine = 'slug' in choice ? findEngine(choice.slug) : undefined;
  return engine === undefined || engine.method === 'import'
    ? 'apart from your engines; choose one if it is the same, app or API'
    : ENGINE_NOTES[engine.method];
}

/** Which market each of the file's names is; nothing if the file names none and the brand has one. */
export function marketsSection({ survey, markets, plan }: ImportPreview): Html | null {
  const names = [...survey.markets].filter(([name]) => name !== null || markets.length > 1);
  if (names.length === 0) return null;
  const options = markets.map((each) => [each.name, `${each.name}: ${marketWords(each)}`] as const);
  return html`<section><h2>Markets</h2>
<table class="import-engines"><caption class="unseen">Which market each name is</caption>
<thead class="unseen"><tr><th scope="col">In the file</th><th scope="col">Is</th></tr></thead>
<tbody>${names.map(([name, count]) => {
    const market = plan.marketOf(name, markets);
    return html`<tr${market === null && html` class="unused"`}><th scope="row"><input type="hidden" name="market" value="${name ?? ''}"><bdi>${name ?? 'not said'}</bdi> <small>${many(count, 'row')}</small></th>
<td data-label="Is"><select name="market-choice" aria-label="${name ?? 'No name'} is">${optionList([...options, LEAVE_OUT], market ?? '')}</select></td></tr>`;
  })}</tbody></table></section>`;
}
