import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { apiOn } from '../support/api.ts';
import { clientOf, clientOn, ERAS } from '../support/mcp.ts';
import { portOf } from '../support/raw-http.ts';
import { onReusedStore } from '../support/stores.ts';
import { ACME_BRAND, acmeFile, line, pipelineOn, setUp } from '../support/world.ts';

onReusedStore('MCP over HTTP', (fresh) => {
  for (const era of ERAS) {
    test(`a ${era} client over a socket lists, calls, and reads`, async () => {
      const { store } = await setUp(fresh);
      await pipelineOn(store).importLines([line({ answer: 'Acme is fine.' })]);
      const { key } = await pipelineOn(store).createKey();
      const api = apiOn(store);
      const client = clientOf(era);
      const url = new URL(`http://127.0.0.1:${await portOf(api.app)}/mcp`);
      const headers = { authorization: `Bearer ${key}` };
      try {
        await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
        assert.match(String(client.getInstructions()), /A null rate means/);
        assert.ok((await client.listTools()).tools.length > 5);
        const { structuredContent } = await client.callTool({ name: 'visibility', arguments: { days: 30 } });
        const { data } = structuredContent as { data: { brands: { present: number }[] } };
        assert.equal(data.brands[0]?.present, 1);
      } finally {
        await client.close();
        await api.app.close();
      }
    });
  }

  test("reads a whole answer by its id alone, for each of the caller's brands and no others", async () => {
    const second = { ...ACME_BRAND, id: 'second', name: 'Second' };
    const unfinished = {
      ...ACME_BRAND,
      id: 'unfinished',
      name: 'Unfinished',
      configured: false,
      domain: null,
    };
    const { store, apply, importLines, createKey } = await setUp(
      fresh,
      acmeFile([ACME_BRAND, unfinished, second]),
    );
    const stranger = { name: 'Stranger', plan: { name: 'solo' }, brands: [{ ...ACME_BRAND, id: 'theirs' }] };
    await apply({ organizations: [stranger] });
    const answer = `Acme is fine. ${'Nothing else to say. '.repeat(5000)}`;
    for (const brand of ['acme', 'second', 'theirs']) await importLines([line({ brand, answer })]);
    const api = apiOn(store);
    const keys = {
      whole: (await createKey()).key,
      pinned: (await createKey({ brand: 'second' })).key,
      stranger: (await createKey({ organization: 'Stranger' })).key,
    };
    const idOf = async (brand: string, key: string) =>
      (await api.get(`/answers?brand=${brand}`, key)).body.data[0].id as string;
    const ids = {
      acme: await idOf('acme', keys.whole),
      second: await idOf('second', keys.whole),
      theirs: await idOf('theirs', keys.stranger),
    };
    const read = async (key: string, id: string) => {
      const client = await clientOn(api, key, 'modern');
      const uri = `sightline://answers/${id}`;
      const [first] = await client.readResource({ uri }).then(
        ({ contents }) => contents,
        (error: Error) => [{ text: error.message.replace(id, '…') }],
      );
      return (first as { text: string }).text;
    };
    for (const brand of ['acme', 'second'] as const) {
      const { data, meta } = JSON.parse(await read(keys.whole, ids[brand]));
      assert.equal(meta.brand.id, brand);
      assert.ok(data.answer === answer, 'the text is whole');
    }
    assert.equal(JSON.parse(await read(keys.pinned, ids.second)).data.id, ids.second);
    const missing = await read(keys.whole, 'ans_000000000000');
    assert.match(missing, /not found/i);
    assert.equal(await read(keys.whole, ids.theirs), missing);
    assert.equal(await read(keys.pinned, ids.acme), missing);
    await api.app.close();
  });

  test('/answers takes the id of an answer, with which other filters must agree', async () => {
    const { store } = await setUp(fresh);
    await pipelineOn(store).importLines([line(), line({ engine: 'claude' }), line()]);
    const { key } = await pipelineOn(store).createKey();
    const api = apiOn(store);
    const idsOf = async (query: string) =>
      (await api.get(`/answers?${query}`, key)).body.data.map(({ id }: { id: string }) => id) as string[];
    for (const id of await idsOf('')) {
      assert.deepEqual(await idsOf(`id=${id}`), [id]);
      const { body } = await api.get(`/answers?id=${id}&limit=1`, key);
      assert.equal(body.meta.next_cursor, null);
    }
    const [, claude = ''] = await idsOf('');
    assert.deepEqual(await idsOf(`id=${claude}&engine=claude`), [claude]);
    assert.deepEqual(await idsOf(`id=${claude}&engine=chatgpt`), []);
    for (const id of ['ans_000000000000', 'nope', '%00', '']) assert.deepEqual(await idsOf(`id=${id}`), []);
    await api.app.close();
  });
});
