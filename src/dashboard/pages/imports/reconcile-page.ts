import { ENGINES, engineNameOf } from '../../../domain/answers/engine.ts';
import { reports } from '../../../reports/index.ts';
import type { EnvelopeOf } from '../../../reports/run/run-report.ts';
import type { RowOf } from '../../../reports/shape/report.ts';
import { pointsParts } from '../../charts/windows.ts';
import { type Content, type Html, html } from '../../markup/html.ts';
import { page, redirect } from '../../markup/outcome.ts';
import { addressFields } from '../../parts/bar/choice-fields.ts';
import { type Option, optionList } from '../../parts/form/field.ts';
import { reportTable } from '../../parts/table/report-table.ts';
import { type Step, stepsTable } from '../../parts/table/steps-table.ts';
import { shortDay, windowText } from '../../parts/words/window-text.ts';
import type { PageRoute } from '../../route.ts';
import { here, type Visit } from '../../visit/visit.ts';
import { NO_WINDOW, windowBetween } from '../../visit/window.ts';

/** Why another tool's rate differs from the brand's, engine by engine. */
export const reconcileRoutes: readonly PageRoute[] = [
  { path: '/brands/:brand/reconcile', who: 'viewer', get: reconcilePage },
];

type Reconcile = typeof reports.reconcile;
type Envelope = EnvelopeOf<Reconcile>;
type Rates = RowOf<Reconcile, 'rates'>;
type StepRow = RowOf<Reconcile, 'steps'>;

async function reconcilePage(visit: Visit) {
  const asked = {
    import: visit.query.get('import') || undefined,
    versus: visit.query.get('versus') || undefined,
  };
  if (Object.keys(NO_WINDOW).every((name) => !visit.query.get(name))) {
    const { meta } = await visit.report(reports.reconcile, { import: asked.import });
    const [from, until] = [meta.window.from, meta.window.until].map((at) => at.slice(0, 'yyyy-mm-dd'.length));
    if (meta.import !== null) return redirect(here(visit, { window: windowBetween(`${from}`, `${until}`) }));
  }
  const envelope = await visit.figures(reports.reconcile, asked);
  const { data, meta } = envelope;
  const file = meta.imports.find(({ id }) => id === meta.import)?.file_name;
  return page({
    title: `Why two tools disagree · ${visit.brand.name}`,
    figures: [reports.reconcile],
    csv: [{ label: 'Steps', href: visit.to('csv/reconcile', { ...asked }) }],
    main: html`<header class="page-head">
<p class="crumb"><a href="${visit.to('competitors')}">Competitors</a></p>
<h1>Why two tools disagree</h1>
<p class="lead">${file !== undefined && html`<bdi>${file}</bdi> · `}${windowText(meta)}</p>
</header>
${meta.import === null ? nothingYet(visit) : choiceForm(visit, meta)}
${data.rates.map((rates) => engineSection(visit, envelope, rates))}
${meta.import !== null && data.rates.length === 0 && html`<p class="empty">The import has no rows of these days on an engine of yours.</p>`}
${meta.unplaced_rows > 0 && html`<p class="help">${meta.unplaced_rows.toLocaleString('en-US')} rows of these days belong to no engine or market here, so they are in no figure.</p>`}
<p class="more"><a href="${visit.to('definitions')}">Your answers by each vendor’s definition</a></p>`,
  });
}

function nothingYet(visit: Visit): Html {
  return html`<p class="empty">No import has another tool’s marks yet: whether it counts an answer as naming you. ${visit.mayEdit && html`<a href="${visit.to('import')}">Import its export</a> first.`}</p>`;
}

/** Which import, and which engine of ours to compare with. */
function choiceForm(visit: Visit, { imports, import: chosen }: Envelope['meta']): Html {
  const files = imports.map(
    ({ id, file_name, created_at }): Option => [id, `${file_name || 'a request'}, ${shortDay(created_at)}`],
  );
  const engines: Option[] = [
    ['', 'the likest engine'],
    ...ENGINES.map(({ slug, name }): Option => [slug, name]),
  ];
  return html`<form class="picked" method="get" action="${visit.path}" aria-label="What to compare">${addressFields(visit, ['import', 'versus'])}
<label for="import">Import</label><select id="import" name="import">${optionList(files, chosen)}</select>
<label for="versus">with your answers of</label><select id="versus" name="versus">${optionList(engines, visit.query.get('versus') ?? '')}</select>
<button>Show</button>
</form>`;
}

