import { type Html, html } from '../../markup/html.ts';
import { here, type Visit } from '../../visit/visit.ts';

export interface Choice {
  readonly value: string;
  readonly label: string;
  /** How many rows it chooses. */
  readonly count?: number;
}

/** A page filter as a row of links. Works without a script. @param all the choice of everything; none by default */
export function choices(
  visit: Visit,
  {
    name,
    label,
    all,
    of,
    chosen = visit.query.get(name) ?? '',
  }: { name: string; label: string; all?: string; of: readonly Choice[]; chosen?: string },
): Html | null {
  if (of.length === 0) return null;
  const every: readonly Choice[] = all === undefined ? of : [{ value: '', label: all }, ...of];
  const items = every.map(({ value, label: text, count }) => {
    const href = here(visit, { [name]: value === '' ? null : value, page: null });
    return html`<li><a href="${href}"${value === chosen && html` aria-current="true"`}>${text}${count !== undefined && html` <small>${count}</small>`}</a></li>`;
  });
  return html`<nav class="choices" aria-label="${label}"><span class="choices-label">${label}</span><ul>${items}</ul></nav>`;
}
