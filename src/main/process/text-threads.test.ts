import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brand } from '../../../test/support/extraction.ts';
import { pluck } from '../../../test/support/pluck.ts';
import { outsideTextsIn } from './outside-texts.ts';
import { readHtmlIn } from './site-reader.ts';
import { TEXT_JOBS } from './text-jobs.ts';
import { TextThreads, TooMuch } from './text-threads.ts';

const threads = new TextThreads();
const URL_ = 'https://tandemly.example/';
const PAGE = {
  html: '<html lang="en"><title>Plan | Tandemly</title><h1>Tandemly vs Kestrel Boards</h1>',
  url: URL_,
};
const EXPLAINED = {
  text: '1. **Vexo** is the best.\n2. Square',
  citedHosts: [],
  tracked: [brand('Vexo', { hosts: ['vexo.example'] }), brand('Square')],
  facts: [],
  themes: [],
  reading: '',
  stored: { mentions: new Map(), facts: [], reading: '' },
};

test('a thread gives what the same work gives here', async () => {
  const page = await threads.run('readPage', PAGE, 60_000);
  assert.deepEqual(page, await TEXT_JOBS.readPage(PAGE));
  const site = { host: 'tandemly.example', typed: 'tandemly.example', pages: [page] };
  const { proposals, explain, searches, answerHtml } = outsideTextsIn(threads);
  assert.deepEqual(await proposals(site, {}), await TEXT_JOBS.propose({ site, sources: {} }));
  assert.deepEqual(await explain(EXPLAINED), await TEXT_JOBS.explain(EXPLAINED));
  const file = Buffer.from('Query,Impressions\nbest planner for teams,12\n');
  assert.deepEqual(await searches(file), await TEXT_JOBS.readSearches(file));
  const options = { citations: new Map([['https://b.example/', 2]]) };
  const shown = String(await answerHtml('**a** [b](https://b.example/)', options));
  assert.equal(shown, await TEXT_JOBS.answerHtml({ text: '**a** [b](https://b.example/)', options }));
});

test('more jobs than threads are all done', async () => {
  const pages = await Promise.all(
    Array.from({ length: 7 }, (_, index) =>
      threads.run('readPage', { html: `<title>${index}</title>`, url: URL_ }, 60_000),
    ),
  );
  assert.deepEqual(pluck(pages, 'title'), ['0', '1', '2', '3', '4', '5', '6']);
});

test('a job that takes too long ends, and the next one has another thread', async () => {
  const long = { html: '<p>'.repeat(600_000), url: URL_ };
  await assert.rejects(threads.run('readPage', long, 1), (error) => error instanceof TooMuch);
  assert.equal((await threads.run('readPage', PAGE, 60_000)).title, 'Plan | Tandemly');
});

test('a text that takes too much gives a person something else', async () => {
  const stuck = outsideTextsIn({
    run: async () => {
      throw new TooMuch('time');
    },
  });
  await assert.rejects(stuck.searches(''), {
    code: 'invalid_file',
    message: /takes too much time or memory/,
  });
  await assert.rejects(stuck.proposals(null, {}), { code: 'invalid_argument' });
  assert.deepEqual(await stuck.explain(EXPLAINED), { citing: [], brands: [], facts: [] });
  assert.equal(
    String(await stuck.answerHtml('<b>', {})),
    '<pre class="answer-text" dir="auto">&lt;b&gt;</pre>',
  );
  const readHtml = readHtmlIn({
    run: async () => {
      throw new TooMuch('memory');
    },
  });
  assert.equal(await readHtml('', URL_), null);
});
