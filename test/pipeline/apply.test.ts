import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_MATCH } from '../../src/domain/brand/tracked-brand.ts';
import { SightlineError } from '../../src/domain/errors.ts';
import { dueNotice } from '../../src/pipeline/declare/apply/apply.ts';
import { removeBrand, undoBrandDeletion } from '../../src/pipeline/declare/brands.ts';
import { brandDocument } from '../../src/pipeline/declare/document/document.ts';
import { listSiteChoices } from '../../src/storage/directory/brand/sites.ts';
import { listTracked } from '../../src/storage/directory/brands.ts';
import type { Store } from '../../src/storage/driver/database.ts';
import { pluck } from '../support/pluck.ts';
import { onReusedStore } from '../support/stores.ts';
import { contentsOf, contentsUnaudited } from '../support/tables.ts';
import {
  ACME_BRAND,
  acmeFile,
  acmeWith,
  Clock,
  DAY_MS,
  line,
  NOW,
  pipelineOn,
  setUp,
} from '../support/world.ts';

/** Every change, as "action kind name". */
async function changesOf(store: Store, file: object | string): Promise<string[]> {
  const { changes } = await pipelineOn(store).apply(file);
  return changes.map(({ action, kind, name }) => `${action} ${kind} ${name}`);
}

async function refusalOf(store: Store, file: object | string): Promise<SightlineError> {
  const { apply } = pipelineOn(store);
  return await apply(file).then(
    () => assert.fail('it was applied'),
    (error: unknown) => {
      assert.ok(error instanceof SightlineError, String(error));
      return error;
    },
  );
}

async function publicIds(store: Store): Promise<(string | undefined)[]> {
  const rows = await store.main.selectFrom('brands').select('public_id').orderBy('id').execute();
  return rows.map((row) => row.public_id);
}

async function trackedOf(store: Store) {
  const rows = await store.main.selectFrom('tracked_brands').selectAll().orderBy('id').execute();
  return rows.map(({ name, role, aliases, domains, retired_at }) => ({
    name,
    role,
    aliases: JSON.parse(aliases) as string[],
    hosts: JSON.parse(domains) as string[],
    retired: retired_at,
  }));
}

