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
  test(`the login in ${JSON.stringify(text.slice(0, 30))} of ${text.length}`, () => {
    assert.equal(loginOf(text), login);
  });
}

test('a role includes those below it', () => {
  assert.ok(covers('admin', 'editor'));
  assert.ok(covers('editor', 'editor'));
  assert.ok(!covers('viewer', 'editor'));
});

test('an admin of one organization administers neither another nor what belongs to all', () => {
  const organization = { internalId: 1, id: 'acme', name: 'Acme' };
  assert.ok(administers({ role: 'admin', organization }, 1));
  assert.ok(!administers({ role: 'admin', organization }, 2));
  assert.ok(!administers({ role: 'admin', organization }, null));
  assert.ok(administers({ role: 'admin', organization: null }, 2));
  assert.ok(administers({ role: 'admin', organization: null }, null));
  assert.ok(!administers({ role: 'editor', organization }, 1));
});
