import { describe } from 'node:test';
import { onEveryStore } from '../support/stores.ts';
import { batches } from './conformance/batches.ts';
import { connections } from './conformance/connections.ts';
import { deliveryLocks } from './conformance/delivery-locks.ts';
import { earlierAnswers } from './conformance/earlier-answers.ts';
import { groupCommits } from './conformance/group-commit.ts';
import { locks } from './conformance/locks.ts';
import { money } from './conformance/money.ts';
import { panels } from './conformance/panel.ts';
import type { Part } from './conformance/part.ts';
import { queryPlans } from './conformance/query-plans.ts';
import { requestCounts } from './conformance/request-counts.ts';
import { sheetLinks } from './conformance/sheet-links.ts';
import { traffic } from './conformance/traffic.ts';
import { userBrands } from './conformance/user-brands.ts';
import { users } from './conformance/users.ts';
import { versions } from './conformance/versions.ts';
import { writesAtMostOnce } from './conformance/writes-at-most-once.ts';

/**
 * What every database must do alike: the statements that differ between them, locks, leases, reservations,
 * writes that must not happen twice, snapshots, and versions. All other suites run on SQLite daily.
 */
const PARTS: Readonly<Record<string, Part>> = {
  'a batch': batches,
  'hits counted in one batch': requestCounts,
  users,
  'the brands of a limited user': userBrands,
  'a lock or lease': locks,
  'the lock of an endpoint': deliveryLocks,
  'a reservation of money': money,
  'the results of jobs': groupCommits,
  'a write whose connection is lost during its commit': writesAtMostOnce,
  'the panel': panels,
  'the earlier answers that share of voice compares with': earlierAnswers,
  'the version of a brand': versions,
  'counted traffic': traffic,
  'a link for sheets': sheetLinks,
  'connections by OAuth': connections,
  'query plans': queryPlans,
};

onEveryStore('conformance', (fresh, kind) => {
  for (const [what, part] of Object.entries(PARTS)) describe(what, () => part(fresh, kind));
});
