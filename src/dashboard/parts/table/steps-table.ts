import { across } from '../../charts/plot.ts';
import { type Content, type Html, html } from '../../markup/html.ts';

/** A part of a difference. */
export interface Step {
  readonly name: Content;
  readonly beside: Content;
  /** Null if it cannot be told. */
  readonly size: number | null;
  readonly points: string;
  readonly range: string;
  /** Whether it exceeds noise. */
  readonly isClear: boolean;
}

export interface Steps {
  readonly title: string;
  /** The heading of `beside`; a column of figures has right-aligned cells. */
  readonly beside: { readonly label: string; readonly isFigure: boolean };
  readonly steps: readonly Step[];
  /** Their sum, in the last row. */
  readonly whole: Step;
}

/** Parts of a difference, each drawn from where the one before ended, with their sum below. */
export function stepsTable({ title, beside, steps, whole }: Steps): Html {
  const ends = [0];
  for (const { size } of steps) ends.push((ends.at(-1) ?? 0) + (size ?? 0));
  const all = [...ends, whole.size ?? 0];
  const scale = { low: Math.min(...all), high: Math.max(...all) };
  const style = beside.isFigure && html` class="figure"`;
  const rowOf = (step: Step, from: number) => {
    const drawn = step.size !== null && barOf(step, { from, to: from + step.size }, scale);
    return html`<tr${step.isClear && html` class="clear"`}><th scope="row">${step.name}</th><td${style} data-label="${beside.label}">${step.beside}</td><td class="why-bar">${drawn}</td><td class="figure" data-label="Points"><b>${step.points}</b></td><td class="figure" data-label="95% interval">${step.range}</td></tr>
`;
  };
  return html`<table class="cards why-cut"><caption class="unseen">${title}</caption>
<thead><tr><th scope="col">${title}</th><th scope="col"${style}>${beside.label}</th><th scope="col"><span class="unseen">Drawn</span></th><th scope="col" class="figure">Points</th><th scope="col" class="figure">95% interval</th></tr></thead>
<tbody>${steps.map((step, place) => rowOf(step, ends[place] ?? 0))}${rowOf({ ...whole, name: html`<b>${whole.name}</b>` }, 0)}</tbody></table>`;
}

function barOf(
  { isClear }: Step,
  { from, to }: { from: number; to: number },
  { low, high }: { low: number; high: number },
): Html {
  const x = (at: number) => (high === low ? 0 : (at - low) / (high - low));
  const left = x(Math.min(from, to));
  return html`<svg width="100%" height="14" aria-hidden="true"><rect class="part${isClear && ' clear'}" x="${across(left)}" y="2" width="${across(x(Math.max(from, to)) - left)}" height="10"/><line class="zero" x1="${across(x(0))}" x2="${across(x(0))}" y1="0" y2="14"/></svg>`;
}
