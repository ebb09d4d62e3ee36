import { engineNameOf } from '../../../domain/answers/engine.ts';
import type { Rules } from '../../../domain/figures/definition-figures.ts';
import { countedText, wholeText } from '../../../domain/figures/definition-words.ts';
import {
  COMPUTABLE,
  DEFINITIONS,
  type Definition,
  nameOfDefinition,
} from '../../../domain/figures/definitions.ts';
import { MIN_SAMPLE } from '../../../domain/figures/rate.ts';
import { reports } from '../../../reports/index.ts';
import { lowerBoundsIn, lowerBoundsNote } from '../../../reports/run/lower-bounds.ts';
import { partialAnswersNote } from '../../../reports/run/partial-answers-note.ts';
import type { EnvelopeOf } from '../../../reports/run/run-report.ts';
import type { AnswersFilters } from '../../../reports/shape/answers-filters.ts';
import type { RowOf } from '../../../reports/shape/report.ts';
import { type Content, type Html, html } from '../../markup/html.ts';
import { page } from '../../markup/outcome.ts';
import { columnMenu, type EngineColumn, engineColumns, hiddenIn } from '../../parts/table/column-menu.ts';
import { matrixCell } from '../../parts/table/matrix-cell.ts';
import { reportTable } from '../../parts/table/report-table.ts';
import { dateText, windowText } from '../../parts/words/window-text.ts';
import type { PageRoute } from '../../route.ts';
import type { Visit } from '../../visit/visit.ts';

/** The brand's figures by each vendor's definition. */
export const definitionRoutes: readonly PageRoute[] = [
  { path: '/brands/:brand/definitions', who: 'viewer', shared: 'competitors', get: definitionsPage },
];

async function definitionsPage(visit: Visit) {
  const envelope = await visit.figures(reports.definitions);
  return page({
    title: `Definitions · ${visit.brand.name}`,
    figures: [reports.definitions],
    csv: [{ label: 'Definitions', href: visit.to('csv/definitions') }],
    main: html`<header class="page-head">
<p class="crumb"><a href="${visit.to('competitors')}">Competitors</a></p>
<h1>Your answers by each vendor’s definition</h1>
<p class="lead">${windowText(envelope.meta)}</p>
</header>
<div>
${matrixSection(visit, envelope)}
${notComputedSection(visit, envelope)}
${sourceSection()}
${visit.mayOpen('reconcile') && html`<p class="more"><a href="${visit.to('reconcile')}">Why another tool’s rate differs from yours</a></p>`}
</div>`,
  });
}

function answeringEngines({ data }: EnvelopeOf<Definitions>): EngineColumn[] {
  return [...new Map(data.figures.map((row) => [row.engine, row.answers]))].map(([slug, answers]) => ({
    slug,
    name: engineNameOf(slug),
    answers,
  }));
}

type Definitions = typeof reports.definitions;
/** Definitions by engines. */
function matrixSection(visit: Visit, envelope: EnvelopeOf<Definitions>): Html {
  const { data, meta } = envelope;
  const answering = answeringEngines(envelope);
  const all = [{ id: 'definition', label: 'Definition' }, ...engineColumns(answering)];
  const hidden = hiddenIn(visit, all);
  const engines = answering.filter(({ slug }) => !hidden.includes(slug));
  const days = [...new Set([...data.figures, ...data.not_computed].map(({ published }) => published))];
  const [first] = days;
  const isOneDay = days.length === 1 && first !== undefined;
  const published = isOneDay ? `on ${dateText(new Date(first))}` : 'on the day beside each';
  return html`<section aria-labelledby="figures">
<div class="section-head"><h2 id="figures">Side by side</h2>${answering.length > 1 && columnMenu(visit, all)}</div>
${
  data.figures.length === 0
    ? html`<p class="empty">${reports.definitions.columns.figures.none}</p>`
    : html`<table class="cards matrix definitions-matrix">
<caption class="unseen">Figures by definition and engine</caption>
<thead><tr><th scope="col">Definition</th>${engines.map(({ name }) => html`<th scope="col" class="cell-head">${name}</th>`)}</tr></thead>
<tbody>${[...Map.groupBy(data.figures, ({ definition }) => definition)].map(
        ([id, rows]) =>
          html`<tr><th scope="row"><a class="plain" href="#${id}">${rows[0]?.name}</a>${!isOneDay && html` <small class="muted">${rows[0]?.published}</small>`}</th>${engines.map(
            (engine) =>
              definedCell(
                visit,
                meta,
                engine,
                rows.find((row) => row.engine === engine.slug),
              ),
          )}</tr>
`,
      )}</tbody></table>`
}
<p class="help">Definitions as published ${published}, recomputed on your answers; the vendors’ own figures differ. A cell links to its answers where a filter can list them. ${partialAnswersNote(envelope.meta)} ${lowerBoundsNote(lowerBoundsIn(envelope.meta))}</p>
</section>`;
}

