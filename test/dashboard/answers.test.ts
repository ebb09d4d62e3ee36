import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failedRoutes } from '../../src/dashboard/pages/answers/failed.ts';
import { answerRoutes } from '../../src/dashboard/pages/answers/index.ts';
import { csvRoutes } from '../../src/dashboard/pages/csv.ts';
import { overviewRoutes } from '../../src/dashboard/pages/overview/overview.ts';
import { NO_CHOICE } from '../../src/dashboard/visit/choice.ts';
import { FILTER_NAMES } from '../../src/reports/shape/answers-filters.ts';
import { findOrganization } from '../../src/storage/directory/organizations.ts';
import type { Store } from '../../src/storage/driver/database.ts';
import { assertOnlyAnswerTags } from '../support/answer-page.ts';
import { dashboardOn, onPages, type PageResponse, type Visitor } from '../support/dashboard.ts';
import { forbiddenIn } from '../support/forbidden-html.ts';
import { historyLines } from '../support/history.ts';
import { HOSTILE_ANSWERS } from '../support/hostile-answers.ts';
import { judge, MODEL } from '../support/judged.ts';
import { liveLink } from '../support/live-link.ts';
import {
  ACME_BRAND,
  acmeFile,
  DAY_MS,
  HOUR_MS,
  iso,
  line,
  NOW,
  pipelineOn,
  random,
} from '../support/world.ts';

const ROUTES = [...answerRoutes, ...failedRoutes, ...overviewRoutes, ...csvRoutes];

const PAGE = '/brands/acme/answers';

async function filled(store: Store, lines: readonly object[]): Promise<Visitor> {
  const { apply, importLines } = pipelineOn(store);
  await apply(acmeFile());
  await importLines(lines);
  return await dashboardOn(store).signedIn('viewer');
}

/** Answer ids on a page, in order. */
function listed({ html }: PageResponse): string[] {
  return [...html.matchAll(/id="go-(ans_\w+)"/g)].map(([, id = '']) => id);
}

const PRO = {
  name: 'Pro price',
  type: 'price',
  about: ['Pro'],
  values: [{ amount: 12, currency: 'USD', period: 'month' }],
};
const PRO_COSTS = 'Acme Pro costs $15 per month.';

function headingOf({ html }: PageResponse): string {
  const [, heading = ''] = /<h1[^>]*><bdi>([^<]*)<\/bdi>/.exec(html) ?? [];
  return heading.replaceAll('&quot;', '"').replaceAll('&#39;', "'");
}

function hrefs({ html }: PageResponse, rel: string): string | null {
  const [, href] = new RegExp(`<a href="([^"]*)" rel="${rel}"`).exec(html) ?? [];
  return href === undefined ? null : href.replaceAll('&amp;', '&');
}

async function idOf(store: Store, answer: string): Promise<string> {
  const row = await store.main
    .selectFrom('answers')
    .select('public_id')
    .where('text', '=', answer)
    .executeTakeFirstOrThrow();
  return row.public_id;
}

const PICK =
  '1. **Acme** – our top pick, though it may be heavy.\n2. **Cargo** – cheap.\n\nNo bolt of lightning.';

