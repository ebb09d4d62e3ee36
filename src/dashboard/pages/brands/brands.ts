import { may } from '../../../domain/access/permissions.ts';
import { isBad } from '../../../domain/alerts/change.ts';
import { changeWord, mixedDays } from '../../../domain/alerts/change-words.ts';
import { engineNameOf, inEngineOrder, isEngineSlug } from '../../../domain/answers/engine.ts';
import { dollars, usdOf } from '../../../domain/figures/usd.ts';
import { reports } from '../../../reports/index.ts';
import { resolvedWindow } from '../../../reports/run/named-window.ts';
import { daysText } from '../../charts/days.ts';
import { dotWithInterval, percentAxis } from '../../charts/dot.ts';
import { partsOf, type RateFigure, rangeText } from '../../charts/rates.ts';
import { type Content, type Html, html } from '../../markup/html.ts';
import { page } from '../../markup/outcome.ts';
import { changeCell } from '../../parts/table/change.ts';
import { agoText } from '../../parts/words/ago.ts';
import type { ChangeRow } from '../../parts/words/rows.ts';
import { shortDay, shortDays } from '../../parts/words/window-text.ts';
import type { PageRoute } from '../../route.ts';
import { parametersOfChoice } from '../../visit/choice.ts';
import { addressOf, parametersIn, type Visit } from '../../visit/visit.ts';
import { type EngineLine, type ListedBrand, listBrands, type OrganizationBrands } from './data.ts';

/** All brands that a user can see, side by side. */
export const brandRoutes: readonly PageRoute[] = [
  {
    path: '/brands',
    who: 'viewer',
    get: async (visit) => {
      const organizations = await listBrands(visit);
      const sort = sortIn(visit.query);
      return page({
        title: 'Brands',
        figures: [reports.visibility],
        main: html`<header class="page-head">
<h1>Brands</h1>
<p class="lead">How often each engine names them: ${windowWords(visit)}.</p>
</header>
${organizations.length === 0 ? firstBrand(visit) : organizations.map((each) => section(visit, each, sort, organizations.length > 1))}
${may(visit.user, 'newBrands') && html`<p class="row not-printed">${organizations.some(({ brands }) => brands.length > 0) && html`<a class="button" href="/new-brand">Add a brand</a>`}<a class="button" href="/new-prospect">Ask about a prospect</a><a href="/deleted-brands">Deleted brands</a></p>`}`,
      });
    },
  },
];

/** The lead's time windows. */
function windowWords({ window, now }: Visit): string {
  return shortDays(resolvedWindow(window, now).period, now);
}

function section(visit: Visit, organization: OrganizationBrands, sort: Sort, hasName: boolean): Html {
  const { name, brands, spend, refusal } = organization;
  const head = hasName ? html`<h2>${name}</h2>` : html`<h2 class="unseen">${name}</h2>`;
  return html`<section aria-label="${name}">
${head}
<p class="muted">${brands.length} ${brands.length === 1 ? 'brand' : 'brands'}${visit.user.brandIds === null && ` · ${dollars(usdOf(spend.monthMicros))} spent this month on all of them`}</p>
${refusal === null ? null : html`<p class="empty">${refusal}</p>`}
${refusal === null && (brands.length === 0 ? noBrand(visit) : table(visit, brands, sort))}
</section>`;
}

function noBrand(visit: Visit): Html {
  if (visit.user.brandIds === null) return firstBrand(visit);
  return html`<p class="empty">You have access to no brand yet. Ask an admin to give you your brands.</p>`;
}

function firstBrand({ mayEdit }: Visit): Html {
  if (!mayEdit) {
    return html`<div class="empty"><p>There is no brand yet. An editor of your organization can add one.</p></div>`;
  }
  return html`<div class="empty"><p>There is no brand yet. Start from its website: Sightline proposes its name, competitors, and questions.</p>
<form method="post" action="/new-brand" class="domain-form">
<label for="domain">Domain</label>
<p class="row"><input id="domain" name="domain" placeholder="example.com" required autocomplete="off" autocapitalize="none" spellcheck="false">
<button class="primary" name="do" value="read" data-wait="Reading its pages, up to 25 seconds">Read its pages</button>
<button name="do" value="by-hand" formnovalidate>Fill it in by hand</button></p>
</form></div>`;
}

function table(visit: Visit, brands: readonly ListedBrand[], sort: Sort): Html {
  const head = (key: string, label: string) =>
    html`<th scope="col"${sort === key && html` aria-sort="${key === 'name' ? 'ascending' : 'descending'}"`}>${label}</th>`;
  return html`${brands.length > 1 && sortNav(visit, brands, sort)}
<table class="brands cards">
<thead><tr>
${head('name', 'Brand')}
<th scope="col"><div class="brand-engine"><span>Engine</span><span>Named in</span><span class="dot-cell">${percentAxis()}</span><span>Change</span></div></th>
${head('unread', 'Unread alerts')}
${head('last', 'Last answer')}
</tr></thead>
<tbody>${sorted(brands, sort).map((each) => row(visit, each))}</tbody>
</table>`;
}

/** Sits above the table, whose head phones hide. Rates sort by one engine, because nothing averages engines. */
function sortNav(visit: Visit, brands: readonly ListedBrand[], current: Sort): Html {
  const query = parametersIn(visit.query);
  const link = (key: string, label: string) =>
    key === current
      ? html`<b aria-current="true">${label}</b>`
      : html`<a href="${addressOf('/brands', { ...query, sort: key })}">${label}</a>`;
  const rates = enginesIn(brands).map(({ engine, name }) => link(engine, name));
  return html`<nav class="sorts row small" aria-label="Order of the brands"><span class="muted">Sorted by</span>${link('name', 'Name')}${link('unread', 'Unread alerts')}${link('last', 'Last answer')}${rates.length > 0 && html`<span class="muted">or the highest rate on</span>`}${rates}</nav>`;
}

