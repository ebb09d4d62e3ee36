import { SightlineError } from '../../domain/errors.ts';
import { REPORTS, reports } from '../../reports/index.ts';
import type { Report } from '../../reports/shape/report.ts';
import { csvFileName, csvOf, hasCsv } from '../../reports/show/csv.ts';
import { BAR, NO_CHOICE } from '../choice.ts';
import { ofEngines } from '../engines-chosen.ts';
import { download } from '../outcome.ts';
import type { PageRoute } from '../route.ts';
import { pagesWith } from '../share-door.ts';
import { parametersIn, type Visit } from '../visit.ts';

/** Every report that is a list, as a file, with the parameters that it has everywhere. */
export const csvRoutes: readonly PageRoute[] = [
  {
    path: '/brands/:brand/csv/:report',
    who: 'viewer',
    shared: ({ report = '' }) => pagesWith(report),
    // The one report that it reads has a snapshot of its own, after what it counts.
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
      const envelope = 'engine' in asked ? found : ofEngines(report, found, visit.choice.engines);
      return download({
        name: csvFileName(report, envelope.meta),
        type: 'text/csv; charset=utf-8; header=present',
        body: csvOf(report, envelope),
      });
    },
  },
];

/**
 * The choice of the bar, as far as the report takes it, and what the link asks for beside it. A claim in words says by itself what is
 * counted, as on its page.
 */
async function parametersFor(report: Report, visit: Visit) {
  const given = Object.entries(parametersIn(visit.query));
  const own = given.filter(([name]) => name !== BAR && !(name in NO_CHOICE));
  const isInWords = report === reports.claim && visit.query.has('text');
  return { ...(isInWords ? {} : await visit.choiceFor(report)), ...Object.fromEntries(own) };
}

function downloadIn({ params }: Visit) {
  return REPORTS.find((report) => report.name === params.report && report.takesBrand && hasCsv(report));
}
