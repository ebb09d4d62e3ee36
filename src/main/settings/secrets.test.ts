import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { secretsOf } from './secrets.ts';

test("a process's secrets are its keys and its database password", () => {
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
  assert.deepEqual(secretsOf({}, { databaseUrl: 'postgres://me@db.example/x?password=p%40ss' }), ['p@ss']);
  const smtpUrl = 'smtps://me:m%40il@mail.example';
  assert.deepEqual(
    secretsOf({}, { databaseUrl: 'sqlite:a', smtpUrl, secretKey: 'k'.repeat(32), oidcSecret: 'o' }),
    ['m%40il', 'm@il', 'k'.repeat(32), 'o'],
  );
  for (const databaseUrl of [
    'sqlite:./data/sightline.db',
    'postgres://db.example/x',
    'postgres://a:%zz@b/c',
  ]) {
    const found = secretsOf({}, { databaseUrl }).filter((each) => each !== '%zz');
    assert.deepEqual(found, []);
  }
});

test('the log holds none of them, wherever a line has it, and no row that a database quotes', () => {
  const file = new URL('../process/logger.ts', import.meta.url).href;
  const script = `import { loggerFor } from '${file}';
    const logger = loggerFor({ logLevel: 'info', databaseUrl: 'postgres://me:Q8-password@db.example/x' });
    logger.error({ err: new Error('sk-Q7-key'), url: 'postgres://me:Q8-password@x' }, 'Bearer sk-Q7-key');
    const failed = { detail: 'Failing row contains (Q9)', where: 'unnamed portal parameter $1 = Q9', code: '23502' };
    logger.child({}).error({ err: Object.assign(new Error('null value'), failed) }, 'request failed');`;
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    env: { SIGHTLINE_OPENAI_KEY: 'sk-Q7-key' },
    encoding: 'utf8',
    timeout: 60_000,
  });
  assert.match(stderr, /"msg":"Bearer \[secret\]"/);
  assert.match(stderr, /"code":"23502"/);
  assert.doesNotMatch(stderr, /Q7|Q8|Q9/);
});
