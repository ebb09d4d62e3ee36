import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kindOf, type OtherKind, SITE_KINDS, tierOf } from './site-kinds.ts';

const EXPECTED: readonly [site: string, hosts: string, kind: OtherKind][] = [
  ['reddit.com', 'old.reddit.com reddit.com', 'community'],
  ['wikipedia.org', 'en.wikipedia.org', 'community'],
  ['youtube.com', 'youtube.com', 'community'],
  // A name under any suffix, but not inside another name.
  ['amazon.co.uk', 'amazon.co.uk', 'marketplace'],
  ['amazon.de', 'amazon.de', 'marketplace'],
  ['amazonprime.example', 'amazonprime.example', 'listing'],
  ['notreddit.com', 'notreddit.com', 'listing'],
  ['reddit.example', 'reddit.example', 'listing'],
  // A host on a site of another kind.
  ['apple.com', 'apps.apple.com', 'marketplace'],
  ['apple.com', 'apps.apple.com support.apple.com', 'listing'],
  // Patterns.
  ['adobe.com', 'community.adobe.com', 'community'],
  ['adobe.com', 'community.adobe.com helpx.adobe.com', 'listing'],
  ['example.org', 'forums.example.org forum.example.org', 'community'],
  ['bike-forum.example', 'bike-forum.example', 'community'],
  ['photoforum.example', 'photoforum.example', 'community'],
  ['forumsales.example', 'forumsales.example', 'listing'],
  ['weforum.org', 'weforum.org', 'listing'],
  ['communitybank.example', 'communitybank.example', 'listing'],
  // Unknown.
  ['g2.com', 'g2.com', 'listing'],
  ['news.example', 'news.example', 'listing'],
  ['192.168.1.1', '192.168.1.1', 'listing'],
];

for (const [site, hosts, kind] of EXPECTED) {
  test(`${site}, cited as ${hosts}, is a ${kind}`, () =>
    assert.equal(kindOf(site, hosts.split(' '), []), kind));
}

test("the owner's choice comes first, by any of the site's hosts", () => {
  const choices = [{ host: 'www2.reddit.com', kind: 'listing' as const }];
  assert.equal(kindOf('reddit.com', ['reddit.com'], choices), 'listing');
  assert.equal(kindOf('quora.com', ['quora.com'], choices), 'community');
});

test("tiers equal the contract's", () =>
  assert.deepEqual(
    SITE_KINDS.map((kind) => [kind, tierOf(kind)]),
    [
      ['own_page', 1],
      ['listing', 2],
      ['community', 3],
      ['marketplace', 4],
    ],
  ));
