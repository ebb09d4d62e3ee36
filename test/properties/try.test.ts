import { test } from 'node:test';
import { liveThrough, WORLDS } from '../support/change-worlds.ts';
import { clientReport, pages, reportsSaid } from '../support/change-doors.ts';
import { faultsIn } from '../support/change-sentences.ts';
import { ownDashboard } from '../support/sample-dashboard.ts';
test('x', async () => {
  const own = await ownDashboard(); const { dashboard, store, clock, close } = own;
  let t = process.cpuUsage();
  const lap = (what: string) => { const u = process.cpuUsage(t); console.log(what, (u.user + u.system) / 1e6); t = process.cpuUsage(); };
  const key = await liveThrough(store, clock, Number(process.env.SEED ?? 1));
  lap('live');
  const visitor = await dashboard.signedIn('editor');
  for (const world of WORLDS) for (const market of world.markets ?? [undefined]) {
    const { brand } = world;
    const of = `brand=${brand}${market ? `&market=${market}` : ''}`;
    const changes = (await dashboard.api.get(`/changes?${of}`, key)).body.data;
    const alerts = (await dashboard.api.get(`/alerts?${of}`, key)).body.data;
    console.log('#####', brand, market, changes.map((c: any) => c.sentence));
    const ids = changes.flatMap((c: any) => c.alerts);
    for (const window of (process.env.W ?? '28d').split(' ')) {
      const facts = { brand, changes, alerts, isNow: /^\d+d$/.test(window), silent: world.silent, isShort: world.isShort };
      const said = [...await pages(visitor, { brand, market }, window, ids)];
      if (process.env.REPORTS) said.push(...await reportsSaid({ ...own, key }, { brand, market }, { from: '2026-10-23', until: '2026-11-19' }));
      said.push(...await clientReport({ ...own, key }, visitor, { brand, market }, ['2026-10-23', '2026-11-19']));
      const seen = new Set<string>();
      for (const each of said) for (const f of faultsIn(each, facts)) { const k = f.replace(/^.*?: /, ''); if (!seen.has(k)) { seen.add(k); console.log(`  [${window}]`, f.slice(0, 330)); } }
    }
  }
  lap('doors');
  await close();
});
