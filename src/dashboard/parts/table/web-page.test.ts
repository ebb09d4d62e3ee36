import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shortAddress, webPage } from './web-page.ts';

const shown = (url: string, title: string | null = null) => webPage({ url, title }).toString();

test('a page is a link with its title, and its address below', () => {
  const text = shown('https://www.a.example/b/', 'About B');
  assert.match(text, /href="https:\/\/www\.a\.example\/b\/" rel="noopener nofollow"/);
  assert.match(text, /<bdi>About B<\/bdi><\/a><small><bdi>a\.example\/b<\/bdi><\/small>/);
});

for (const title of [null, '', ' \n ']) {
  test(`without a title (${JSON.stringify(title)}), its address stands for it`, () => {
    assert.match(shown('https://a.example/b', title), /<bdi>a\.example\/b<\/bdi><\/a><\/span>$/);
  });
}

for (const url of [
  'javascript:alert(1)',
  'data:text/html,x',
  'ftp://a.example/',
  'https:a',
  ' https://a.example',
]) {
  test(`${url} is no link`, () => {
    assert.doesNotMatch(shown(url, 'x'), /href/);
  });
}

test('a title or an address contains no HTML', () => {
  const text = shown('https://a.example/"><script>', '"><img src=x onerror=alert(1)>');
  assert.doesNotMatch(text, /<script|<img/);
});

test('omits the middle of a long address, and cuts no character in half', () => {
  const url = `https://a.example/${'😀'.repeat(100)}/end-of-the-address`;
  const short = shortAddress(url);
  assert.equal([...short].length, 64);
  assert.match(short, /^a\.example\/😀+…😀\/end-of-the-address$/u);
  assert.ok(short.isWellFormed());
  assert.match(shown(url), /title="https:\/\/a\.example\/(?:😀){100}\//u);
});
