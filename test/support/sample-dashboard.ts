import type { AddressInfo } from 'node:net';
import { PAGES } from '../../src/dashboard/pages/index.ts';
import { NO_SENDERS } from '../../src/main/process/senders.ts';
import type { Senders } from '../../src/pipeline/deliver/senders.ts';
import { dashboardOn, type TestDashboard } from './dashboard.ts';
import { sampleStore } from './sample-store.ts';
import { makeStore, type TestStore } from './stores.ts';
import { Clock } from './world.ts';

/** A dashboard on its own store. */
export interface OwnDashboard {
  readonly dashboard: TestDashboard;
  readonly store: TestStore;
  readonly clock: Clock;
  close(): Promise<void>;
}

/** A dashboard on the sample data, and a key to read it. */
export interface SampleDashboard extends OwnDashboard {
  readonly key: string;
}

/** Signs links, and sends nothing. */
export const SAMPLE_SENDERS: Senders = {
  ...NO_SENDERS,
  secretKey: async () => 'k'.repeat(32),
  publicUrl: 'https://sightline.example',
};

/** A dashboard on an empty store. The clock stands still. */
export async function ownDashboard(
  at?: number,
  optionsFor: (store: TestStore) => Options = () => ({}),
): Promise<OwnDashboard> {
  const made = await makeStore('sqlite');
  return dashboardOf(made, optionsFor(made.store), at);
}

type Options = Parameters<typeof dashboardOn>[1];

function dashboardOf(
  { store, remove }: Awaited<ReturnType<typeof makeStore>>,
  options: Options,
  at?: number,
): OwnDashboard {
  const clock = new Clock();
  clock.at = at ?? clock.at;
  const dashboard = dashboardOn(store, { clock, senders: SAMPLE_SENDERS, routes: PAGES, ...options });
  const close = async () => {
    dashboard.api.app.server.closeAllConnections();
    await dashboard.api.app.close();
    await remove();
  };
  return { dashboard, store, clock, close };
}

export async function sampleDashboard(options: Options = {}): Promise<SampleDashboard> {
  const samples = await sampleStore();
  return { ...dashboardOf(samples, options), key: samples.key };
}

/** Lets real browsers reach a dashboard. @returns its address, `http://127.0.0.1:port` */
export async function serve({ dashboard }: OwnDashboard): Promise<string> {
  const { app } = dashboard.api;
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}
