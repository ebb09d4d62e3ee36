import { engineNameOf } from '../../../domain/answers/engine.ts';
import { reports } from '../../../reports/index.ts';
import { noteUnder } from '../../../reports/show/table-view.ts';
import { type Content, type Html, html } from '../../markup/html.ts';
import { page } from '../../markup/outcome.ts';
import { emptyState } from '../../parts/empty-state.ts';
import { readBy } from '../../parts/words/reader-words.ts';
import { windowText } from '../../parts/words/window-text.ts';
import type { PageRoute } from '../../route.ts';
import { here, type Visit } from '../../visit/visit.ts';
import { foundByRules, rulesPage } from './by-rules.ts';
import { contradicted } from './contradicted-facts.ts';
import { NOBODY, type SaidPage, type ShownEngine, saidData, shownEngine } from './data.ts';
import { sentences } from './quotes.ts';
import { themeTable } from './theme-table.ts';

/** One engine's themes about the brand, compared with a competitor, with contradicted facts and quotes. */
export const saidRoutes: readonly PageRoute[] = [
  { path: '/brands/:brand/said', who: 'viewer', shared: 'said', get: saidPage },
];

async function saidPage(visit: Visit) {
  const shown = await shownEngine(visit);
  const said = shown && (await saidData(visit, shown));
  return page({
    title: `What they say · ${visit.brand.name}`,
    figures: [reports.said, reports.facts],
    csv: said === null ? [] : downloads(visit, said),
    main: said === null ? await withoutModel(visit, shown) : main(visit, said),
  });
}

function downloads(visit: Visit, { engine, beside, quoted }: SaidPage) {
  const shown = { engine, about: 'self', ...(beside === null ? {} : { beside }) };
  const theme = quoted?.data[0]?.theme;
  return [
    { label: 'Themes', href: visit.to('csv/said', shown) },
    ...(theme === undefined ? [] : [{ label: 'Sentences', href: visit.to('csv/said', { engine, theme }) }]),
    { label: 'Facts', href: visit.to('csv/facts', { engine }) },
  ];
}

async function withoutModel(visit: Visit, shown: ShownEngine | null): Promise<Html> {
  if (shown !== null)
    return rulesPage(visit, await foundByRules(visit, shown.engine), engineLinks(visit, shown));
  return html`<header class="page-head"><h1>What they say</h1></header>
${emptyState(visit, 'There are no answers in this window yet.')}`;
}

function main(visit: Visit, said: SaidPage): Html {
  return html`<header class="page-head">
<h1>${headline(visit, said)}</h1>
<p class="lead">${windowText(said.own.meta)}. ${readBy(visit, said.own.meta.reader)}. Figures count answers: several sentences in one answer count once.</p>
</header>
<div class="said-choices">${besideChips(visit, said)}${engineLinks(visit, said)}</div>
${
  said.themes.length === 0
    ? emptyState(visit, `${engineNameOf(said.engine)} says nothing about ${visit.brand.name} by theme here.`)
    : html`<section aria-label="Themes">
${themeTable(visit, said)}
<p class="help">${noteUnder(reports.said, said.own)}</p>
</section>`
}
${contradicted(visit, said.facts)}
${sentences(visit, said)}`;
}

function ownerText(name: string): string {
  return name.endsWith('s') ? `${name}’` : `${name}’s`;
}

/** Counts for the selected theme; it claims no difference. */
function headline(visit: Visit, { engine, themes, quoted, beside }: SaidPage): string {
  const name = engineNameOf(engine);
  const theme = themes.find(({ any }) => any.theme === quoted?.data[0]?.theme) ?? themes[0];
  if (theme === undefined) return `${name} says little about ${visit.brand.name}`;
  const { any, negative } = theme;
  const answers = `${any.present} ${any.present === 1 ? 'answer' : 'answers'}`;
  const isOther = any.theme === 'other';
  const spoken = isOther
    ? visit.brand.name
    : `${ownerText(visit.brand.name)} ${any.theme_name.toLowerCase()}`;
  const own = `${name} speaks of ${spoken} in ${answers}, ${negative.present || 'none'} of them negative`;
  if (beside === null || !any.beside) return own;
  return `${own}; of ${isOther ? beside : ownerText(beside)} in ${any.beside.present}, ${negative.beside?.present || 'none'} negative`;
}

function besideChips(visit: Visit, { competitors, beside }: SaidPage): Content {
  if (competitors.length === 0) return null;
  const all = beside === null || competitors.includes(beside) ? competitors : [beside, ...competitors];
  const chip = (value: string, text: string, isCurrent: boolean) =>
    html`<a class="choice" href="${here(visit, { beside: value })}"${isCurrent && html` aria-current="true"`}><bdi>${text}</bdi></a>`;
  return html`<p class="choices"><span>Compare with</span> ${all.map((name) => chip(name, name, name === beside))}${chip(NOBODY, 'nobody', beside === null)}</p>`;
}

/** One engine per page, because nothing averages engines. */
function engineLinks(visit: Visit, { engine, engines }: ShownEngine): Content {
  const others = [...engines].filter(([slug, answers]) => slug !== engine && answers > 0);
  return html`<p class="help">One engine at a time: <b>${engineNameOf(engine)}</b>${others.map(
    ([slug, answers]) =>
      html` · <a href="${here(visit, { engine: slug })}">${engineNameOf(slug)}</a> ${answers.toLocaleString('en-US')}`,
  )}${others.length > 0 && ' answers'}</p>`;
}
