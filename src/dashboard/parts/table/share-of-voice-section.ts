import { engineNameOf } from '../../../domain/answers/engine.ts';
import { reports } from '../../../reports/index.ts';
import type { EnvelopeOf } from '../../../reports/run/run-report.ts';
import type { RowOf } from '../../../reports/shape/report.ts';
import { sharesFigure } from '../../charts/shares.ts';
import { type Html, html } from '../../markup/html.ts';
import type { Visit } from '../../visit/visit.ts';
import { figureLink, linkToAnswers } from './report-table.ts';

type Voice = typeof reports.shareOfVoice;

/** Each brand's share of mentions per engine, as dots with intervals. Never pools engines. */
export function shareOfVoiceSection(visit: Visit, voice: EnvelopeOf<Voice>): Html {
  const byEngine = Map.groupBy(voice.data, ({ engine }) => engine);
  const all = [...byEngine];
  const spoken = all.filter(([, [row]]) => (row?.all_mentions ?? 0) > 0);
  const silent = all.filter(([, [row]]) => row?.all_mentions === 0 && row.answers > 0);
  const uncounted = all.filter(([, [row]]) => row?.answers === 0);
  const names = (engines: typeof all) => LIST.format(engines.map(([slug]) => engineNameOf(slug)));
  return html`<div class="voices">${spoken.map(([slug, rows]) => ofEngine(visit, voice, engineNameOf(slug), rows))}</div>
${silent.length > 0 && html`<p class="muted">${names(silent)} named no tracked brand in this window.</p>`}
${uncounted.length > 0 && html`<p class="muted">${names(uncounted)} gave no answer in this window that Sightline searched for every tracked brand.</p>`}`;
}

const LIST = new Intl.ListFormat('en-US', { type: 'disjunction' });

function ofEngine(visit: Visit, voice: EnvelopeOf<Voice>, name: string, rows: readonly RowOf<Voice>[]): Html {
  const [first] = rows;
  const caption = html`<h3>${name}</h3><p class="muted">${first?.all_mentions} mentions of tracked brands in ${first?.answers} answers</p>`;
  return sharesFigure(
    'voice',
    caption,
    rows.map((row) => ({
      name: row.brand,
      label: html`<bdi>${row.is_you ? html`<b>${row.brand}</b>` : row.brand}</bdi>`,
      figure: {
        present: row.mentions,
        responses: row.all_mentions,
        rate: row.share,
        interval: row.interval,
        min_sample: 0,
      },
      href: linkToAnswers(visit, reports.shareOfVoice, voice, 'share', row),
      text: figureLink(visit, reports.shareOfVoice, voice, 'share', row),
      isFew: row.interval === null,
    })),
  );
}
