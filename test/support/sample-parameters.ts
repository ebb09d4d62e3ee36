import assert from 'node:assert/strict';
import { PAGES } from '../../src/dashboard/pages/index.ts';
import { NEW_BLOCKS, SHARED_PAGES, USUAL_COLOR } from '../../src/domain/sharing/shared-report.ts';
import { formatDay } from '../../src/domain/time/instant.ts';
import { dayOf } from '../../src/domain/time/period.ts';
import { firstLink, linkFor } from '../../src/pipeline/accounts/links.ts';
import { inviteUser } from '../../src/pipeline/accounts/users.ts';
import { addEvent } from '../../src/pipeline/declare/events.ts';
import { createReport, linkReport } from '../../src/pipeline/declare/shared-reports.ts';
import { createEndpoint } from '../../src/pipeline/deliver/endpoints.ts';
import { stopLinkOf } from '../../src/pipeline/deliver/stop-link.ts';
import type { OwnedBrand } from '../../src/pipeline/owned-brand.ts';
import { startTask } from '../../src/pipeline/tasks/tasks-of-brand.ts';
import { reportComposer } from '../../src/reports/client/composer.ts';
import { organizationNamed } from '../../src/storage/directory/organizations.ts';
import { liveLink } from './live-link.ts';
import { type Parameters, SAMPLE_BRAND, SAMPLE_ORGANIZATION } from './page-addresses.ts';
import { type OwnDashboard, SAMPLE_SENDERS, type SampleDashboard } from './sample-dashboard.ts';
import { random } from './world.ts';

/** Values for route parameters: the brand's first of each kind, and valid links. */
export async function parametersOf(
  { dashboard, store, clock }: OwnDashboard,
  {
    key,
    organization,
    brand,
  }: { readonly key: string; readonly organization: string; readonly brand: string },
): Promise<Parameters> {
  const first = async (
    path: string,
  ): Promise<{
    readonly id: string;
    readonly site: string;
    readonly url: string;
    readonly tags: readonly string[];
  }> => {
    const { body } = await dashboard.api.get(`${path}?brand=${brand}`, key);
    const [record] = body.data;
    if (!record) throw new Error(`${brand} has nothing in ${path}`);
    return record;
  };
  const [page, question] = [await first('/pages'), await first('/questions')];
  const deps = { db: store.main, now: clock.now, random, actor: 'test' };
  const { id: organizationId } = await organizationNamed(store.main, organization);
  const email = `guest-of-${brand}@acme.example`;
  const invited = (login: string) => inviteUser(deps, { email: login, role: 'viewer', organizationId });
  const { user, link: invitation } = await invited(email);
  // A newer link replaces its user's older one, so each has its own user.
  const linkOf = async (kind: 'reset' | 'demo') =>
    linkFor(deps, kind, (await invited(`${kind}-${email}`)).user);
  const of = { organizationId, brand };
  const live = await liveLink(deps, of, { pages: SHARED_PAGES });
  // The delivery page has a row of each kind.
  const senders = { ...SAMPLE_SENDERS, mailer: async () => assert.fail() };
  for (const address of [`https://hooks.example/${brand}/${'long-path/'.repeat(12)}`, email]) {
    await createEndpoint({ ...deps, senders }, { organization, address });
  }
  const stopLink = (await stopLinkOf('end_abcdefghijkl', senders)) ?? assert.fail();
  const day = formatDay(dayOf(clock.now()) - 10);
  const noted = { day, kind: 'page', text: 'New pages', tag: question.tags[0] };
  const frozen = await frozenReportOf(store, clock, of);
  const frozenToken = await linkReport(deps, of, frozen, { pages: ['answers'], days: 30 });
  const starter = { brand, organizationId, user: { id: user.id, name: user.name } };
  return {
    brand,
    report: 'sources',
    answer: (await first('/answers')).id,
    alert: (await first('/alerts')).id,
    question: question.id,
    event: await addEvent(deps, brand, noted),
    site: page.site,
    url: page.url,
    task: (await startTask(deps, starter, 'rescan')).task,
    token: live.token,
    mail: 'rml_000000000000',
    ...ofReports(frozen, frozenToken),
    '/setup/:token token': (await firstLink(deps)).token,
    '/invite/:token token': invitation.token,
    '/reset/:token token': (await linkOf('reset')).token,
    '/unsubscribe/:token token': stopLink.url.slice(stopLink.url.lastIndexOf('/') + 1),
    '/demo/:token token': (await linkOf('demo')).token,
  };
}

/** A frozen report about the last whole days. @returns its public id */
async function frozenReportOf(store: OwnDashboard['store'], clock: OwnDashboard['clock'], of: OwnedBrand) {
  const deps = { db: store.main, now: clock.now, random, actor: 'test' };
  const yesterday = dayOf(clock.now()) - 1;
  const days = { firstDay: yesterday - 27, lastDay: yesterday };
  const answers = { ...days, compare: 'previous', only: {} } as const;
  const look = { title: 'For the client', preparedBy: 'Studio', color: USUAL_COLOR, blocks: NEW_BLOCKS };
  const frozen = await reportComposer(deps).freeze(of.brand, answers);
  return await createReport(deps, of, { look, answers, frozen });
}

/** Elsewhere, `report` is a download's. */
function ofReports(report: string, token: string): Parameters {
  const paths = PAGES.map(({ path }) => path.split('/:brand/')[1] ?? '').filter((path) =>
    path.startsWith('reports/:report'),
  );
  return Object.fromEntries(
    paths.flatMap((path) => [
      [`/brands/:brand/${path} report`, report],
      [`/share/:token/${path} report`, report],
      [`/share/:token/${path} token`, token],
    ]),
  );
}

/** Route parameters for the sample data's brand. */
export async function sampleParameters(samples: SampleDashboard): Promise<Parameters> {
  const { key } = samples;
  return await parametersOf(samples, { key, organization: SAMPLE_ORGANIZATION, brand: SAMPLE_BRAND });
}
