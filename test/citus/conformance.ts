import { describe } from 'node:test';
import { deliveryLocks } from '../storage/conformance/delivery-locks.ts';
import { groupCommits } from '../storage/conformance/group-commit.ts';
import { locks } from '../storage/conformance/locks.ts';
import { writesAtMostOnce } from '../storage/conformance/writes-at-most-once.ts';
import { onEveryStore } from '../support/stores.ts';

/** The parts of the conformance suite about several machines' locks and commits. */
onEveryStore('conformance of a cluster', (fresh, kind) => {
  describe('a lock or lease', () => locks(fresh, kind));
  describe('the lock of an endpoint', () => deliveryLocks(fresh, kind));
  describe('the results of jobs', () => groupCommits(fresh, kind));
  describe('a write whose connection is lost during its commit', () => writesAtMostOnce(fresh, kind));
});
