import assert from 'node:assert/strict';
import { test } from 'node:test';
import { InvalidFile } from '../../pipeline/declare/apply/apply-file.ts';
import { applyFilesInThread } from './apply-files.ts';
import { TextThreads } from './text-threads.ts';

const ORGANIZATIONS = [{ name: 'Acme Inc', brands: [{ name: 'Acme', prompts: ['best anvils'] }] }];

test('a thread reads back a file that a thread wrote', async () => {
  const files = applyFilesInThread();
  assert.deepEqual(await files.read(await files.write(ORGANIZATIONS)), ORGANIZATIONS);
});

test("a thread reports each of a file's problems with its place", async () => {
  await assert.rejects(applyFilesInThread().read('organizations: [{ nme: A }]'), (error) => {
    assert.ok(error instanceof InvalidFile);
    assert.deepEqual(
      error.problems.map(({ at }) => at),
      ['organizations[0].name', 'organizations[0].nme'],
    );
    return true;
  });
});

test("refuses a malformed file in the reader's words", async () => {
  await assert.rejects(applyFilesInThread().read('['), { code: 'invalid_file', message: /not YAML or JSON/ });
});

test('refuses a file that takes too long to read, and reads the next one', async () => {
  const late = applyFilesInThread(new TextThreads(), 1);
  const refusal = { code: 'invalid_file', message: /takes too much time to read\. Split it, or use/ };
  await Promise.all([assert.rejects(late.read('['), refusal), assert.rejects(late.read('{}'), refusal)]);
});

test('refuses a file that takes too much memory, and the process continues', async () => {
  const small = applyFilesInThread(new TextThreads({ mostMb: 48 }));
  const text = `[${'[a],'.repeat(100_000)}]`;
  await assert.rejects(small.read(text), { code: 'invalid_file', message: /takes too much memory to read/ });
  await assert.rejects(small.read('{}'), InvalidFile);
});
