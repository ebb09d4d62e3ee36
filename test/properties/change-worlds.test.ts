import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { USUAL_DAYS } from '../../src/domain/time/period.ts';
import {
  type Asked,
  clientReport,
  type House,
  messagesOf,
  type Page,
  pageOf,
  reportSaid,
} from '../support/change-doors.ts';
import { type ChangeRow, type Facts, faultsIn, percentOf, type Said } from '../support/change-sentences.ts';
import { dayBack, liveThrough, WORLDS, type World } from '../support/change-worlds.ts';
import { effort } from '../support/effort.ts';
import { type OwnDashboard, ownDashboard, sampleDashboard } from '../support/sample-dashboard.ts';

const last = (days: number) => ({ from: dayBack(days), until: dayBack(1) });
const USUAL = last(USUAL_DAYS);
const WINDOWS = effort(
  [USUAL],
  [
    USUAL,
    last(7),
    last(90),
    { from: '2026-10-01', until: '2026-10-31' },
    { from: dayBack(31), until: dayBack(15) },
  ],
);
const PAGES = ['/alerts', '/comparisons', '/trend', '/todo', ...effort([], ['/questions', '/claim'])];
const REPORTS = effort(
  ['changes', 'presence'],
  [
    'changes',
    'alerts',
    'presence',
    'visibility',
    'trend',
    'comparisons',
    'todo',
    'claim',
    'competitors',
    'questions',
  ],
);

/** A likely start may miss the true one by a day or two. */
const TOLERANCE = 2;

interface Lived {
  readonly world: World;
  readonly market: string | undefined;
  readonly facts: Facts;
}

describe('what is said of a change', () => {
  let own: OwnDashboard;
  let house: House;
  const lived: Lived[] = [];

  before(async () => {
    own = await ownDashboard();
    const key = await liveThrough(own.store, own.clock, effort(1, 7));
    house = { ...own, key, visitor: await own.dashboard.signedIn('editor') };
    for (const world of WORLDS)
      for (const market of world.markets ?? [undefined])
        lived.push({
          world,
          market,
          facts: {
            ...(await factsOf(house, world.brand, market)),
            isShort: world.isShort,
            silent: world.silent,
          },
        });
  });
  after(() => own.close());

  test('/changes has each true change, and no other', () => {
    for (const { world, market, facts } of lived) {
      const truth = world.changes.filter((each) => each.market === market);
      const told = ({
        engine,
        measure,
        direction,
        state,
      }: Pick<ChangeRow, 'engine' | 'measure' | 'direction' | 'state'>) => ({
        engine,
        measure,
        direction,
        state,
      });
      assert.deepEqual(facts.changes.map(told), truth.map(told), world.brand);
      for (const [place, { began }] of truth.entries()) {
        const { likely_start: start } = facts.changes[place] as ChangeRow;
        assert.ok(
          start !== null &&
            start.from <= dayBack(began - TOLERANCE) &&
            start.until >= dayBack(began + TOLERANCE),
          world.brand,
        );
      }
    }
  });

  test('is true, and the same at every door', async () => {
    const faults: string[] = [];
    for (const each of lived)
      for (const window of WINDOWS) faults.push(...(await faultsOf(house, each, window)));
    assert.deepEqual(faults, []);
  });

  test('is the same at every door of the samples', async () => {
    const samples = await sampleDashboard();
    const house = { ...samples, visitor: await samples.dashboard.signedIn('admin', null) };
    const { body } = await samples.dashboard.api.get('/brands', samples.key);
    const faults: string[] = [];
    for (const { id, configured } of body.data) {
      if (!configured) continue;
      const facts = await factsOf(house, id);
      for (const window of WINDOWS) faults.push(...(await faultsOf(house, { facts }, window)));
    }
    await samples.close();
    assert.deepEqual(faults, []);
  });
});

async function factsOf({ dashboard, key }: House, id: string, market?: string): Promise<Facts> {
  const query = new URLSearchParams({ brand: id, ...(market && { market }) });
  const [changes, alerts] = [
    await dashboard.api.get(`/changes?${query}`, key),
    await dashboard.api.get(`/alerts?${query}`, key),
  ];
  const { name } = changes.body.meta.brand;
  return { id, brand: name, isNow: true, changes: changes.body.data, alerts: alerts.body.data };
}

interface Subject {
  readonly market?: string | undefined;
  readonly facts: Facts;
}

async function faultsOf(
  house: House,
  { market, facts }: Subject,
  window: Pick<Asked, 'from' | 'until'>,
): Promise<string[]> {
  const { id: brand, alerts } = facts;
  const asked = { brand, market, ...window };
  const [overview, competitors] = [
    await pageOf(house, asked, ''),
    await pageOf(house, asked, '/competitors'),
  ];
  const client = await clientReport(house, asked);
  const said: Said[] = [overview, competitors, ...client];
  for (const path of [...PAGES, ...alerts.map(({ id }) => `/alerts/${id}`)])
    said.push(await pageOf(house, asked, path));
  for (const alert of alerts)
    said.push(...(await messagesOf(house, { id: brand, name: facts.brand }, alert)));
  for (const name of REPORTS) said.push(...(await reportSaid(house, asked, name)));
  const now = { ...facts, isNow: window.until >= dayBack(1) };
  return [
    ...said.flatMap((each) => faultsIn(each, now)),
    ...headlineFaults([overview, competitors, client[0]], now),
    ...shareFaults(overview, competitors, client),
  ].map((fault) => `${brand} ${market ?? ''} ${window.from} to ${window.until}: ${fault}`);
}

/** No headline names a share that mixes both levels of a change that holds. */
function headlineFaults(pages: readonly Page[], { changes, isNow }: Facts): string[] {
  const holding = changes.filter(({ state }) => state === 'holds');
  if (!isNow || holding.length === 0) return [];
  const levels = holding.flatMap(({ before, since }) => [before, since].map(percentOf));
  return pages.flatMap(({ door, html }) => {
    const [, headline = ''] = /<h1[^>]*>([\s\S]*?)<\/h1>/.exec(html) ?? [];
    const wrong = (headline.match(/\d+(?:\.\d+)?%/g) ?? []).filter((share) => !levels.includes(share));
    return wrong.map((share) => `${door}: ${share} in its headline`);
  });
}

/** Each engine's share is the same on the overview, beside competitors, in a client report, and in its mail. */
function shareFaults(overview: Page, competitors: Page, [report, mail]: readonly [Page, Said]): string[] {
  return ['ChatGPT', 'Claude'].flatMap((name) => {
    const inRow = ({ lines }: Said, start: string) =>
      lines.find((line) => line.startsWith(start) && /^-|\|/.test(line))?.match(/(\d+)%/)?.[1];
    const slug = name.toLowerCase();
    const ranking = new RegExp(`id="ranking-${slug}"[\\s\\S]*?</section>`).exec(competitors.html)?.[0] ?? '';
    const shares = {
      overview: inRow(overview, `${name} `),
      competitors: /<li class="you[\s\S]*?figure-link[^>]*>(\d+)%/.exec(ranking)?.[1],
      report: inRow(report, `${name} (API)`),
      mail: inRow(mail, `- ${name} (API)`),
    };
    return new Set(Object.values(shares)).size === 1 ? [] : [`${name} has ${JSON.stringify(shares)}`];
  });
}
