import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
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

/** Runs the receiver of docs/delivery.md, as it stands there, where it finds its library. */
async function runExample(context: TestContext) {
  const [, program = ''] =
    /```js\n([\s\S]*?)```/.exec(readFileSync(join(ROOT, 'docs/delivery.md'), 'utf8')) ?? [];
  const path = join(CACHE, `${process.pid}.mjs`);
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(path, program);
  const port = await freePort();
  const env = { ...process.env, PORT: String(port), SIGHTLINE_WEBHOOK_SECRET: SECRET };
  const receiver = spawn(process.execPath, [path], { env, stdio: ['ignore', 'pipe', 'inherit'] });
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

/** As soon as somebody listens. */
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

test('the receiver of docs/delivery.md takes each alert once, ignores a test, and refuses what is not signed', async (context) => {
  const { url, printed } = await runExample(context);
  const alert = (id: string) => ({
    id,
    body: JSON.stringify({ type: 'alert.raised', brand: { name: 'Acme' }, data: { title: `Drop ${id}` } }),
  });
  const send = async (message: { id: string; body: string }, secret = SECRET) =>
    await post(url, { body: message.body, headers: signedHeaders(message, [secret], Date.now()) });
  assert.equal(await send(alert('alr_1')), 204);
  assert.equal(await send(alert('alr_1')), 204, 'again');
  assert.equal(await send({ id: 'tst_1', body: JSON.stringify({ type: 'test', data: {} }) }), 204);
  assert.equal(await send(alert('alr_2'), newWebhookSecret(random)), 401);
  const stolen = {
    ...alert('alr_3'),
    headers: signedHeaders(alert('alr_3'), [SECRET], Date.now() - 600_000),
  };
  assert.equal(await post(url, stolen), 401, 'too old');
  assert.equal(await send(alert('alr_4')), 204);
  assert.deepEqual(printed.join('').trim().split('\n'), ['Acme: Drop alr_1', 'Acme: Drop alr_4']);
});
