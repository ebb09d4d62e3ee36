import { reports } from '../../../reports/index.ts';
import { lowerBoundsIn, lowerBoundsNote, lowerBoundsWords } from '../../../reports/run/lower-bounds.ts';
import { type Html, html } from '../../markup/html.ts';
import { page } from '../../markup/outcome.ts';
import { emptyState } from '../../parts/empty-state.ts';
import { changeLines } from '../../parts/words/change-lines.ts';
import { windowText } from '../../parts/words/window-text.ts';
import type { PageRoute } from '../../route.ts';
import type { Visit } from '../../visit/visit.ts';
import { besideSection } from './beside.ts';
import { type Competing, competing, isAhead } from './data.ts';
import { rankingSection } from './ranking.ts';

/** Competitors: who is ahead on each engine; on which questions, and from which sites. */
export const competitorRoutes: readonly PageRoute[] = [
  { path: '/brands/:brand/competitors', who: 'viewer', shared: 'competitors', get: competitorsPage },
];

async function competitorsPage(visit: Visit) {
  const data = await competing(visit);
  const { presence, beside, overtakings } = data;
  const words = visit.mayEdit ? lowerBoundsNote : lowerBoundsWords;
  const note = words(lowerBoundsIn(presence.meta));
  return page({
    title: `Competitors · ${visit.brand.name}`,
    figures: [reports.presence, reports.gaps],
    csv: downloads(visit, data),
    main: html`<header class="page-head">
<h1>${headline(visit, data)}</h1>
<p class="lead">${windowText(presence.meta)}. Ahead: named more often in the same answers, beyond chance.${overtakings.length > 0 && ' Ranks above: names the competitor first, or alone.'}</p>
${changeLines(visit, overtakings)}
</header>
${
  data.competitors === 0
    ? noCompetitor(visit)
    : html`${rankingSection(visit, data)}
${beside !== null && besideSection(visit, beside)}
${note !== '' && html`<p class="help">${note}</p>`}`
}`,
  });
}

function downloads(visit: Visit, { beside }: Competing) {
  const every = { every: '1' };
  return [
    { label: 'Named by engine', href: visit.to('csv/presence') },
    { label: 'Beside you', href: visit.to('csv/gaps', { ...every, by: 'engine' }) },
    ...(beside?.byQuestion
      ? [
          {
            label: 'Beside you, by question',
            href: visit.to('csv/gaps', { ...every, engine: beside.ranking.slug }),
          },
        ]
      : []),
    { label: 'Share of mentions', href: visit.to('csv/share-of-voice') },
  ];
}

/** The most engines or competitors that a sentence names. */
const MOST_NAMED = 2;

/** Who is ahead where. It claims nothing about the others. */
function headline({ brand: { name } }: Visit, { competitors, rankings, presence }: Competing): string {
  if (competitors === 0) return 'No competitor is tracked yet';
  if (presence.data.every(({ responses }) => responses === 0)) return 'No answers in this window yet';
  const gaps = rankings.flatMap(({ beside }) => beside);
  if (gaps.length === 0) return 'No answer in this window has been read for these competitors yet';
  if (gaps.every(({ gap }) => gap === null)) return 'Too few answers to compare competitors yet';
  const pairs = rankings.flatMap(({ name: on, apart }) => apart.ahead.map((who) => ({ who, on })));
  const ahead = [...Map.groupBy(pairs, ({ who }) => who)];
  const first = ahead.toSorted(([, a], [, b]) => b.length - a.length).slice(0, MOST_NAMED);
  const others = ahead.length - first.length;
  const theirs = first.map(
    ([who, of], index) =>
      `${who} ${index === 0 ? `is ahead of ${name} ` : ''}on ${namesOf(of.map(({ on }) => on))}`,
  );
  const clear = rankings.filter(isAhead);
  const ours = clear.length > 0 && `${name} is ahead on ${namesOf(clear.map((each) => each.name))}.`;
  if (theirs.length === 0) return ours || `No competitor is ahead of ${name} beyond chance`;
  const more = others === 0 ? '' : `, and ${others} more elsewhere`;
  return [`${theirs.join(', ')}${more}.`, ours].filter(Boolean).join(' ');
}

function namesOf(names: readonly string[]): string {
  return names.length > MOST_NAMED ? `${names.length} engines` : LIST.format(names);
}

const LIST = new Intl.ListFormat('en-US', { type: 'conjunction' });

function noCompetitor(visit: Visit): Html {
  return emptyState(
    visit,
    `To see brands named beside ${visit.brand.name}, or instead of it, add its competitors.`,
    { text: 'Add competitors', page: 'setup' },
  );
}
