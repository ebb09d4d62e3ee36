import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pluck } from '../../test/support/pluck.ts';
import { readPage } from './page-reading.ts';
import { proposalsOf } from './proposals.ts';

interface Given {
  readonly title?: string;
  readonly head?: string;
  readonly lang?: string;
}

function proposed(host: string, pages: readonly Given[], typed = host) {
  const read = pages.map(({ title = '', head = '', lang = 'en' }, at) =>
    readPage(`<html lang="${lang}"><title>${title}</title>${head}`, `https://${host}/${at || ''}`),
  );
  return proposalsOf({ host, typed, pages: read });
}

function texts(kind: string, ...given: Parameters<typeof proposed>) {
  return proposed(...given).flatMap((each) => (each.kind === kind ? [each.text] : []));
}

const thing = (data: object) => `<script type="application/ld+json">${JSON.stringify(data)}</script>`;

test('the name comes from the titles’ ends and the domain', () => {
  const [name] = proposed('www.kestrel-boards.co.uk', [
    { title: 'Boards for everyone | Kestrel Boards' },
    { title: 'Pricing | Kestrel Boards' },
    { title: 'Help' },
  ]);
  assert.deepEqual(
    [name?.kind, name?.text, name?.evidence, name?.isAdvised],
    ['name', 'Kestrel Boards', ['title of 2 of 3 pages'], true],
  );
});

test('the site’s own data precedes titles, and the domain decides between names', () => {
  const head = `<meta property="og:site_name" content="Tandemly Blog">${thing({ '@type': 'Organization', name: 'Tandemly' })}`;
  assert.deepEqual(texts('name', 'tandemly.example', [{ title: 'Plans · Tandemly', head }]), ['Tandemly']);
});

test('without any, the domain is the name', () => {
  const [name] = proposed('plotwise.example', [{ title: 'Home' }, { title: 'Contact' }]);
  assert.deepEqual([name?.text, name?.evidence], ['Plotwise', ['the domain, because no page says a name']]);
});

test('aliases do not contain the name', () => {
  const head = thing({
    '@graph': [
      {
        '@type': 'Corporation',
        name: 'Tandemly',
        legalName: 'Tandemly Ltd',
        alternateName: ['Weaveboard', 'Notion'],
      },
      { '@type': 'Organization', name: 'A Customer', url: 'https://customer.example' },
      { '@type': 'Person', name: 'Ada' },
    ],
  });
  const all = proposed('tandemly.example', [{ title: 'Tandemly', head }]);
  assert.deepEqual(
    pluck(
      all.filter(({ kind }) => kind === 'alias'),
      'text',
      'isAdvised',
    ),
    [
      ['Weaveboard', true],
      ['Notion', false],
    ],
  );
  assert.match(all.find(({ text }) => text === 'Notion')?.caution ?? '', /ordinary word/);
});

test('a product is its own alias, unless there are as many as in a shop', () => {
  const product = (name: string) => ({
    head: thing({ '@type': 'Product', name }),
    title: `${name} | Tandemly`,
  });
  const all = proposed('tandemly.example', [
    product('Loomwork'),
    product('Loomwork'),
    product('Tandemly PM'),
  ]);
  const aliases = all.filter(({ kind }) => kind === 'alias');
  assert.deepEqual(pluck(aliases, 'text', 'evidence'), [
    ['Loomwork', ['title of 2 of 3 pages', 'product data of 2 of 3 pages']],
  ]);
  const shop = Array.from({ length: 9 }, (_, at) => product(`Xyloteak ${at}`));
  assert.deepEqual(texts('alias', 'tandemly.example', shop), []);
});

test('markets come from the first page and hreflang; only the first has a tick', () => {
  const head = ['en-US', 'de-DE', 'de', 'x-default', 'nonsense!', 'pt-br', 'es-419', 'en-UK']
    .map((code) => `<link rel="alternate" hreflang="${code}" href="/${code}">`)
    .join('');
  const markets = proposed('tandemly.example', [{ head, lang: 'en-US' }]).filter(
    ({ kind }) => kind === 'market',
  );
  assert.deepEqual(pluck(markets, 'text', 'isAdvised'), [
    ['United States, en', true],
    ['Germany, de', false],
    ['Brazil, pt', false],
    ['es', false],
    ['United Kingdom, en', false],
  ]);
  assert.deepEqual(texts('market', 'tandemly.de', [{ lang: 'de' }]), ['Germany, de']);
  assert.deepEqual(texts('market', 'tandemly.io', [{ lang: 'en' }]), ['en']);
  assert.deepEqual(texts('market', 'tandemly.co.uk', [{ lang: 'en' }]), ['United Kingdom, en']);
});

test('further websites are the typed one and those in other languages', () => {
  const head =
    '<link rel="alternate" hreflang="de" href="https://www.tandemly.de/"><link rel="alternate" hreflang="fr" href="/fr">';
  assert.deepEqual(texts('domain', 'tandemly.example', [{ head }], 'gettandemly.example'), [
    'gettandemly.example',
    'tandemly.de',
  ]);
});

test('addresses in the organization’s data give a name of an article, and websites of the same name', () => {
  const head = thing({
    '@type': 'Organization',
    name: 'Tandemly',
    sameAs: [
      'https://en.wikipedia.org/wiki/Weaveboard_(software)',
      'https://www.tandemly.io/',
      'https://www.linkedin.com/company/tandemly',
      'not an address',
    ],
  });
  const other = thing({ '@type': 'Organization', url: 'https://a.example', sameAs: 'https://tandemly.app' });
  const all = proposed('tandemly.example', [{ title: 'Tandemly', head: head + other }]);
  const found = all.filter(({ kind }) => kind === 'alias' || kind === 'domain');
  const told = found.map(({ kind, text, evidence }) => [kind, text, ...evidence]);
  assert.deepEqual(told, [
    ['alias', 'Weaveboard', 'Wikipedia link of 1 of 1 page'],
    ['domain', 'tandemly.io', 'sameAs in organization data'],
  ]);
});
