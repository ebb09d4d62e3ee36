import { engineNameOf } from '../../../domain/engine.ts';
import { type AnswersFilters, FILTER_NAMES } from '../../../reports/shape/answers-filters.ts';
import { type Content, type Html, html } from '../../html.ts';
import { type Option, optionList } from '../../parts/field.ts';
import { sliceFields } from '../../parts/slice-fields.ts';
import { type ChosenSlice, NO_SLICE } from '../../slice.ts';
import type { Visit } from '../../visit.ts';
import { NO_ENDS } from '../../window.ts';
import { type Choices, sliceOf, without } from './filters.ts';
import type { FilterWords } from './words.ts';

/** The part of the page that filters exchange. */
export const REGION = 'answers';

/** What is filtered by, each with a link that leaves it out. */
export function filterChips(visit: Visit, filters: AnswersFilters, words: readonly FilterWords[]): Content {
  if (words.length === 0) return null;
  const link = (kept: AnswersFilters) => visit.to('answers', { ...NO_ENDS, ...NO_SLICE, ...kept });
  return html`<ul class="filter-chips" aria-label="Filters">${words.map(
    ({ chip, names }) =>
      html`<li class="chip"><bdi>${chip}</bdi> <a href="${link(without(filters, names))}" data-swap="#${REGION}"><span class="unseen">Remove: ${chip}</span><span aria-hidden="true">×</span></a></li>`,
  )}${words.length > 1 && html`<li><a href="${link({})}" data-swap="#${REGION}">Clear all</a></li>`}</ul>`;
}

/** Every filter as a form, which works without a script. */
export function filterForm(visit: Visit, filters: AnswersFilters, choices: Choices): Html {
  return html`<form class="answer-filters" action="${visit.address('answers', NO_ENDS).split('?')[0]}" data-swap="#${REGION}">
${keptFields(visit, filters)}
${select('engine', 'Engine', filters, [['', 'Any engine'], ...choices.engines.map(({ slug, name }) => [slug, name] as const)])}
${select('names', 'Names', filters, [['', 'Anybody or nobody'], ...brandOptions(choices), ['competitor', 'Any competitor']])}
${select('names_not', 'Does not name', filters, [['', 'Any'], ...brandOptions(choices), ['competitor', 'Any competitor']])}
${select('prompt', 'Question', filters, [['', 'Any question'], ...choices.slice.questions.map(({ id, text }) => [id, text] as const)])}
<details id="more-filters"${hasMore(filters) && html` open`}><summary>More filters</summary>
${sliceFields(sliceOf(filters), choices.slice, visit.brand.name)}
${select('framing', 'Framing of the brand in “Names”', filters, FRAMINGS)}
${select('ranked', 'List position of that brand', filters, RANKED)}
${text('top', 'At this list position or better', filters, 'a number, such as 3')}
${text('cites', 'Cites a site or page', filters, 'example.com, *.example.com, or a URL')}
${select('cites_part', 'Hosts of that site', filters, [['', 'Any'], ...brandOptions(choices), ['others', 'Of no tracked brand']])}
${select('cites_brand', 'Cites pages of', filters, [['', 'Any'], ...brandOptions(choices)])}
${text('searched', 'The engine searched for', filters, 'a query, as the engine wrote it')}
${select('looked_for', 'Was looked for', filters, [['', 'Any'], ...brandOptions(choices), ['all', 'Every tracked brand']])}
${select('beside', 'Was looked for too', filters, [['', 'Any'], ...brandOptions(choices)])}
${select('outcome', 'Outcome', filters, OUTCOMES)}
${!isCompared(filters) && [day('from', 'Collected from', filters), day('until', 'Collected until', filters)]}
${isCompared(filters) && comparedFields(filters)}
</details>
<button class="primary" id="filter-show">Show</button>
</form>`;
}

const FRAMINGS: readonly Option[] = [
  ['', 'Any'],
  ['recommended', 'Recommended'],
  ['neutral', 'Neutral'],
  ['negative', 'Negative'],
  ['any', 'Could be judged'],
];
const RANKED: readonly Option[] = [
  ['', 'With or without'],
  ['true', 'With'],
  ['false', 'Without'],
];
const OUTCOMES: readonly Option[] = [
  ['', 'Any'],
  ['ok', 'Names somebody tracked'],
  ['empty', 'Names nobody tracked'],
];

function brandOptions({ brands }: Choices): Option[] {
  return brands.map(({ name, isSelf }) => [isSelf ? 'self' : name, name]);
}

function isCompared({ alert, comparison }: AnswersFilters): boolean {
  return alert !== undefined || comparison !== undefined;
}

const ALWAYS_SHOWN = ['engine', 'names', 'names_not', 'prompt'];

function hasMore(filters: AnswersFilters): boolean {
  return FILTER_NAMES.some((name) => filters[name] !== undefined && !ALWAYS_SHOWN.includes(name));
}

/** What a form of this address keeps without showing a field for it. */
function keptFields(visit: Visit, filters: AnswersFilters): Content {
  const kept = {
    days: visit.query.get('days'),
    month: visit.query.get('month'),
    ...(isCompared(filters)
      ? { alert: filters.alert, comparison: filters.comparison }
      : { from: filters.from, until: filters.until }),
    shared_from: filters.shared_from,
    shared_until: filters.shared_until,
  };
  return Object.entries(kept).map(
    ([name, value]) => value && html`<input type="hidden" name="${name}" value="${value}">`,
  );
}

function comparedFields(filters: AnswersFilters): Content {
  return [
    select('side', 'Window of the comparison', filters, [
      ['', 'At the time of the change'],
      ['baseline', 'Before the change'],
    ]),
    select('figure', 'Which of its answers', filters, [
      ['', 'All that it is based on'],
      ['present', 'Those that count toward its figure'],
    ]),
  ];
}

/** The filters that have one value each. */
type SingleFilters = Omit<AnswersFilters, keyof ChosenSlice>;

function select(
  name: keyof SingleFilters,
  label: string,
  filters: SingleFilters,
  options: readonly Option[],
): Html {
  const current = filters[name] ?? '';
  const isListed = options.some(([value]) => value === current);
  const known = isListed ? options : [...options, [current, engineNameOf(current)] as const];
  return html`<div class="field"><label for="filter-${name}">${label}</label><select id="filter-${name}" name="${name}">${optionList(known, current)}</select></div>`;
}

function text(name: keyof SingleFilters, label: string, filters: SingleFilters, hint: string): Html {
  return html`<div class="field"><label for="filter-${name}">${label}</label><input id="filter-${name}" name="${name}" value="${filters[name]}" placeholder="${hint}" maxlength="2000"></div>`;
}

function day(name: 'from' | 'until', label: string, filters: AnswersFilters): Html {
  return html`<div class="field"><label for="filter-${name}">${label} (UTC)</label><input id="filter-${name}" type="date" name="${name}_day" value="${filters[name]?.slice(0, 'yyyy-mm-dd'.length)}"></div>`;
}
