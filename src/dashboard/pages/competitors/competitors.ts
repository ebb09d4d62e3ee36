import { reports } from '../../../reports/index.ts';
import { type Html, html } from '../../markup/html.ts';
import { page } from '../../markup/outcome.ts';
import { emptyState } from '../../parts/empty-state.ts';
import { windowText } from '../../parts/words/window-text.ts';
import type { PageRoute } from '../../route.ts';
import type { Visit } from '../../visit/visit.ts';
import { byEngine } from './by-engine.ts';
import { type Competing, competing } from './data.ts';
import { framing } from './framing.ts';
import { onEngine } from './on-engine.ts';
import { replacing } from './replacing.ts';

/** Competitors: rates, gaps, framing, and answers without the brand. */
export const competitorRoutes: readonly PageRoute[] = [
  { path: '/brands/:brand/competitors', who: 'viewer', shared: 'competitors', get: competitorsPage },
];

async function competitorsPage(visit: Visit) {
  const data = await competing(visit);
  const { presence, on } = data;
  return page({
    title: `Competitors · ${visit.brand.name}`,
    tab: 'competitors',
    figures: [reports.presence, reports.gaps, reports.shareOfVoice, reports.sentiment],
    csv: downloads(visit, data),
    main: html`<header class="page-head">
<h1>${headline(visit, data)}</h1>
<p class="lead">${windowText(presence.meta)}</p>
</header>
${
  data.brands.length < 2
    ? noCompetitor(visit)
    : html`<div class="competing">${byEngine(visit, data)}
${on !== null && onEngine(visit, data, on)}
<div class="competing-pair">${framing(visit, data)}${on !== null && replacing(visit, data, on)}</div></div>`
}`,
  });
}

function downloads(visit: Visit, { on }: Competing) {
  const every = { every: '1' };
  return [
    { label: 'Named by engine', href: visit.to('csv/presence') },
    { label: 'Beside you', href: visit.to('csv/gaps', { ...every, by: 'engine' }) },
    ...(on?.replacing
      ? [
          {
            label: `Named where you are not, by ${on.by}`,
            href: visit.to('csv/gaps', {
              ...every,
              engine: on.engine.slug,
              ...(on.by === 'tag' ? { by: on.by } : {}),
            }),
          },
        ]
      : []),
    { label: 'Share of mentions', href: visit.to('csv/share-of-voice') },
    { label: 'Framing', href: visit.to('csv/sentiment') },
  ];
}

/** Names the competitor with significant gaps on most engines, and claims nothing about others. */
function headline({ brand: { name } }: Visit, { brands, gaps, presence }: Competing): string {
  if (brands.length < 2) return 'No competitor is tracked yet';
  if (presence.data.every(({ responses }) => responses === 0)) return 'No answers in this window yet';
  if (gaps.data.length === 0) return 'No answer in this window has been read for these competitors yet';
  if (gaps.meta.judged === 0) return 'Too few answers to compare competitors yet';
  const ahead = gaps.data.filter(({ gap, stands_out: standsOut }) => standsOut && (gap?.points ?? 0) > 0);
  const [most] = [...Map.groupBy(ahead, ({ competitor }) => competitor)].toSorted(
    ([, a], [, b]) => b.length - a.length,
  );
  if (most === undefined) return `No competitor is named more often than ${name} by more than noise`;
  const [competitor, rows] = most;
  const of = new Set(gaps.data.map(({ engine }) => engine)).size;
  const where =
    rows.length === 1 && rows[0] ? `on ${rows[0].engine_name}` : `on ${rows.length} of ${of} engines`;
  return `${competitor} is named more often than ${name} ${where}`;
}

function noCompetitor(visit: Visit): Html {
  return emptyState(
    visit,
    `To see brands named beside ${visit.brand.name}, or instead of it, add its competitors.`,
    {
      text: 'Add competitors',
      page: 'setup',
    },
  );
}
