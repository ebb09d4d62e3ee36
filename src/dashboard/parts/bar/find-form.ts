import { type Html, html } from '../../markup/html.ts';
import type { Visit } from '../../visit/visit.ts';
import { choiceFields } from './choice-fields.ts';

/** A search box for a page's list, in the parameter `find`. @param kept other parameters to keep */
export function findForm(visit: Visit, label: string, kept: readonly string[]): Html {
  const hidden = kept.flatMap((name) => {
    const value = visit.query.get(name);
    return value ? [html`<input type="hidden" name="${name}" value="${value}">`] : [];
  });
  return html`<form class="filter-form" role="search">${choiceFields(visit)}${hidden}
<label class="unseen" for="find">${label}</label><input id="find" name="find" type="search" placeholder="${label}" value="${visit.query.get('find') ?? ''}"><button>Find</button></form>`;
}

/** Whether any of the texts contains the search term. True without one. */
export function isFound({ query }: Visit, texts: readonly (string | null)[]): boolean {
  const wanted = (query.get('find') ?? '').trim().toLowerCase();
  return wanted === '' || texts.some((text) => text?.toLowerCase().includes(wanted));
}
