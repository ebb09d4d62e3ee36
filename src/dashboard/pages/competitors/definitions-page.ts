import { engineNameOf } from '../../../domain/answers/engine.ts';
import { type Rules, walkBetween } from '../../../domain/figures/definition-figures.ts';
import { countedText, wholeText } from '../../../domain/figures/definition-words.ts';
import {
  COMPUTABLE,
  computableNamed,
  DEFINITIONS,
  type Definition,
  FIRST_WALK,
  nameOfDefinition,
} from '../../../domain/figures/definitions.ts';
import { MIN_SAMPLE } from '../../../domain/figures/rate.ts';
import { reports } from '../../../reports/index.ts';
import { lowerBoundsIn, lowerBoundsNote } from '../../../reports/run/lower-bounds.ts';
import { partialAnswersNote } from '../../../reports/run/partial-answers-note.ts';
import type { Envelope, EnvelopeOf } from '../../../reports/run/run-report.ts';
import type { ColumnIdOf, RowOf } from '../../../reports/shape/report.ts';
import { cellText } from '../../../reports/show/cells.ts';
import { columnOf } from '../../../reports/show/table-view.ts';
import { type WalkStep, waterfallFigure } from '../../charts/waterfall.ts';
import { type Content, type Html, html } from '../../markup/html.ts';
import { page } from '../../markup/outcome.ts';
import { choiceFields } from '../../parts/bar/choice-fields.ts';
import { copyMenu } from '../../parts/bar/copy-menu.ts';
import { type Option, optionList } from '../../parts/form/field.ts';
import { columnMenu, type EngineColumn, engineColumns, hiddenIn } from '../../parts/table/column-menu.ts';
import { matrixCell } from '../../parts/table/matrix-cell.ts';
import { reportTable } from '../../parts/table/report-table.ts';
import { dateText, windowText } from '../../parts/words/window-text.ts';
import type { PageRoute } from '../../route.ts';
import { here, type Visit } from '../../visit/visit.ts';
import { filtersForRules } from './rules-filters.ts';

/** The brand's figures by each vendor's definition, and the steps between any two. */
export const definitionRoutes: readonly PageRoute[] = [
  { path: '/brands/:brand/definitions', who: 'viewer', shared: 'competitors', get: definitionsPage },
];

async function definitionsPage(visit: Visit) {
  const ends = endsOf(visit);
  const envelope = await visit.figures(reports.definitions, ends);
  const engines = answeringEngines(envelope);
  const on = engineOf(visit, engines);
  return page({
    title: `Definitions · ${visit.brand.name}`,
    tab: 'competitors',
    figures: [reports.definitions],
    csv: [{ label: 'Definitions', href: visit.to('csv/definitions', { ...ends }) }],
    main: html`<header class="page-head">
<p class="crumb"><a href="${visit.to('competitors')}">Competitors</a></p>
<h1>Your answers by each vendor’s definition</h1>
<p class="lead">${windowText(envelope.meta)}</p>
</header>
<div class="competing">
${matrixSection(visit, envelope, { engines, ends, on })}
${on !== null && walkSection(visit, envelope, ends, { engines, on })}
${notComputedSection(visit, envelope)}
${sourceSection()}
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

/** The address's engine, or the engine with the most answers. */
function engineOf({ query }: Visit, engines: readonly EngineColumn[]): EngineColumn | null {
  const asked = engines.find(({ slug }) => slug === query.get('on'));
  return asked ?? engines.toSorted((a, b) => b.answers - a.answers)[0] ?? null;
}

/** Start and end definitions. */
interface Ends {
  readonly walk_from: string;
  readonly walk_to: string;
}

function endsOf({ query }: Visit): Ends {
  return {
    walk_from: query.get('walk_from') ?? FIRST_WALK.from,
    walk_to: query.get('walk_to') ?? FIRST_WALK.to,
  };
}

type Definitions = typeof reports.definitions;
type StepRow = RowOf<Definitions, 'walk'>;

interface MatrixState {
  readonly engines: readonly EngineColumn[];
  readonly ends: Ends;
  readonly on: EngineColumn | null;
}

/** Definitions by engines. Each cell links to the steps toward it. */
function matrixSection(visit: Visit, envelope: EnvelopeOf<Definitions>, shown: MatrixState): Html {
  const { data } = envelope;
  const all = [{ id: 'definition', label: 'Definition' }, ...engineColumns(shown.engines)];
  const hidden = hiddenIn(visit, all);
  const engines = shown.engines.filter(({ slug }) => !hidden.includes(slug));
  const days = [...new Set([...data.figures, ...data.not_computed].map(({ published }) => published))];
  const [first] = days;
  const isOneDay = days.length === 1 && first !== undefined;
  const published = isOneDay ? `on ${dateText(new Date(first))}` : 'on the day beside each';
  return html`<section aria-labelledby="figures">
<div class="section-head"><h2 id="figures">Side by side</h2>${shown.engines.length > 1 && columnMenu(visit, all)}</div>
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
                shown,
                engine,
                rows.find((row) => row.engine === engine.slug),
              ),
          )}</tr>
