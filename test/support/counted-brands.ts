import assert from 'node:assert/strict';
import { before } from 'node:test';
import { operatorCaller } from '../../src/reports/run/operator.ts';
import { runReport } from '../../src/reports/run/run-report.ts';
import type { Report } from '../../src/reports/shape/report.ts';
import type { TestStore } from './stores.ts';
import { NOW, newBrand, pipelineOn } from './world.ts';

/** A suite's store, in which each case of a property has a brand of its own, beside those from earlier cases. */
export function countedBrands(fresh: () => Promise<TestStore>) {
  let store: TestStore;
  before(async () => {
    store = await fresh();
  });
  return {
    store: () => store,
    /** Stores these answers, as import lines without a brand, under a new brand. @returns its id */
    stored: async (lines: readonly object[], fields: object = {}): Promise<string> => {
      const brand = await newBrand(store, fields);
      const { bad_lines } = await pipelineOn(store).importLines(
        lines.map((each, index) => ({ brand, external_id: String(index), ...each })),
      );
      assert.equal(bad_lines, 0);
      return brand;
    },
    /** A report's data, as clients read it. Parameters without a value are left out. */
    dataOf: async (
      report: Report,
      brand: string,
      query: Readonly<Record<string, unknown>>,
      now = NOW,
      // biome-ignore lint/suspicious/noExplicitAny: a report's data has a shape of its own, which the assertion checks
    ): Promise<any> => {
      const given = Object.entries(query).filter(([, value]) => value !== null && value !== undefined);
      const raw = Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
      const caller = await operatorCaller(store.main, { brand }, now);
      const { data } = await runReport(store.main, now, caller, report, { ...raw, brand });
      return JSON.parse(JSON.stringify(data));
    },
  };
}
