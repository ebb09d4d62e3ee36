import { reports } from '../../../reports/index.ts';
import type { ColumnIdOf, RowOf } from '../../../reports/shape/report.ts';
import { type Framing, framingBar } from '../../charts/framing.ts';
import { type Html, html } from '../../markup/html.ts';
import { linkToAnswers } from '../../parts/table/report-table.ts';
import { readBy } from '../../parts/words/reader-words.ts';
import type { Visit } from '../../visit/visit.ts';
import { shownEngines } from './by-engine.ts';
import type { Competing } from './data.ts';

type SentimentRow = RowOf<typeof reports.sentiment>;

/** Framing of each brand by engine. */
export function framing(visit: Visit, data: Competing): Html {
  const { sentiment, brands } = data;
  const engines = shownEngines(visit, data);
  return html`<section aria-labelledby="framing">
<div class="section-head"><h2 id="framing">How they are framed</h2><span class="way-legend"><span class="way recommended">for</span><span class="way neutral">neutral</span><span class="way negative">against</span></span>${visit.mayOpen('said') && html`<a class="not-printed" href="${visit.to('said')}">What they say</a>`}</div>
<table class="cards matrix framing-matrix">
<caption class="unseen">How each engine frames each brand</caption>
<thead><tr><th scope="col">Brand</th>${engines.map(({ name }) => html`<th scope="col" class="cell-head">${name}</th>`)}</tr></thead>
<tbody>${brands.map(
    (brand, index) =>
      html`<tr><th scope="row">${besideLink(visit, brand, index === 0)}</th>${engines.map(
        ({ slug, name }) => {
          const row = sentiment.data.find((each) => each.brand === brand && each.engine === slug);
          return html`<td class="cell bar" data-label="${name}">${row && row.classified > 0 ? barOf(visit, data, row) : html`<span class="few">none judged</span>`}</td>`;
        },
      )}</tr>
`,
  )}</tbody></table>
<p class="help">Answers with a judged framing. An outline means fewer than 5. ${readBy(visit, sentiment.meta.reader)}${sentiment.meta.calibration === null && '; its shares are not calibrated yet'}.</p>
</section>`;
}

/** Links a competitor to the themes page with both brands. */
function besideLink(visit: Visit, brand: string, isYou: boolean): Html {
  const href = visit.to('said', isYou ? {} : { beside: brand });
  return html`<a class="plain" href="${href}"><bdi class="two-lines" title="${brand}">${brand}</bdi></a>`;
}

function barOf(visit: Visit, { sentiment }: Competing, row: SentimentRow): Html {
  const { recommended, neutral, negative } = row;
  return html`${framingBar(framingOf(visit, sentiment, row))}<small class="counts">${recommended}/${neutral}/${negative}</small>`;
}

/** A row as the bar shows it, with links to its answers. */
function framingOf(visit: Visit, sentiment: Competing['sentiment'], row: SentimentRow): Framing {
  const answersLink = (id: ColumnIdOf<typeof reports.sentiment>) =>
    linkToAnswers(visit, reports.sentiment, sentiment, id, row);
  const { recommended, neutral, negative, classified } = row;
  return {
    name: `${row.brand}, ${row.engine_name}`,
    recommended,
    neutral,
    negative,
    classified,
    hrefs: {
      recommended: answersLink('recommended_share'),
      neutral: answersLink('neutral'),
      negative: answersLink('negative'),
    },
  };
}