function engineSection(visit: Visit, envelope: Envelope, rates: Rates): Html {
  const { data, meta } = envelope;
  const isHere = (row: { readonly market: string; readonly engine: string }) =>
    row.market === rates.market && row.engine === rates.engine;
  const [whole, ...steps] = data.steps.filter(isHere);
  const id = visit.idFor('engine');
  const several = new Set(data.rates.map(({ market }) => market)).size > 1;
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${rates.engine_name}${several && html` · <bdi>${rates.market}</bdi>`}</h2>
${whole && html`<p>${whole.says}</p>`}
${reportTable(visit, reports.reconcile, envelope, {
  list: 'rates',
  rows: [rates],
  caption: `Rates on ${rates.engine_name}`,
  without: ['engine', 'market', 'their_position', 'our_position'],
})}
${
  whole &&
  whole.points !== null &&
  stepsTable({
    title: 'From theirs to yours',
    beside: { label: 'What it is', isFigure: false },
    steps: steps.map((step) => stepOf(step, STEP_NAMES[step.step], step.says)),
    whole: stepOf(whole, 'The difference', null),
  })
}
<p class="help">${positionText(rates)}</p>
${quotesSection(visit, data.quotes.filter(isHere), rates, meta)}
</section>`;
}

const STEP_NAMES: Readonly<Record<StepRow['step'], string>> = {
  difference: 'The difference',
  mention: 'What counts as a mention',
  denominator: 'Which answers count',
  days: 'The days',
  panel: 'The questions',
  surface: 'The surface',
  rest: 'What is left',
};

function stepOf({ points, lower, upper, beyond_chance, step }: StepRow, name: string, beside: Content): Step {
  const isTold = points !== null && lower !== null && upper !== null;
  const parts = pointsParts({ points: points ?? 0, lower: lower ?? 0, upper: upper ?? 0 });
  const exact = step === 'difference' || (lower === 0 && upper === 0) ? 'exact' : parts.range;
  return {
    name,
    beside,
    size: points,
    points: points === null ? 'not told' : parts.points,
    range: isTold || step === 'difference' ? exact : '',
    isClear: beyond_chance,
  };
}

function positionText({ ranked, their_position, our_position, only_they_rank, only_we_rank }: Rates): string {
  if (their_position === null || our_position === null)
    return only_they_rank + only_we_rank === 0
      ? ''
      : 'Positions cannot be compared: no answer has one of both.';
  return `In ${ranked.toLocaleString('en-US')} answers both have a position: ${their_position} on average by theirs, ${our_position} by Sightline’s, which counts places in lists only. Most tools count places among the brands they track.`;
}

/** The newest answers that only one of the two counts. */
function quotesSection(
  visit: Visit,
  quotes: readonly RowOf<Reconcile, 'quotes'>[],
  { market, engine }: Rates,
  meta: Envelope['meta'],
): Html | null {
  if (quotes.length === 0) return null;
  const all = visit.answers({ market, engine, imported: 'yes', looked_for: 'self' }, meta);
  return html`<h3>Answers that the two read differently</h3>
${quotes.map(
  ({ answer_id, collected_at, question, theirs, reason, sentence }) =>
    html`<blockquote class="quote"><p>${sentence === null ? REASON_WORDS[reason] : html`<bdi>${sentence}</bdi>`}</p>
<footer>${theirs ? 'They count it, Sightline does not' : 'Sightline counts it, they do not'}${sentence !== null && `: ${REASON_WORDS[reason]}`} · ${shortDay(collected_at)} · <a href="${visit.to(`answers/${answer_id}`)}"><bdi>${question}</bdi></a></footer></blockquote>
`,
)}
<p class="more"><a href="${all}">All ${engineNameOf(engine)} answers that were imported</a></p>`;
}

const REASON_WORDS: Readonly<Record<RowOf<Reconcile, 'quotes'>['reason'], string>> = {
  named: 'this sentence names you',
  letters: 'Sightline does not take these letters for your name',
  address: 'only your address is in it',
  cited: 'The answer cites your site and does not name you.',
  absent: 'Neither your name nor your address is in the answer.',
};
