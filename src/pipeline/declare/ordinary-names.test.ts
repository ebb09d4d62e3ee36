import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ordinaryNames } from './ordinary-names.ts';

const namesIn = (site: object) => ordinaryNames([{ name: 'Tandemly', ...site }]).map(({ name }) => name);

test('a name of ordinary words is one, whatever its capitals', () => {
  assert.deepEqual(
    ['Notion', 'RING', 'loom', 'Monday', 'Big Sky', 'Tandemly', 'E.ON', 'Square Enix'].filter(
      (name) => namesIn({ name }).length > 0,
    ),
    ['Notion', 'RING', 'loom', 'Monday', 'Big Sky'],
  );
});

test('an alias can be one', () => {
  assert.deepEqual(namesIn({ aliases: ['Boards', { name: 'Kestrelly' }] }), ['Boards']);
});

test('a name is not one as soon as it was chosen which capitals count', () => {
  assert.deepEqual(namesIn({ name: 'Ring', match: { case_sensitive: true } }), []);
  assert.deepEqual(namesIn({ name: 'Ring', match: { case_sensitive: false } }), []);
  assert.deepEqual(namesIn({ aliases: [{ name: 'Ring', case_sensitive: true }, 'Loom'] }), ['Loom']);
});

test('it is told whose name it is, and what to do', () => {
  const [found] = ordinaryNames([{ name: 'Kestrelly', aliases: ['Ring'] }]);
  assert.equal(found?.of, 'Kestrelly');
  assert.match(found?.advice ?? '', /^“Ring” is ordinary English, .*`case_sensitive: true`/);
});