onReusedStore('apply', (fresh) => {
  test('an empty store gets everything the file declares', async () => {
    const store = await fresh();
    assert.deepEqual(await changesOf(store, acmeFile()), [
      'created organization Acme Inc',
      'changed plan Acme Inc: growth',
      'created brand acme',
      'created tracked brand acme: Acme',
      'created tracked brand acme: Bolt',
      'created tracked brand acme: Cargo',
      'changed engines acme: chatgpt, claude',
      'created prompt acme: best anvils',
    ]);
  });

  test('the same file a second time changes nothing', async () => {
    const file = acmeWith(
      { aliases: ['Acme Co'], domains: ['acme.net'] },
      {
        alerts: { min_delta_points: 15, kinds: ['visibility_drop'] },
        collect: { calls_per_day: 500, usd_per_day: 20 },
      },
    );
    const { store } = await setUp(fresh, file);
    const before = await contentsOf(store.main);
    assert.deepEqual(await changesOf(store, file), []);
    assert.deepEqual(await contentsOf(store.main), before);
  });

  for (const [what, brand, organization, change] of [
    ['the domain of a brand', { domain: 'acme.org' }, {}, 'changed brand acme'],
    ['the market', { market: { location_code: 2826 } }, {}, 'changed markets acme: gb (United Kingdom)'],
    [
      'a second market',
      { market: undefined, markets: [ACME_BRAND.market, { location_code: 'DE', language_code: 'de' }] },
      {},
      'changed markets acme: us-en (United States, en); de-de (Germany, de)',
    ],
    ['configured', { configured: false }, {}, 'changed brand acme'],
    ['an alias', { aliases: ['Acme Co'] }, {}, 'changed tracked brand acme: Acme'],
    [
      'an option of an alias',
      { aliases: [{ name: 'AC', case_sensitive: true }] },
      {},
      'changed tracked brand acme: Acme',
    ],
    ['a match option', { match: { includes_products: false } }, {}, 'changed tracked brand acme: Acme'],
    ['the engines', { engines: ['claude'] }, {}, 'changed engines acme: claude'],
    ['no engine', { engines: [] }, {}, 'changed engines acme: none'],
    ['a new prompt', { prompts: [{ text: 'best anvils' }, { text: 'b' }] }, {}, 'created prompt acme: b'],
    ['a tag', { prompts: [{ text: 'best anvils', tags: ['c'] }] }, {}, 'changed prompt acme: best anvils'],
    ['the plan', {}, { plan: { name: 'agency', status: 'active' } }, 'changed plan Acme Inc: agency'],
    ['the status', {}, { plan: { name: 'growth', status: 'canceled' } }, 'changed plan Acme Inc: growth'],
    ['the alert thresholds', {}, { alerts: { enabled: false } }, 'changed alerts Acme Inc'],
  ] as const) {
    test(`reports a changed ${what} as one change`, async () => {
      const { store } = await setUp(fresh);
      const changes = await changesOf(store, acmeWith(brand, organization));
      // A new domain is also a new host to match in citations.
      const found = changes.filter((each) => !('domain' in brand) || !each.includes('tracked'));
      assert.deepEqual(found, [change]);
    });
  }

  const { engines, competitors } = ACME_BRAND;
  for (const [what, first, second] of [
    [
      'a list in another order',
      acmeFile(),
      acmeWith({ engines: engines.toReversed(), competitors: competitors.toReversed() }),
    ],
    [
      'bare prompts and countries by name',
      acmeFile(),
      acmeWith({ prompts: ['best anvils'], market: { location_code: 'US', language_code: 'en' } }),
    ],
    ['a null plan that never was', acmeFile([], { plan: null }), acmeFile([], { plan: null })],
  ] as const) {
    test(`${what} changes nothing`, async () => {
      const { store } = await setUp(fresh, first);
      assert.deepEqual(await changesOf(store, second), []);
    });
  }

  test('keeps fields that the file omits', async () => {
    const { store } = await setUp(fresh, acmeWith({ aliases: ['Acme Co'] }, { alerts: { enabled: false } }));
    const before = await contentsOf(store.main);
    await pipelineOn(store).apply({ organizations: [{ name: 'Acme Inc', brands: [{ name: 'Acme' }] }] });
    assert.deepEqual(await contentsOf(store.main), before);
  });

  test('retires a competitor missing from the file, and keeps its readings', async () => {
    const { store } = await setUp(fresh, acmeFile(), [line({ answer: 'Bolt' })]);
    const { mentions } = await contentsOf(store.main);
    assert.deepEqual(await changesOf(store, acmeWith({ competitors: [ACME_BRAND.competitors[1]] })), [
      'retired tracked brand acme: Bolt',
    ]);
    assert.equal((await trackedOf(store))[1]?.retired, NOW);
    assert.deepEqual((await contentsOf(store.main)).mentions, mentions);
  });

  test('retiring a competitor reports how many answers name it', async () => {
    const { apply, importLines } = await setUp(fresh);
    const bolt = { mentions: [{ brand: 'Bolt', mentioned: true }] };
    await importLines([line(bolt), line(bolt), line()]);
    const { notices } = await apply(acmeWith({ competitors: [] }));
    assert.deepEqual(notices, [
      'acme: reports omit Bolt from now on; 2 stored answers name it, and listing it again brings them back',
      'acme: reports omit Cargo from now on; 0 stored answers name it, and listing it again brings them back',
    ]);
  });

  test('an organization without a plan gets a hint, and one with a null plan does not', async () => {
    const store = await fresh();
    const { notices } = await pipelineOn(store).apply({ organizations: [{ name: 'Acme Inc' }] });
    assert.deepEqual(notices, [
      'Acme Inc has no plan, so its API keys get 402, and Sightline asks no engine; ' +
        'write `plan: { name: growth }` below its name',
    ]);
    assert.deepEqual((await pipelineOn(store).apply(acmeFile([], { plan: null }))).notices, []);
    assert.deepEqual((await pipelineOn(store).apply(acmeFile([]))).notices, []);
    const later = await pipelineOn(store).apply({ organizations: [{ name: 'Acme Inc' }] });
    assert.deepEqual(later.notices, [], 'the store keeps its data');
  });

  test('a returning competitor is the same one, with its history', async () => {
    const { store, apply } = await setUp(fresh);
    const before = await contentsUnaudited(store.main);
    await apply(acmeWith({ competitors: [] }));
    assert.deepEqual(await changesOf(store, acmeFile()), [
      'changed tracked brand acme: Bolt',
      'changed tracked brand acme: Cargo',
    ]);
    assert.deepEqual(await contentsUnaudited(store.main), before);
  });

  const tagsIn = async (store: Store) =>
    (await brandDocument(store.main, 'acme')).prompts.map((prompt) =>
      typeof prompt === 'string' ? [] : prompt.tags,
    );

  test('a category alone is one tag, and beside tags it is the first', async () => {
    const prompts = [
      { text: 'a', category: 'c' },
      { text: 'b', category: ' C', tags: ['c', 'd'] },
      { text: 'e', category: null },
    ];
    const { store } = await setUp(fresh, acmeWith({ prompts }));
    assert.deepEqual(await tagsIn(store), [['c'], ['c', 'd'], []]);
  });

  test("a tag has one spelling in a brand, the file's first one", async () => {
    const left = { text: 'left out', tags: ['PRICING'] };
    const prompts = [
      { text: 'a', tags: ['Pricing', ' for  teams '] },
      { text: 'b', tags: ['For teams', 'pricing', 'Pricing'] },
    ];
    const { store } = await setUp(fresh, acmeWith({ prompts: [left] }));
    assert.deepEqual(await changesOf(store, acmeWith({ prompts })), [
      'created prompt acme: a',
      'created prompt acme: b',
      'retired prompt acme: left out',
    ]);
    assert.deepEqual(await tagsIn(store), [['Pricing'], ['Pricing', 'for teams'], ['for teams', 'Pricing']]);
    assert.deepEqual(await changesOf(store, acmeWith({ prompts })), []);
    const [first, second] = prompts;
    const lower = [{ ...first, tags: ['pricing', 'for teams'] }, second];
    assert.deepEqual(await changesOf(store, acmeWith({ prompts: lower })), [
      'changed prompt acme: a',
      'changed prompt acme: b',
      'changed prompt acme: left out',
    ]);
  });

  test('a prompt missing from the file becomes inactive and keeps its id', async () => {
    const { store } = await setUp(fresh);
    assert.deepEqual(await changesOf(store, acmeWith({ prompts: [{ text: 'other' }] })), [
      'created prompt acme: other',
      'retired prompt acme: best anvils',
    ]);
    const rows = await store.main.selectFrom('prompts').select(['text', 'active']).orderBy('id').execute();
    assert.deepEqual(pluck(rows, 'text', 'active'), [
      ['best anvils', 0],
      ['other', 1],
    ]);
  });

  test('an inactive prompt that the file names again runs again', async () => {
    const { store, apply } = await setUp(fresh);
    const before = await contentsUnaudited(store.main);
    await apply(acmeWith({ prompts: [] }));
    await apply(acmeFile());
    assert.deepEqual(await contentsUnaudited(store.main), before);
  });

  test('stores kinds of sites by host, keeps them if the file omits them, and takes them as a whole list', async () => {
    const store = await fresh();
    const { apply } = pipelineOn(store);
    const applied = async (brand: object) => (await apply(acmeWith(brand))).changes;
    const sites = [
      { host: 'https://www.B.example/x', kind: 'community' },
      { host: 'a.example', kind: 'marketplace' },
    ];
    await applied({});
    const change = { action: 'changed', kind: 'sites' };
    const kinds = 'acme: a.example is a marketplace, b.example is a community';
    assert.deepEqual(await applied({ sites }), [{ ...change, name: kinds }]);
    assert.deepEqual(await applied({ sites: sites.toReversed() }), []);
    assert.deepEqual(await applied({}), []);
    assert.deepEqual(await listSiteChoices(store.main, 1), [
      { host: 'a.example', kind: 'marketplace' },
      { host: 'b.example', kind: 'community' },
    ]);
    assert.deepEqual(await applied({ sites: [] }), [{ ...change, name: 'acme: none' }]);
    assert.deepEqual(await listSiteChoices(store.main, 1), []);
  });

  test("stores a brand's themes by name, and keeps them if the file omits them", async () => {
    const store = await fresh();
    const { apply, importLines } = pipelineOn(store);
    const applied = async (brand: object) => await apply(acmeWith(brand));
    const themes = [
      { name: 'price', words: ['toll'] },
      { name: 'Client portals', words: ['client portal*', 'guest access'] },
    ];
    await applied({});
    await importLines([line({ answer: 'Acme has a client portal.' })]);
    const name = 'acme: Client portals: client portal*, guest access; price: toll';
    const { changes, due } = await applied({ themes });
    assert.deepEqual(changes, [{ action: 'changed', kind: 'themes', name }]);
    assert.deepEqual(due, []);
    assert.deepEqual((await applied({ themes: themes.toReversed() })).changes, []);
    assert.deepEqual((await applied({})).changes, []);
    assert.deepEqual((await applied({ themes: [] })).changes, [
      { action: 'changed', kind: 'themes', name: 'acme: none' },
    ]);
  });

  test('a null plan takes the subscription away', async () => {
    const { store } = await setUp(fresh);
    assert.deepEqual(await changesOf(store, acmeFile([], { plan: null })), ['changed plan Acme Inc: none']);
    assert.equal((await contentsOf(store.main)).organizations[0]?.plan, null);
  });

  test('a file without a plan does not change the subscription', async () => {
    const { store } = await setUp(fresh);
    assert.deepEqual(await changesOf(store, { organizations: [{ name: 'Acme Inc' }] }), []);
    assert.equal((await contentsOf(store.main)).organizations[0]?.plan, 'growth');
  });

  test('a new competitor makes earlier answers due for a rescan', async () => {
    const { apply } = await setUp(fresh, acmeFile(), [line(), line()]);
    const more = { ...ACME_BRAND, competitors: [...ACME_BRAND.competitors, { name: 'Vexora' }] };
    const { due, notices } = await apply(acmeFile([more]));
    assert.deepEqual([due, notices], [[{ brand: 'acme', answers: 2 }], []]);
    assert.deepEqual((await apply(acmeFile())).due, [], 'and no longer, once withdrawn');
  });

  test('answers stay due until a rescan, through any applies in between', async () => {
    const { apply, importLines, rescan } = await setUp(fresh, acmeFile(), [line(), line()]);
    const more = acmeWith({ aliases: ['Anvil Co'] });
    await apply(more);
    await importLines([line()]);
    assert.deepEqual((await apply(more)).due, [{ brand: 'acme', answers: 2 }]);
    await rescan();
    assert.deepEqual((await apply(more)).due, []);
  });

  test('a change that no reading depends on makes nothing due', async () => {
    const { apply } = await setUp(fresh, acmeFile(), [line()]);
    const { due } = await apply(acmeWith({ engines: [], prompts: [], market: {}, configured: false }));
    assert.deepEqual(due, []);
  });

  test('names the command that rescans due answers', () =>
    assert.equal(
      dueNotice({ brand: 'acme', answers: 2 }),
      'acme: 2 stored answers still have the earlier names, domains, or competitors; ' +
        '`sightline rescan --brand acme` reads them again',
    ));

  test('applies YAML like JSON', async () => {
    const yaml = `
      organizations:
        - name: Acme Inc
          plan: { name: growth, status: active, trial_ends_at: 2026-12-01T00:00:00Z }
          brands:
            - { id: acme, name: Acme, domain: acme.example }
    `;
    const { store } = await setUp(fresh, yaml);
    const [subscription] = (await contentsOf(store.main)).organizations;
    assert.equal(subscription?.trial_ends_at, Date.UTC(2026, 11, 1));
  });
});

