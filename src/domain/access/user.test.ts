import assert from 'node:assert/strict';
import { test } from 'node:test';
import { administers, covers, loginOf } from './user.ts';

for (const [text, login] of [
  [' Ada@Example.COM ', 'ada@example.com'],
  ['ada', 'ada'],
  ['ada.lovelace-1_x', 'ada.lovelace-1_x'],
  ['müller@bücher.example', 'müller@bücher.example'],
  ['a', null],
  ['', null],
  ['.ada', null],
  ['a b@example.com', null],
  ['a@b@c', null],
  ['@example.com', null],
  ['ada@', null],
  ['ada\u0000@example.com', null],
  ['ada\u202e@example.com', null],
  [`${'a'.repeat(250)}@b.c`, `${'a'.repeat(250)}@b.c`],
  [`${'a'.repeat(251)}@b.c`, null],
] as const) {
  test(`the login in ${JSON.stringify(text.slice(0, 30))} of ${text.length}`, () =>
    assert.equal(loginOf(text), login));
}

test('a role includes those below it', () => {
  assert.ok(covers('admin', 'editor'));
  assert.ok(covers('editor', 'editor'));
  assert.ok(!covers('viewer', 'editor'));
});

test("an organization's admin administers nobody in another, or in all", () => {
  const organization = { internalId: 1, id: 'acme', name: 'Acme' };
  const other = { internalId: 2, id: 'other', name: 'Other' };
  const all = { brandIds: null };
  const admin = { role: 'admin', organization, ...all } as const;
  assert.ok(administers(admin, { organization, ...all }));
  assert.ok(!administers(admin, { organization: other, ...all }));
  assert.ok(!administers(admin, { organization: null, ...all }));
  const operator = { role: 'admin', organization: null, ...all } as const;
  assert.ok(administers(operator, { organization: other, ...all }));
  assert.ok(administers(operator, { organization: null, ...all }));
  assert.ok(!administers({ role: 'editor', organization, ...all }, { organization, ...all }));
});

test('a limited admin administers nobody who reaches another brand', () => {
  const organization = { internalId: 1, id: 'acme', name: 'Acme' };
  const admin = { role: 'admin', organization, brandIds: [7, 8] } as const;
  assert.ok(administers(admin, { organization, brandIds: [8] }));
  assert.ok(!administers(admin, { organization, brandIds: [8, 9] }));
  assert.ok(!administers(admin, { organization, brandIds: null }));
  assert.ok(!administers(admin, { organization, brandIds: [] }));
});
