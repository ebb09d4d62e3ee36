import { engineNameOf, engineOf } from '../../../domain/answers/engine.ts';
import { reports } from '../../../reports/index.ts';
import type { EnvelopeOf } from '../../../reports/run/run-report.ts';
import type { RowOf } from '../../../reports/shape/report.ts';
import { type Html, html } from '../../markup/html.ts';
import { type Outcome, page } from '../../markup/outcome.ts';
import { emptyState } from '../../parts/empty-state.ts';
import { reportTable } from '../../parts/table/report-table.ts';
import { windowText } from '../../parts/words/window-text.ts';
import type { Visit } from '../../visit/visit.ts';

type Found = EnvelopeOf<typeof reports.agreement>;
type Row = RowOf<typeof reports.agreement>;
type Surface = Found['meta']['surfaces'][number];

/** Agreement between two providers of one engine. */
export async function agreementPage(visit: Visit): Promise<Outcome> {
  const found = await visit.figures(reports.agreement);
  const { surfaces } = found.meta;
  return page({
    title: `Two providers · ${visit.brand.name}`,
    tab: 'collecting',
    figures: [reports.agreement],
    csv: [{ label: 'Agreement', href: visit.to('csv/agreement') }],
    main: html`<header class="page-head">
<p class="crumb"><a href="${visit.to('collecting')}">Collecting</a></p>
<h1>Do two providers agree?</h1>
<p class="lead">${windowText(found.meta)}</p>
</header>
${
  surfaces.length === 0
    ? emptyState(
        visit,
        'No two providers answered for the same engine on one day. Choose the same engine from two providers in the setup.',
        { text: 'Go to Collecting', page: 'collecting' },
      )
    : html`<p class="help">Pairs of answers to one question on one day, one from each provider. A provider also varies from day to day, so compare with that. Each provider is an engine with its own rates.</p>
${surfaces.map((surface) => surfaceSection(visit, found, surface))}`
}`,
  });
}

function surfaceSection(visit: Visit, found: Found, surface: Surface): Html {
  const { engine, other_engine: other, answers, other_answers: otherAnswers, pairs } = surface;
  const rows = found.data.filter((row) => row.engine === engine && row.other_engine === other);
  const [first, second] = [engine, other].map((slug) => engineOf(slug).provider);
  const name = engineNameOf(engine);
  return html`<section aria-labelledby="${other}"><h2 id="${other}">${name}: ${first} and ${second}</h2>
<p>${pairs} ${pairs === 1 ? 'pair' : 'pairs'}, of ${answers} ${answers === 1 ? 'answer' : 'answers'} by ${first} (A) and ${otherAnswers} by ${second} (B) to the same questions.</p>
${reportTable(visit, reports.agreement, found, {
  caption: `${name}, ${first} and ${second}`,
  rows,
  without: ['engine', 'provider', 'other_provider', 'about', 'questions'],
  instead: { measure: (row) => measureWords(row) },
})}</section>`;
}

function measureWords({ measure, about }: Row): string {
  if (measure === 'named') return `${about} is named`;
  return measure === 'cited' ? `A page of ${about} is cited` : `${about} is cited`;
}
