import { reports } from '../../../reports/index.ts';
import type { EnvelopeOf } from '../../../reports/run/run-report.ts';
import type { ColumnIdOf, RowOf } from '../../../reports/shape/report.ts';
import { type Framing, framingBar } from '../../charts/framing.ts';
import type { Html } from '../../markup/html.ts';
import type { Visit } from '../../visit/visit.ts';
import { linkToAnswers, reportTable } from './report-table.ts';

type Sentiment = typeof reports.sentiment;

/** Each engine's framing of the brand: the report's table with a bar per row. */
export function sentiments(visit: Visit, sentiment: EnvelopeOf<Sentiment>): Html {
  return reportTable(visit, reports.sentiment, sentiment, {
    caption: `How each engine framed ${visit.brand.name}`,
    rows: sentiment.data.filter(({ is_you }) => is_you),
    without: ['brand'],
    more: { label: 'Framing', cell: (row) => framingBar(framingOf(visit, sentiment, row)) },
  });
}

/** A row as the bar shows it, with links to its answers. */
export function framingOf(visit: Visit, sentiment: EnvelopeOf<Sentiment>, row: RowOf<Sentiment>): Framing {
  const answersLink = (id: ColumnIdOf<Sentiment>) =>
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