onPages('the pages of answers', ROUTES, (fresh) => {
  test('without an answer, the page tells editors what to do', async () => {
    const store = await fresh();
    const viewer = await filled(store, []);
    assert.match((await viewer.get(PAGE)).text, /There are no answers yet\./);
    const editor = await dashboardOn(store).signedIn('editor');
    assert.match((await editor.get(PAGE)).html, /href="\/brands\/acme\/collecting"/);
    assert.match((await viewer.get(`${PAGE}?engine=claude`)).text, /No answer fits all of these filters/);
  });

  test("shows an answer with its text marked, and each brand's reading", async () => {
    const store = await fresh();
    const viewer = await filled(store, [
      line({
        answer: PICK,
        searches: ['anvils'],
        citations: [{ url: 'https://wiki.example/a', title: 'A <b>' }],
      }),
    ]);
    const { html, text } = await viewer.get(`${PAGE}/${await idOf(store, PICK)}`);
    assert.match(
      html,
      /<mark id="name-0-0" class="self begins ends"[^>]*>Acme<\/mark><span class="badge">#1<\/span>/,
    );
    assert.match(html, /class="recommended hedged begins ends"[^>]*>top pick<\/mark>/);
    assert.match(html, /class="refused begins ends"[^>]*>bolt<\/mark>/);
    for (const part of [
      'named once · position 1 of 2 · recommended',
      'Position 1 by a numbered list of 2',
      'Recommended by “ top pick ”, a pick said of Acme , hedged by “ may ”',
      '“ bolt ” is not counted: an ordinary word',
      'ChatGPT (API) · November 20, 2026, 12:37 UTC',
      'A <b> wiki.example/a',
      'anvils',
      'with your present names',
    ]) {
      assert.ok(text.includes(part), `${part}\n---\n${text}`);
    }
  });

  test("another organization's answer gets the same 404 as one that does not exist", async () => {
    const store = await fresh();
    const viewer = await filled(store, [line()]);
    await pipelineOn(store).apply(otherFile);
    await pipelineOn(store).importLines([line({ brand: 'other', answer: 'Theirs.' })]);
    const theirs = await idOf(store, 'Theirs.');
    const [foreign, missing] = await Promise.all(
      [theirs, 'ans_000000000000'].map(async (id) => await viewer.get(`${PAGE}/${id}?list=1`)),
    );
    assert.deepEqual([foreign?.status, missing?.status], [404, 404]);
    assert.equal(foreign?.html.replaceAll(theirs, 'X'), missing?.html.replaceAll('ans_000000000000', 'X'));
    assert.equal((await viewer.get(`${PAGE}/x`)).status, 404);
  });

  test('every filter of /answers comes back in the form and in a chip, and lists the same answers', async () => {
    const store = await fresh();
    await pipelineOn(store).apply(acmeFile([{ ...ACME_BRAND, facts: [PRO] }]));
    const viewer = await filled(store, [
      ...manyLines(),
      line({ answer: PRO_COSTS, collected_at: iso(NOW - DAY_MS) }),
    ]);
    const { api } = dashboardOn(store);
    const { key } = await pipelineOn(store).createKey();
    const questions = await api.get('/questions', key);
    const prompt = (questions.body.data as { id: string }[])[0]?.id ?? '';
    const window = { from: iso(NOW - 3 * DAY_MS), until: iso(NOW - HOUR_MS) };
    for (const filters of [
      { engine: 'claude' },
      { prompt },
      { ...window, engine: 'chatgpt' },
      { outcome: 'empty' },
      { names: 'self', framing: 'recommended' },
      { names: 'self', framing: 'recommended', reader: 'rules' },
      { names: 'self', theme: 'price', framing: 'negative' },
      { names: 'self', fact: 'Pro price', verdict: 'contradict' },
      { names: 'Cargo', ranked: 'true' },
      { names: 'Cargo', top: '2' },
      { names_not: 'self', looked_for: 'self' },
      { cites: '*.wiki.example' },
      { cites: '*.acme.example', cites_part: 'self' },
      { cites_brand: 'Bolt' },
      { searched: 'anvils & more' },
      { names: 'self', ranked: 'true', beside: 'Bolt' },
      { looked_for: 'Bolt', judged: 'true' },
      { engine: 'chatgpt', shared_from: window.from, shared_until: window.until },
      { branded: 'none', question: prompt },
      { model: 'unknown' },
      { imported: 'no' },
    ] satisfies Record<string, string>[]) {
      const query = new URLSearchParams(filters);
      const page = await viewer.get(`${PAGE}?${query}`);
      const { body } = await api.get(`/answers?${query}`, key);
      assert.equal(page.status, 200, page.text);
      assert.deepEqual(
        listed(page),
        (body.data as { id: string }[]).map(({ id }) => id),
      );
      const isInBar = Object.keys(filters).every((name) => name in NO_CHOICE);
      assert.equal(page.html.includes('class="filter-chips"'), !isInBar);
      assert.deepEqual(formOf(page), filters);
    }
    assert.ok(FILTER_NAMES.length === 35, 'a new filter needs a field here');
  });

  test('several tags come back in the bar, and the form of filters keeps them', async () => {
    const store = await fresh();
    const { apply, importLines } = pipelineOn(store);
    const prompts = [
      { text: 'one', tags: ['Price', 'new'] },
      { text: 'two', tags: ['setup'] },
    ];
    await apply(acmeFile([{ ...ACME_BRAND, prompts }]));
    await importLines(['one', 'two', 'three'].map((prompt) => line({ prompt })));
    const viewer = await dashboardOn(store).signedIn('viewer');
    const page = await viewer.get(`${PAGE}?tag=Price&tag=setup&tag_not=new&days=30`);
    assert.equal(listed(page).length, 1);
    assert.equal(headingOf(page), 'One answer to questions tagged Price or setup and not tagged new');
    const [, filters = ''] = /<form class="answer-filters"([\s\S]*?)<\/form>/.exec(page.html) ?? [];
    const kept = [...filters.matchAll(/<input type="hidden" name="(\w+)" value="(\w+)">/g)];
    assert.deepEqual(
      kept.map(([, name, value]) => [name, value]),
      [
        ['tag', 'Price'],
        ['tag', 'setup'],
        ['tag_not', 'new'],
        ['days', '30'],
      ],
    );
    const boxes = [...page.html.matchAll(/type="checkbox" name="tag" value="(\w+)"( checked)?>/g)];
    assert.deepEqual(
      boxes.map(([, tag, checked]) => [tag, checked !== undefined]),
      [
        ['new', false],
        ['Price', true],
        ['setup', true],
      ],
    );
    const refused = await viewer.get(`${PAGE}?tag=nwe`);
    assert.deepEqual([refused.status, refused.html.includes('did you mean <code>new</code>?')], [400, true]);
    const plain = await viewer.get(PAGE);
    assert.doesNotMatch(plain.html, /slice-market|slice-model/);
  });

  test('a heading shows a number only if it is known, and then the right one', async () => {
    const store = await fresh();
    const viewer = await filled(store, [
      ...Array.from({ length: 30 }, () =>
        line({ answer: 'Acme is fine.', collected_at: iso(NOW - HOUR_MS) }),
      ),
      ...Array.from({ length: 28 }, () => line({ answer: 'It depends.', collected_at: iso(NOW - HOUR_MS) })),
      line({ answer: 'Acme is fine.', engine: 'claude' }),
    ]);
    const heading = async (query: string) => headingOf(await viewer.get(`${PAGE}?${query}`));
    const window = `from=${iso(NOW - 7 * DAY_MS + 1)}&until=${iso(NOW)}`;
    assert.equal(await heading(''), '59 answers');
    assert.equal(await heading('engine=claude'), 'One answer from Claude (API)');
    assert.equal(await heading('engine=chatgpt&names=self'), '30 answers from ChatGPT (API) that name Acme');
    assert.equal(
      await heading(`engine=chatgpt&names=self&${window}`),
      '30 answers from ChatGPT (API) that name Acme',
    );
    assert.equal(
      await heading(`engine=chatgpt&names_not=self&looked_for=self&${window}`),
      '28 answers from ChatGPT (API) that do not name Acme',
    );
    assert.equal(await heading(`names=self&${window}`), '31 answers that name Acme');
    assert.equal(await heading(`looked_for=self&${window}`), '59 answers checked for Acme');
    assert.equal(
      await heading(`names=self&names_not=Bolt&${window}`),
      'Answers that name Acme and do not name Bolt',
    );
    assert.equal(await heading('names=Bolt'), 'No answers that name Bolt');
    const { apply, importLines } = pipelineOn(store);
    await apply(acmeFile([{ ...ACME_BRAND, facts: [PRO] }]));
    const said = Array.from({ length: 30 }, () =>
      line({ answer: PRO_COSTS, collected_at: iso(NOW - HOUR_MS) }),
    );
    await importLines(said);
    await judge(store.main, 1, (text) => {
      if (text !== PRO_COSTS) return undefined;
      const price = { theme: 'price', framing: 'neutral', words: text } as const;
      return {
        names: { Acme: { verdict: 'neutral', said: [price] } },
        facts: [{ name: 'Pro price', verdict: 'contradicts', sentence: text }],
      };
    });
    assert.equal(
      await heading(`names=self&fact=Pro+price&verdict=contradict&${window}`),
      '30 answers that name Acme and contradict “Pro price”',
    );
    assert.equal(
      await heading(`names=self&theme=price&${window}`),
      '30 answers that name Acme and speak of its price',
    );
  });

  test('one pages to older answers and back, and an answer keeps its place in the list', async () => {
    const store = await fresh();
    const lines = Array.from({ length: 60 }, (_, index) => line({ collected_at: iso(NOW - index * 1000) }));
    const viewer = await filled(store, lines);
    const first = await viewer.get(`${PAGE}?engine=chatgpt&days=30`);
    const second = await viewer.get(hrefs(first, 'next') ?? '');
    const third = await viewer.get(hrefs(second, 'next') ?? '');
    const all = [first, second, third].flatMap(listed);
    assert.deepEqual([all.length, new Set(all).size, hrefs(third, 'next')], [60, 60, null]);
    assert.deepEqual(listed(await viewer.get(hrefs(third, 'prev') ?? '')), listed(second));
    assert.deepEqual(listed(await viewer.get(hrefs(second, 'prev') ?? '')), listed(first));
    const [, href = ''] = /id="go-ans_\w+" href="([^"]*)"/.exec(second.html) ?? [];
    const chosen = await viewer.get(href.replaceAll('&amp;', '&'));
    assert.deepEqual(listed(chosen), listed(second));
    assert.match(chosen.html, /class="answers-page answer-first"/);
  });

  test("a model's verdict shows its words, marked, with their line, beside what the rules say", async () => {
    const store = await fresh();
    const viewer = await filled(store, [
      line({ answer: 'Some options.\n\nMostly carpet: Acme.' }),
      line({ answer: 'Avoid Acme.' }),
    ]);
    await judge(store.main, 1, (text) => ({
      names: text.startsWith('Avoid')
        ? null
        : { Acme: { verdict: 'recommended', words: ['Mostly carpet: Acme.'] } },
    }));
    const texts = await Promise.all(
      listed(await viewer.get(PAGE)).map(async (id) => await viewer.get(`${PAGE}/${id}`)),
    );
    const [read] = texts.filter(({ text }) => text.includes('Mostly carpet'));
    assert.match(read?.text ?? '', /named once · no list position · \w+(?: framing)? by rules/);
    assert.match(
      read?.text ?? '',
      new RegExp(`Recommended , read by ${MODEL.name}: “ Mostly carpet: Acme. ” in line 3`),
    );
    assert.match(read?.html ?? '', /<mark id="verdict-0-0" class="[^"]*recommended/);
    const [failed] = texts.filter(({ text }) => text.includes('Avoid'));
    assert.match(failed?.text ?? '', /Not judged: gpt-6 could not read it/);
  });

  test('explains contradicting filters beside the form, which keeps them', async () => {
    const store = await fresh();
    const viewer = await filled(store, [line()]);
    const page = await viewer.get(`${PAGE}?framing=negative&engine=claude`);
    assert.equal(page.status, 400);
    assert.match(page.text, /framing , theme , ranked , and top need one brand/);
    assert.deepEqual(formOf(page), { framing: 'negative', engine: 'claude' });
    assert.equal((await viewer.get(`${PAGE}?after=ans_000000000000`)).status, 400);
  });

  test('days of the bar are whole days in UTC; an empty field filters nothing', async () => {
    const store = await fresh();
    const viewer = await filled(store, [
      line({ collected_at: '2026-11-17T00:00:00Z' }),
      line({ collected_at: '2026-11-18T23:59:59Z' }),
      line({ collected_at: '2026-11-19T00:00:00Z' }),
    ]);
    const query = 'from=2026-11-17&until=2026-11-18&engine=&names=&cites=+';
    assert.equal(listed(await viewer.get(`${PAGE}?${query}`)).length, 2);
    assert.equal(listed(await viewer.get(`${PAGE}?from=2026-11-20&until=2026-11-20`)).length, 0);
    assert.equal(listed(await viewer.get(`${PAGE}?from=2026-11-18T23:59:59.500Z&until=`)).length, 1);
    assert.equal((await viewer.get(`${PAGE}?from=x`)).status, 400);
  });

  test('labels an empty answer, one without text, and given mentions', async () => {
    const store = await fresh();
    const viewer = await filled(store, [
      line({ answer: null, outcome: 'empty' }),
      line({ answer: 'Bolt, says the import.', mentions: [{ brand: 'Acme', mentioned: true, count: 3 }] }),
      line({ answer: 'Acme is fine.' }),
    ]);
    const all = await viewer.get(PAGE);
    const texts = await Promise.all(listed(all).map(async (id) => (await viewer.get(`${PAGE}/${id}`)).text));
    const [without] = texts.filter((text) => text.includes('The engine returned no text.'));
    assert.match(without ?? '', /names no tracked brand\. It still counts in every denominator/);
    const [given] = texts.filter((text) => text.includes('says the import'));
    assert.match(given ?? '', /named 3 times · no list position/);
    assert.match(given ?? '', /Its text reads: not named/);
  });

  test('if a rescan would change a reading, the page shows the stored one and says so', async () => {
    const store = await fresh();
    const viewer = await filled(store, [line({ answer: 'Anvilo is the best choice.' })]);
    await pipelineOn(store).apply(acmeFile([{ ...ACME_BRAND, aliases: ['Anvilo'] }]));
    const { text } = await viewer.get(PAGE);
    assert.match(text, /Acme this brand not named A rescan would read: named once/);
    assert.match(text, /A rescan by extractor-\d+ is due/);
  });

  test('hostile text stays text everywhere', async () => {
    const store = await fresh();
    const prompt = '<script>alert(1)</script>"\'&';
    const hostile = HOSTILE_ANSWERS.filter((each) => !each.includes('\0'));
    const viewer = await filled(
      store,
      hostile.map((answer, index) =>
        line({
          answer: `Acme ${answer}`,
          prompt,
          searches: [answer.slice(0, 300) || 'x'],
          citations: [{ url: `https://evil.example/${index}?"><script>`, title: answer.slice(0, 200) }],
        }),
      ),
    );
    for (const id of listed(await viewer.get(PAGE)).slice(0, 25)) {
      const { html, status } = await viewer.get(`${PAGE}/${id}`);
      assert.equal(status, 200);
      const [, text = ''] =
        /<div class="answer-text" dir="auto">([\s\S]*)<\/div>\s*<\/article>/.exec(html) ?? [];
      assert.notEqual(text, '');
      assertOnlyAnswerTags(text);
      assert.deepEqual(forbiddenIn(html), []);
    }
  });

  test('the sides of an alert list exactly its answers', async () => {
    const store = await fresh();
    const say = (day: number, prompt: number) => ({ acme: prompt < (day < 9 ? 2 : 6) });
    const viewer = await filled(store, historyLines({ from: 44, to: 0, say }));
    for (let day = 4; day >= 0; day -= 1) await pipelineOn(store).watch({ at: NOW - day * DAY_MS });
    const { api } = dashboardOn(store);
    const { key } = await pipelineOn(store).createKey();
    const alerts = await api.get('/alerts', key);
    const [{ id: alert }] = alerts.body.data as [{ id: string }];
    for (const side of ['current', 'baseline']) {
      for (const figure of ['present', 'responses']) {
        const query = new URLSearchParams({ alert, side, figure });
        const expected: string[] = [];
        for (let cursor: string | null = ''; cursor !== null; ) {
          const page = cursor === '' ? '' : `&cursor=${cursor}`;
          const { body } = await api.get(`/answers?${query}&limit=200${page}`, key);
          expected.push(...(body.data as { id: string }[]).map(({ id }) => id));
          cursor = body.meta.next_cursor as string | null;
        }
        const ids: string[] = [];
        let next: string | null = `${PAGE}?${query}`;
        while (next !== null) {
          const page: PageResponse = await viewer.get(next);
          assert.match(page.html, /href="\/brands\/acme\/alerts\/alr_\w+"/);
          ids.push(...listed(page));
          next = hrefs(page, 'next');
        }
        assert.ok(ids.length > 0);
        assert.deepEqual(ids, expected);
      }
    }
  });

  test('a client link shows answers only if it includes them, and failed collections never', async () => {
    const store = await fresh();
    await filled(store, [line({ answer: PICK })]);
    const organizationId = (await findOrganization(store.main, 'Acme Inc'))?.id ?? 0;
    const deps = { db: store.main, now: () => NOW, random, actor: 'usr_ann' };
    const [shown, hidden] = await Promise.all(
      [['answers'] as const, ['sources'] as const].map(
        async (pages) => await liveLink(deps, { organizationId, brand: 'acme' }, { pages }),
      ),
    );
    const { nobody } = dashboardOn(store);
    const id = await idOf(store, PICK);
    const list = await nobody.get(`/share/${shown?.token}/answers`);
    assert.deepEqual(listed(list), [id]);
    assert.match(list.html, /<mark [^>]*>Acme<\/mark>/);
    assert.doesNotMatch(list.html, /\/brands\/|\/failed/);
    const links = [...list.html.matchAll(/href="(\/share[^"]*)"/g)].map(([, href = '']) => href);
    for (const link of new Set(links)) {
      const { status } = await nobody.get(link.replaceAll('&amp;', '&'));
      // The link redirects to its first page.
      assert.equal(status, link.endsWith(String(shown?.token)) ? 303 : 200, link);
    }
    for (const page of ['answers', `answers/${id}`]) {
      assert.equal((await nobody.get(`/share/${hidden?.token}/${page}`)).status, 404, page);
    }
    assert.equal((await nobody.get(`/share/${shown?.token}/failed`)).status, 404);
  });

  test('failed collections are apart: in words, by engine, and never among the answers', async () => {
    const store = await fresh();
    const lines = Array.from({ length: 60 }, (_, index) => ({
      ...line({ collected_at: iso(NOW - index * 1000), engine: index % 2 ? 'claude' : 'chatgpt' }),
      answer: undefined,
      outcome: index % 2 ? 'timeout' : 'error',
    }));
    const viewer = await filled(store, [...lines, line()]);
    const page = await viewer.get('/brands/acme/failed');
    assert.match(page.text, /No rate on any page counts these/);
    assert.equal(page.text.split('Nothing, unless it keeps happening').length, 2, 'says once what to do');
    assert.equal((page.html.match(/data-label="What happened"/g) ?? []).length, 50);
    const [, older = ''] = /rel="next" href="([^"]*)"/.exec(page.html) ?? [];
    const rest = await viewer.get(older.replaceAll('&amp;', '&'));
    assert.equal((rest.html.match(/data-label="What happened"/g) ?? []).length, 10);
    const claude = await viewer.get('/brands/acme/failed?engine=claude');
    assert.equal((claude.html.match(/data-label="What happened"/g) ?? []).length, 30);
    assert.doesNotMatch(claude.text, /ChatGPT/);
    assert.equal(listed(await viewer.get(PAGE)).length, 1);
  });
});

