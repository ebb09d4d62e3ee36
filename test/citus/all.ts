import { CITUS_URL } from '../support/citus.ts';
import { load } from '../support/group.ts';

// Without a cluster, it would only repeat other groups.
if (CITUS_URL !== undefined) {
  await load(
    'test/endpoints/*.test.ts',
    'test/pipeline/{accounts,apply*,change-brand,claims,collect,collect-breakers,collect-together}.test.ts',
    'test/pipeline/{delivery,explain,import,keys,prune,rescan,rollups,shared-reports}.test.ts',
    'test/pipeline/{spending-notices,tasks,verify,watch}.test.ts',
    'test/{cli/delivery,http/report-cache,http/metrics,storage/distribute}.test.ts',
    'test/properties/{report-cache,one-snapshot}.test.ts',
  );
  await import('./conformance.ts');
  await import('./reports.ts');
  await import('./routed.ts');
}
