import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { after, test } from 'node:test';
import { runCommandLine, type Surroundings } from '../command-line.ts';
import { readConfig } from './config.ts';
import { readEngines } from './engines.ts';
import { withSecretFiles } from './secret-files.ts';
import { secretsOf } from './secrets.ts';

const folder = mkdtempSync(join(tmpdir(), 'sightline-secrets-'));
after(() => rmSync(folder, { recursive: true }));

function fileOf(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const key = fileOf('key', 'sk-from-a-file\n');

test('a key in a file is the key, without the end of its line, and a secret', () => {
  const env = withSecretFiles({ SIGHTLINE_OPENAI_KEY_FILE: key });
  const found = readEngines(env).ready.map(({ access }) => access.key);
  assert.deepEqual(found, ['sk-from-a-file']);
  assert.deepEqual(secretsOf(env, { databaseUrl: 'sqlite:x' }), ['sk-from-a-file']);
});

test('so are the URLs with passwords and the secret key', () => {
  const env = withSecretFiles({
    SIGHTLINE_DATABASE_URL_FILE: fileOf('database', 'postgres://me:one@db.example/x'),
    SIGHTLINE_SMTP_URL_FILE: fileOf('smtp', ' smtps://me:two@mail.example '),
    SIGHTLINE_SECRET_KEY_FILE: fileOf('secret', 'k'.repeat(32)),
  });
  const { databaseUrl, smtpUrl, secretKey } = readConfig(env, {});
  assert.deepEqual(
    [databaseUrl, smtpUrl, secretKey],
    ['postgres://me:one@db.example/x', 'smtps://me:two@mail.example', 'k'.repeat(32)],
  );
});

test('reads a file once, and an empty variable names none', () => {
  const env = { SIGHTLINE_OPENAI_KEY_FILE: key, SIGHTLINE_XAI_KEY_FILE: '', SIGHTLINE_OPENAI_KEY: '' };
  assert.deepEqual(withSecretFiles(withSecretFiles(env)), {
    SIGHTLINE_OPENAI_KEY: 'sk-from-a-file',
    SIGHTLINE_XAI_KEY_FILE: '',
  });
});

const SECRET = 'sk-put-here-by-mistake';

for (const [what, env, message] of [
  [
    'a variable that is set too',
    { SIGHTLINE_OPENAI_KEY: SECRET, SIGHTLINE_OPENAI_KEY_FILE: key },
    'You set both SIGHTLINE_OPENAI_KEY and SIGHTLINE_OPENAI_KEY_FILE; leave one of them empty.',
  ],
  [
    'the secret in place of a path',
    { SIGHTLINE_OPENAI_KEY_FILE: SECRET },
    'SIGHTLINE_OPENAI_KEY_FILE must be the path to a readable file (ENOENT).',
  ],
  [
    'a folder',
    { SIGHTLINE_OPENAI_KEY_FILE: folder },
    'SIGHTLINE_OPENAI_KEY_FILE must be the path to a readable file (EISDIR).',
  ],
  [
    'an empty file',
    { SIGHTLINE_OPENAI_KEY_FILE: fileOf('empty', '\n') },
    'SIGHTLINE_OPENAI_KEY_FILE names an empty file.',
  ],
] as const) {
  test(`refuses ${what} at the start, by the variable's name alone`, async () => {
    const streams = { stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough() };
    const surroundings = { env: { ...env }, ...streams } as unknown as Surroundings;
    assert.equal(await runCommandLine(['collect', '--dry-run'], surroundings, '1.2.3'), 1);
    const said = String(streams.stderr.read());
    assert.ok(said.includes(message), said);
    assert.ok(!said.includes(SECRET), said);
  });
}
