import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { newWebhookSecret, signedHeaders } from '../../src/pipeline/deliver/webhook-message.ts';
import { random } from '../support/world.ts';
import { ROOT } from '../support/write-docs.ts';

const SECRET = newWebhookSecret(random);
const CACHE = join(ROOT, 'node_modules/.cache/receivers');

const LANGUAGES = {
  'Node.js': { block: 'js', extension: 'mjs', command: process.execPath },
  Python: { block: 'python', extension: 'py', command: 'python3' },
};
type Language = keyof typeof LANGUAGES;

const hasPython =
  spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))']).status === 0;

/** Runs a receiver from docs/delivery.md with its library. */
async function runExample(context: TestContext, language: Language) {
  const { block, extension, command } = LANGUAGES[language];
  const pattern = new RegExp(`\`\`\`${block}\n([\\s\\S]*?)\`\`\``);
  const [, program = ''] = pattern.exec(readFileSync(join(ROOT, 'docs/delivery.md'), 'utf8')) ?? [];
  const path = join(CACHE, `${process.pid}.${extension}`);
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(path, program);
  const port = await freePort();
  const env = { ...process.env, PORT: String(port), SIGHTLINE_WEBHOOK_SECRET: SECRET };
  const receiver = spawn(command, [path], { env, stdio: ['ignore', 'pipe', 'ignore'] });
  context.after(() => {
    receiver.kill('SIGKILL');
    rmSync(path, { force: true });
  });
  const printed: string[] = [];
  receiver.stdout.setEncoding('utf8').on('data', (text: string) => printed.push(text));
  return { url: `http://127.0.0.1:${port}/sightline`, printed };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

/** Waits for a listener. */
async function post(url: string, init: RequestInit): Promise<number> {
  for (let tries = 0; ; tries += 1) {
    try {
      return (await fetch(url, { method: 'POST', ...init })).status;
    } catch (error) {
      if (tries === 600) throw error;
      await wait(50);
    }
  }
}

for (const language of Object.keys(LANGUAGES) as Language[]) {
  test(`the receiver in docs/delivery.md in ${language} takes each alert once, and refuses unsigned messages`, {
    skip: language === 'Python' && !hasPython,
  }, async (context) => {
    const { url, printed } = await runExample(context, language);
    const alert = (id: string) => ({
      id,
      body: JSON.stringify({ type: 'alert.raised', brand: { name: 'Acme' }, data: { title: `Drop ${id}` } }),
    });
    const send = async (message: { id: string; body: string }, secret = SECRET) =>
      await post(url, { body: message.body, headers: signedHeaders(message, secret, Date.now()) });
    assert.equal(await send(alert('alr_1')), 204);
    assert.equal(await send(alert('alr_1')), 204, 'again');
    assert.equal(await send({ id: 'tst_1', body: JSON.stringify({ type: 'test', data: {} }) }), 204);
    assert.equal(await send(alert('alr_2'), newWebhookSecret(random)), 401);
    const stolen = {
      ...alert('alr_3'),
      headers: signedHeaders(alert('alr_3'), SECRET, Date.now() - 600_000),
    };
    assert.equal(await post(url, stolen), 401, 'too old');
    assert.equal(await send(alert('alr_4')), 204);
    // A process may print after it replies.
    for (let tries = 0; !printed.join('').includes('alr_4') && tries < 200; tries += 1) await wait(20);
    assert.deepEqual(printed.join('').trim().split('\n'), ['Acme: Drop alr_1', 'Acme: Drop alr_4']);
  });
}
