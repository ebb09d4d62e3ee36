import assert from 'node:assert/strict';
import { test } from 'node:test';
import { secretsOf } from './secrets.ts';

test('the secrets of a process are the keys that are set and the password of its database', () => {
  const env = {
    SIGHTLINE_OPENAI_KEY: 'sk-one',
    SIGHTLINE_DATAFORSEO_KEY: 'me@plotwise.example:two',
    SIGHTLINE_XAI_KEY: '',
    SIGHTLINE_LOG_LEVEL: 'info',
  };
  assert.deepEqual(secretsOf(env, { databaseUrl: 'postgres://me:p%40ss@db.example/x' }), [
    'sk-one',
    'me@plotwise.example:two',
    'p%40ss',
    'p@ss',
  ]);
  for (const databaseUrl of [
    'sqlite:./data/sightline.db',
    'postgres://db.example/x',
    'postgres://a:%zz@b/c',
  ]) {
    assert.deepEqual(
      secretsOf({}, { databaseUrl }).filter((each) => each !== '%zz'),
      [],
    );
  }
});
