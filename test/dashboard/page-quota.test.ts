import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alertRoutes } from '../../src/dashboard/pages/alerts/index.ts';
import { overviewRoutes } from '../../src/dashboard/pages/overview/overview.ts';
import { sourceRoutes } from '../../src/dashboard/pages/sources/index.ts';
import { PAGES_PER_MINUTE } from '../../src/domain/access/quota.ts';
import { windowAt } from '../../src/domain/time/quota-window.ts';
import { addHits } from '../../src/storage/directory/access/limits.ts';
import { organizationNamed } from '../../src/storage/directory/organizations.ts';
import { dashboardOn, onPages } from '../support/dashboard.ts';
import { liveLink } from '../support/live-link.ts';
import { acmeFile, MINUTE_MS, NOW, pipelineOn, random } from '../support/world.ts';

const ROUTES = [...overviewRoutes, ...sourceRoutes, ...alertRoutes];

onPages('the quota of pages', ROUTES, (fresh) => {
  test('counts each user and each client link separately, and a page says when to try again', async () => {
    const store = await fresh();
    await pipelineOn(store).apply(acmeFile());
    const dashboard = dashboardOn(store);
    const [ann, bob] = [await dashboard.signedIn('editor'), await dashboard.signedIn('viewer')];
    const { id: organizationId } = await organizationNamed(store.main, 'Acme Inc');
    const deps = { db: store.main, now: () => NOW, random, actor: 'usr_ann' };
    const linkTo = async () =>
      await liveLink(deps, { organizationId, brand: 'acme' }, { pages: ['sources'] });
    const [link, other] = [await linkTo(), await linkTo()];
    const users = await store.main.selectFrom('users').select(['public_id', 'email']).execute();
    const [first] = users.toSorted((a, b) => a.email.localeCompare(b.email, 'en', { numeric: true }));
    const window = windowAt(NOW, MINUTE_MS);
    const subjects = [`user ${first?.public_id}`, `link ${link.id}`];
    for (const subject of subjects)
      await addHits(store.limits, { subject, window, hits: PAGES_PER_MINUTE - 1 });
    for (const [reader, path] of [
      [ann, '/brands/acme'],
      [dashboard.nobody, `/share/${link.token}/sources`],
    ] as const) {
      assert.equal((await reader.get(path)).status, 200, 'exactly at the limit');
      const { status, headers, text } = await reader.get(path);
      assert.equal(status, 429);
      assert.match(String(headers['retry-after']), /^[1-9]\d?$/);
      assert.match(
        text,
        new RegExp(`Too many requests.*300 pages.*Try again in ${headers['retry-after']} s`),
      );
    }
    const form = await ann.post('/brands/acme/alerts', { do: 'read' });
    assert.equal(form.status, 429, 'a form counts too');
    assert.equal((await bob.get('/brands/acme')).status, 200);
    assert.equal((await dashboard.nobody.get(`/share/${other.token}/sources`)).status, 200);
    dashboard.api.clock.at = window.end;
    assert.equal((await ann.get('/brands/acme')).status, 200);
  });
});
