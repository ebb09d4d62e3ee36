import type { AddressInfo } from 'node:net';
import { EVALUATION_TIME } from '../../src/domain/alert-rules.ts';
import { fillWithSamples } from '../../src/main/demo.ts';
import { dashboardOn, type TestDashboard } from './dashboard.ts';
import { makeStore, type TestStore } from './stores.ts';
import { Clock, random } from './world.ts';

/** The organization and the brand of the sample data. */
export const SAMPLE_ORGANIZATION = 'Tandemly Ltd';
export const SAMPLE_BRAND = 'tandemly';

/** A dashboard that listens, for real browsers. */
export interface ServedDashboard {
  readonly dashboard: TestDashboard;
  readonly store: TestStore;
  readonly clock: Clock;
  /** `http://127.0.0.1:port` */
  readonly origin: string;
  close(): Promise<void>;
}

/** A dashboard on an empty store. The clock stands still. */
export async function servedDashboard(at?: number): Promise<ServedDashboard> {
  const { store, remove } = await makeStore('sqlite');
  const clock = new Clock();
  clock.at = at ?? clock.at;
  const dashboard = dashboardOn(store, { clock });
  const { app } = dashboard.api;
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const close = async () => {
    app.server.closeAllConnections();
    await app.close();
    await remove();
  };
  return { dashboard, store, clock, origin: `http://127.0.0.1:${port}`, close };
}

/** A dashboard on the sample data. @returns also a key to read it */
export async function servedSamples(): Promise<ServedDashboard & { readonly key: string }> {
  const served = await servedDashboard();
  const deps = { db: served.store.main, now: served.clock.now, random };
  const key = await fillWithSamples(deps, { timeOfDay: EVALUATION_TIME, comparisonDays: 30 });
  return { ...served, key };
}
