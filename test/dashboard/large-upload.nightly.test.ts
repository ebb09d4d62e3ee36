import assert from 'node:assert/strict';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textIn } from 'node:stream/consumers';
import { test } from 'node:test';
import { importRoutes } from '../../src/dashboard/pages/imports/import-page.ts';
import { MOST_UPLOAD_BYTES } from '../../src/pipeline/tasks/upload.ts';
import { dashboardOn, onPages, textOf } from '../support/dashboard.ts';
import { acmeFile, pipelineOn } from '../support/world.ts';

onPages('a large upload', importRoutes, (fresh) => {
  test('of more than 200 MB is refused over a real connection, with an answer', async () => {
    const store = await fresh();
    await pipelineOn(store).apply(acmeFile());
    const dashboard = dashboardOn(store);
    const { token } = await dashboard.signedIn('editor');
    const { app } = dashboard.api;
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n';
    const body = Buffer.concat([Buffer.from(head), Buffer.alloc(MOST_UPLOAD_BYTES + 8 * 1024 * 1024, 'a')]);
    const headers = {
      accept: 'text/html',
      cookie: `sightline=${token}`,
      'sec-fetch-site': 'same-origin',
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': body.length,
    };
    try {
      const { status, text } = await new Promise<{ status: number; text: string }>((resolve, reject) => {
        const path = '/brands/acme/import';
        const sending = request({ port, host: '127.0.0.1', method: 'POST', path, headers });
        sending.once('error', reject);
        sending.once('response', (incoming) => {
          const done = (html: string) => resolve({ status: incoming.statusCode ?? 0, text: textOf(html) });
          textIn(incoming).then(done, reject);
        });
        sending.end(body);
      });
      assert.equal(status, 422);
      assert.match(text, /The file is larger than 200 MB\. Split it/);
      assert.deepEqual(await store.main.selectFrom('task_inputs').select('part').execute(), []);
    } finally {
      app.server.closeAllConnections();
      await app.close();
    }
  });
});
