import assert from 'node:assert/strict';
import { test } from 'node:test';
import { html } from './html.ts';

test('escapes a value, in text and in an attribute', () => {
  const hostile = `<script>"&'`;
  assert.equal(
    html`<a title="${hostile}">${hostile}</a>`.toString(),
    '<a title="&lt;script&gt;&quot;&amp;&#39;">&lt;script&gt;&quot;&amp;&#39;</a>',
  );
});

test('keeps HTML inside HTML, also in nested lists', () => {
  const items = [[html`<b>${'1 < 2'}</b>`], ['&']];
  assert.equal(html`<p>${items}</p>`.toString(), '<p><b>1 &lt; 2</b>&amp;</p>');
});

test('shows nothing for an absent value, and 0 as 0', () => {
  assert.equal(html`[${null}${undefined}${false}${true}${''}${0}]`.toString(), '[0]');
});

test('text cannot change the direction of later text, and a field keeps its value', () => {
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

test('omits a null address, so that an `a` is no link, but not an empty one', () => {
  const link = (href: string | null) => html`<a class="x" href="${href}" rel="next">text</a>`.toString();
  assert.equal(link(null), '<a class="x" rel="next">text</a>');
  assert.equal(link(''), '<a class="x" href="" rel="next">text</a>');
  assert.equal(link('/a'), '<a class="x" href="/a" rel="next">text</a>');
});
