import type { AnyColumn } from '../../reports/shape/columns.ts';
import { type Html, html } from '../html.ts';
import { here, type Visit } from '../visit.ts';

/** The labels of the columns that the address hides: `hide=2,3`, by their place in the report. The first always shows. */
export function hiddenIn({ query }: Visit, columns: readonly AnyColumn[]): string[] {
  const places = (query.get('hide') ?? '').split(',');
  return choosable(columns).flatMap(({ label, place }) => (places.includes(place) ? [label] : []));
}

/** Which columns to show, as links. */
export function columnMenu(visit: Visit, columns: readonly AnyColumn[]): Html {
  const hidden = hiddenIn(visit, columns);
  const all = choosable(columns);
  const items = all.map(({ label }) => {
    const isHidden = hidden.includes(label);
    const next = isHidden ? hidden.filter((each) => each !== label) : [...hidden, label];
    const places = all.filter((each) => next.includes(each.label)).map(({ place }) => place);
    const href = here(visit, { hide: places.length === 0 ? null : places.join(',') });
    return html`<li><a href="${href}"><span aria-hidden="true">${isHidden ? '○' : '●'}</span> <span class="unseen">${isHidden ? 'Show' : 'Hide'}: </span>${label}</a></li>`;
  });
  return html`<details class="menu column-menu" name="menu"><summary>Columns</summary><ul>${items}</ul></details>`;
}

function choosable(columns: readonly AnyColumn[]): { readonly label: string; readonly place: string }[] {
  return columns.flatMap(({ label, csvOnly }, index) =>
    index === 0 || csvOnly ? [] : [{ label, place: String(index + 1) }],
  );
}
