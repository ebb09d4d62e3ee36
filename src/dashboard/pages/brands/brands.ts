import { may } from '../../../domain/permissions.ts';
import { dollars, usdOf } from '../../../domain/usd.ts';
import { reports } from '../../../reports/index.ts';
import { dotWithInterval, percentAxis } from '../../charts/dot.ts';
import { parametersOfChoice } from '../../choice.ts';
import { type Content, type Html, html } from '../../html.ts';
import { page } from '../../outcome.ts';
import { agoText } from '../../parts/ago.ts';
import { changeCell } from '../../parts/change.ts';
import { rateCell } from '../../parts/rate-cell.ts';
import { shortDays } from '../../parts/window-text.ts';
import type { PageRoute } from '../../route.ts';
import { addressOf, parametersIn, type Visit } from '../../visit.ts';
import { resolvedWindow } from '../../window.ts';
import { type EngineLine, type ListedBrand, listBrands, type OrganizationBrands } from './data.ts';
import { enginesIn, type Sort, sorted, sortIn } from './sort.ts';

/** Every brand that a user may see, with its figures side by side. */
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
${may(visit.user, 'newBrands') && html`<p class="row not-printed">${organizations.some(({ brands }) => brands.length > 0) && html`<a class="button" href="/new-brand">Add a brand</a>`}<a href="/deleted-brands">Deleted brands</a></p>`}`,
      });
    },
  },
];

/** Which windows they have. */
function windowWords({ window, now }: Visit): string {
  return shortDays(resolvedWindow(window, now).period, now);
}

function section(visit: Visit, organization: OrganizationBrands, sort: Sort, hasName: boolean): Html {
  const { name, brands, spend, refusal } = organization;
  const head = hasName ? html`<h2>${name}</h2>` : html`<h2 class="unseen">${name}</h2>`;
  return html`<section aria-label="${name}">
${head}
<p class="muted">${brands.length} ${brands.length === 1 ? 'brand' : 'brands'}${visit.user.brandIds === null && ` · ${dollars(usdOf(spend.monthMicros))} spent this month on asking for all of them`}</p>
${refusal === null ? null : html`<p class="empty">${refusal}</p>`}
${refusal === null && (brands.length === 0 ? noBrand(visit) : table(visit, brands, sort))}
</section>`;
}

function noBrand(visit: Visit): Html {
  if (visit.user.brandIds === null) return firstBrand(visit);
  return html`<p class="empty">You may see no brand yet. Ask an admin to choose the brands that you work on.</p>`;
}

function firstBrand({ mayEdit }: Visit): Html {
  return html`<div class="empty"><p>No brand is set up yet. A brand has a name, its sites, competitors, questions, and the engines that are asked.</p>${mayEdit ? html`<p><a class="button" href="/new-brand">Set up a brand</a></p>` : html`<p>An editor of your organization can set one up.</p>`}</div>`;
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

/** Above the table and not in its head, which phones do not show. Rates are sorted on one engine: they are never averaged. */
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
<th scope="row"><a href="${page('')}">${brand.name}</a><small class="counts muted">${questions}</small></th>
<td class="wide-cell" data-label="">${engines.length === 0 ? nothingYet(visit, brand) : engines.map(engineLine)}</td>
<td data-label="Unread alerts">${unread === 0 ? '0' : html`<a href="${page('/alerts')}"><span class="badge">${unread}</span><span class="unseen"> unread alerts</span></a>`}</td>
<td data-label="Last answer" class="instant">${last === null ? 'never' : html`<time datetime="${last}" title="${visit.times.text(last)}">${agoText(Date.parse(last), visit.now)}</time>`}</td>
</tr>
`;
}

function nothingYet(visit: Visit, { id, configured }: ListedBrand['brand']): Content {
  const next = visit.mayEdit && html` <a href="/brands/${encodeURIComponent(id)}/setup">Set it up</a>`;
  return configured
    ? html`<span class="muted">No engine is asked, and none has answered.</span>${next}`
    : html`<span class="muted">Its setup is not finished.</span>${next}`;
}

function engineLine({ name, figure, href, before, meta }: EngineLine): Html {
  return html`<div class="brand-engine"><span>${name}</span><span class="rate-cell">${rateCell(figure, href)}</span><span class="dot-cell">${dotWithInterval({ name, figure, href, before })}</span><span class="verdict-cell">${changeCell(figure, meta)}</span></div>`;
}
