import { SightlineError } from '../../../domain/errors.ts';
import {
  type ClaimRecord,
  claimedAnswers,
  type UnreadRecord,
  verdictsNote,
} from '../../../reports/claims/claim.ts';
import { placesText } from '../../../reports/claims/claim-words.ts';
import { reports } from '../../../reports/index.ts';
import { type ClaimedFigure, claimFigure } from '../../charts/claim.ts';
import { daysText } from '../../charts/days.ts';
import { rateText } from '../../charts/rates.ts';
import { type Change, pointsParts } from '../../charts/windows.ts';
import { type Html, html } from '../../markup/html.ts';
import { page, redirect } from '../../markup/outcome.ts';
import { copyMenu } from '../../parts/bar/copy-menu.ts';
import { linesField } from '../../parts/form/field.ts';
import type { PageRoute } from '../../route.ts';
import { addressOf, type Visit } from '../../visit/visit.ts';
import { type ClaimChoices, claimChoices, pickForms, sentenceFromQuery } from './sentence-builder.ts';
import { VERDICT_WORDS, verdictMark } from './verdicts.ts';

/** Checks claims: sentence, interpretation, and verdict. */
export const claimRoutes: readonly PageRoute[] = [
  {
    path: '/brands/:brand/claim',
    who: 'viewer',
    // The quota counts the claim first; judging then opens its own snapshot.
    isOutsideSnapshot: true,
    get: async (visit) => {
      const typed = visit.query.get('text')?.trim() ?? '';
      const picked = sentenceFromQuery(visit.query);
      if (picked !== null)
        return redirect(visit.address('claim', { text: typed === '' ? picked : `${typed}\n${picked}` }));
      return await claimPage(visit, typed);
    },
  },
];

async function claimPage(visit: Visit, text: string) {
  const judged = text === '' ? null : await judgedOf(visit, text);
  const refusal = judged instanceof SightlineError ? judged : null;
  const { data: rows, unread } =
    judged instanceof SightlineError || judged === null ? { data: [], unread: [] } : judged;
  const from = await claimChoices(visit);
  return page({
    title: `Check a claim · ${visit.brand.name}`,
    tab: 'alerts',
    status: refusal === null ? 200 : 400,
    ...(rows.length > 0 ? { csv: [{ label: 'Claims', href: visit.to('csv/claim', { text }) }] } : {}),
    main: html`<header class="page-head">
<p class="crumb"><a href="${visit.to('alerts')}">Alerts</a></p>
<h1>Do your answers support it?</h1>
<p class="lead">Enter a sentence about a change, a rank, or a comparison. Sightline tests it like an alert, and once more strictly, and shows its figures.</p>
</header>
<div class="claim-ways">${form(visit, text, refusal)}${pickForms(visit, text, from)}</div>
${unread.length > 0 && unreadSection(visit, unread)}
${rows.length > 0 && resultsSection(visit, rows)}
${rows.length === 0 && examples(visit, from)}`,
  });
}

interface Judged {
  readonly data: readonly ClaimRecord[];
  readonly unread: readonly UnreadRecord[];
}

/** Judged claims, or the refusal. */
async function judgedOf(visit: Visit, text: string): Promise<Judged | SightlineError> {
  try {
    const { data, meta } = await visit.report(reports.claim, { text });
    return { data, unread: meta.unread };
  } catch (error) {
    if (error instanceof SightlineError && error.code === 'invalid_parameter') return error;
    throw error;
  }
}

function form(visit: Visit, text: string, refusal: SightlineError | null): Html {
  return html`<form class="claim-form" method="get" action="${visit.address('claim')}">
${linesField({
  name: 'text',
  label: 'Claims',
  help: 'One per line. Months, weeks, and days are in UTC.',
  value: text,
  error: refusal?.message,
})}
<button class="primary">Check</button>
</form>`;
}

/** Example claims about this brand. */
function examples(visit: Visit, { engines, competitors }: ClaimChoices): Html {
  const engine = engines[0]?.replace(' (API)', '') ?? 'ChatGPT';
  const [first] = competitors;
  const sentences = [
    `${engine} names us more often this month`,
    ...(first === undefined ? [] : [`${engine} names us more often than ${first} in the last 30 days`]),
    `${engine} names us as often as last month, within 5 points`,
    `${engine} names us in at least 40% of answers`,
    `${engine} lists us in the top 3 in at least 20% of answers`,
    'our share of mentions is smaller than last month',
  ];
  return html`<section><h2>For example</h2>${sentenceLinks(visit, sentences)}</section>`;
}

