import type { Envelope } from '../../reports/run/run-report.ts';
import type { AnyRow } from '../../reports/shape/columns.ts';
import { type Framing, framingBar } from '../charts/framing.ts';
import { type Html, html } from '../html.ts';
import type { Visit } from '../visit.ts';
import { answersBehind, columnOf } from './behind.ts';
import { reportTable } from './report-table.ts';

/** A row of /sentiment. */
interface SentimentRow {
  readonly engine: string;
  readonly engine_name: string;
  readonly brand: string;
  readonly is_you: boolean;
  readonly answers_naming_them: number;
  readonly recommended: number;
  readonly neutral: number;
  readonly negative: number;
  readonly classified: number;
}

/** How the engines framed the brands, as the table of the report with a bar for each row. */
export function sentiments(visit: Visit, sentiment: Envelope, { onlyYou = false } = {}): Html {
  const all = sentiment.data as readonly (SentimentRow & AnyRow)[];
  const rows = all.filter(({ is_you }) => is_you || !onlyYou);
  const isFirst = new Set(rows.filter((row, index) => rows[index - 1]?.engine !== row.engine) as AnyRow[]);
  return reportTable(visit, 'sentiment', sentiment, {
    caption: 'How each engine framed each brand',
    rows,
    without: onlyYou ? ['Brand'] : [],
    instead: {
      Engine: (row) =>
        isFirst.has(row)
          ? String(row.engine_name)
          : html`<span class="repeated">${String(row.engine_name)}</span>`,
      Brand: (row) =>
        row.is_you === true ? html`<b>${String(row.brand)}</b>` : html`<bdi>${String(row.brand)}</bdi>`,
    },
    more: {
      label: 'Framing',
      cell: (row) => framingBar(framingOf(visit, sentiment, row as SentimentRow & AnyRow)),
    },
  });
}

function framingOf(visit: Visit, sentiment: Envelope, row: SentimentRow & AnyRow): Framing {
  const behind = (label: string) => answersBehind(visit, sentiment, columnOf('sentiment', label), row);
  const { recommended, neutral, negative, classified } = row;
  return {
    ...{ name: `${row.brand}, ${row.engine_name}`, recommended, neutral, negative, classified },
    hrefs: {
      recommended: behind('Recommended'),
      neutral: behind('Neutral'),
      negative: behind('Negative'),
    },
  };
}
