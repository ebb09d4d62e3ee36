import assert from 'node:assert/strict';
import { test } from 'node:test';
import { citesSite, siteOf } from './site.ts';

for (const [host, site] of Object.entries({
  'example.org': 'example.org',
  'docs.example.org': 'example.org',
  'a.b.example.co.uk': 'example.co.uk',
  'shop.bücher.example': 'bücher.example',
  // A name given to a person is that person's site.
  'someone.github.io': 'someone.github.io',
  'blog.someone.github.io': 'someone.github.io',
  'acme.myshopify.com': 'acme.myshopify.com',
  // Shared suffixes that nobody registered.
  'github.io': 'github.io',
  'co.uk': 'co.uk',
  '192.168.1.1': '192.168.1.1',
  '[::1]': '[::1]',
  localhost: 'localhost',
})) {
  test(`${host} is part of ${site}`, () => {
    assert.equal(siteOf(host), site);
    assert.equal(siteOf(site), site);
  });
}

test('the answers that cite a site are those that cite its host or a subdomain', () => {
  assert.equal(citesSite('example.org'), '*.example.org');
  assert.equal(citesSite('someone.github.io'), '*.someone.github.io');
});

test('the subdomains of a host without an owner are other sites', () =>
  assert.deepEqual([citesSite('github.io'), citesSite('192.168.1.1')], ['github.io', '192.168.1.1']));