function sentenceLinks(visit: Visit, sentences: readonly string[]): Html {
  const link = (text: string) => addressOf(visit.address('claim').split('?')[0] ?? '', { text });
  return html`<ul class="claim-examples">${sentences.map((text) => html`<li><a href="${link(text)}"><bdi>${text}</bdi></a></li>`)}</ul>`;
}

/** Lines that are not claims, with their possible meanings. */
function unreadSection(visit: Visit, unread: readonly UnreadRecord[]): Html {
  return html`<section><h2>Not judged</h2>
${unread.map(
  ({ text, problem, nearest }) => html`<p><bdi>${text}</bdi>: ${problem}</p>
${nearest.length > 0 && html`<p class="muted">Try this form:</p>${sentenceLinks(visit, nearest)}`}`,
)}
</section>`;
}

/** One line per claim. Several claims fold their figures. */
function resultsSection(visit: Visit, rows: readonly ClaimRecord[]): Html {
  return html`<section aria-labelledby="results"><h2 id="results">${rows.length === 1 ? 'Verdict' : `${rows.length} verdicts`}</h2>
<p class="help">${verdictsNote(rows, VERDICT_WORDS.cannot_be_told)}</p>
${rows.map((row) => judgedSection(visit, row, rows.length === 1))}
</section>`;
}

function judgedSection(visit: Visit, row: ClaimRecord, isOpen: boolean): Html {
  const { verdict, claim, quote, more_answers: more } = row;
  return html`<section class="judged">
<p>${verdictMark(verdict)}</p>
<div><h3><bdi>${claim}</bdi></h3>
<blockquote><bdi>${quote}</bdi></blockquote>
${more !== null && more > 0 && html`<p class="muted">About ${more.toLocaleString('en-US')} more answers like these would decide it.</p>`}
<details class="figures"${isOpen && html` open`}><summary>Its figures</summary>
${claimFigure(
  {
    caption: captionOf(row),
    figures: [row.first, ...(row.second === null ? [] : [row.second])].map((side) =>
      figureOf(visit, row, side),
    ),
    limit: row.second === null ? limitOf(row) : null,
    change: changeOf(row),
    isPosition: row.measure === 'position',
  },
  copyMenu(visit, {
    name: 'claim',
    title: `${claim}: ${VERDICT_WORDS[verdict]}`,
    csv: visit.to('csv/claim', { text: visit.query.get('text') }),
  }),
)}
</details></div>
</section>`;
}

/** `the 28 of 70 answers that list Acme`: a mean position covers only these. */
function listedText(
  { second, first }: ClaimRecord,
  { brand, present, responses }: ClaimRecord['first'],
): string {
  const isPair = second !== null && second.brand !== first.brand;
  return `the ${present} of ${responses} answers that list ${isPair ? 'both' : brand}`;
}

function changeOf({ difference, measure }: ClaimRecord): Change | null {
  if (difference === null || measure === 'position') return null;
  return { ...difference, points: difference.value };
}

function limitOf({ size, measure }: ClaimRecord): number | null {
  return size === null ? null : measure === 'position' ? size : size / 100;
}

const DECIDES = 'This interval decides, not whether the two overlap.';

function captionOf(row: ClaimRecord): string {
  const { difference, measure, second } = row;
  const change = changeOf(row);
  if (second === null) return 'The figure with its 95% interval, and the value in the claim.';
  if (difference !== null && measure === 'position') {
    const { value, lower, upper } = difference;
    return `The difference is ${placesText(value)} places; its 95% interval is ${placesText(lower)} to ${placesText(upper)}. ${DECIDES}`;
  }
  if (change === null) return 'Too few answers for a difference.';
  const { points, range } = pointsParts(change);
  return `The difference is ${points} points; its 95% interval is ${range}. ${DECIDES}`;
}

function figureOf(visit: Visit, row: ClaimRecord, side: ClaimRecord['first']): ClaimedFigure {
  const isPosition = row.measure === 'position';
  const range = isPosition ? side.position_interval : side.interval;
  const position = side.position === null ? 'too few positions' : `position ${side.position.toFixed(2)}`;
  return {
    name: `${side.brand}, ${daysText(side.from, side.until)}`,
    text: isPosition ? `${position} in ${listedText(row, side)}` : rateText(side),
    value: isPosition ? side.position : side.rate,
    interval: range,
    href: visit.answers(claimedAnswers(row, side, isPosition ? 'events' : 'trials')),
  };
}
