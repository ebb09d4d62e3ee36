import type { SliceChoices } from '../../reports/run/slice-choices.ts';
import { type Content, type Html, html } from '../html.ts';
import { type ChosenSlice, NO_SLICE } from '../slice.ts';
import { here, type Visit } from '../visit.ts';
import { joinedClauses } from './clauses.ts';
import { sliceFields } from './slice-fields.ts';
import { sliceWords } from './slice-words.ts';

/**
 * Which answers the figures of a page are of, with a link that takes back each choice, and the form that chooses. Null for a brand that has
 * nothing to choose from, as long as nothing is chosen.
 *
 * @param slice with the market that the page is of, which its address need not name
 */
export function sliceBar(visit: Visit, slice: ChosenSlice, choices: SliceChoices): Html | null {
  const words = sliceWords({ slice, choices, self: visit.brand.name });
  const { tags, models, markets } = choices;
  if (words.length === 0 && tags.length + models.length === 0 && markets.length < 2) return null;
  return html`<section class="slice" aria-label="Which answers">
${words.length > 0 && html`<p>Only answers${joinedClauses(words.map(({ clause }) => clause))}.</p>`}
${chips(visit, words)}
<details class="filter-part"><summary>Choose answers</summary>
<form class="answer-filters" action="${visit.path}">${keptFields(visit)}
${sliceFields(visit.slice, choices, visit.brand.name)}
<button>Show</button></form></details>
</section>`;
}

function chips(visit: Visit, words: ReturnType<typeof sliceWords>): Content {
  const chosen = words.filter(({ names }) => names.some((name) => visit.slice[name] !== undefined));
  if (chosen.length === 0) return null;
  const without = (names: readonly string[]) => ({
    ...Object.fromEntries(names.map((name) => [name, null])),
    ...NO_PLACE,
  });
  return html`<ul class="filter-chips" aria-label="Chosen">${chosen.map(
    ({ chip, names }) =>
      html`<li class="chip"><bdi>${chip}</bdi> <a href="${here(visit, without(names))}"><span class="unseen">Remove: ${chip}</span><span aria-hidden="true">×</span></a></li>`,
  )}${chosen.length > 1 && html`<li><a href="${here(visit, { ...NO_SLICE, ...NO_PLACE })}">Clear all</a></li>`}</ul>`;
}

/** A place in a list is of other rows then. */
const NO_PLACE = { page: null, cursor: null, saved: null } as const;

function keptFields({ query }: Visit): Content {
  const kept = [...query].filter(
    ([name]) => !Object.hasOwn(NO_SLICE, name) && !Object.hasOwn(NO_PLACE, name),
  );
  return kept.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);
}