const otherFile = {
  organizations: [{ name: 'Other Inc', plan: { name: 'solo' }, brands: [{ ...ACME_BRAND, id: 'other' }] }],
};

function manyLines(): object[] {
  const yesterday = { collected_at: iso(NOW - DAY_MS) };
  return [
    line({ answer: PICK, collected_at: iso(NOW - DAY_MS - HOUR_MS) }),
    line({
      ...yesterday,
      answer: 'Bolt is fine.',
      engine: 'claude',
      citations: [{ url: 'https://bolt.example/x' }],
    }),
    line({
      ...yesterday,
      answer: 'Acme is fine.',
      citations: [{ url: 'https://en.wiki.example/a' }],
      searches: ['Anvils & more'],
    }),
    line({ answer: 'It depends.', prompt: 'another', collected_at: iso(NOW - 2 * DAY_MS) }),
  ];
}

/** A page's form fields, without empty ones. */
function formOf({ html }: PageResponse): Record<string, string> {
  const [form = ''] = /<form class="answer-filters"[\s\S]*?<\/form>/.exec(html) ?? [];
  const selects = [...form.matchAll(/<select[^>]* name="(\w+)">([\s\S]*?)<\/select>/g)].map(
    ([, name = '', options = '']) => [name, /<option value="([^"]*)" selected>/.exec(options)?.[1] ?? ''],
  );
  const inputs = [...form.matchAll(/<input [^>]*>/g)].map(([input]) => [
    /name="(\w+)"/.exec(input)?.[1] ?? '',
    /value="([^"]*)"/.exec(input)?.[1] ?? '',
  ]);
  const fields = [...selects, ...inputs].filter(([name, value]) => value !== '' && !name?.endsWith('_day'));
  return Object.fromEntries(fields.map(([name, value]) => [name, value?.replaceAll('&amp;', '&')]));
}