function row(visit: Visit, { brand, engines, unread }: ListedBrand): Html {
  const page = (path: string) =>
    addressOf(`/brands/${encodeURIComponent(brand.id)}${path}`, parametersOfChoice(visit.choice));
  const questions = `${brand.active_prompts} ${brand.active_prompts === 1 ? 'question' : 'questions'}`;
  const last = brand.last_collected_at;
  return html`<tr>
<th scope="row"><a href="${page('')}">${brand.name}</a><small class="counts muted">${questions}</small>${prospectMark(visit, brand)}</th>
<td class="wide-cell" data-label="">${engines.length === 0 ? emptyText(visit, brand) : engines.map((line) => engineLine(visit, line))}</td>
<td data-label="Unread alerts">${unread === 0 ? '0' : html`<a href="${page('/alerts')}"><span class="badge">${unread}</span><span class="unseen"> unread alerts</span></a>`}</td>
<td data-label="Last answer" class="instant">${last === null ? 'never' : html`<time datetime="${last}" title="${visit.times.text(last)}">${agoText(Date.parse(last), visit.now)}</time>`}</td>
</tr>
`;
}

/** When a prospect goes, and the button that keeps it. */
function prospectMark(visit: Visit, { id, name, prospect_until: until }: ListedBrand['brand']): Html | null {
  if (until === null) return null;
  const mayKeep = may(visit.user, 'brands');
  return html`<small class="counts">Prospect, removed on ${shortDay(until)} unless ${mayKeep ? 'you keep' : 'somebody keeps'} it</small>${mayKeep && html`<form method="post" action="/brands/${encodeURIComponent(id)}/keep" class="not-printed"><button name="do" value="review">Keep<span class="unseen"> ${name}</span></button></form>`}`;
}

function emptyText(visit: Visit, { id, configured }: ListedBrand['brand']): Content {
  const next = visit.mayEdit && html` <a href="/brands/${encodeURIComponent(id)}/setup">Set it up</a>`;
  return configured
    ? html`<span class="muted">No engine is set up, and none has answered.</span>${next}`
    : html`<span class="muted">Its setup is not finished.</span>${next}`;
}

function engineLine(visit: Visit, { name, figure, href, before, meta, days, told, mixed }: EngineLine): Html {
  const counted = days ? daysText(days.from, days.until) : mixedDays(mixed, visit.now);
  const since = counted !== null && html` <small class="counts">${counted}</small>`;
  return html`<div class="brand-engine"><span>${name}${since}</span><span class="rate-cell">${rateCell(figure, href)}</span><span class="dot-cell">${dotWithInterval({ name, figure, href, before })}</span><span class="verdict-cell">${told === null ? changeCell(figure, meta) : html`<b class="verdict ${toldStyle(told)}">${changeWord(told)}</b>`}</span></div>`;
}

function toldStyle(change: ChangeRow): string {
  if (change.state !== 'holds') return 'noise';
  return isBad(change) ? 'worse' : 'better';
}

/** A headline rate in large type, with interval, counts, and question range; links to its answers. */
function rateCell(figure: RateFigure, href: string | null): Content {
  const { counts, percent, aside } = partsOf(figure);
  const text =
    figure.responses === 0
      ? html`<span class="few">no answers</span>`
      : percent === null
        ? html`<span class="few">no rate yet</span> <small class="counts">${counts} answers, ${aside.split(',')[0]}</small>`
        : html`<b class="big">${percent}</b> <small>${aside}</small> <small class="counts">${counts} answers</small>${ofQuestions(figure)}`;
  return href === null ? text : html`<a class="figure-link" href="${href}">${text}</a>`;
}

function ofQuestions(figure: RateFigure): Content {
  const range = rangeText(figure);
  return range === null ? null : html` <small class="counts">questions like these: ${range}</small>`;
}

/** `name`, `unread`, `last`, or an engine's slug. */
type Sort = string;

/** The address's order; by name if unknown. */
function sortIn(query: URLSearchParams): Sort {
  const asked = query.get('sort') ?? '';
  const isKnown = Object.hasOwn(BY, asked) || isEngineSlug(asked);
  return isKnown ? asked : 'name';
}

type Order = (a: ListedBrand, b: ListedBrand) => number;

const byName: Order = (a, b) => a.brand.name.localeCompare(b.brand.name, 'en-US');

const BY: Readonly<Record<string, Order>> = {
  name: byName,
  unread: (a, b) => b.unread - a.unread,
  // ISO instants sort as text; brands without an answer come last.
  last: (a, b) => (b.brand.last_collected_at ?? '').localeCompare(a.brand.last_collected_at ?? ''),
};

/** Returns a copy; ties sort by name. */
function sorted(brands: readonly ListedBrand[], sort: Sort): ListedBrand[] {
  const order = BY[sort] ?? byRateOn(sort);
  return brands.toSorted((a, b) => order(a, b) || byName(a, b));
}

/** Highest rate first. Brands without a rate come after 0%. */
function byRateOn(engine: string): Order {
  const rateOf = ({ engines }: ListedBrand) =>
    engines.find((line) => line.engine === engine)?.figure.rate ?? -1;
  return (a, b) => rateOf(b) - rateOf(a);
}

/** The brands' engines, in report order. */
function enginesIn(brands: readonly ListedBrand[]): Pick<EngineLine, 'engine' | 'name'>[] {
  const listed = inEngineOrder(brands.flatMap(({ engines }) => engines.map(({ engine }) => engine)));
  return listed.map((engine) => ({ engine, name: engineNameOf(engine) }));
}
