import { engineNameOf } from '../../../domain/answers/engine.ts';
import { READ, THEME_NAMES } from '../../../domain/brand/theme.ts';
import { type AnswersFilters, FILTER_NAMES } from '../../../reports/shape/answers-filters.ts';
import { type Content, type Html, html } from '../../markup/html.ts';
import { addressFields } from '../../parts/bar/choice-fields.ts';
import { type Option, optionList } from '../../parts/form/field.ts';
import { NO_CHOICE } from '../../visit/choice.ts';
import type { ChosenSlice } from '../../visit/slice.ts';
import type { Visit } from '../../visit/visit.ts';
import type { Choices } from './filters.ts';
import { listQuery } from './trail.ts';
import type { FilterWords } from './words.ts';

/** Id of the element that filters replace. */
export const REGION = 'answers';

/** Active filters beyond the bar's choice, each with a link that removes it. */
export function filterChips(visit: Visit, all: readonly FilterWords[]): Content {
  const words = beyondBar(all);
  if (words.length === 0) return null;
  const without = (names: readonly string[]) =>
    visit.to('answers', listQuery(visit, [], Object.fromEntries(names.map((name) => [name, null]))));
  return html`<ul class="filter-chips" aria-label="Filters">${words.map(
    ({ chip, names }) =>
      html`<li class="chip"><bdi>${chip}</bdi> <a href="${without(names)}" data-swap="#${REGION}"><span class="unseen">Remove: ${chip}</span><span aria-hidden="true">×</span></a></li>`,
  )}${words.length > 1 && html`<li><a href="${without(words.flatMap(({ names }) => names))}" data-swap="#${REGION}">Clear all</a></li>`}</ul>`;
}

/** Filters without a chip in the bar. */
export function beyondBar(words: readonly FilterWords[]): readonly FilterWords[] {
  return words.filter(({ names }) => !names.some((name) => name in NO_CHOICE));
}

/** All filters in a form that works without scripts. */
export function filterForm(visit: Visit, filters: AnswersFilters, choices: Choices): Html {
  const hidden = isCompared(filters) ? ['change', 'alert', 'comparison'] : [];
  const asked = FILTER_NAMES.filter(
    (name) => !(name in NO_CHOICE || NOT_ASKED.includes(name) || hidden.includes(name)),
  );
  return html`<form class="answer-filters" action="${visit.base}/answers" data-swap="#${REGION}">
${addressFields(visit, [...asked, 'after', 'list'])}
${select('names', 'Names', filters, [['', 'Anybody or nobody'], ...brandOptions(choices), ['competitor', 'Any competitor']])}
${select('names_not', 'Does not name', filters, [['', 'Any'], ...brandOptions(choices), ['competitor', 'Any competitor']])}
${select('prompt', 'Question', filters, [['', 'Any question'], ...choices.slice.questions.map(({ id, text }) => [id, text] as const)])}
<details id="more-filters"${hasMore(filters) && html` open`}><summary>More filters</summary>
${select('framing', 'Framing of the brand in “Names”', filters, FRAMINGS)}
${select('theme', 'Theme about that brand', filters, THEME_OPTIONS)}
${text('fact', 'Read with this fact', filters, 'the name of a declared fact')}
${select('verdict', 'Verdict on that fact', filters, VERDICTS)}
${select('ranked', 'List position of that brand', filters, RANKED)}
${text('top', 'At this list position or better', filters, 'a number, such as 3')}
${text('cites', 'Cites a site or page', filters, 'example.com, *.example.com, or a URL')}
${select('cites_part', 'Hosts of that site', filters, [['', 'Any'], ...brandOptions(choices), ['others', 'No tracked brand’s']])}
${select('cites_brand', 'Cites pages of', filters, [['', 'Any'], ...brandOptions(choices)])}
${text('searched', 'The engine searched for', filters, 'a query, as the engine wrote it')}
${select('looked_for', 'Checked for', filters, [['', 'Any'], ...brandOptions(choices), ['all', 'Every tracked brand']])}
${select('beside', 'Also checked for', filters, [['', 'Any'], ...brandOptions(choices)])}
${select('outcome', 'Outcome', filters, OUTCOMES)}
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
const THEME_OPTIONS: readonly Option[] = [
  ['', 'Anything'],
  ...Object.entries(THEME_NAMES),
  [READ, 'Read by a model'],
];
const VERDICTS: readonly Option[] = [
  ['', 'Anything'],
  ['agree', 'Agrees'],
  ['contradict', 'Contradicts'],
  ['stated', 'Agrees or contradicts'],
  ['unclear', 'Unclear'],
  ['silent', 'Silent'],
];
const RANKED: readonly Option[] = [
  ['', 'With or without'],
  ['true', 'With'],
  ['false', 'Without'],
];
const OUTCOMES: readonly Option[] = [
  ['', 'Any'],
  ['ok', 'Names a tracked brand'],
  ['empty', 'Names no tracked brand'],
];

function brandOptions({ brands }: Choices): Option[] {
  return brands.map(({ name, isSelf }) => [isSelf ? 'self' : name, name]);
}

function isCompared({ change, alert, comparison }: AnswersFilters): boolean {
  return change !== undefined || alert !== undefined || comparison !== undefined;
}

/** Hidden fields. */
const NOT_ASKED: readonly string[] = ['judged', 'shared_from', 'shared_until'];

const ALWAYS_SHOWN = ['names', 'names_not', 'prompt'];

function hasMore(filters: AnswersFilters): boolean {
  return FILTER_NAMES.some(
    (name) => filters[name] !== undefined && !ALWAYS_SHOWN.includes(name) && !(name in NO_CHOICE),
  );
}

function comparedFields(filters: AnswersFilters): Content {
  return [
    select('side', 'Window of the comparison', filters, [
      ['', 'At the time of the change'],
      [filters.change === undefined ? 'baseline' : 'before', 'Before the change'],
    ]),
    select('figure', 'Answers to show', filters, [
      ['', 'All answers in the comparison'],
      ['present', 'Answers that count toward its figure'],
    ]),
  ];
}

/** Filters with a single value. */
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
