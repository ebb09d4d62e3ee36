import { reports } from '../../../reports/index.ts';
import type { EnvelopeOf } from '../../../reports/run/run-report.ts';
import { noteUnder } from '../../../reports/show/shown.ts';
import { sharesFigure } from '../../charts/shares.ts';
import { type Html, html } from '../../html.ts';
import { ABOUT_RATES } from '../../parts/about-rates.ts';
import { foldedSection } from '../../parts/fold.ts';
import { nothing } from '../../parts/nothing.ts';
import { answersBehind, figureLink, reportTable } from '../../parts/report-table.ts';
import type { PresenceRow } from '../../parts/rows.ts';
import { sentiments } from '../../parts/sentiments.ts';
import { kindWord } from '../../parts/site-kinds.ts';
import { voices } from '../../parts/voices.ts';
import type { Visit } from '../../visit.ts';

/** The reports that a digest is made of. */
export interface DigestReports {
  readonly presence: EnvelopeOf<typeof reports.presence>;
  readonly voice: EnvelopeOf<typeof reports.shareOfVoice>;
  readonly sentiment: EnvelopeOf<typeof reports.sentiment>;
  readonly sources: EnvelopeOf<typeof reports.sources>;
}

/** Their definitions, for the bar. */
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

/** What a client is told of a brand: how often it is named, its share of voice, how it is framed, and what was read. */
export function digest(visit: Visit, { presence, voice, sentiment, sources }: DigestReports): Html {
  const own = presence.data.filter(({ role }) => role === 'self');
  if (own.every(({ responses }) => responses === 0)) {
    return nothing(visit, 'There are no answers in this window yet.', {
      text: 'See what is collected',
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
${voices(visit, voice)}`,
)}
${foldedSection(
  'sentiment',
  `How ${name} is framed`,
  html`<p class="help">${noteUnder(reports.sentiment, sentiment)}</p>
${sentiments(visit, sentiment)}`,
)}
${foldedSection(
  'read',
  'What the engines read',
  html`<p class="help">The ${MOST_SOURCES} most cited sites, and in how many of the answers that cite them ${name} is named.</p>
${mostCited(visit, sources)}`,
)}`;
}

/** A client reads a page, not a hundred rows; all of them are in the CSV. */
const MOST_SOURCES = 20;

function named(visit: Visit, presence: DigestReports['presence'], rows: readonly PresenceRow[]): Html {
  return sharesFigure(
    'headline-figures',
    null,
    rows.map((row) => ({
      ...{ name: row.engine_name, label: row.engine_name, figure: row },
      href: answersBehind(visit, reports.presence, presence, 'rate', row),
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
