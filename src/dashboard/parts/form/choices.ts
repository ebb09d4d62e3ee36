import { type Html, html } from '../../markup/html.ts';
import { here, type Visit } from '../../visit/visit.ts';

export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** A page filter as a row of links. Works without a script. */
export function choices(
  visit: Visit,
  { name, label, all, of }: { name: string; label: string; all: string; of: readonly Choice[] },
): Html | null {
  if (of.length === 0) return null;
  const chosen = visit.query.get(name) ?? '';
  const items = [{ value: '', label: all }, ...of].map(({ value, label: text }) => {
    const href = here(visit, { [name]: value === '' ? null : value, page: null });
    return html`<li><a href="${href}"${value === chosen && html` aria-current="true"`}>${text}</a></li>`;
  });
  return html`<nav class="choices" aria-label="${label}"><span class="choices-label">${label}</span><ul>${items}</ul></nav>`;
}