const MATCHED = {
  ...ACME_BRAND,
  match: { case_sensitive: true, not_followed_by: ['Enix'] },
  aliases: ['Anvil Co', { name: 'AC', not_preceded_by: ['the'], includes_products: false }],
};

onReusedStore('apply, match options', (fresh) => {
  async function namesOfAcme(store: Store) {
    const brand = await store.main.selectFrom('brands').select('id').executeTakeFirstOrThrow();
    const tracked = await listTracked(store.main, brand.id);
    return tracked.find(({ name }) => name === 'Acme')?.names;
  }

  test('are stored, and each name has its own', async () => {
    const { store } = await setUp(fresh, acmeFile([MATCHED]));
    const ofSite = { ...DEFAULT_MATCH, caseSensitive: true, notFollowedBy: ['Enix'] };
    assert.deepEqual(await namesOfAcme(store), [
      { ...ofSite, text: 'Acme' },
      { ...ofSite, text: 'Anvil Co' },
      { ...ofSite, text: 'AC', notPrecededBy: ['the'], includesProducts: false },
    ]);
  });

  test('applying the same again changes nothing', async () => {
    const { store } = await setUp(fresh, acmeFile([MATCHED]));
    const before = await contentsOf(store.main);
    assert.deepEqual(await changesOf(store, acmeFile([MATCHED])), []);
    assert.deepEqual(await contentsOf(store.main), before);
  });

  test('stay if the file does not mention them, even next to other aliases', async () => {
    const { match, aliases: _, ...silent } = MATCHED;
    const { store } = await setUp(fresh, acmeFile([MATCHED]));
    assert.deepEqual(await changesOf(store, acmeFile([silent])), []);
    await pipelineOn(store).apply(acmeFile([{ ...silent, aliases: ['Apex'] }]));
    const [name, alias] = (await namesOfAcme(store)) ?? [];
    assert.deepEqual(
      [name?.notFollowedBy, alias?.notFollowedBy],
      [match.not_followed_by, match.not_followed_by],
    );
  });

  test('are given whole: an empty match restores the defaults', async () => {
    const { store } = await setUp(fresh, acmeFile([MATCHED]));
    await pipelineOn(store).apply(acmeWith({ match: {}, aliases: [] }));
    assert.deepEqual(await namesOfAcme(store), [{ ...DEFAULT_MATCH, text: 'Acme' }]);
  });
});

