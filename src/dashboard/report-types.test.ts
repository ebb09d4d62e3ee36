import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reports } from '../reports/index.ts';
import type { ColumnIdOf, ListOf, Report } from '../reports/shape/report.ts';
import { columnOf } from '../reports/show/table-view.ts';
import { hiddenIn } from './parts/table/column-menu.ts';
import { figureLink, reportTable } from './parts/table/report-table.ts';
import { newestComparisons } from './parts/words/newest-comparisons.ts';
import type { Visit } from './visit/visit.ts';

// The compiler checks this: an expected error that does not occur fails `npm run types`. Nothing here runs.
const REFUSED = [
  async (visit: Visit) => {
    const { data, meta } = await visit.report(reports.sources, { ...visit.window });
    const [row] = data;
    const named: number | undefined = row?.answers_citing_it;
    // @ts-expect-error a row has no such field
    const absent = row?.answers;
    // @ts-expect-error a count is not a text
    const text: string | undefined = row?.answers_citing_it;
    // @ts-expect-error the meta of this report has no such field
    const total = meta.total_answers;
    return [named, absent, text, total, meta.limit, meta.window.until];
  },
  async (visit: Visit) => {
    // @ts-expect-error there is no such parameter
    await visit.report(reports.sources, { days: '30', enigne: 'chatgpt' });
    // @ts-expect-error nor in what is spread into the query
    await visit.report(reports.presence, { days: '30', kind: 'listing' });
    // @ts-expect-error nor in what is handed on
    await newestComparisons(visit, { days: '7', measure: 'visibility' });
  },
  async (visit: Visit) => {
    const found = await visit.report(reports.sources);
    const [row] = found.data;
    // @ts-expect-error there is no such column
    reportTable(visit, reports.sources, found, { caption: '', without: ['Kind'] });
    // @ts-expect-error nor one that can be shown in another way
    reportTable(visit, reports.sources, found, { caption: '', instead: { Kind: () => null } });
    // @ts-expect-error nor such a field for what a page adds
    reportTable(visit, reports.sources, found, { caption: '', more: { label: '', cell: ({ url }) => url } });
    // @ts-expect-error it is the data of another report
    reportTable(visit, reports.pages, found, { caption: '' });
    // @ts-expect-error its figures are of its own rows
    if (row) figureLink(visit, reports.presence, await visit.report(reports.presence), 'rate', row);
  },
  async (visit: Visit) => {
    const found = await visit.report(reports.planner);
    reportTable(visit, reports.planner, found, { caption: '', list: 'engines', without: ['asked'] });
    // @ts-expect-error a report with several lists has to be told which
    reportTable(visit, reports.planner, found, { caption: '' });
    // @ts-expect-error there is no such list
    reportTable(visit, reports.planner, found, { caption: '', list: 'rows' });
    // @ts-expect-error that is a column of another list
    reportTable(visit, reports.planner, found, { caption: '', list: 'engines', without: ['samples_now'] });
  },
  (visit: Visit) => {
    const { columns } = reports.sources.columns.rows;
    columnOf(reports.sources, 'rows', 'kind');
    // @ts-expect-error a column is looked up by its id, not by its label
    columnOf(reports.sources, 'rows', 'Kind');
    // @ts-expect-error there is no such column to compare with
    columns.filter(({ id }) => id === 'title');
    // @ts-expect-error what may be hidden has the ids of its own columns
    const hidden: 'title'[] = hiddenIn(visit, columns);
    return hidden;
  },
];

type WideIn<R extends Report> = {
  [List in ListOf<R>]: string extends ColumnIdOf<R, List> ? List : never;
}[ListOf<R>];

/** The lists with a column whose id the compiler knows only as `string`, because it is inside a spread. */
type Wide = { [Name in keyof typeof reports]: WideIn<(typeof reports)[Name]> }[keyof typeof reports];

test('the compiler knows the id of every column', () => {
  const knowsAll: [Wide] extends [never] ? true : Wide = true;
  assert.ok(knowsAll);
});

test('a field, parameter, column, or list that a report does not have does not compile in a page', () => {
  assert.equal(REFUSED.length, 5);
});
