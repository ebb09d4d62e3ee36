import { isBad } from '../../../domain/alerts/change.ts';
import { changeWord, mixedDays, windowWord } from '../../../domain/alerts/change-words.ts';
import { engineOf } from '../../../domain/answers/engine.ts';
import { independent } from '../../../domain/figures/proportion.ts';
import { ORDER_WORDS, ordinal, standingOf } from '../../../domain/figures/standing.ts';
import { excludesZero, newcombe } from '../../../stats/rates/intervals.ts';
import { besideAxis, besideOthers, ORDER_STYLES } from '../../charts/beside.ts';
import { partsOf, rateText } from '../../charts/rates.ts';
import { type Content, type Html, html } from '../../markup/html.ts';
import { arrowOf, changePage } from '../../parts/words/change-lines.ts';
import type { EngineNow } from '../../parts/words/engines-now.ts';
import type { ChangeRow, PresenceRow } from '../../parts/words/rows.ts';
import type { Visit } from '../../visit/visit.ts';
import type { OverviewData, Product } from './data.ts';

/** How each product names the brand now: the surface that customers see, and others only while they differ from it. */
export function enginesSection(visit: Visit, data: OverviewData): Html {
  if (data.products.length === 0)
    return html`<p class="empty">No engine is set up, and none has answered in these days.</p>`;
  const tracked = new Set(data.presence.data.map(({ brand }) => brand)).size;
  return html`<section aria-labelledby="engines">
<h2 id="engines">How each engine names you now</h2>
<table class="engines cards">
<thead><tr><th scope="col">Engine</th><th scope="col">Names you</th><th scope="col">${besideAxis()}</th><th scope="col">Rank of ${tracked} brands</th><th scope="col">Change</th></tr></thead>
<tbody>${data.products.map((product) => productRows(visit, data, product))}</tbody>
</table>
<p class="help">A pale bar is the 95% interval for these questions. Point at a share for its counts and the wider range for questions like them.</p>
</section>`;
}

function productRows(visit: Visit, data: OverviewData, { name, engines }: Product): Html[] {
  const [first, ...others] = engines;
  if (first === undefined) return [];
  const apart = others.filter((each) => each.change !== null || !agrees(first.own, each.own));
  const alike = others.filter((each) => !apart.includes(each) && each.own.responses > 0);
  return [
    engineRow(visit, data, first, { title: name, alike }),
    ...apart.map((each) => engineRow(visit, data, each, { title: null, alike: [] })),
  ];
}

/** Whether two engines' shares differ by no more than chance. */
function agrees(one: PresenceRow, other: PresenceRow): boolean {
  if (one.rate === null || other.rate === null) return true;
  const side = ({ present, responses, design_effect: effect }: PresenceRow) =>
    independent({ events: present, trials: responses }, effect);
  return !excludesZero(newcombe(side(one), side(other)));
}

interface RowWords {
  /** The product's name; null for a further surface of the one above. */
  readonly title: string | null;
  /** Engines that agree with this one. */
  readonly alike: readonly EngineNow[];
}

function engineRow(visit: Visit, data: OverviewData, engine: EngineNow, { title, alike }: RowWords): Html {
  const { own, rivals, slug } = engine;
  const href =
    own.responses === 0 ? null : visit.answers({ engine: slug, names: 'self' }, engine.presence.meta);
  const label = surfaceOf(engine);
  const days = isSilent(data, engine) ? 'until its last answer' : sinceWords(visit, engine);
  return html`<tr${title === null && html` class="surface"`}>
<th scope="row"><a class="plain" href="${visit.answers({ engine: slug }, engine.presence.meta)}">${title ?? label}</a> <small>${[title !== null && label !== title && label, days].filter(Boolean).join(', ')}</small></th>
<td class="rate-cell" data-label="Names you">${namedCell(own, href)}</td>
<td class="wide-cell dot-cell" data-label="">${besideOthers({ name: own.engine_name, own, rivals, ahead: engine.apart.ahead })}</td>
<td data-label="Rank">${rankOf(engine)}</td>
<td class="verdict-cell" data-label="Change">${changeOf(visit, data, engine)}${alike.length > 0 && html`<small>; ${agreeWords(alike)}</small>`}</td>
</tr>
`;
}

/** `app`, `API`, or the whole name. */
function surfaceOf({ slug, name }: EngineNow): string {
  const { method } = engineOf(slug);
  if (method === 'api') return 'API';
  return / app$/.test(name) ? 'app, what customers see' : name;
}

function sinceWords({ now }: Visit, { change, mixed }: EngineNow): string | null {
  if (change === null) return mixedDays(mixed, now);
  if (change.measure === 'overtaken') return `since ${change.competitor}’s rise`;
  return change.direction === 'fell' ? 'since the fall' : 'since the rise';
}

function agreeWords(alike: readonly EngineNow[]): string {
  const words = alike.map((each) => (engineOf(each.slug).method === 'api' ? 'the API' : 'a second provider'));
  return `${LIST.format([...new Set(words)])} ${words.length === 1 ? 'agrees' : 'agree'}`;
}

const LIST = new Intl.ListFormat('en-US', { type: 'conjunction' });

function namedCell(row: PresenceRow, href: string | null): Content {
  if (row.responses === 0) return html`<span class="few">no answers</span>`;
  const { percent } = partsOf(row);
  const figure =
    percent === null ? html`<span class="few">no share yet</span>` : html`<b class="big">${percent}</b>`;
  return html`<a class="figure-link" href="${href}" title="${rateText(row)}">${figure}</a>`;
}

/** The rank by share, and how the competitor that matters stands to the brand. */
function rankOf({ own, rivals, apart }: EngineNow): Content {
  const standing = standingOf(own, rivals, apart);
  if (standing === null) return html`<span class="muted">—</span>`;
  const { rank, rival, order } = standing;
  return html`<b>${ordinal(rank)}</b> <span class="${ORDER_STYLES[order]}">${ORDER_WORDS[order]} <bdi>${rival}</bdi></span>`;
}

/** One word for the change that is told, the silence, or the page's own comparison. */
function changeOf(visit: Visit, data: OverviewData, engine: EngineNow): Html {
  const { inWindow, told } = engine;
  if (told !== null) return toldCell(visit, told);
  if (isSilent(data, engine)) return html`<b class="verdict worse">Silent</b>`;
  const { compared } = inWindow;
  const word = windowWord(inWindow);
  if (!compared?.exceeds_noise || compared.change === null) return html`<span class="muted">${word}</span>`;
  return html`<b class="verdict ${compared.change.points < 0 ? 'worse' : 'better'}">${compared.change.points < 0 ? '▼' : '▲'} ${word}</b>`;
}

function isSilent({ todo }: OverviewData, { slug, change }: EngineNow): boolean {
  const isOf = ({ kind, engine }: (typeof todo.data)[number]) => kind === 'engine_silent' && engine === slug;
  return change === null && todo.data.some(isOf);
}

function toldCell(visit: Visit, change: ChangeRow): Html {
  const word = changeWord(change);
  const href = changePage(visit, change);
  const link = href === null ? word : html`<a class="plain" href="${href}">${word}</a>`;
  if (change.state !== 'holds') return html`<span class="muted">${link}</span>`;
  return html`<b class="verdict ${isBad(change) ? 'worse' : 'better'}">${arrowOf(change)} ${link}</b>`;
}
