import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canonicalJson, figuresHash } from './client-report.ts';

test('equal reports have equal text, in any key order', () => {
  const text = canonicalJson({ b: [{ d: 1, c: null }], a: 'é', z: undefined });
  assert.equal(text, '{"a":"é","b":[{"c":null,"d":1}]}');
  assert.equal(canonicalJson({ a: 'é', b: [{ c: null, d: 1 }] }), text);
});

test('keys stand in the order of their code units', () => {
  assert.equal(
    canonicalJson({ é: 1, b: 2, B: 3, '😀': 4, '\uFB33': 5 }),
    '{"B":3,"b":2,"é":1,"😀":4,"\uFB33":5}',
  );
});

test('the hash is over the text in UTF-8', () => {
  assert.equal(figuresHash('{"a":"é"}'), 'b3a092a6af48807fa9482b2ee140105575daa26d5b24b3c0e60a7e2dee6683b1');
});
