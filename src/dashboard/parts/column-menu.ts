import { type Html, html } from '../html.ts';
import { here, type Visit } from '../visit.ts';

/** A column that may be hidden. */
interface Choosable<Id extends string> {
  readonly id: Id;
  readonly label: string;
  readonly csvOnly?: true;
  readonly onlyWith?: string;
}

/** The columns that the address hides, by their ids: `hide=kind,site`. The first always shows, and an id of no column hides none. */
export function hiddenIn<Id extends string>({ query }: Visit, columns: readonly Choosable<Id>[]): Id[] {
  const asked: readonly string[] = (query.get('hide') ?? '').split(',');
  return choosable(columns).flatMap(({ id }) => (asked.includes(id) ? [id] : []));
}

/** Which columns to show, as links. */
export function columnMenu(visit: Visit, columns: readonly Choosable<string>[]): Html {
  const hidden = hiddenIn(visit, columns);
  const all = choosable(columns);
  const items = all.map(({ id, label }) => {
    const isHidden = hidden.includes(id);
    const next = isHidden ? hidden.filter((each) => each !== id) : [...hidden, id];
    const ids = all.flatMap((each) => (next.includes(each.id) ? [each.id] : []));
    const href = here(visit, { hide: ids.length === 0 ? null : ids.join(',') });
    return html`<li><a href="${href}"><span aria-hidden="true">${isHidden ? '○' : '●'}</span> <span class="unseen">${isHidden ? 'Show' : 'Hide'}: </span>${label}</a></li>`;
  });
  return html`<details class="menu column-menu" name="menu"><summary>Columns</summary><ul>${items}</ul></details>`;
}

function choosable<Id extends string>(columns: readonly Choosable<Id>[]): readonly Choosable<Id>[] {
  return columns.filter(({ csvOnly, onlyWith }, index) => index > 0 && !csvOnly && onlyWith === undefined);
}
