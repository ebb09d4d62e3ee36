import { SightlineError } from '../../../domain/errors.ts';
import { type ClaimRecord, claimedAnswers, verdictsNote } from '../../../reports/claims/claim.ts';
import { reports } from '../../../reports/index.ts';
import { claimFigure } from '../../charts/claim.ts';
import { daysText } from '../../charts/days.ts';
import { rateText } from '../../charts/rates.ts';
import { type Change, pointsParts } from '../../charts/windows.ts';
import { type Html, html } from '../../markup/html.ts';
import { page } from '../../markup/outcome.ts';
import { choiceFields } from '../../parts/bar/choice-fields.ts';
import { copyMenu } from '../../parts/bar/copy-menu.ts';
import { type Option, optionList } from '../../parts/form/field.ts';
import type { PageRoute } from '../../route.ts';
import type { Visit } from '../../visit/visit.ts';

/** Checks a claim in the bar's window: its parts, how Sightline understood it, and the verdict on each engine. */
export const claimRoutes: readonly PageRoute[] = [
  {
    path: '/brands/:brand/claim',
    who: 'viewer',
    get: claimPage,
  },
];

async function claimPage(visit: Visit) {
  const parts = claimIn(visit.query);
  const judged = parts === null ? null : await judgedOf(visit, parts);
  const refusal = judged instanceof SightlineError ? judged : null;
  const found = judged instanceof SightlineError ? null : judged;
  return page({
    title: `Check a claim · ${visit.brand.name}`,
    status: refusal === null ? 200 : 400,
    figures: [reports.claim],
    ...(found === null ? {} : { csv: [{ label: 'Verdicts', href: csvOf(visit) }] }),
    main: html`<header class="page-head">
<h1>Do your answers support it?</h1>
<p class="lead">State a change or a comparison. Sightline tests it like an alert, and once more strictly, and shows its figures. “Before” is as long as the window above, and ends where it begins. While a change in how often an engine names you holds, its own days count instead.</p>
</header>
${claimForms(visit, await competitorsOf(visit))}
${refusal && html`<p class="note error" role="alert">${refusal.message}</p>`}
${found && resultsSection(visit, found)}`,
  });
}

async function competitorsOf(visit: Visit): Promise<string[]> {
  const { data: rows } = await visit.report(reports.presence, { days: '30' });
  return [...new Set(rows.filter(({ role }) => role === 'competitor').map(({ brand }) => brand))];
}

function csvOf(visit: Visit): string | null {
  return visit.to('csv/claim', claimIn(visit.query) ?? {});
}

interface Judged {
  readonly rows: readonly ClaimRecord[];
  /** Judged together, before the page's choice of several engines. */
  readonly claims: number;
}

/** The verdicts, or the refusal. */
async function judgedOf(visit: Visit, parts: ClaimParts): Promise<Judged | SightlineError> {
  try {
    const { data, meta } = await visit.figures(reports.claim, parts);
    return { rows: data, claims: meta.claims };
  } catch (error) {
    if (error instanceof SightlineError && error.code === 'invalid_parameter') return error;
    throw error;
  }
}

/** One line per engine. Several fold their figures. */
function resultsSection(visit: Visit, { rows, claims }: Judged): Html {
  return html`<section aria-labelledby="results"><h2 id="results">${rows.length === 1 ? 'Verdict' : `${rows.length} verdicts`}</h2>
<p class="help">${verdictsNote(rows, claims, VERDICT_WORDS.cannot_be_told)}</p>
${rows.map((row) => judgedSection(visit, row, rows.length === 1))}
</section>`;
}

function judgedSection(visit: Visit, row: ClaimRecord, isOpen: boolean): Html {
  const { verdict, claim, quote } = row;
  const more = moreWords(row);
  return html`<section class="judged">
<p>${verdictMark(verdict)}</p>
<div><h3><bdi>${claim}</bdi></h3>
<blockquote><bdi>${quote}</bdi></blockquote>
${more !== null && html`<p class="muted">${more}</p>`}
<details class="figures"${isOpen && html` open`}><summary>Its figures</summary>
${claimFigure(
  {
    caption: captionOf(row),
    figures: [row.first, ...(row.second === null ? [] : [row.second])].map((side) => ({
      name: `${side.brand}, ${daysText(side.from, side.until)}`,
      text: rateText(side),
      value: side.rate,
      interval: side.interval,
      href: visit.answers(claimedAnswers(row, side, 'trials')),
    })),
    limit: row.second === null && row.size !== null ? row.size / 100 : null,
    change: changeOf(row),
  },
  copyMenu(visit, { name: 'claim', title: `${claim}: ${VERDICT_WORDS[verdict]}`, csv: csvOf(visit) }),
)}
</details></div>
</section>`;
}

