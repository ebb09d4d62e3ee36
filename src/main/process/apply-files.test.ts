import assert from 'node:assert/strict';
import { test } from 'node:test';
import { InvalidFile } from '../../pipeline/declare/apply/apply-file.ts';
import { applyFilesInThread } from './apply-files.ts';

const ORGANIZATIONS = [{ name: 'Acme Inc', brands: [{ name: 'Acme', prompts: ['best anvils'] }] }];

test('a file that a thread writes is read back by a thread', async () => {
  const files = applyFilesInThread();
  assert.deepEqual(await files.read(await files.write(ORGANIZATIONS)), ORGANIZATIONS);
});

test('a thread says each problem of a file with its place', async () => {
  await assert.rejects(applyFilesInThread().read('organizations: [{ nme: A }]'), (error) => {
    assert.ok(error instanceof InvalidFile);
    assert.deepEqual(
      error.problems.map(({ at }) => at),
      ['organizations[0].name', 'organizations[0].nme'],
    );
    return true;
  });
});

test('what is no file is refused in the words of the reader', async () => {
  await assert.rejects(applyFilesInThread().read('['), { code: 'invalid_file', message: /not YAML or JSON/ });
});

test('a file that is not read in time is refused, and the next one is read', async () => {
  const late = applyFilesInThread({ mostMs: 1 });
  const refusal = { code: 'invalid_file', message: /takes too much time to read\. Split it, or use/ };
  await Promise.all([assert.rejects(late.read('['), refusal), assert.rejects(late.read('{}'), refusal)]);
});

test('a file that takes too much memory is refused, and the process goes on', async () => {
  const small = applyFilesInThread({ mostMb: 48 });
  const text = `[${'[a],'.repeat(100_000)}]`;
  await assert.rejects(small.read(text), { code: 'invalid_file', message: /takes too much memory to read/ });
  await assert.rejects(small.read('{}'), InvalidFile);
});
