import { CITUS_URL } from '../support/citus.ts';
import { load } from '../support/group.ts';

// Without a cluster, it would only repeat other groups.
if (CITUS_URL !== undefined) {
  await load('citus');
  await import('./reports.ts');
  await import('./routed.ts');
}
