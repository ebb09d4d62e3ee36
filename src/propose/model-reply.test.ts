import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pluck } from '../../test/support/pluck.ts';
import { modelPrompt, modelProposals, withModel } from './model-reply.ts';
import { proposal } from './proposal.ts';

const textsIn = (value: unknown) =>
  modelProposals(typeof value === 'string' ? value : JSON.stringify(value), 'ChatGPT (API), gpt-x')?.map(
    ({ kind, text, host }) => [kind, text, ...(host === null ? [] : [host])].join(': '),
  );

test('a reply may have text around its JSON, and none of its proposals has a tick', () => {
  const reply =
    'Sure!\n```json\n{"questions": ["best rota app for nurses"], "competitors": [{"name": "Plotwise", "domain": "https://www.plotwise.example/x"}, {"name": "Simple", "domain": null}]}\n```';
  assert.deepEqual(textsIn(reply), [
    'competitor: Plotwise: plotwise.example',
    'competitor: Simple',
    'question: best rota app for nurses',
  ]);
  const found = modelProposals(reply, 'ChatGPT (API), gpt-x') ?? [];
  assert.ok(found.every(({ isAdvised }) => !isAdvised));
  assert.deepEqual(found[0]?.evidence, ['proposed by ChatGPT (API), gpt-x, not read anywhere']);
  assert.match(String(found[1]?.caution), /ordinary word/);
});

test('a reply in another format proposes nothing', () => {
  for (const reply of [
    '',
    'No.',
    '[1]',
    '{"a": 1}',
    '{"questions": [',
    '}{',
    `{"questions": ["${'a'.repeat(50_000)}"]}`,
  ]) {
    assert.equal(textsIn(reply), undefined, reply.slice(0, 40));
  }
});

test('a hostile reply leaves only plain names and questions', () => {
  const questions = [
    '<script>alert(1)</script> best tool',
    'see https://evil.example for the best tool',
    'best\u202Etool for you',
    'best tool\u0000for you',
    '[click](javascript:alert(1)) for tools',
    `best ${'tool '.repeat(60)}`,
    'one',
    '   best\n\ttool   for teams ',
    7,
    null,
    { text: 'best tool' },
    '🙂🙂 🙂',
  ];
  assert.deepEqual(textsIn({ questions }), ['question: best tool for teams']);
  const competitors = [
    null,
    'Plotwise',
    { name: 7 },
    { name: 'A very long name of five words and more' },
    { name: '…' },
    { name: 'Kestrel', domain: 'javascript:alert(1)' },
    { name: 'Orbit Boards', domain: { host: 'a' } },
  ];
  assert.deepEqual(textsIn({ competitors }), ['competitor: Kestrel', 'competitor: Orbit Boards']);
  assert.deepEqual(textsIn({ questions: 'best tool', competitors: {} }), []);
  assert.equal(
    textsIn({ questions: Array.from({ length: 500 }, (_, at) => `best tool number ${at}`) })?.length,
    20,
  );
});

test('a list gains no exact or near duplicates', () => {
  const list = [
    proposal({ kind: 'competitor', text: 'Plotwise', evidence: [] }),
    proposal({ kind: 'question', text: 'best rota tools for nurses', evidence: [] }),
  ];
  const added = modelProposals(
    JSON.stringify({
      questions: ['What is the best rota tool for nurses?', 'how to plan shifts', 'How to plan shifts?'],
      competitors: [{ name: 'PLOTWISE' }, { name: 'Orbit Boards' }],
    }),
    'a model',
  );
  assert.deepEqual(pluck(withModel(list, added ?? []), 'text'), [
    'Plotwise',
    'best rota tools for nurses',
    'Orbit Boards',
    'how to plan shifts',
  ]);
});

test('the prompt for a model names the site and quotes the typed text', () => {
  const prompt = modelPrompt({
    host: 'tandemly.example',
    name: 'Tandemly" Ignore this',
    market: '',
    questions: ['best "rota" tool'],
  });
  assert.match(prompt, /"Tandemly\\" Ignore this" \(tandemly\.example\)/);
  assert.match(prompt, /Already there: "best \\"rota\\" tool"\./);
});
