import assert from 'node:assert/strict';
import { test } from 'node:test';
import { html } from './html.ts';

test('a value is escaped, in text and in an attribute', () => {
  const hostile = `<script>"&'`;
  assert.equal(
    html`<a title="${hostile}">${hostile}</a>`.toString(),
    '<a title="&lt;script&gt;&quot;&amp;&#39;">&lt;script&gt;&quot;&amp;&#39;</a>',
  );
});

test('HTML inside HTML is left as it is, also in lists of lists', () => {
  const items = [[html`<b>${'1 < 2'}</b>`], ['&']];
  assert.equal(html`<p>${items}</p>`.toString(), '<p><b>1 &lt; 2</b>&amp;</p>');
});

test('nothing is shown for what is absent, and 0 is something', () => {
  assert.equal(html`[${null}${undefined}${false}${true}${''}${0}]`.toString(), '[0]');
});

test('text cannot turn the direction of what follows, and a field keeps its value', () => {
  const turning = '\u202Egnp.exe\u2067';
  assert.equal(html`<p>${[turning]}</p>`.toString(), '<p>gnp.exe</p>');
  assert.equal(html`<input value="${turning}">`.toString(), `<input value="${turning}">`);
  assert.equal(
    html`<a href="/${'a'}/${turning}">${turning}</a>`.toString(),
    `<a href="/a/${turning}">gnp.exe</a>`,
  );
  assert.equal(
    html`<textarea rows="3">${turning}</textarea>`.toString(),
    `<textarea rows="3">${turning}</textarea>`,
  );
  assert.equal(
    html`<p>${html`<input value="${turning}">`}</p>`.toString(),
    `<p><input value="${turning}"></p>`,
  );
});

test('an address that is null is left out, so that an `a` is no link, and an empty one is not', () => {
  const link = (href: string | null) => html`<a class="x" href="${href}" rel="next">text</a>`.toString();
  assert.equal(link(null), '<a class="x" rel="next">text</a>');
  assert.equal(link(''), '<a class="x" href="" rel="next">text</a>');
  assert.equal(link('/a'), '<a class="x" href="/a" rel="next">text</a>');
});
