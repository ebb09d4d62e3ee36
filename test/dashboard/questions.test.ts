import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alertSettingsRoutes } from '../../src/dashboard/pages/alert-settings.ts';
import { csvRoutes } from '../../src/dashboard/pages/csv.ts';
import { questionRoutes } from '../../src/dashboard/pages/questions/questions-page.ts';
import { questionOf } from '../../src/pipeline/declare/document/declared-question.ts';
import { brandDocument } from '../../src/pipeline/declare/document/document.ts';
import { dashboardOn, type FormFields, onPages, type Visitor } from '../support/dashboard.ts';
import { effort } from '../support/effort.ts';
import type { TestStore } from '../support/stores.ts';
import { contentsUnaudited } from '../support/tables.ts';
import { ACME_BRAND, acmeFile, line, pipelineOn } from '../support/world.ts';

const ROUTES = [...questionRoutes, ...csvRoutes, ...alertSettingsRoutes];

const PATH = '/brands/acme/questions';

onPages('the questions of a brand', ROUTES, (fresh) => {
  async function acme(): Promise<{ store: TestStore; editor: Visitor; viewer: Visitor }> {
    const store = await fresh();
    await pipelineOn(store).apply(acmeFile());
    const dashboard = dashboardOn(store);
    return { store, editor: await dashboard.signedIn('editor'), viewer: await dashboard.signedIn('viewer') };
  }

  async function declared({ main }: TestStore) {
    const { prompts } = await brandDocument(main, 'acme');
    return prompts.map(questionOf).map(({ text, tags, active }) => [text, ...tags, active]);
  }

  /** A question's id from the page. */
  async function idOf(editor: Visitor, text: string): Promise<string> {
    const { html } = await editor.get(PATH);
    return new RegExp(`value="(qst_\\w+)" aria-label="${text}"`).exec(html)?.[1] ?? '';
  }

  test("show each engine's rate, and never one for all", async () => {
    const { store, viewer } = await acme();
    const answers = ['Acme', 'Acme', 'Acme', 'Acme', 'Bolt'].map((answer) => line({ answer }));
    await pipelineOn(store).importLines([...answers, line({ engine: 'claude', answer: 'Acme' })]);
    const { html, text } = await viewer.get(PATH);
    assert.match(text, /ChatGPT \(API\) Claude \(API\) Named instead/);
    assert.match(text, /best anvils 80% 4\/5 , 38 to 96% 1 of 1 /);
    assert.doesNotMatch(html, /<form method="post"(?! action="\/(theme|sign-out))/);
  });

  test("pause from a question's page, after a review", async () => {
    const { store, editor, viewer } = await acme();
    const q = await idOf(editor, 'best anvils');
    const { html } = await editor.get(`${PATH}/${q}`);
    const [, op = ''] = new RegExp(`value="${q}"><button name="op" value="(\\w+)">Pause<`).exec(html) ?? [];
    const review = await editor.post(PATH, { op, q });
    assert.match(review.text, /Nothing changes until you save\./);
    await editor.post(PATH, { op, q, do: 'save' });
    assert.deepEqual(await declared(store), [['best anvils', false]]);
    assert.match((await editor.get(`${PATH}/${q}`)).html, /value="resume">Resume</);
    assert.doesNotMatch((await viewer.get(`${PATH}/${q}`)).html, /name="op"/);
  });

  test('paste with tags, review with the cost, and store', async () => {
    const { store, editor } = await acme();
    const lines = 'best forge\ttools\t\tfor smiths\r\n\r\nBest forge?\nbest anvils\nbest forge';
    const before = await contentsUnaudited(store.main);
    const review = await editor.post(PATH, { op: 'add', lines });
    assert.match(
      review.text,
      /Question best forge asked; tags tools, for smiths Question Best forge\? asked/,
    );
    assert.match(
      review.text,
      /Left out, because they are already there or repeated: best anvils; best forge\./,
    );
    assert.match(review.text, /“Best forge\?” and “best forge”/);
    assert.match(review.text, /2 answers.* 6 answers.* \+4 answers/);
    assert.deepEqual(await contentsUnaudited(store.main), before);
    assert.equal((await editor.post(PATH, { op: 'add', lines, do: 'save' })).status, 303);
    assert.deepEqual(await declared(store), [
      ['best anvils', true],
      ['best forge', 'tools', 'for smiths', true],
      ['Best forge?', true],
    ]);
  });

  test('are asked now on request, once stored', async () => {
    const { editor } = await acme();
    const leads = async (lines: string) => {
      const { headers } = await editor.post(PATH, { op: 'add', lines, next: 'ask', do: 'save' });
      return String(headers.location);
    };
    assert.match(await leads('best forge'), /^\/brands\/acme\/questions\/qst_\w+\/ask$/);
    assert.equal(await leads('two\nthree'), '/brands/acme/collecting/ask');
  });

  test('pause, resume, add a tag, and remove a tag', async () => {
    const { store, editor } = await acme();
    const q = await idOf(editor, 'best anvils');
    const post = (form: FormFields) => editor.post(PATH, { ...form, q, do: 'save' });
    await post({ op: 'pause' });
    assert.deepEqual(await declared(store), [['best anvils', false]]);
    await post({ op: 'resume' });
    const review = await editor.post(PATH, { op: 'tag', tag: ' tools ', q });
    assert.match(review.text, /These questions get the tag “tools”\. Nothing changes until you save\./);
    assert.match(review.text, /Question best anvils no tag tag tools/);
    assert.deepEqual(await declared(store), [['best anvils', true]]);
    await post({ op: 'tag', tag: ' tools ' });
    await post({ op: 'tag', tag: 'heavy' });
    assert.deepEqual(await declared(store), [['best anvils', 'tools', 'heavy', true]]);
    await post({ op: 'untag', tag: 'TOOLS' });
    assert.deepEqual(await declared(store), [['best anvils', 'heavy', true]]);
  });

  test('are asked in the chosen markets, at least one', async () => {
    const { store, editor } = await acme();
    assert.doesNotMatch((await editor.get(PATH)).html, /name="market"/, 'with one market there is no choice');
    const { market: _, ...brand } = ACME_BRAND;
    const markets = [{ location_code: 'US' }, { location_code: 'DE' }, { location_code: 'AT' }];
    await pipelineOn(store).apply(acmeFile([{ ...brand, markets }]));
    const q = await idOf(editor, 'best anvils');
    const marketsOf = async () =>
      (await brandDocument(store.main, 'acme')).prompts.map(questionOf)[0]?.markets;
    const post = (op: string, market: string) => editor.post(PATH, { op, market, q, do: 'save' });
    await post('unmarket', 'de');
    assert.deepEqual(await marketsOf(), ['us', 'at']);
    assert.match((await editor.get(PATH)).text, /Only in us, at/);
    const review = await editor.post(PATH, { op: 'unmarket', market: 'us', q });
    assert.match(review.text, /4 answers.* 2 answers/, 'asking costs less');
    assert.match(review.text, /best anvils in us, at in at/);
    await post('unmarket', 'us');
    const refused = await post('unmarket', 'at');
    assert.match(refused.text, /One of these questions has no other market\./);
    assert.equal(refused.status, 422);
    await post('market', 'us');
    await post('market', 'de');
    assert.equal(await marketsOf(), undefined, 'all');
    assert.match((await post('market', 'fr')).text, /There is no market fr/);
  });

  test("keep their own daily number, otherwise the brand's, with the cost first and an audit entry", async () => {
    const { store, editor, viewer } = await acme();
    const q = await idOf(editor, 'best anvils');
    const samplesOf = async () =>
      (await brandDocument(store.main, 'acme')).prompts.map(questionOf)[0]?.samples_per_day;
    const review = await editor.post(PATH, { op: 'samples', samples: '3', q });
    assert.match(review.text, /best anvils as often as the brand 3 times a day/);
    assert.match(review.text, /2 answers.* 6 answers/);
    assert.equal(await samplesOf(), undefined);
    await editor.post(PATH, { op: 'samples', samples: '3', q, do: 'save' });
    assert.equal(await samplesOf(), 3);
    assert.match((await editor.get(PATH)).text, /best anvils 3 times a day/);
    const [entry] = await store.main
      .selectFrom('audit_log')
      .selectAll()
      .orderBy('id', 'desc')
      .limit(1)
      .execute();
    assert.deepEqual([entry?.action, entry?.subject], ['brand.change', 'acme']);
    assert.match(entry?.detail ?? '', /question/);
    await editor.post(PATH, { op: 'tag', tag: 'tools', q, do: 'save' });
    assert.equal(await samplesOf(), 3, 'other changes keep it');
    const more = await editor.post(PATH, { op: 'once_more', do: 'review' });
    assert.match(more.text, /Sightline asks every question once more a day, except/);
    assert.equal(await samplesOf(), 3, 'a review stores nothing');
    for (const samples of [4, 5, 5]) {
      await editor.post(PATH, { op: 'once_more', do: 'save' });
      assert.equal(await samplesOf(), samples, 'and at most five times');
    }
    for (const samples of ['0', '6', '1.5', 'x']) {
      const refused = await editor.post(PATH, { op: 'samples', samples, q, do: 'save' });
      assert.equal(refused.status, 422);
      assert.match(refused.text, /Times a day must be/);
    }
    assert.equal((await viewer.post(PATH, { op: 'samples', samples: '2', q, do: 'save' })).status, 403);
    await editor.post(PATH, { op: 'samples', samples: '', q, do: 'save' });
    assert.equal(await samplesOf(), undefined);
  });

  test('become weekly, with the cost first, and stay weekly when all others are asked more often', async () => {
    const { store, editor } = await acme();
    const q = await idOf(editor, 'best anvils');
    const declaredOf = async () => (await brandDocument(store.main, 'acme')).prompts.map(questionOf)[0];
    const form = { op: 'samples', samples: 'week', q };
    const review = await editor.post(PATH, form);
    assert.match(review.text, /best anvils as often as the brand once a week/);
    assert.match(review.text, /A day 2 answers.* 0\.3 answers/);
    assert.match(review.text, /30 days 60 answers.* 8\.6 answers/);
    await editor.post(PATH, { ...form, samples: '3', do: 'save' });
    await editor.post(PATH, { ...form, do: 'save' });
    assert.deepEqual(await declaredOf(), {
      text: 'best anvils',
      tags: [],
      active: true,
      every: 'week',
    });
    assert.match((await editor.get(PATH)).text, /best anvils Once a week/);
    assert.match(
      (await editor.get(`${PATH}/${q}`)).text,
      /Asked once a week \(\w+days, UTC\) on each engine/,
    );
    const more = await editor.post(PATH, { op: 'once_more', do: 'review' });
    assert.equal(more.status, 422);
    await editor.post(PATH, { op: 'once_more', do: 'save' });
    await editor.post(PATH, { op: 'tag', tag: 'tools', q, do: 'save' });
    assert.equal((await declaredOf())?.every, 'week', 'other changes keep it');
    await editor.post(PATH, { op: 'samples', samples: '2', q, do: 'save' });
    assert.deepEqual([(await declaredOf())?.every, (await declaredOf())?.samples_per_day], [undefined, 2]);
  });

  test('with another text become another question, and the earlier one is paused', async () => {
    const { store, editor } = await acme();
    const q = await idOf(editor, 'best anvils');
    const form = { op: 'edit', q, text: 'best anvils of 2026', tags: 'tools\r\n\r\n heavy ' };
    assert.match((await editor.post(PATH, form)).text, /New text makes a new question/);
    await editor.post(PATH, { ...form, do: 'save' });
    assert.deepEqual(await declared(store), [
      ['best anvils', false],
      ['best anvils of 2026', 'tools', 'heavy', true],
    ]);
  });

  test('filter by tag and by named brands, also in the file', async () => {
    const { editor, viewer } = await acme();
    const lines = 'Acme or Bolt\tversus\nalternatives to Bolt\tversus\tbolts\nanvil repair\tcare';
    await editor.post(PATH, { op: 'add', lines, do: 'save' });
    const shown = async (query: string) => {
      const { html } = await viewer.get(`${PATH}${query}`);
      return [...html.matchAll(/<th scope="row"><a [^>]*><bdi>([^<]*)/g)].map(([, text]) => text);
    };
    assert.deepEqual(await shown('?tag=VERSUS'), ['Acme or Bolt', 'alternatives to Bolt']);
    assert.deepEqual(await shown('?tag=versus&branded=competitor'), ['alternatives to Bolt']);
    assert.deepEqual(await shown('?branded=none&state=asked'), ['anvil repair', 'best anvils']);
    const { html, text } = await viewer.get(`${PATH}?tag=care`);
    assert.match(text, /Only answers to questions tagged care\./);
    const [, file = ''] = /href="([^"]*csv\/questions[^"]*)"/.exec(html) ?? [];
    const csv = (await viewer.get(file.replaceAll('&amp;', '&'))).html;
    assert.match(csv, /anvil repair/);
    assert.doesNotMatch(csv, /Bolt/);
    const [head = '', ...rows] = csv.trim().split('\r\n');
    const place = head.split(',').indexOf('engine_engine');
    const engines = rows.map((row) => row.split(',')[place]);
    assert.ok(engines.length > 1 && new Set(engines).size === engines.length, 'a line for each engine');
    assert.equal((await viewer.get(`${PATH}?tag=none`)).status, 400);
  });

  const LOST = [
    ...Array.from({ length: 14 }, () => 'Bolt'),
    ...Array.from({ length: 4 }, () => 'Acme and Bolt'),
    'Acme',
    'nobody',
  ];

  test('show the largest gap first, and lost ones on request', async () => {
    const { store, editor } = await acme();
    await editor.post(PATH, { op: 'add', lines: 'even anvils\nfew anvils', do: 'save' });
    const even = Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? 'Acme' : 'Bolt'));
    await pipelineOn(store).importLines([
      ...even.map((answer) => line({ prompt: 'even anvils', answer })),
      ...LOST.map((answer) => line({ answer })),
      line({ prompt: 'few anvils', answer: 'Bolt' }),
    ]);
    const { html, text } = await editor.get(PATH);
    assert.match(text, /Acme loses 1 of 3 questions by more than noise, 1 of them on ChatGPT \(API\)/);
    assert.match(text, /All 3 Lost 1 Changed 0 Too few 1 Asked 3 Paused 0/);
    const order = ['best anvils', 'even anvils', 'few anvils'].map((each) => html.indexOf(`<bdi>${each}`));
    assert.deepEqual(
      order,
      order.toSorted((one, other) => one - other),
    );
    assert.match(text, /Bolt ChatGPT \(API\) \+65\.0 points \+\d+\.\d to \+\d+\.\d 14 only it , 1 only you/);
    const lost = await editor.get(`${PATH}?state=lost`);
    assert.match(lost.text, /best anvils/);
    assert.doesNotMatch(lost.html, /<bdi>even anvils/);
    assert.doesNotMatch(
      (await editor.get(`${PATH}?find=even`)).html,
      /<th scope="row"><a [^>]*><bdi>best anvils/,
    );
  });

  test('have a page each: engines, competitors instead, readings and searches, and the newest answers', async () => {
    const { store, editor, viewer } = await acme();
    await pipelineOn(store).importLines(
      LOST.map((answer) =>
        line({ answer, searches: ['anvil shops'], citations: [{ url: 'https://reviews.example/anvils' }] }),
      ),
    );
    const q = await idOf(editor, 'best anvils');
    const { status, text, html } = await viewer.get(`${PATH}/${q}`);
    assert.equal(status, 200);
    assert.match(text, /Questions · 1 of 1 by gap · best anvils/);
    assert.match(text, /ChatGPT \(API\) 5 of 20, 25% \(11 to 47%\)/);
    assert.match(text, /5 of 20 \+65\.0 points \+\S+ to \+\S+ 14 only it, 1 only you/);
    assert.match(text, /reviews\.example 20 5/);
    assert.match(text, /anvil shops ChatGPT 20/);
    assert.match(text, /you: not named/);
    assert.doesNotMatch(text, /times a day|Edit/);
    assert.match(html, /aria-label="ChatGPT \(API\), over time"/);
    const own = await editor.get(`${PATH}/${q}`);
    assert.match(own.text, /Edit/);
    assert.match(own.text, /Asked once a day on each engine/);
    assert.match((await editor.get(`${PATH}/${q}/edit`)).text, /New text makes a new question/);
    assert.equal((await viewer.get(`${PATH}/qst_00000000000000000000`)).status, 404);
  });

  test('from imported answers are asked once somebody chooses so', async () => {
    const { store, editor } = await acme();
    await pipelineOn(store).importLines([line({ prompt: 'imported' })]);
    const q = await idOf(editor, 'imported');
    assert.match((await editor.get(PATH)).text, /Imported only/);
    await editor.post(PATH, { op: 'resume', q, do: 'save' });
    assert.deepEqual((await declared(store)).at(-1), ['imported', true]);
  });

  test('that a colleague added meanwhile stay', async () => {
    const { store, editor } = await acme();
    await editor.post(PATH, { op: 'add', lines: 'mine' });
    await editor.post(PATH, { op: 'add', lines: 'theirs', do: 'save' });
    await editor.post(PATH, { op: 'add', lines: 'mine', do: 'save' });
    assert.deepEqual(
      (await declared(store)).map(([text]) => text),
      ['best anvils', 'theirs', 'mine'],
    );
  });

  for (const [what, form, message] of [
    ['nothing', { op: 'add', lines: ' \n\t\n' }, /Write at least one question/],
    ['no question', { op: 'pause' }, /Choose at least one question/],
    ['a question of nobody', { op: 'pause', q: 'qst_00000000000000000000' }, /no question with this id/],
    [
      'a question that is too long',
      { op: 'add', lines: 'x'.repeat(10_001) },
      /must not have more than 10000/,
    ],
    [
      'a tag that is too long',
      { op: 'add', lines: `a\t${'x'.repeat(201)}` },
      /A tag must not have more than 200/,
    ],
    [
      'too many tags',
      { op: 'add', lines: `a${Array.from({ length: 21 }, (_, at) => `\tt${at}`).join('')}` },
      /The tags of a question must not have more than 20/,
    ],
    ['a NUL', { op: 'add', lines: 'a\0b' }, /NUL character/],
  ] as const) {
    test(`stay unchanged by a form with ${what}, which keeps the typed values`, async () => {
      const { store, editor } = await acme();
      const before = await contentsUnaudited(store.main);
      for (const action of ['review', 'save']) {
        const { status, text, html } = await editor.post(PATH, { ...form, do: action });
        assert.equal(status, 422);
        assert.match(text, message);
        if ('lines' in form) assert.ok(html.includes(form.lines));
      }
      assert.deepEqual(await contentsUnaudited(store.main), before);
    });
  }

  test('are hostile text on every page', async () => {
    const { editor } = await acme();
    const lines = '</textarea><script>alert(1)</script>" onload="x\t<img src=x>';
    const review = await editor.post(PATH, { op: 'add', lines });
    await editor.post(PATH, { op: 'add', lines, do: 'save' });
    for (const { html } of [review, await editor.get(PATH)]) assert.doesNotMatch(html, /<script>alert|<img/);
  });

  test('paste by the thousand, and show what exceeds the plan', async () => {
    const { store, editor } = await acme();
    const length = effort(1000, 10_000);
    const lines = Array.from({ length }, (_, index) => `question ${index}\tmany`).join('\r\n');
    const review = await editor.post(PATH, { op: 'add', lines });
    assert.ok(review.text.includes(`${length.toLocaleString('en-US')} changes; these are the first.`));
    assert.ok(
      review.text.includes(
        `has ${length + 1} active questions, and its plan includes 150. Sightline does not ask the other ${length - 149}: the newest questions`,
      ),
      review.text,
    );
    assert.equal((await editor.post(PATH, { op: 'add', lines, do: 'save' })).status, 303);
    assert.equal((await declared(store)).length, length + 1);
    const shown = await editor.get(`${PATH}?find=question+${length - 1}&state=asked`);
    assert.ok(shown.text.includes(`question ${length - 1}`));
  });

  test('a viewer cannot change them', async () => {
    const { store, viewer } = await acme();
    const before = await contentsUnaudited(store.main);
    const { status } = await viewer.post(PATH, { op: 'add', lines: 'mine', do: 'save' });
    assert.equal(status, 403);
    assert.equal((await viewer.get(`${PATH}/qst_00000000000000000000/edit`)).status, 403);
    assert.equal((await viewer.get(`${PATH}/qst_00000000000000000000`)).status, 404);
    assert.deepEqual(await contentsUnaudited(store.main), before);
  });
});

