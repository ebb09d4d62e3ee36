import { type Html, html } from '../../markup/html.ts';
import { choiceFields } from '../../parts/bar/choice-fields.ts';
import { type Option, optionList } from '../../parts/form/field.ts';
import type { Visit } from '../../visit/visit.ts';

/** The parts of a claim beside the bar's window, engine, and slice. */
const PARTS = ['measure', 'top', 'direction', 'about', 'versus', 'size'] as const;

export type ClaimParts = { readonly [Part in (typeof PARTS)[number]]?: string };

/** The claim in an address; null without one. */
export function claimIn(query: URLSearchParams): ClaimParts | null {
  const given = PARTS.flatMap((name) => {
    const value = query.get(name);
    return value ? [[name, value]] : [];
  });
  return given.length === 0 ? null : Object.fromEntries(given);
}

const MEASURES: readonly Option[] = [
  ['named', 'names'],
  ['cited', 'cites'],
  ['recommended', 'recommends'],
  ['listed', 'lists'],
];

/** Comparisons with the past or with another brand. */
const CHANGES: readonly Option[] = [
  ['higher', 'more often than'],
  ['lower', 'less often than'],
  ['unchanged', 'as often as'],
];

const LEVELS: readonly Option[] = [
  ['at_least', 'in at least'],
  ['at_most', 'in at most'],
];

/** Two fill-in sentences: a comparison, and one rate. */
export function claimForms(visit: Visit, competitors: readonly string[]): Html {
  const others = competitors.map((name): Option => [name, name]);
  const said = (name: string) => visit.query.get(name);
  const form = (kind: string, middle: (id: (part: string) => string) => Html) => {
    const id = (part: string) => `${kind}-${part}`;
    return html`<form class="picked" method="get" action="${visit.base}/claim" aria-label="A claim about ${kind === 'pair' ? 'a comparison' : 'one rate'}">${choiceFields(visit)}
<span>An engine</span>
${select(id('measure'), 'measure', 'Measure', MEASURES, said('measure'))}
${select(id('about'), 'about', 'Brand', [['self', 'us'], ...others], said('about'))}
${middle(id)}
<button class="primary">Check</button>
</form>`;
  };
  return html`${form(
    'pair',
    (id) => html`${select(id('direction'), 'direction', 'How often', CHANGES, said('direction'))}
${select(id('versus'), 'versus', 'Compared with', [['', 'before'], ...others, ['self', 'us']], said('versus'))}`,
  )}
${form(
  'level',
  (id) => html`${select(id('direction'), 'direction', 'At least or at most', LEVELS, said('direction'))}
<label class="unseen" for="${id('size')}">Percent of answers</label><input id="${id('size')}" name="size" type="number" min="0" max="100" value="${said('size') ?? '40'}" required><span>% of answers</span>`,
)}`;
}

function select(
  id: string,
  name: string,
  label: string,
  options: readonly Option[],
  chosen: string | null,
): Html {
  return html`<label class="unseen" for="${id}">${label}</label><select id="${id}" name="${name}">${optionList(options, chosen)}</select>`;
}
