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
import { findEngine } from '../../../domain/engine.ts';
import { reports } from '../../../reports/index.ts';
import type { Envelope, EnvelopeOf } from '../../../reports/run/run-report.ts';
import type { ColumnIdOf, RowOf } from '../../../reports/shape/report.ts';
import { cellText } from '../../../reports/show/cells.ts';
import { columnOf, noteUnder } from '../../../reports/show/shown.ts';
import { type WalkStep, waterfallFigure } from '../../charts/waterfall.ts';
import { type Content, type Html, html } from '../../html.ts';
import { page } from '../../outcome.ts';
import { choiceFields } from '../../parts/choice-fields.ts';
import { copied } from '../../parts/copied.ts';
import { type Option, optionList } from '../../parts/field.ts';
import { foldedSection } from '../../parts/fold.ts';
import { reportTable } from '../../parts/report-table.ts';
import { windowText } from '../../parts/window-text.ts';
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
  return page({
    title: `Definitions · ${visit.brand.name}`,
    tab: 'competitors',
    figures: [reports.definitions],
    csv: [{ label: 'Definitions', href: visit.to('csv/definitions', { ...ends }) }],
    main: html`<header class="page-head">
<h1>The same answers by everybody’s definitions</h1>
<p class="lead">${windowText(envelope.meta)}</p>
<p class="muted small">${noteUnder(reports.definitions, envelope)}</p>
</header>
${walkSection(visit, envelope, ends)}
${figureSection(visit, envelope, ends)}
${sourceSection()}`,
  });
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

function walkSection(visit: Visit, { data, meta }: EnvelopeOf<Definitions>, ends: Ends): Html {
  const [from, to] = [computableNamed(ends.walk_from), computableNamed(ends.walk_to)];
  const rules = walkBetween(from.rules, to.rules);
  const drawn = [...Map.groupBy(data.walk, ({ engine }) => engine).values()].map((rows) =>
    walkOf(visit, rows, { rules, end: nameOfDefinition(to) }, meta),
  );
  return foldedSection(
    'walk',
    `From ${nameOfDefinition(from)} to ${nameOfDefinition(to)}`,
    html`${endsForm(visit, ends)}
<p class="help">One rule changes at a time. The steps add up exactly. A bar opens the answers that it counts, where a filter can list them.</p>
${drawn.length === 0 ? html`<p class="empty">${reports.definitions.columns.walk.none}</p>` : drawn}`,
  );
}

function walkOf(
  visit: Visit,
  rows: readonly StepRow[],
  { rules, end }: { readonly rules: readonly Rules[]; readonly end: string },
  meta: Envelope['meta'],
): Html {
  const [first] = rows;
  const steps = rows.map((row): WalkStep => {
    const filters = answersBehind(rules[row.step] as Rules, row.engine);
    return {
      ...{ change: row.change, unit: row.unit, value: row.value },
      counts: cellOf('numerator', row) ?? '',
      share: cellOf('share', row),
      difference: cellOf('difference', row),
      href: filters && visit.answers(filters, meta),
    };
  });
  const name = findEngine(first?.engine ?? '')?.name ?? '';
  return waterfallFigure(
    { caption: html`<b>${name}</b>`, steps, end },
    copied(visit, {
      name: `walk-${first?.engine}`,
      title: `${name}: from ${steps[0]?.change} to ${end}`,
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

function endsForm(visit: Visit, { walk_from, walk_to }: Ends): Html {
  const options = COMPUTABLE.map((each): Option => [each.id, nameOfDefinition(each)]);
  return html`<form class="filter-form" method="get">
${choiceFields(visit)}
<div><label for="walk_from">From</label><select id="walk_from" name="walk_from">${optionList(options, walk_from)}</select></div>
<div><label for="walk_to">To</label><select id="walk_to" name="walk_to">${optionList(options, walk_to)}</select></div>
<button>Show</button>
</form>`;
}

function figureSection(visit: Visit, envelope: EnvelopeOf<Definitions>, { walk_from }: Ends): Html {
  return foldedSection(
    'figures',
    'Side by side',
    html`${reportTable(visit, reports.definitions, envelope, {
      list: 'figures',
      caption: 'Figures by definition and engine',
      instead: { name: definitionLink },
      more: { label: 'Walk', cell: (row) => walkLink(visit, row, walk_from) },
    })}
<h3>What stored answers are not enough for</h3>
${reportTable(visit, reports.definitions, envelope, {
  list: 'not_computed',
  caption: 'Definitions that cannot be computed',
  instead: { name: definitionLink },
})}`,
  );
}

function definitionLink({ definition, name }: RowOf<Definitions, 'figures' | 'not_computed'>): Content {
  return html`<a href="#${definition}">${name}</a>`;
}

function walkLink(
  visit: Visit,
  { definition, engine, name }: RowOf<Definitions, 'figures'>,
  from: string,
): Content {
  if (definition === from) return null;
  const href = here(visit, { walk_from: from, walk_to: definition, engine });
  return html`<a href="${href}#walk" aria-label="Show the walk to ${name}">Show</a>`;
}

function sourceSection(): Html {
  return foldedSection(
    'sources',
    'What each definition says',
    html`<p class="help">In our words, by the public page on the day given.</p>
<dl class="definitions">${DEFINITIONS.map(described)}</dl>`,
  );
}

function described(definition: Definition): Html {
  const { id, says, sources, rules, poolsEngines, window } = definition;
  const counted = rules && `Counts ${countedText(rules)}; divided by ${wholeText(rules)}.`;
  const pooled = poolsEngines && 'Its publisher adds engines up; here each stands for itself.';
  return html`<dt id="${id}">${nameOfDefinition(definition)}</dt>
<dd><p>${says}</p><p class="muted small">${[counted, pooled, `Window: ${window}.`].filter(Boolean).join(' ')} Read on ${sources[0].readAt}: ${sources.map(({ url }) => sourceLink(url))}</p></dd>
`;
}

/** Ours is a document of this server's own source. */
function sourceLink(url: string): Html {
  return url.startsWith('https:')
    ? html`<a href="${url}" rel="noopener nofollow" class="away">${url}</a> `
    : html`<code>${url}</code> `;
}
