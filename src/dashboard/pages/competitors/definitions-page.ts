import { type Rules, walkBetween } from '../../../domain/definition-figures.ts';
import { countedText, wholeText } from '../../../domain/definition-words.ts';
import {
  COMPUTABLE,
  computableNamed,
  DEFINITIONS,
  type Definition,
  FIRST_WALK,
  nameOfDefinition,
} from '../../../domain/definitions.ts';
import { engineNameOf } from '../../../domain/engine.ts';
import { MIN_SAMPLE } from '../../../domain/rate.ts';
import { reports } from '../../../reports/index.ts';
import { leftOutNote } from '../../../reports/run/left-out.ts';
import { lowerBoundsIn, lowerBoundsNote } from '../../../reports/run/lower-bounds.ts';
import type { Envelope, EnvelopeOf } from '../../../reports/run/run-report.ts';
import type { ColumnIdOf, RowOf } from '../../../reports/shape/report.ts';
import { cellText } from '../../../reports/show/cells.ts';
import { columnOf } from '../../../reports/show/shown.ts';
import { type WalkStep, waterfallFigure } from '../../charts/waterfall.ts';
import { type Content, type Html, html } from '../../html.ts';
import { page } from '../../outcome.ts';
import { choiceFields } from '../../parts/choice-fields.ts';
import { columnMenu, type EngineColumn, engineColumns, hiddenIn } from '../../parts/column-menu.ts';
import { copied } from '../../parts/copied.ts';
import { type Option, optionList } from '../../parts/field.ts';
import { matrixCell } from '../../parts/matrix-cell.ts';
import { reportTable } from '../../parts/report-table.ts';
import { dateText, windowText } from '../../parts/window-text.ts';
import type { PageRoute } from '../../route.ts';
import { here, type Visit } from '../../visit.ts';
import { answersBehind } from './answers-behind.ts';

/** One brand's figures by everybody's definitions, and the walk from any of them to any other. */
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
<h1>The same answers by everybody’s definitions</h1>
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

/** Every engine of the report, with its answers. */
function answeringEngines({ data }: EnvelopeOf<Definitions>): EngineColumn[] {
  return [...new Map(data.figures.map((row) => [row.engine, row.answers]))].map(([slug, answers]) => ({
    ...{ slug, name: engineNameOf(slug) },
    answers,
  }));
}

/** The engine whose walk is drawn: the one that the address names, or the one with the most answers. */
function engineOf({ query }: Visit, engines: readonly EngineColumn[]): EngineColumn | null {
  const asked = engines.find(({ slug }) => slug === query.get('on'));
  return asked ?? engines.toSorted((a, b) => b.answers - a.answers)[0] ?? null;
}

/** From where to where a walk goes. */
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

/** What the page is asked to show. */
interface Shown {
  readonly engines: readonly EngineColumn[];
  readonly ends: Ends;
  readonly on: EngineColumn | null;
}

/** Definitions by engines. A cell leads to the walk to its definition, below. */
function matrixSection(visit: Visit, envelope: EnvelopeOf<Definitions>, shown: Shown): Html {
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
<p class="help">As published ${published}, recomputed on your answers: not what their publishers would show. A cell opens its walk. ${leftOutNote(envelope.meta)} ${lowerBoundsNote(lowerBoundsIn(envelope.meta))}</p>
</section>`;
}

/** A share with its interval, or a count, as the way to its walk. */
function definedCell(
  visit: Visit,
  { ends, on }: Shown,
  engine: EngineColumn,
  row: RowOf<Definitions, 'figures'> | undefined,
): Html {
  const label = engine.name;
  if (row === undefined || row.answers === 0) return matrixCell({ label, figure: undefined, href: null });
  const isShown = row.definition === ends.walk_to && engine.slug === on?.slug;
  const href = `${here(visit, { walk_from: ends.walk_from, walk_to: row.definition, on: engine.slug })}#walk`;
  return matrixCell({
    ...{ label, href, isCurrent: isShown },
    figure: {
      ...{ present: row.numerator, responses: row.denominator ?? 0, rate: row.value },
      ...{ interval: row.interval, min_sample: MIN_SAMPLE },
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
<p class="help">One rule changes at a time, and the steps add up exactly. A bar opens the answers that it counts, where a filter can list them.</p>
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
    const filters = answersBehind(rules[row.step] as Rules, row.engine);
    return {
      ...{ change: row.step === 0 ? start : row.change, unit: row.unit, value: row.value },
      counts: cellOf('numerator', row) ?? '',
      share: cellOf('share', row),
      difference: cellOf('difference', row),
      href: filters && visit.answers(filters, meta),
    };
  });
  const name = engineNameOf(first?.engine ?? '');
  return waterfallFigure(
    { caption: html`<b>${name}</b>`, steps, end },
    copied(visit, {
      name: `walk-${first?.engine}`,
      title: `${name}: from ${start} to ${end}`,
      csv: visit.to('csv/definitions', { ...endsOf(visit) }),
      window: meta.window ?? null,
    }),
  );
}

/** A cell of the walk as every door shows it; null where there is nothing. */
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
  return html`<details class="figures"><summary>${length} definitions that stored answers are not enough for</summary>
${reportTable(visit, reports.definitions, envelope, {
  list: 'not_computed',
  caption: 'Definitions that cannot be computed',
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
  return html`<details class="figures"><summary>What each definition says</summary>
<p class="help">In our words, by the public page${isOneDay ? ` as read on ${dateText(new Date(day))}` : ' on the day given'}.</p>
<dl class="definitions">${DEFINITIONS.map((each) => described(each, isOneDay))}</dl>
</details>`;
}

function described(definition: Definition, isOneDay: boolean): Html {
  const { id, says, sources, rules, poolsEngines, window } = definition;
  const counted = rules && `Counts ${countedText(rules)}; divided by ${wholeText(rules)}.`;
  const pooled = poolsEngines && 'Its publisher adds engines up; here each stands for itself.';
  return html`<dt id="${id}">${nameOfDefinition(definition)}</dt>
<dd><p>${says}</p><p class="muted small">${[counted, pooled, `Window: ${window}.`].filter(Boolean).join(' ')} ${!isOneDay && `Read on ${sources[0].readAt}: `}${sources.map(({ url }) => sourceLink(url))}</p></dd>
`;
}

/** Ours is a document of this server's own source. */
function sourceLink(url: string): Html {
  return url.startsWith('https:')
    ? html`<a href="${url}" rel="noopener nofollow" class="away">${url}</a> `
    : html`<code>${url}</code> `;
}
