import { SightlineError } from '../../domain/errors.ts';
import { REPORTS } from '../../reports/index.ts';
import type { Report } from '../../reports/shape/report.ts';
import { csvFileName, csvInTurns, hasCsv } from '../../reports/show/csv.ts';
import { download } from '../markup/outcome.ts';
import type { PageRoute } from '../route.ts';
import { BAR, NO_CHOICE } from '../visit/choice.ts';
import { filterByEngines } from '../visit/filter-by-engines.ts';
import { pagesWith } from '../visit/redaction.ts';
import { parametersIn, type Visit } from '../visit/visit.ts';

/** Downloads of list reports, with the usual parameters. */
export const csvRoutes: readonly PageRoute[] = [
  {
    path: '/brands/:brand/csv/:report',
    who: 'viewer',
    shared: ({ report = '' }) => pagesWith(report),
    // Its single report opens its own snapshot.
    isOutsideSnapshot: true,
    noted: (visit) => {
      const report = downloadIn(visit);
      return report ? { action: 'brand.export', detail: `${report.name}.csv` } : null;
    },
    get: async (visit) => {
      const report = downloadIn(visit);
      if (!report) throw new SightlineError('not_found', 'There is no such download.');
      const asked = await parametersFor(report, visit);
      const found = await visit.report(report, asked);
      const envelope = 'engine' in asked ? found : filterByEngines(report, found, visit.choice.engines);
      return download({
        name: csvFileName(report, envelope.meta),
        type: 'text/csv; charset=utf-8; header=present',
        body: await csvInTurns(report, envelope),
      });
    },
  },
];

/** The bar's choice where the report accepts it, plus the link's parameters. */
async function parametersFor(report: Report, visit: Visit) {
  const given = Object.entries(parametersIn(visit.query));
  const own = given.filter(([name]) => name !== BAR && !(name in NO_CHOICE));
  return { ...(await visit.choiceFor(report)), ...Object.fromEntries(own) };
}

function downloadIn({ params }: Visit) {
  return REPORTS.find((report) => report.name === params.report && report.takesBrand && hasCsv(report));
}