`,
      )}</tbody></table>`
}
<p class="help">Definitions as published ${published}, recomputed on your answers; the vendors’ own figures differ. Select a cell to see its steps. ${partialAnswersNote(envelope.meta)} ${lowerBoundsNote(lowerBoundsIn(envelope.meta))}</p>
</section>`;
}

/** A share or count that links to its steps. */
function definedCell(
  visit: Visit,
  { ends, on }: MatrixState,
  engine: EngineColumn,
  row: RowOf<Definitions, 'figures'> | undefined,
): Html {
  const label = engine.name;
  if (row === undefined || row.answers === 0) return matrixCell({ label, figure: undefined, href: null });
  const isShown = row.definition === ends.walk_to && engine.slug === on?.slug;
  const href = `${here(visit, { walk_from: ends.walk_from, walk_to: row.definition, on: engine.slug })}#walk`;
  return matrixCell({
    label,
    href,
    isCurrent: isShown,
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

function walkSection(
  visit: Visit,
  { data, meta }: EnvelopeOf<Definitions>,
  ends: Ends,
  { engines, on }: { readonly engines: readonly EngineColumn[]; readonly on: EngineColumn },
): Html {
  const [from, to] = [computableNamed(ends.walk_from), computableNamed(ends.walk_to)];
  const rules = walkBetween(from.rules, to.rules);
  const rows = data.walk.filter(({ engine }) => engine === on.slug);
  return html`<section aria-labelledby="walk">
<h2 id="walk">From ${nameOfDefinition(from)} to ${nameOfDefinition(to)}</h2>
${endsForm(visit, ends, engines, on)}
${walkOf(visit, rows, { rules, start: nameOfDefinition(from), end: nameOfDefinition(to) }, meta)}
<p class="help">Each step changes one rule, and the steps add up exactly. A bar links to its answers where a filter can list them.</p>
</section>`;
}

function walkOf(
  visit: Visit,
  rows: readonly StepRow[],
  { rules, start, end }: { readonly rules: readonly Rules[]; readonly start: string; readonly end: string },
  meta: Envelope['meta'],
): Html {
  const [first] = rows;
  const steps = rows.map((row): WalkStep => {
    const filters = filtersForRules(rules[row.step] as Rules, row.engine);
    return {
      change: row.step === 0 ? start : row.change,
      unit: row.unit,
      value: row.value,
      counts: cellOf('numerator', row) ?? '',
      share: cellOf('share', row),
      difference: cellOf('difference', row),
      href: filters && visit.answers(filters, meta),
    };
  });
  const name = engineNameOf(first?.engine ?? '');
  return waterfallFigure(
    { caption: html`<b>${name}</b>`, steps, end },
    copyMenu(visit, {
      name: `walk-${first?.engine}`,
      title: `${name}: from ${start} to ${end}`,
      csv: visit.to('csv/definitions', { ...endsOf(visit) }),
      window: meta.window ?? null,
    }),
  );
}

/** The cell's text as in every other interface; null if empty. */
function cellOf(id: ColumnIdOf<Definitions, 'walk'>, row: StepRow): string | null {
  const shown = cellText(columnOf(reports.definitions, 'walk', id), row);
  return shown === '-' ? null : shown;
}

function endsForm(
  visit: Visit,
  { walk_from, walk_to }: Ends,
  engines: readonly EngineColumn[],
  on: EngineColumn,
): Html {
  const options = COMPUTABLE.map((each): Option => [each.id, nameOfDefinition(each)]);
  const columns = ['hide', 'show'].flatMap((name) => {
    const value = visit.query.get(name);
    return value ? [html`<input type="hidden" name="${name}" value="${value}">`] : [];
  });
  return html`<form class="filter-form" method="get" action="${visit.path}#walk">
${choiceFields(visit)}${columns}
<div><label for="walk_from">From</label><select id="walk_from" name="walk_from">${optionList(options, walk_from)}</select></div>
<div><label for="walk_to">To</label><select id="walk_to" name="walk_to">${optionList(options, walk_to)}</select></div>
<div><label for="on">On</label><select id="on" name="on">${optionList(
    engines.map(({ slug, name }): Option => [slug, name]),
    on.slug,
  )}</select></div>
<button>Show</button>
</form>`;
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