onReusedStore('apply gives ids', (fresh) => {
  test('a brand without an id gets one made from its name', async () => {
    const { store } = await setUp(fresh, acmeFile([{ name: 'Acme & Söhne' }]));
    assert.deepEqual(await publicIds(store), ['acme-sohne']);
  });

  test('the id is the same at the next apply', async () => {
    const file = acmeFile([{ name: '日本' }, { name: 'HP' }]);
    const { store, apply } = await setUp(fresh, file);
    const ids = await publicIds(store);
    for (const id of ids) assert.match(id ?? '', /^brand-[0-9a-z]{8}$/);
    await apply(file);
    assert.deepEqual(await publicIds(store), ids);
  });

  test('two brands whose names make one id get two', async () => {
    const file = acmeFile([{ name: 'Acme' }, { name: 'Acme!' }]);
    const { store, apply } = await setUp(fresh, file);
    const [first, second = ''] = await publicIds(store);
    assert.equal(first, 'acme');
    assert.match(second, /^acme-[0-9a-z]{8}$/);
    assert.deepEqual((await apply(file)).changes, []);
  });

  test('an organization without an id gets an opaque one and keeps it', async () => {
    const { store, apply } = await setUp(fresh, acmeFile([]));
    const { organizations } = await contentsOf(store.main);
    assert.match(String(organizations[0]?.public_id), /^org_[0-9A-Za-z]{12}$/);
    await apply(acmeFile([]));
    assert.deepEqual((await contentsOf(store.main)).organizations, organizations);
  });

  test('renames a brand known by its id, and its searched name with it', async () => {
    const { store } = await setUp(fresh);
    assert.deepEqual(await changesOf(store, acmeWith({ name: 'Apex' })), [
      'changed brand acme',
      'changed tracked brand acme: Apex',
    ]);
    assert.deepEqual(
      pluck(
        (await trackedOf(store)).filter((each) => each.role === 'self'),
        'name',
      ),
      ['Apex'],
    );
  });

  test('a brand with another name and no id is another brand', async () => {
    const { store, apply } = await setUp(fresh);
    await apply(acmeFile([{ name: 'Apex' }]));
    assert.deepEqual(await publicIds(store), ['acme', 'apex']);
  });

  test('renames an organization known by its id', async () => {
    const { store } = await setUp(fresh, acmeFile([], { id: 'acme-inc' }));
    const renamed = acmeFile([], { id: 'acme-inc', name: 'Apex Inc' });
    assert.deepEqual(await changesOf(store, renamed), ['changed organization Apex Inc']);
    assert.equal((await contentsOf(store.main)).organizations.length, 1);
  });

  test('a brand after a deleted one with its name is a new brand with a new id', async () => {
    const { store, apply } = await setUp(fresh, acmeFile([{ name: 'Acme' }]));
    await removeBrand(store.main, 'acme', NOW);
    await apply(acmeFile([{ name: 'Acme' }]));
    const [, second = ''] = await publicIds(store);
    assert.match(second, /^acme-[0-9a-z]{8}$/);
  });
});

