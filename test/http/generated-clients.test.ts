import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { after, before, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { OpenAPIClientAxios } from 'openapi-client-axios';
import { openApiDocument } from '../../src/http/openapi.ts';
import { WritingWorld } from '../actions/writing-world.ts';
import { isNightly } from '../support/effort.ts';
import { portOf } from '../support/raw-http.ts';
import { onReusedStore } from '../support/stores.ts';

/** Below the packages that generated code imports. */
const FOLDER = fileURLToPath(new URL('../../node_modules/.cache/generated-clients', import.meta.url));

// biome-ignore lint/suspicious/noExplicitAny: the client's types are generated in the test
type Client = any;

const QUESTIONS = Array.from({ length: 10 }, (_, index) => ({ text: `question ${index}`, tags: ['ten'] }));

onReusedStore('clients generated from the OpenAPI document', (fresh) => {
  let world: WritingWorld;
  let base: string;

  before(async () => {
    world = await WritingWorld.on(await fresh());
    base = `http://127.0.0.1:${await portOf(world.api.app)}`;
    await mkdir(FOLDER, { recursive: true });
  });
  after(async () => {
    await world.api.app.close();
    await rm(FOLDER, { recursive: true, force: true });
  });

  test('by oazapfts, as source: creates a brand, adds ten questions, and reads /visibility', {
    skip: !isNightly,
  }, async () => {
    // It loads a compiler.
    const { generateSource } = await import('oazapfts');
    const document = `${FOLDER}/openapi-${process.pid}.json`;
    const module = `${FOLDER}/client-${process.pid}.mjs`;
    await writeFile(document, JSON.stringify(openApiDocument()));
    await writeFile(module, stripTypeScriptTypes(await generateSource(document), { mode: 'transform' }));
    const client: Client = await import(pathToFileURL(module).href);
    client.defaults.baseUrl = `${base}/api/v1`;
    client.defaults.headers = { 'X-API-Key': world.key };
    const created = await client.createBrand({
      name: 'By source',
      domain: 'source.example',
      engines: ['chatgpt'],
    });
    assert.equal(created.status, 200, JSON.stringify(created.data));
    const brand = created.data.data.brand.id;
    assert.equal((await client.addQuestions(QUESTIONS, { brand })).data.data.questions.length, 10);
    const { status, data } = await client.visibility({ brand });
    assert.deepEqual([status, data.data.brands[0].name], [200, 'By source']);
  });

  test('by openapi-client-axios, at run time: the same', async () => {
    const definition = { ...openApiDocument(), servers: [{ url: `${base}/api/v1` }] } as never;
    const api = new OpenAPIClientAxios({
      definition,
      axiosConfigDefaults: { headers: { 'X-API-Key': world.key } },
    });
    const client: Client = await api.init();
    const created = await client.create_brand(null, {
      name: 'At run time',
      domain: 'run.example',
      engines: ['claude'],
    });
    const brand = created.data.data.brand.id;
    assert.equal((await client.add_questions({ brand }, QUESTIONS)).data.meta.changes.length, 10);
    const { data } = await client.visibility({ brand });
    assert.equal(data.data.brands[0].name, 'At run time');
  });
});
