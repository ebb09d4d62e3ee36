import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { WritingWorld } from '../actions/writing-world.ts';
import { clientOn, ERAS } from '../support/mcp.ts';
import { onReusedStore } from '../support/stores.ts';

interface Result {
  readonly isError?: boolean;
  readonly content: { readonly text: string }[];
  // biome-ignore lint/suspicious/noExplicitAny: a test reads any field and asserts what it finds
  readonly structuredContent: any;
}

onReusedStore('actions as tools', (fresh) => {
  let world: WritingWorld;

  before(async () => {
    world = await WritingWorld.on(await fresh());
  });

  for (const era of ERAS) {
    test(`a ${era} client gets the tools of its key's scopes, and dry runs unless it says otherwise`, async () => {
      const client = await clientOn(world.api, world.key, era);
      const { tools } = await client.listTools();
      const deletion = tools.find(({ name }) => name === 'delete_brand');
      assert.deepEqual(
        [deletion?.annotations?.readOnlyHint, deletion?.annotations?.destructiveHint],
        [false, true],
      );
      const add = async (more: object) =>
        (await client.callTool({
          name: 'add_questions',
          arguments: { questions: [{ text: `asked by a ${era} client` }], ...more },
        })) as unknown as Result;
      const dry = await add({});
      assert.equal(dry.structuredContent.meta.dry_run, true);
      assert.match(
        dry.content[0]?.text ?? '',
        /^Nothing was stored: .*\nQuestion asked by a .*: nothing → asked\nCost: /s,
      );
      assert.equal((await add({ dry_run: false })).structuredContent.data.questions[0].status, 'added');
      assert.equal((await add({ dry_run: false })).structuredContent.meta.changes.length, 0);
      await client.close();
    });
  }

  test('a key without a scope does not see its tools, and is told which scope is missing', async () => {
    const client = await clientOn(world.api, await world.newKey(['read', 'prompts:write']), 'modern');
    const { tools } = await client.listTools();
    const names = tools.map(({ name }) => name);
    assert.ok(names.includes('add_questions') && !names.includes('delete_brand'));
    const refused = (await client.callTool({
      name: 'delete_brand',
      arguments: { dry_run: false },
    })) as unknown as Result;
    assert.equal(refused.isError, true);
    assert.match(refused.content[0]?.text ?? '', /^insufficient_scope: .*`brands:write`/);
    await client.close();
  });

  test('wrong input is a refusal with its problems', async () => {
    const client = await clientOn(world.api, world.key, 'modern');
    const refused = (await client.callTool({
      name: 'add_event',
      arguments: { txt: 'x' },
    })) as unknown as Result;
    assert.match(refused.content[0]?.text ?? '', /^invalid_parameter: .*text is missing/i);
    await client.close();
  });
});