/** A share or count that links to its answers where a filter can list them. */
function definedCell(
  visit: Visit,
  meta: EnvelopeOf<Definitions>['meta'],
  engine: EngineColumn,
  row: RowOf<Definitions, 'figures'> | undefined,
): Html {
  const label = engine.name;
  if (row === undefined || row.answers === 0) return matrixCell({ label, figure: undefined, href: null });
  const rules = COMPUTABLE.find(({ id }) => id === row.definition)?.rules;
  const filters = rules === undefined ? null : filtersForRules(rules, engine.slug);
  return matrixCell({
    label,
    href: filters && visit.answers(filters, meta),
    figure: {
      present: row.numerator,
      responses: row.denominator ?? 0,
      rate: row.value,
      interval: row.interval,
      min_sample: MIN_SAMPLE,
    },
    isCount: row.unit === 'count',
  });
}

function notComputedSection(visit: Visit, envelope: EnvelopeOf<Definitions>): Html {
  const { length } = envelope.data.not_computed;
  return html`<details class="figures"><summary>${length} definitions that need more than stored answers</summary>
${reportTable(visit, reports.definitions, envelope, {
  list: 'not_computed',
  caption: 'Definitions that need other data',
  without: ['published'],
  instead: { name: definitionLink },
})}
</details>`;
}

function definitionLink({ definition, name }: RowOf<Definitions, 'not_computed'>): Content {
  return html`<a href="#${definition}">${name}</a>`;
}

function sourceSection(): Html {
  const days = new Set(DEFINITIONS.flatMap(({ sources }) => sources.map(({ readAt }) => readAt)));
  const [day] = days;
  const isOneDay = days.size === 1 && day !== undefined;
  return html`<details class="figures"><summary>The definitions</summary>
<p class="help">In our words, after the public page${isOneDay ? ` of ${dateText(new Date(day))}` : ' on the day given'}.</p>
<dl class="definitions">${DEFINITIONS.map((each) => described(each, isOneDay))}</dl>
</details>`;
}

function described(definition: Definition, isOneDay: boolean): Html {
  const { id, says, sources, rules, poolsEngines, window } = definition;
  const counted = rules && `Counts ${countedText(rules)}; divided by ${wholeText(rules)}.`;
  const pooled = poolsEngines && 'Its publisher adds up engines; here each has its own figure.';
  return html`<dt id="${id}">${nameOfDefinition(definition)}</dt>
<dd><p>${says}</p><p class="muted small">${[counted, pooled, `Window: ${window}.`].filter(Boolean).join(' ')} ${!isOneDay && `Read on ${sources[0].readAt}: `}${sources.map(({ url }) => sourceLink(url))}</p></dd>
`;
}

/** Our own definition links to this server's docs. */
function sourceLink(url: string): Html {
  return url.startsWith('https:')
    ? html`<a href="${url}" rel="noopener nofollow" class="away">${url}</a> `
    : html`<code>${url}</code> `;
}

/** /answers filters for a definition's rules on an engine; null where no filter exists: repeats, and prompts with the brand's name. */
function filtersForRules({ repeats, branded, counts }: Rules, engine: string): AnswersFilters | null {
  if (repeats === 'out' || branded === 'out') return null;
  const counted = counts === 'citing_answers' ? { cites_brand: 'self' } : { names: 'self' };
  return { engine, looked_for: 'all', ...counted };
}
