import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAll } from '../../test/support/read-import.ts';
import { setupIn } from './declared.ts';

const setup = async (content: string) => {
  const { file, plan } = await readAll(content);
  const { questions, competitors } = await setupIn(file, plan, ['Tandemly']);
  return { questions, competitors };
};

for (const [what, content, questions, competitors] of [
  [
    'rows with topics, tags, and the brands in them',
    JSON.stringify([
      {
        prompt: 'a b c',
        response: 'x y',
        model: 'm',
        mentions: ['Tandemly', 'Plotwise'],
        created_at: '',
        topic: 'Boards',
        tags: ['new'],
      },
      {
        prompt: 'a b c',
        response: 'x y',
        model: 'm',
        mentions: ['plotwise'],
        created_at: '',
        topic: null,
        tags: [],
      },
    ]),
    [{ text: 'a b c', tags: ['Boards', 'new'] }],
    [{ name: 'Plotwise', domain: null, aliases: [] }],
  ],
  [
    "Peec's prompts and brands, without answers",
    JSON.stringify({
      prompts: [
        {
          id: 'p1',
          messages: [{ content: 'which board' }],
          tags: [{ name: 'new' }],
          topic: { id: 't', name: 'Boards' },
        },
      ],
      brands: [
        { id: 'b1', name: 'Tandemly', is_own: true, domains: ['tandemly.example'], aliases: [] },
        {
          id: 'b2',
          name: 'Kestrel Boards',
          is_own: false,
          domains: ['https://www.kestrel.example/'],
          aliases: ['Kestrel'],
        },
      ],
    }),
    [{ text: 'which board', tags: ['Boards', 'new'] }],
    [{ name: 'Kestrel Boards', domain: 'kestrel.example', aliases: ['Kestrel'] }],
  ],
  [
    'a table of questions',
    'text,category,platforms\nwhich board is best,Boards,chatgpt\nwhich board is easiest to learn,,chatgpt\n',
    [
      { text: 'which board is best', tags: ['Boards'] },
      { text: 'which board is easiest to learn', tags: [] },
    ],
    [],
  ],
] as const)
  test(`finds what a tool was set up with in ${what}`, async () =>
    assert.deepEqual(await setup(content), { questions, competitors }));
