import assert from 'node:assert/strict';
import { test } from 'node:test';
import { me } from '../../reports/me.ts';
import type { Envelope, ReportRequest } from '../../reports/run/run-report.ts';
import { ReportCache } from './report-cache.ts';

const META = { generated_at: 'now', brand: { id: 'acme', name: 'Acme' }, note: '' };
const ASKED = { report: me } as unknown as ReportRequest;

for (const [what, data] of [
  ['a record', { a: 1 }],
  ['an empty list', []],
  ['a short list', [{ a: 1 }, { a: '],[' }]],
  ['a list of several slices', Array.from({ length: 2500 }, (_, n) => ({ n }))],
] as const) {
  test(`${what} is written as JSON`, async () => {
    const envelope: Envelope = { data, meta: META };
    const { json } = await new ReportCache({}).body(ASKED, async () => envelope);
    assert.equal(json.toString(), JSON.stringify(envelope));
  });
}

test('a long list yields to other work', async () => {
  const data = Array.from({ length: 5000 }, (_, n) => ({ n }));
  const order: string[] = [];
  const written = new ReportCache({})
    .body(ASKED, async () => ({ data, meta: META }))
    .then(() => order.push('written'));
  setImmediate(() => setImmediate(() => order.push('other work')));
  await written;
  assert.deepEqual(order, ['other work', 'written']);
});
