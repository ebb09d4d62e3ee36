import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mentionOf, readingsOf } from '../../../test/support/extraction.ts';

for (const answer of [
  "I couldn't find any information about Vexo.",
  'I could not find any reliable information on Vexo.',
  "I'm not familiar with Vexo.",
  "I don't have any information about a company called Vexo.",
  'There is no information available about Vexo.',
  'Vexo does not appear in my search results.',
  'I was unable to find a product called "Vexo".',
  'I was unable to find a product called “**Vexo**”.',
  "I couldn't find any information about Vexo. Could you provide more details about Vexo?",
  'Es gibt keine verlässlichen Informationen über Vexo.',
  'Je ne trouve aucune information fiable sur Vexo.',
  'No encontré información sobre Vexo.',
  'No he podido encontrar información sobre Vexo.',
  'No puedo encontrar información sobre Vexo.',
  'Non ho trovato informazioni su Vexo.',
  'Não encontrei informações sobre Vexo.',
  'Я не нашёл информации о Vexo.',
  '没有找到关于Vexo的信息。',
  'Vexoに関する情報は見つかりませんでした。',
  'Vexo에 대한 정보를 찾을 수 없습니다.',
]) {
  test(`says nothing about the brand: ${answer}`, () => {
    const [reading] = readingsOf(answer, ['Vexo']);
    assert.deepEqual([reading?.mention.mentioned, reading?.evidence.isUnknown], [false, true]);
  });
}

for (const answer of [
  "I couldn't find any information about Vexo. Still, Vexo is sold in Denmark.",
  "I couldn't find a better tool for information than Vexo.",
  'There is no information in Vexo that you could not export.',
  'Vexo is not familiar to most people.',
  'Vexo makes lamps.',
  'Vexo was not founded in 2014 but in 2016.',
  'Vexo may be a small company.',
  'Without records, Vexo cannot say who logged in.',
]) {
  test(`says something about the brand: ${answer}`, () => {
    assert.equal(mentionOf(answer, ['Vexo']).mentioned, true);
  });
}

test('no information about one brand does not affect another', () => {
  const readings = readingsOf("I couldn't find any information about Vexo. Zalto makes lamps.", [
    'Vexo',
    'Zalto',
  ]);
  assert.deepEqual(
    readings.map(({ mention }) => mention.mentioned),
    [false, true],
  );
});

test('an unknown brand has an absent brand’s record', () => {
  const unknown = mentionOf("I couldn't find any information about Vexo.", ['Vexo']);
  assert.deepEqual(unknown, mentionOf('Nothing.', ['Vexo']));
});
