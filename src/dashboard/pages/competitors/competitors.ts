import { reports } from '../../../reports/index.ts';
import type { EnvelopeOf } from '../../../reports/run/run-report.ts';
import { noteUnder } from '../../../reports/show/shown.ts';
import { type Html, html } from '../../html.ts';
import { page } from '../../outcome.ts';
import { ABOUT_RATES } from '../../parts/about-rates.ts';
import { foldedSection } from '../../parts/fold.ts';
import { nothing } from '../../parts/nothing.ts';
import { brandsByPresence, presenceMap } from '../../parts/presence-map.ts';
import { reportTable } from '../../parts/report-table.ts';
import { sentiments } from '../../parts/sentiments.ts';
import { sortingOf } from '../../parts/sorting.ts';
import { voices } from '../../parts/voices.ts';
import { windowText } from '../../parts/window-text.ts';
import type { PageRoute } from '../../route.ts';
import type { Visit } from '../../visit.ts';
import { quotes } from './quotes.ts';

export const competitorRoutes: readonly PageRoute[] = [
  { path: '/brands/:brand/competitors', who: 'viewer', shared: 'competitors', get: competitorsPage },
];

async function competitorsPage(visit: Visit) {
  const [presence, competitors, voice, sentiment, instead] = await Promise.all([
    visit.figures(reports.presence),
    visit.figures(reports.competitors, { quotes: '1' }),
    visit.figures(reports.shareOfVoice),
    visit.figures(reports.sentiment),
    visit.figures(reports.instead),
  ]);
  return page({
    title: `Competitors · ${visit.brand.name}`,
    tab: 'competitors',
    figures: [
      reports.presence,
      reports.competitors,
      reports.shareOfVoice,
      reports.sentiment,
      reports.instead,
    ],
    csv: [
      { label: 'Named by engine', href: visit.to('csv/presence') },
      { label: 'Competitors', href: visit.to('csv/competitors', { quotes: '1' }) },
      { label: 'Instead of you', href: visit.to('csv/instead') },
      { label: 'Share of voice', href: visit.to('csv/share-of-voice') },
      { label: 'Sentiment', href: visit.to('csv/sentiment') },
    ],
    main: html`<header class="page-head">
<h1>${headline(visit, competitors, presence)}</h1>
<p class="lead">${windowText(competitors.meta)}</p>
</header>
${competitors.data.length === 0 ? noCompetitor(visit) : sections(visit, { presence, competitors, voice, sentiment, instead })}`,
  });
}

interface Reports {
  readonly presence: EnvelopeOf<typeof reports.presence>;
  readonly competitors: EnvelopeOf<typeof reports.competitors>;
  readonly voice: EnvelopeOf<typeof reports.shareOfVoice>;
  readonly sentiment: EnvelopeOf<typeof reports.sentiment>;
  readonly instead: EnvelopeOf<typeof reports.instead>;
}

function sections(visit: Visit, { presence, competitors, voice, sentiment, instead }: Reports): Html {
  const sorting = sortingOf(visit, reports.competitors.columns.rows.columns, competitors.data);
  return html`<section aria-labelledby="by-engine">
<h2 id="by-engine">Who is named, by engine</h2>
<p class="help">Share of the answers of each engine. Each cell opens its answers.</p>
${presenceMap(visit, presence, brandsByPresence(presence.data))}
<p class="help">${ABOUT_RATES}</p>
</section>
${foldedSection(
  'instead',
  'Who is named with you, and instead of you',
  html`<p class="help">Counts of answers${visit.choice.engine === null ? ', on all engines together: they are not rates' : ''}.</p>
${reportTable(visit, reports.competitors, competitors, {
  caption: 'Competitors and how often answers name them',
  rows: sorting.rows,
  sorting,
  without: ['quotes'],
})}
<p class="help">${noteUnder(reports.competitors, competitors)}</p>`,
)}
${foldedSection(
  'replacements',
  'Who stands where you do not',
  html`<p class="help">${noteUnder(reports.instead, instead)}</p>
${reportTable(visit, reports.instead, instead, { list: 'competitors', caption: 'How much more often competitors are named without you' })}
<h3>How stable the set of brands is</h3>
<p class="help">Of the brands named in either of two answers in a row to one question, how many are named in both.</p>
${reportTable(visit, reports.instead, instead, { list: 'engines', caption: 'How stable the set of brands is, by engine' })}`,
)}
${visit.mayOpen('answers') ? quotes(visit, competitors) : html`<p class="help">This link shows figures, and no sentences of answers.</p>`}
${foldedSection(
  'voice',
  'Share of voice',
  html`<p class="help">${noteUnder(reports.shareOfVoice, voice)} Other tools define it in other ways: <a href="${visit.to('definitions')}">the same answers by everybody’s definitions</a>.</p>
${voices(visit, voice)}`,
)}
${foldedSection(
  'sentiment',
  'How they are framed',
  html`<p class="help">${noteUnder(reports.sentiment, sentiment)}${
    visit.mayOpen('said') && html` <a href="${visit.to('said')}">What is said, by theme</a>.`
  }</p>
${sentiments(visit, sentiment)}`,
)}`;
}

/** What stands out: who is named most often without the brand. A count, so it claims no change and no rate. */
function headline(
  visit: Visit,
  { data: rows }: Reports['competitors'],
  presence: Reports['presence'],
): string {
  const { name } = visit.brand;
  if (rows.length === 0) return 'No competitor is tracked yet';
  if (rows.every(({ answers }) => answers === 0)) {
    const isAny = presence.data.some(({ responses }) => responses > 0);
    return isAny
      ? 'No answer in this window was read for these competitors yet'
      : 'No answers in this window yet';
  }
  const most = rows.reduce((a, b) => (b.answers_without_you > a.answers_without_you ? b : a));
  const count = most.answers_without_you;
  if (count === 0) return `No answer names a competitor without ${name}`;
  return `${most.competitor} is named in ${count} ${count === 1 ? 'answer that does' : 'answers that do'} not name ${name}`;
}

function noCompetitor(visit: Visit): Html {
  return nothing(
    visit,
    `To see who is named beside ${visit.brand.name}, or instead, say who competes with it.`,
    {
      text: 'Add competitors',
      page: 'setup',
    },
  );
}
