import { type Html, html } from '../../html.ts';
import { onlyLink } from '../../parts/only-link.ts';
import { brandsByPresence, presenceMap } from '../../parts/presence-map.ts';
import type { Visit } from '../../visit.ts';
import type { OverviewData } from './data.ts';

/** As many columns as fit on a phone. */
const MOST_BRANDS = 7;

/** The brand and its competitors by engine. */
export function whoIsNamedSection(visit: Visit, { presence }: OverviewData): Html | null {
  const brands = brandsByPresence(presence.data);
  if (brands.length < 2) return withoutCompetitors(visit);
  const shown = brands.slice(0, MOST_BRANDS);
  const left = brands.length - shown.length;
  return html`<section aria-labelledby="named" class="who-is-named">
<h2 id="named">Who is named, by engine</h2>
<p class="muted">Share of answers in this window. Each cell opens its answers.</p>
${presenceMap(visit, presence, shown)}
${onlyLink(visit.to('competitors'), left > 0 ? `${left} more competitors` : 'Competitors')}
</section>`;
}

function withoutCompetitors(visit: Visit): Html {
  const setUp = visit.mayEdit ? html` <a href="${visit.to('setup')}">Name competitors</a>` : null;
  return html`<section aria-labelledby="named" class="who-is-named"><h2 id="named">Who is named, by engine</h2>
<p class="empty">No competitor is tracked, so there is nobody to compare with.${setUp}</p></section>`;
}
