import { reports } from '../../../reports/index.ts';
import type { EnvelopeOf } from '../../../reports/run/run-report.ts';
import { furtherNoteUnder, noteUnder } from '../../../reports/show/table-view.ts';
import { sharesFigure } from '../../charts/shares.ts';
import { type Html, html } from '../../markup/html.ts';
import { emptyState } from '../../parts/empty-state.ts';
import { foldedSection } from '../../parts/fold.ts';
import { kindWord } from '../../parts/form/site-kinds.ts';
import { figureLink, linkToAnswers, reportTable } from '../../parts/table/report-table.ts';
import { sentiments } from '../../parts/table/sentiments.ts';
import { shareOfVoiceSection } from '../../parts/table/share-of-voice-section.ts';
import { ABOUT_RATES } from '../../parts/words/about-rates.ts';
import type { PresenceRow } from '../../parts/words/rows.ts';
import type { Visit } from '../../visit/visit.ts';

export interface DigestReports {
  readonly presence: EnvelopeOf<typeof reports.presence>;
  readonly voice: EnvelopeOf<typeof reports.shareOfVoice>;
  readonly sentiment: EnvelopeOf<typeof reports.sentiment>;
  readonly sources: EnvelopeOf<typeof reports.sources>;
}

/** Report definitions for the bar. */
export const DIGEST = [reports.presence, reports.shareOfVoice, reports.sentiment, reports.sources];

export async function digestReports(visit: Visit): Promise<DigestReports> {
  const [presence, voice, sentiment, sources] = await Promise.all([
    visit.figures(reports.presence),
    visit.figures(reports.shareOfVoice),
    visit.figures(reports.sentiment),
    visit.figures(reports.sources),
  ]);
  return { presence, voice, sentiment, sources };
}

/** The client summary: rates, share of voice, framing, and sources. */
export function digest(visit: Visit, { presence, voice, sentiment, sources }: DigestReports): Html {
  const own = presence.data.filter(({ role }) => role === 'self');
  if (own.every(({ responses }) => responses === 0)) {
    return emptyState(visit, 'There are no answers in this window yet.', {
      text: 'Go to Collecting',
      page: 'collecting',
    });
  }
  const { name } = visit.brand;
  return html`<section aria-labelledby="named">
<h2 id="named">How often each engine names ${name}</h2>
<p class="help">${ABOUT_RATES}</p>
${named(visit, presence, own)}
</section>
${foldedSection(
  'voice',
  'Share of voice',
  html`<p class="help">${noteUnder(reports.shareOfVoice, voice)}</p>
${shareOfVoiceSection(visit, voice)}`,
)}
${foldedSection(
  'sentiment',
  `How ${name} is framed`,
  html`<p class="help">${furtherNoteUnder(reports.sentiment, sentiment)}</p>
${sentiments(visit, sentiment)}`,
)}
${foldedSection(
  'read',
  'Sites that engines cite',
  html`<p class="help">The ${MOST_SOURCES} most cited sites, with the answers that also name ${name}.</p>
${mostCited(visit, sources)}`,
)}`;
}

/** The CSV has every row. */
const MOST_SOURCES = 20;

function named(visit: Visit, presence: DigestReports['presence'], rows: readonly PresenceRow[]): Html {
  return sharesFigure(
    'headline-figures',
    null,
    rows.map((row) => ({
      name: row.engine_name,
      label: row.engine_name,
      figure: row,
      href: linkToAnswers(visit, reports.presence, presence, 'rate', row),
      text: figureLink(visit, reports.presence, presence, 'rate', row),
    })),
  );
}

function mostCited(visit: Visit, sources: DigestReports['sources']): Html {
  return reportTable(visit, reports.sources, sources, {
    caption: 'The most cited sites',
    rows: sources.data.slice(0, MOST_SOURCES),
    instead: { kind: (row) => html`<span class="chip">${kindWord(row.kind)}</span>` },
  });
}
