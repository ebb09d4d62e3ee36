import { reports } from '../../../reports/index.ts';
import { type Html, html } from '../../markup/html.ts';
import { type Option, optionList } from '../../parts/form/field.ts';
import type { Visit } from '../../visit/visit.ts';

/** Claims built from choices. The claim parser understands every one. */

const DOES = ['names', 'cites', 'recommends', 'lists'];

/** Comparisons with the past or with another brand. */
const HOW: readonly (readonly [how: string, words: string, joint: string])[] = [
  ['more', 'more often', 'than'],
  ['less', 'less often', 'than'],
  ['same', 'as often', 'as'],
];

const LEVELS = ['at least', 'at most'] as const;

const WHEN = ['in the last 7 days', 'in the last 28 days', 'in the last 90 days', 'this month', 'last month'];

/** Choices: names of engines and competitors. The own brand is "us". */
export interface ClaimChoices {
  readonly engines: readonly string[];
  readonly competitors: readonly string[];
}

export async function claimChoices(visit: Visit): Promise<ClaimChoices> {
  const { data: rows } = await visit.report(reports.presence, { days: '30' });
  return {
    engines: [...new Set(rows.map(({ engine_name: name }) => name))],
    competitors: [...new Set(rows.filter(({ role }) => role === 'competitor').map(({ brand }) => brand))],
  };
}

/** The sentence in an address; null without one. */
export function sentenceFromQuery(query: URLSearchParams): string | null {
  const [engine, does, whom, when] = ['engine', 'does', 'whom', 'when'].map((name) =>
    query.get(`pick_${name}`),
  );
  const verb = DOES.find((each) => each === does);
  if (!engine || verb === undefined || !whom || !when) return null;
  const beginning = `${engine} ${verb} ${whom}`;
  const [level, percent] = [query.get('pick_level'), query.get('pick_percent')];
  if (level) return `${beginning} in ${level} ${percent}% of answers ${when}`;
  const [, words, joint] = HOW.find(([how]) => how === query.get('pick_how')) ?? [];
  const than = query.get('pick_than');
  if (words === undefined || !than) return null;
  return than === BEFORE
    ? `${beginning} ${words} ${when} ${joint} ${BEFORE}`
    : `${beginning} ${words} ${joint} ${than} ${when}`;
}

const BEFORE = 'before';

/** Two fill-in sentences; each appends a line to the text. */
export function pickForms(visit: Visit, text: string, from: ClaimChoices): Html | null {
  if (from.engines.length === 0) return null;
  const form = (name: string, middle: (id: string) => Html) => {
    const id = (field: string) => `${name}-${field}`;
    return html`<form class="picked" method="get" action="${visit.address('claim')}" aria-label="A sentence about ${name === 'pair' ? 'a comparison' : 'one figure'}">
<input type="hidden" name="text" value="${text}">
${select(id('engine'), 'engine', 'Engine', ['Each engine', ...from.engines].map(plain), from.engines[0])}
${select(id('does'), 'does', 'Measure', DOES.map(plain))}
${select(id('whom'), 'whom', 'Brand', ['us', ...from.competitors].map(plain))}
${middle(name)}
${select(id('when'), 'when', 'When', WHEN.map(plain), WHEN[1])}
<button>Add</button>
</form>`;
  };
  return html`<section aria-labelledby="pick"><h2 id="pick">Or build a sentence</h2>
${form(
  'pair',
  (name) =>
    html`${select(
      `${name}-how`,
      'how',
      'How often',
      HOW.map(([how, words, joint]) => [how, `${words} ${joint}`]),
    )}${select(`${name}-than`, 'than', 'Compared with', [BEFORE, ...from.competitors, 'us'].map(plain))}`,
)}
${form(
  'level',
  (name) =>
    html`<span>in</span>${select(`${name}-level`, 'level', 'At least or at most', LEVELS.map(plain))}<label class="unseen" for="${name}-percent">Percent of answers</label><input id="${name}-percent" name="pick_percent" type="number" min="0" max="100" value="40" required><span>% of answers</span>`,
)}
</section>`;
}

function plain(text: string): Option {
  return [text, text];
}

function select(id: string, name: string, label: string, options: readonly Option[], chosen?: string): Html {
  return html`<label class="unseen" for="${id}">${label}</label><select id="${id}" name="pick_${name}">${optionList(options, chosen)}</select>`;
}