const OTHER = { name: 'Other Inc', plan: { name: 'solo' }, brands: [{ id: 'other', name: 'Other' }] };

/**
 * Files that must not change the store. Each begins with a change that a partial apply would show. What makes a file
 * invalid by itself is in src/pipeline/declare/apply/apply-file.test.ts.
 */
const REFUSED: readonly (readonly [string, object | string, string, RegExp])[] = [
  ['a schema error', { organizations: [OTHER, { name: 5 }] }, 'invalid_file', /organizations\[1\]\.name/],
  [
    "another organization's brand id",
    { organizations: [OTHER, { name: 'X', brands: [{ id: 'acme', name: 'Y' }] }] },
    'conflict',
    /another organization has the brand id acme\.$/,
  ],
  [
    "a deleted brand's id",
    { organizations: [OTHER, { name: 'Acme Inc', brands: [{ id: 'gone', name: 'Gone' }] }] },
    'conflict',
    /the brand gone was deleted/,
  ],
  [
    'a second id for a brand',
    { organizations: [OTHER, { name: 'Acme Inc', brands: [{ id: 'acme-2', name: 'Acme' }] }] },
    'conflict',
    /the brand Acme already has the id acme\.$/,
  ],
  [
    'a second id for an organization',
    { organizations: [OTHER, { id: 'acme-2', name: 'Acme Inc' }] },
    'conflict',
    /the organization Acme Inc already has the id /,
  ],
  [
    'a brand renamed like its competitor',
    { organizations: [OTHER, { name: 'Acme Inc', brands: [{ id: 'acme', name: 'Bolt', competitors: [] }] }] },
    'conflict',
    /acme cannot be named Bolt/,
  ],
  [
    'a competitor that takes the old name of the brand',
    {
      organizations: [
        OTHER,
        { name: 'Acme Inc', brands: [{ id: 'acme', name: 'Apex', competitors: [{ name: 'Acme' }] }] },
      ],
    },
    'conflict',
    /acme cannot give its old name Acme to a competitor/,
  ],
];

