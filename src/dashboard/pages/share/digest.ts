import { reportNamed } from '../../../reports/index.ts';
import type { Envelope } from '../../../reports/run/run-report.ts';
import type { AnyRow } from '../../../reports/shape/columns.ts';
import { noteUnder } from '../../../reports/show/shown.ts';
import { sharesFigure } from '../../charts/shares.ts';
import { type Html, html } from '../../html.ts';
import { ABOUT_RATES } from '../../parts/about-rates.ts';
import { answersBehind, columnOf } from '../../parts/behind.ts';
import { foldedSection } from '../../parts/fold.ts';
import { nothing } from '../../parts/nothing.ts';
import { figureLink, reportTable } from '../../parts/report-table.ts';
import type { PresenceRow } from '../../parts/rows.ts';
import { sentiments } from '../../parts/sentiments.ts';
import { kindWord } from '../../parts/site-kinds.ts';
import { voices } from '../../parts/voices.ts';
import type { Visit } from '../../visit.ts';

/** The reports that a digest is made of. */
export interface DigestReports {
  readonly presence: Envelope;
  readonly voice: Envelope;
  readonly sentiment: Envelope;
  readonly sources: Envelope;
}

export async function digestReports(visit: Visit): Promise<DigestReports> {
  const [presence, voice, sentiment, sources] = await Promise.all(
    ['presence', 'share-of-voice', 'sentiment', 'sources'].map(
      async (name) => await visit.report(name, { ...visit.window }),
    ),
  );
  return { presence, voice, sentiment, sources } as DigestReports;
}

/** What a client is told of a brand: how often it is named, its share of voice, how it is framed, and what was read. */
export function digest(visit: Visit, { presence, voice, sentiment, sources }: DigestReports): Html {
  const own = (presence.data as readonly (PresenceRow & AnyRow)[]).filter(({ role }) => role === 'self');
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
  html`<p class="help">${noteUnder(reportNamed('share-of-voice'), voice)}</p>
${voices(visit, voice)}`,
)}
${foldedSection(
  'sentiment',
  `How ${name} is framed`,
  html`<p class="help">${noteUnder(reportNamed('sentiment'), sentiment)}</p>
${sentiments(visit, sentiment, { onlyYou: true })}`,
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

function named(visit: Visit, presence: Envelope, rows: readonly (PresenceRow & AnyRow)[]): Html {
  const column = columnOf('presence', 'Named in');
  return sharesFigure(
    'headline-figures',
    null,
    rows.map((row) => ({
      ...{ name: row.engine_name, label: row.engine_name, figure: row },
      href: answersBehind(visit, presence, column, row),
      text: figureLink(visit, presence, column, row),
    })),
  );
}

function mostCited(visit: Visit, sources: Envelope): Html {
  const rows = (sources.data as readonly AnyRow[]).slice(0, MOST_SOURCES);
  return reportTable(visit, 'sources', sources, {
    caption: 'The most cited sites',
    rows,
    instead: { Kind: (row) => html`<span class="chip">${kindWord(row.kind)}</span>` },
  });
}
