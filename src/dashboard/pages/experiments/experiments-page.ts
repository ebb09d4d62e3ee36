import { reports } from '../../../reports/index.ts';
import type { EnvelopeOf } from '../../../reports/run/run-report.ts';
import type { RowOf } from '../../../reports/shape/report.ts';
import { type Content, type Html, html } from '../../markup/html.ts';
import { type Outcome, page } from '../../markup/outcome.ts';
import { textField } from '../../parts/form/field.ts';
import { reportTable } from '../../parts/table/report-table.ts';
import { dateText } from '../../parts/words/window-text.ts';
import type { Visit } from '../../visit/visit.ts';
import { registerForm } from './experiment-form.ts';
import { DIRECTION_WORDS, MEASURE_WORDS, STATE_WORDS } from './words.ts';

type ExperimentsEnvelope = EnvelopeOf<typeof reports.experiments>;
type ExperimentRow = RowOf<typeof reports.experiments, 'experiments'>;

/** Lists experiments; editors get the registration form. @param form typed fields @param error the form's error */
export async function listPage(visit: Visit, form: URLSearchParams, error: string | null): Promise<Outcome> {
  const found = await visit.report(reports.experiments);
  return page({
    title: `Experiments · ${visit.brand.name}`,
    tab: 'experiments',
    ...(error === null ? {} : { status: 422 }),
    csv: [{ label: 'Experiments', href: visit.to('csv/experiments') }],
    main: html`<header class="page-head"><h1>Experiments</h1>
<p class="lead">Did your work on some questions change what the engines answer? Register an experiment before it starts; it reports its effect once, at the end.</p></header>
${error !== null && html`<p class="note error" role="alert">${error}</p>`}
${listOf(visit, found.data.experiments)}
${visit.mayEdit && (await registerForm(visit, form))}`,
  });
}

function listOf(visit: Visit, experiments: readonly ExperimentRow[]): Html {
  if (experiments.length === 0) return html`<p class="empty">You have registered no experiment.</p>`;
  return html`<table class="cards"><caption class="unseen">Experiments of this brand</caption>
<thead><tr><th scope="col">Experiment</th><th scope="col">State</th><th scope="col">Starts</th><th scope="col">Result on</th><th scope="col">Questions</th></tr></thead>
<tbody>${experiments.map(
    (
      each,
    ) => html`<tr><th scope="row" data-label="Experiment"><a href="${visit.to('experiments', { experiment: each.id })}"><bdi>${each.name}</bdi></a></th>
<td data-label="State">${STATE_WORDS[each.state]}</td><td data-label="Starts">${day(each.starts_at)}</td><td data-label="Result on">${day(each.ends_at)}</td>
<td data-label="Questions">${each.treated_questions} treated, ${each.control_questions} others</td></tr>
`,
  )}</tbody></table>`;
}

/** One experiment's page: registration, effects per engine, and questions. */
export async function experimentPage(visit: Visit, id: string, error: string | null): Promise<Outcome> {
  const found = await visit.report(reports.experiments, { experiment: id });
  const [experiment] = found.data.experiments;
  if (experiment === undefined) throw new Error('a report on one experiment has it');
  return page({
    title: `${experiment.name} · ${visit.brand.name}`,
    tab: 'experiments',
    ...(error === null ? {} : { status: 422 }),
    csv: [{ label: 'Experiment', href: visit.to('csv/experiments', { experiment: id }) }],
    main: html`<header class="page-head"><h1><bdi>${experiment.name}</bdi></h1>
<p class="lead">Registered on ${day(experiment.registered_at)}, ${STATE_WORDS[experiment.state]}. <a href="${visit.to('experiments')}">All experiments</a></p></header>
${error !== null && html`<p class="note error" role="alert">${error}</p>`}
${experiment.withdrawn_because !== null && html`<p class="note">Withdrawn: <bdi>${experiment.withdrawn_because}</bdi></p>`}
${verdictsOf(visit, found)}
${registration(experiment)}
<section aria-labelledby="questions-head"><h2 id="questions-head">Questions</h2>
${reportTable(visit, reports.experiments, found, { list: 'questions', caption: 'Questions of both arms' })}</section>
${visit.mayEdit && ['registered', 'running'].includes(experiment.state) && withdrawForm(visit, id)}`,
  });
}

function verdictsOf(visit: Visit, found: ExperimentsEnvelope): Html {
  return html`<section aria-labelledby="verdict-head"><h2 id="verdict-head">Result</h2>
${reportTable(visit, reports.experiments, found, { list: 'effects', caption: 'Result on each engine', without: ['experiment', 'outcome'] })}
<p class="help">${found.meta.note}</p></section>`;
}

function registration(experiment: ExperimentRow): Html {
  const { measure, about, direction, starts_at, ends_at, seed, hash } = experiment;
  const facts: readonly (readonly [string, Content])[] = [
    ['Measured', html`${MEASURE_WORDS[measure]}: <bdi>${about}</bdi>`],
    ['Expected', DIRECTION_WORDS[direction]],
    ['Market', experiment.market],
    ['Starts', day(starts_at)],
    ['Result on', day(ends_at)],
    ['Arms', seed === null ? 'chosen, not randomized' : html`drawn by the seed <code>${seed}</code>`],
    ['SHA-256', html`<code>${hash}</code>`],
  ];
  return html`<section aria-labelledby="registered-head"><h2 id="registered-head">Registration</h2>
<dl class="tests">${facts.map(([name, text]) => html`<div><dt>${name}</dt><dd>${text}</dd></div>`)}</dl></section>`;
}

function withdrawForm(visit: Visit, id: string): Html {
  return html`<section aria-labelledby="withdraw-head" class="not-printed"><h2 id="withdraw-head">Withdraw it</h2>
<p class="help">It stays listed with your reason, without an effect.</p>
<form method="post" action="${visit.address('experiments')}" class="stack"><input type="hidden" name="experiment" value="${id}">
${textField({ name: 'because', label: 'Why', isRequired: true })}
<p class="row"><button class="danger" name="do" value="withdraw">Withdraw</button></p></form></section>`;
}

function day(instant: string): string {
  return dateText(new Date(instant));
}