onPages('the alert settings of an organization', ROUTES, (fresh) => {
  const SETTINGS = '/settings/alerts';
  const FORM = { enabled: '1', kinds: ['visibility_drop'], points: '15', sample: '40' };

  async function acme() {
    const store = await fresh();
    await pipelineOn(store).apply(acmeFile());
    const dashboard = dashboardOn(store);
    const { key } = await pipelineOn(store).createKey();
    const told = async () => (await dashboard.api.get('/me', key)).body.data.reporting_rules.alerts;
    return { store, dashboard, told };
  }

  test('equal the alert rules of /me', async () => {
    const { dashboard, told } = await acme();
    const editor = await dashboard.signedIn('editor');
    assert.equal((await editor.post(SETTINGS, FORM)).status, 303);
    const { enabled, kinds, min_delta_points, min_sample_each_side } = await told();
    assert.deepEqual(
      [enabled, kinds, min_delta_points, min_sample_each_side],
      [true, ['visibility_drop'], 15, 40],
    );
    const { html } = await editor.get(SETTINGS);
    assert.match(html, /value="15"/);
    assert.match(html, /value="visibility_drop" checked/);
    assert.doesNotMatch(html, /value="visibility_rise" checked/);
  });

  test('with every kind mean all kinds, also future ones, and can be off', async () => {
    const { dashboard, told } = await acme();
    const editor = await dashboard.signedIn('editor');
    const { html } = await editor.get(SETTINGS);
    const kinds = [...html.matchAll(/name="kinds" value="(\w+)"/g)].map(([, kind = '']) => kind);
    await editor.post(SETTINGS, { ...FORM, kinds });
    assert.equal((await told()).kinds, 'all');
    await editor.post(SETTINGS, { points: '15', sample: '40' });
    assert.equal((await told()).enabled, false);
  });

  for (const [what, form] of [
    ['no kind', { ...FORM, kinds: [] }],
    ['a kind that is none', { ...FORM, kinds: ['everything'] }],
    ['no number', { ...FORM, points: 'ten' }],
    ['a number too large', { ...FORM, points: '101' }],
    ['a blank', { ...FORM, sample: '' }],
  ] as const) {
    test(`stay unchanged by a form with ${what}`, async () => {
      const { store, dashboard } = await acme();
      const before = await contentsUnaudited(store.main);
      const editor = await dashboard.signedIn('editor');
      const users = (await contentsUnaudited(store.main)).users.length - before.users.length;
      const answer = await editor.post(SETTINGS, form);
      assert.deepEqual([answer.status, users], [422, 1]);
      assert.match(answer.html, /class="field-error"/);
      assert.deepEqual((await contentsUnaudited(store.main)).organizations, before.organizations);
    });
  }

  test('of another organization can be neither seen nor changed', async () => {
    const { store, dashboard } = await acme();
    await pipelineOn(store).apply({
      organizations: [{ name: 'Other Ltd', alerts: { min_delta_points: 77 } }],
    });
    const editor = await dashboard.signedIn('editor');
    const { text } = await editor.get(`${SETTINGS}?organization=Other+Ltd`);
    assert.doesNotMatch(text, /Other|\b77\b/);
    await editor.post(SETTINGS, { ...FORM, organization: 'Other Ltd' });
    const rows = (await contentsUnaudited(store.main)).organizations;
    assert.deepEqual(
      rows.map((row) => JSON.parse(String(row.alert_settings)).minDeltaPoints).sort(),
      [15, 77],
    );
    const admin = await dashboard.signedIn('admin', null);
    assert.match((await admin.get(`${SETTINGS}?organization=Other+Ltd`)).html, /value="77"/);
  });

  test('a viewer reads but cannot change them', async () => {
    const { dashboard } = await acme();
    const viewer = await dashboard.signedIn('viewer');
    assert.equal((await viewer.post(SETTINGS, FORM)).status, 403);
    assert.equal((await viewer.get(SETTINGS)).status, 200);
  });
});
