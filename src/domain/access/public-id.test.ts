import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { BRAND_ID, brandIdFrom, isPublicId, publicId } from './public-id.ts';

for (const kind of ['ans', 'alr', 'key', 'org'] as const) {
  test(`a new ${kind} id is ${kind}_ and twelve base62 characters`, () => {
    const id = publicId(kind, (size) => randomBytes(size));
    assert.match(id, new RegExp(`^${kind}_[0-9A-Za-z]{12}$`));
    assert.ok(isPublicId(kind, id));
  });
}

for (const [what, text] of Object.entries({
  'another kind': 'alr_0123456789ab',
  'eleven characters': 'ans_0123456789a',
  'thirteen characters': 'ans_0123456789abc',
  'a number': '17',
  'a character outside base62': 'ans_0123456789a_',
  'a line break behind it': 'ans_0123456789a\n',
  'a NUL inside': 'ans_01234\u000056789a',
  'the prefix in capitals': 'ANS_0123456789ab',
  'nothing at all': '',
})) {
  test(`no answer id: ${what}`, () => assert.equal(isPublicId('ans', text), false));
}

for (const [name, id] of [
  ['Acme', 'acme'],
  ['Acme & Söhne', 'acme-sohne'],
  ['  --Acme!!  ', 'acme'],
  ['Café del Mar', 'cafe-del-mar'],
  ['İstanbul', 'istanbul'],
  ['Ｆｕｌｌｗｉｄｔｈ', 'fullwidth'],
  ['3M Co', '3m-co'],
  ['a'.repeat(60), 'a'.repeat(40)],
  [`${'a'.repeat(39)} b`, 'a'.repeat(39)],
  ['HP', null],
  ['日本', null],
  ['---', null],
  ['', null],
] as const) {
  test(`the brand id made from ${JSON.stringify(name)} is ${id}`, () => assert.equal(brandIdFrom(name), id));
}

for (const [id, fits] of [
  ['abc', true],
  ['ab', false],
  ['a'.repeat(40), true],
  ['a'.repeat(41), false],
  ['a-1', true],
  ['Acme', false],
  ['a_b', false],
  ['acme\n', false],
] as const) {
  test(`${JSON.stringify(id)} ${fits ? 'fits' : 'does not fit'} as a brand id`, () =>
    assert.equal(BRAND_ID.test(id), fits));
}