onReusedStore('a deleted brand', (fresh) => {
  async function deletedStore() {
    const { store } = await setUp(fresh, acmeFile(), [line({ answer: 'Acme and Bolt' })]);
    const before = await contentsUnaudited(store.main);
    await removeBrand(store.main, 'acme', NOW);
    return { store, before };
  }

  test('is restored with everything, up to the last moment of 30 days', async () => {
    const { store, before } = await deletedStore();
    await undoBrandDeletion(store.main, 'acme', NOW + 30 * DAY_MS);
    assert.deepEqual(await contentsUnaudited(store.main), before);
  });

  test('keeps its rows after 30 days, and is not restored', async () => {
    const { store, before } = await deletedStore();
    await assert.rejects(undoBrandDeletion(store.main, 'acme', NOW + 30 * DAY_MS + 1), {
      code: 'conflict',
      message: 'The brand acme was restorable only until 2026-12-20T13:37:21.123Z.',
    });
    assert.deepEqual((await contentsOf(store.main)).answers, before.answers);
  });

  test('is not restored next to another brand with its name', async () => {
    const { store } = await deletedStore();
    await pipelineOn(store).apply(acmeFile([{ id: 'acme-two', name: 'Acme' }]));
    await assert.rejects(
      undoBrandDeletion(store.main, 'acme', NOW),
      /^SightlineError: The brand acme-two is now named Acme/,
    );
  });

  test('is not restored if it is not deleted, or never existed', async () => {
    const { store } = await deletedStore();
    await undoBrandDeletion(store.main, 'acme', NOW);
    for (const id of ['acme', 'nobody']) {
      await assert.rejects(undoBrandDeletion(store.main, id, NOW), { code: 'not_found' });
    }
  });
});