/** Beyond this many times the answers at hand, their number says nothing. */
const MOST_TIMES = 10;

/** How many more answers would decide it; null for none. */
function moreWords({ more_answers: more, first, second }: ClaimRecord): string | null {
  if (more === null || more === 0) return null;
  const have = first.responses + (second?.responses ?? 0);
  if (more > MOST_TIMES * have && have > 0)
    return `It would take about ${ROUGHLY.format(more / have)} times as many answers like these to decide it.`;
  return `About ${ROUGHLY.format(more)} more answers like these would decide it.`;
}

const ROUGHLY = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 2 });

const VERDICT_WORDS: Readonly<Record<ClaimRecord['verdict'], string>> = {
  supported: 'Supported',
  contradicted: 'Contradicted',
  smaller_than_margin: 'Smaller than the margin',
  cannot_be_told: 'Undecided',
};

const SIGNS: Readonly<Record<ClaimRecord['verdict'], string>> = {
  supported: '✓',
  contradicted: '✕',
  smaller_than_margin: '≈',
  cannot_be_told: '?',
};

/** A verdict in words, with symbol and color. */
function verdictMark(verdict: ClaimRecord['verdict']): Html {
  return html`<span class="judged-verdict ${verdict}"><span aria-hidden="true">${SIGNS[verdict]}</span> ${VERDICT_WORDS[verdict]}</span>`;
}

function changeOf({ difference }: ClaimRecord): Change | null {
  return difference && { ...difference, points: difference.value };
}

function captionOf(row: ClaimRecord): string {
  const change = changeOf(row);
  if (row.second === null) return 'The figure with its 95% interval, and the value in the claim.';
  if (change === null) return 'Too few answers for a difference.';
  const { points, range } = pointsParts(change);
  return `The difference is ${points} points; its 95% interval is ${range}. This interval decides, not whether the two overlap.`;
}

/** The parts of a claim beside the bar's window, engine, and slice. */
const PARTS = ['measure', 'top', 'direction', 'about', 'versus', 'size'] as const;

type ClaimParts = { readonly [Part in (typeof PARTS)[number]]?: string };

/** The claim in an address; null without one. */
function claimIn(query: URLSearchParams): ClaimParts | null {
  const given = PARTS.flatMap((name) => {
    const value = query.get(name);
    return value ? [[name, value]] : [];
  });
  return given.length === 0 ? null : Object.fromEntries(given);
}

const MEASURES: readonly Option[] = [
  ['named', 'names'],
  ['cited', 'cites'],
  ['recommended', 'recommends'],
  ['listed', 'lists'],
];

/** Comparisons with the past or with another brand. */
const CHANGES: readonly Option[] = [
  ['higher', 'more often than'],
  ['lower', 'less often than'],
  ['unchanged', 'as often as'],
];

const LEVELS: readonly Option[] = [
  ['at_least', 'in at least'],
  ['at_most', 'in at most'],
];

/** Two fill-in sentences: a comparison, and one rate. */
function claimForms(visit: Visit, competitors: readonly string[]): Html {
  const others = competitors.map((name): Option => [name, name]);
  const said = (name: string) => visit.query.get(name);
  const form = (kind: string, middle: (id: (part: string) => string) => Html) => {
    const id = (part: string) => `${kind}-${part}`;
    return html`<form class="picked" method="get" action="${visit.base}/claim" aria-label="A claim about ${kind === 'pair' ? 'a comparison' : 'one rate'}">${choiceFields(visit)}
<span>An engine</span>
${select(id('measure'), 'measure', 'Measure', MEASURES, said('measure'))}
${select(id('about'), 'about', 'Brand', [['self', 'us'], ...others], said('about'))}
${middle(id)}
<button class="primary">Check</button>
</form>`;
  };
  return html`${form(
    'pair',
    (id) => html`${select(id('direction'), 'direction', 'How often', CHANGES, said('direction'))}
${select(id('versus'), 'versus', 'Compared with', [['', 'before'], ...others, ['self', 'us']], said('versus'))}`,
  )}
${form(
  'level',
  (id) => html`${select(id('direction'), 'direction', 'At least or at most', LEVELS, said('direction'))}
<label class="unseen" for="${id('size')}">Percent of answers</label><input id="${id('size')}" name="size" type="number" min="0" max="100" value="${said('size') ?? '40'}" required><span>% of answers</span>`,
)}`;
}

function select(
  id: string,
  name: string,
  label: string,
  options: readonly Option[],
  chosen: string | null,
): Html {
  return html`<label class="unseen" for="${id}">${label}</label><select id="${id}" name="${name}">${optionList(options, chosen)}</select>`;
}
