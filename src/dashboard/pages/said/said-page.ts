import { engineNameOf } from '../../../domain/answers/engine.ts';
import { counted } from '../../../domain/text.ts';
import { reports } from '../../../reports/index.ts';
import { partsOf, rateText } from '../../charts/rates.ts';
import { saidBar } from '../../charts/said.ts';
import { type Content, type Html, html } from '../../markup/html.ts';
import { page } from '../../markup/outcome.ts';
import { emptyState } from '../../parts/empty-state.ts';
import { linkToAnswers } from '../../parts/table/report-table.ts';
import { readBy } from '../../parts/words/reader-words.ts';
import type { PageRoute } from '../../route.ts';
import { here, type Visit } from '../../visit/visit.ts';
import { foundByRules, rulesPage } from './by-rules.ts';
import {
  NOBODY,
  type SaidPage,
  type ShownEngine,
  saidData,
  shownEngine,
  type Verdicts,
  weakest,
} from './data.ts';
import { ofAnswers, ofFact, ofTheme, quoteColumn } from './quotes.ts';
import { framingIn, themeTable, WAY_CHIPS, WAY_WORDS } from './theme-table.ts';

/** One engine's verdicts on the brand, its themes beside one competitor's, and quotes. */
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
<p class="lead">${readBy(visit, said.own.meta.reader)}. Figures count answers: several sentences in one answer count once.</p>
</header>
${engineLinks(visit, said)}
${verdictBar(visit, said)}
${
  said.themes.length === 0
    ? emptyState(visit, `${engineNameOf(said.engine)} says nothing about ${visit.brand.name} by theme here.`)
    : html`<section aria-label="Themes">
${besideChips(visit, said)}
${themeTable(visit, said)}
</section>`
}
${visit.mayOpen('answers') ? quotes(visit, said) : html`<p class="help">This link shows figures, but no sentences from answers.</p>`}`;
}

/** The brand's verdicts on this engine. */
function ownVerdicts({ verdicts }: SaidPage): Verdicts['data'][number] | undefined {
  return verdicts.data.find(({ is_you: isYou }) => isYou);
}

/** The brand's verdict shares, and the theme with most against it; it compares nothing. */
function headline(visit: Visit, said: SaidPage): string {
  const [name, row] = [engineNameOf(said.engine), ownVerdicts(said)];
  const { name: brand } = visit.brand;
  if (row === undefined || row.answers_naming_them === 0) return `${name} does not name ${brand}`;
  const weak = weakest(said.themes);
  const most = weak === null ? '' : `. Most against it: ${weak.any.theme_name.toLowerCase()}`;
  const { recommended_share: share, classified, recommended, negative } = row;
  return share === null
    ? `${name} recommends ${brand} in ${recommended} of ${classified} answers and warns in ${negative}`
    : `${name} recommends ${brand} in ${percent(share)} of the answers that name it and warns in ${percent(negative / classified)}${most}`;
}

const percent = (share: number) => `${Math.round(100 * share)}%`;

/** Each verdict's answers, and how sure the share is. */
function verdictBar(visit: Visit, said: SaidPage): Content {
  const row = ownVerdicts(said);
  if (row === undefined || row.answers_naming_them === 0) return null;
  const { answers_naming_them: naming, classified, recommended, neutral, negative, corrected } = row;
  const link = (id: 'recommended_share' | 'neutral' | 'negative') =>
    linkToAnswers(visit, reports.sentiment, said.verdicts, id, row);
  const bar = saidBar({
    name: visit.brand.name,
    counts: {
      recommended: { count: recommended, href: link('recommended_share') },
      neutral: { count: neutral, href: link('neutral') },
      negative: { count: negative, href: link('negative') },
    },
    longest: naming,
    words: { recommended: 'recommend', neutral: 'only name or describe it', negative: 'warn' },
  });
  const {
    counts,
    percent: shown,
    aside,
  } = partsOf({ ...row, present: recommended, responses: classified, rate: row.recommended_share });
  const range =
    corrected &&
    ` corrected for the reader’s own errors ${percent(corrected.share)} (${percent(corrected.interval.lower)} to ${percent(corrected.interval.upper)}).`;
  const rest = naming - classified;
  return html`<section aria-label="Verdicts">${bar}
<p class="help"><b>${counted(naming, 'answer')} ${naming === 1 ? 'names' : 'name'} <bdi>${visit.brand.name}</bdi>.</b> Recommend: ${counts} judged${shown !== null && `, ${shown} (${aside})`}${range ? `;${range}` : '.'}${rest > 0 && ` ${rest} without one verdict: both for and against, or not judged. They count as nothing, never as neutral.`}</p></section>`;
}

/** Sentences of the chosen theme, wrong facts, and recommendations. */
function quotes(visit: Visit, said: SaidPage): Html {
  const way = framingIn(visit) ?? 'negative';
  const theme = said.quoted?.data.find(({ is_you: isYou, framing }) => isYou && framing === way);
  const row = ownVerdicts(said);
  const aside = (count: number, href: string | null) =>
    count > 0 && html`<a href="${href}">${counted(count, 'answer')}</a>`;
  return html`<div class="said-columns" id="sentences">
${
  theme &&
  quoteColumn(visit, {
    title: html`<bdi>${theme.theme_name}</bdi>, ${WAY_WORDS[way].toLowerCase()}`,
    aside: aside(theme.present, linkToAnswers(visit, reports.said, said.own, 'rate', theme)),
    quotes: ofTheme(theme),
    chip: WAY_CHIPS[way],
    none: 'No answer says so.',
  })
}${wrongFacts(visit, said)}${
  row &&
  quoteColumn(visit, {
    title: 'Recommends',
    aside: aside(
      row.recommended,
      linkToAnswers(visit, reports.sentiment, said.verdicts, 'recommended_share', row),
    ),
    quotes: ofAnswers(said.recommending),
    chip: WAY_CHIPS.recommended,
    none: 'No answer recommends it.',
  })
}</div>`;
}

/** The fact that most answers contradict; the others are on the page Facts. */
function wrongFacts(visit: Visit, { facts: { data } }: SaidPage): Content {
  const [worst, ...others] = data.facts
    .filter(({ contradict }) => contradict > 0)
    .toSorted((a, b) => b.contradict - a.contradict);
  if (data.facts.length === 0 && !visit.mayEdit) return null;
  const wrong = worst === undefined ? 0 : others.length + 1;
  const none =
    data.facts.length > 0
      ? 'No answer of this engine contradicts a fact here.'
      : `Declare facts about ${visit.brand.name}, such as its price, and Sightline checks answers against them.`;
  return quoteColumn(visit, {
    title: 'Wrong about you',
    aside: html`<a href="${visit.to('facts')}">${data.facts.length === 0 ? 'Declare facts' : `${wrong} of ${counted(data.facts.length, 'fact')}`}</a>`,
    quotes: worst === undefined ? [] : ofFact(data, worst.fact),
    chip:
      worst &&
      html`<span class="way negative">wrong</span> yours: <bdi>${worst.fact}</bdi>, <bdi>${worst.value}</bdi> · ${rateText(worst.contradicting)} that state it ·`,
    none,
  });
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
  const all = [...engines].filter(([slug, answers]) => slug === engine || answers > 0);
  return html`<p class="choices"><span>One engine at a time</span> ${all.map(
    ([slug]) =>
      html`<a class="choice" href="${here(visit, { engine: slug })}"${slug === engine && html` aria-current="true"`}>${engineNameOf(slug)}</a>`,
  )}</p>`;
}