onReusedStore('a file applies whole or not at all', (fresh) => {
  for (const [what, file, code, message] of REFUSED) {
    test(what, async () => {
      const { store } = await setUp(fresh, acmeFile([ACME_BRAND, { id: 'gone', name: 'Gone' }]));
      await removeBrand(store.main, 'gone', NOW);
      const before = await contentsOf(store.main);
      const error = await refusalOf(store, file);
      assert.equal(error.code, code);
      assert.match(error.message, /^Nothing was applied: /);
      assert.match(error.message, message);
      assert.deepEqual(await contentsOf(store.main), before);
    });
  }

  test('a taken brand id does not reveal its owner', async () => {
    const { store } = await setUp(fresh);
    const error = await refusalOf(store, {
      organizations: [{ name: 'X', brands: [{ id: 'acme', name: 'Y', domain: 'y.example' }] }],
    });
    assert.doesNotMatch(error.message, /Acme|acme\.example|\borg_/);
  });

  test('a random source that fails at the end leaves nothing half done', async () => {
    const { store } = await setUp(fresh);
    const before = await contentsOf(store.main);
    const { applyFile } = await import('../../src/pipeline/declare/apply/apply.ts');
    const random = () => {
      throw new Error('no more randomness');
    };
    const file = JSON.stringify({
      organizations: [
        { name: 'Acme Inc', plan: { name: 'solo' }, brands: [{ ...ACME_BRAND, engines: ['grok'] }] },
        { name: 'Without an id' },
      ],
    });
    await assert.rejects(
      applyFile({ db: store.main, now: new Clock().now, random }, file),
      /no more randomness/,
    );
    assert.deepEqual(await contentsOf(store.main), before);
  });
});
