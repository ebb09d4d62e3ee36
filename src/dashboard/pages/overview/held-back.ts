import { type Content, type Html, html } from '../../html.ts';
import { onlyLink } from '../../parts/only-link.ts';
import { type Verdict, type VerdictKind, verdictsOn } from '../../parts/verdict.ts';
import { changeTitle, verdictText, verdictWord, whatWouldDecide } from '../../parts/verdict-words.ts';
import type { Visit } from '../../visit.ts';
import type { OverviewData } from './data.ts';

/** More of them are on the page of comparisons. */
const MOST = 5;

/** What is nearest to being told comes first. */
const ORDER: readonly VerdictKind[] = ['held', 'noise', 'few_shared', 'few', 'outage'];

/** The changes that were looked at and not told, with what would decide. */
export function heldBackSection(visit: Visit, { comparisons }: OverviewData): Html {
  const held = heldBack(comparisons);
  const [short, others] = [held.filter(isShort), held.filter((verdict) => !isShort(verdict))];
  const rest = others.length - MOST;
  const items = [...others.slice(0, MOST).map((verdict) => item(visit, verdict)), shortItem(visit, short)];
  return html`<section aria-labelledby="held-back" class="held-back">
<h2 id="held-back">Held back</h2>
<p class="muted">Changes that were looked at and not reported, with what would decide.</p>
${held.length === 0 ? html`<p class="empty">${emptyText(comparisons.length)}</p>` : html`<ul class="lines">${items}</ul>`}
${comparisons.length > 0 && onlyLink(visit.to('comparisons'), rest > 0 ? `${rest} more, and every comparison` : 'Every comparison')}
</section>`;
}

function isShort({ kind }: Verdict): boolean {
  return kind === 'few' || kind === 'few_shared';
}

/** Changes that lack answers have that in common, so they are one line. */
function shortItem(visit: Visit, short: readonly Verdict[]): Html | null {
  const [first] = short;
  if (first === undefined || short.length === 1) return first === undefined ? null : item(visit, first);
  const engines = new Set(short.map(({ row }) => row.engine_name));
  return html`<li>
<div class="line"><span>${short.length} changes on ${LIST.format(engines)}</span><span class="muted">Too few answers</span></div>
<small class="muted"><bdi>${changeTitle(first.row, visit.brand.name)}</bdi>: ${whatWouldDecide(first)}</small>
</li>`;
}

const LIST = new Intl.ListFormat('en-US', { type: 'conjunction' });

function emptyText(compared: number): string {
  return compared === 0
    ? 'Nothing has been compared yet.'
    : 'Nothing was held back: every change was reported.';
}

/** Without what the table of engines already says: how often the brand is named, where that is noise. */
function heldBack(comparisons: OverviewData['comparisons']): Verdict[] {
  const untold = verdictsOn(comparisons).filter(
    ({ kind, row }) => kind !== 'told' && !(kind === 'noise' && row.measure === 'visibility'),
  );
  return untold.sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) || farFrom(a) - farFrom(b));
}

/** How many times the answers there are would be needed to tell a difference from noise. */
function farFrom({ row }: Verdict): number {
  const { answers_needed_each_side: needed, current } = row;
  return needed === null || current.responses === 0 ? Number.POSITIVE_INFINITY : needed / current.responses;
}

function item(visit: Visit, verdict: Verdict): Html {
  const { row } = verdict;
  return html`<li>
<div class="line"><span><bdi>${changeTitle(row, visit.brand.name)}</bdi></span><span class="muted">${verdictWord(verdict)}</span></div>
<small class="muted">${figuresText(visit, verdict)} ${whatWouldDecide(verdict)}</small>
</li>`;
}

/** Both counts, each the way to its answers, and their difference. */
function figuresText(visit: Visit, verdict: Verdict): Content {
  const { row, kind } = verdict;
  if (isShort(verdict) || kind === 'outage') return null;
  const side = (name: 'current' | 'baseline') => {
    const { present, responses } = row[name];
    const href = visit.answers({ comparison: row.id, side: name, figure: 'present' });
    return html`<a class="figure-link" href="${href}">${present} of ${responses}</a>`;
  };
  return html`${side('current')}, ${side('baseline')} before; ${verdictText(verdict)}.`;
}
