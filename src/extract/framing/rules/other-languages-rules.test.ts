import assert from 'node:assert/strict';
import { test } from 'node:test';
import { framingsOf } from '../../../../test/support/extraction.ts';
import { LANGUAGES } from '../words/other-languages-words.ts';

/** By language: a recommendation, advice against, and a neutral sentence. */
const STATEMENTS: Readonly<Record<string, readonly [string, string, string]>> = {
  de: ['Ich empfehle Vexo.', 'Ich empfehle Vexo nicht.', 'Vexo hat seinen Sitz in Ulm.'],
  fr: ['Je recommande Vexo.', 'Je ne recommande pas Vexo.', 'Vexo a été fondée en 1995.'],
  es: ['Recomiendo Vexo.', 'No recomiendo Vexo.', 'La sede de Vexo está en Vigo.'],
  it: ['Consiglio Vexo.', 'Non consiglio Vexo.', 'La sede di Vexo è a Treviso.'],
  pt: ['Eu recomendo o Vexo.', 'Eu não recomendo o Vexo.', 'O Vexo foi fundado em 1994.'],
  nl: ['Ik raad Vexo aan.', 'Ik raad Vexo niet aan.', 'Vexo komt uit Breda.'],
  sv: ['Jag rekommenderar Vexo.', 'Jag rekommenderar inte Vexo.', 'Vexo grundades 1996.'],
  pl: ['Polecam Vexo.', 'Nie polecam Vexo.', 'Vexo powstał w 2008 roku.'],
  tr: ["Vexo'yu tavsiye ederim.", "Vexo'yu tavsiye etmem.", 'Vexo fabrikası Manisa’dadır.'],
  vi: ['Bạn nên chọn Vexo.', 'Bạn không nên chọn Vexo.', 'Trụ sở của Vexo ở Hà Nội.'],
  ru: ['Я рекомендую Vexo.', 'Я не рекомендую Vexo.', 'Vexo основан в 1990 году.'],
  uk: ['Рекомендую Vexo.', 'Не рекомендую Vexo.', 'Vexo працює з 1991 року.'],
  el: ['Συνιστώ το Vexo.', 'Δεν συνιστώ το Vexo.', 'Το Vexo έχει κατάστημα στην Πάτρα.'],
  ar: ['أوصي باستخدام Vexo.', 'لا أوصي باستخدام Vexo.', 'يقع مقر Vexo في الرياض.'],
  he: ['אני ממליץ על Vexo.', 'אני לא ממליץ על Vexo.', 'המשרד של Vexo נמצא בפריז.'],
  hi: ['मैं Vexo की सिफारिश करता हूँ।', 'मैं Vexo की सिफारिश नहीं करता।', 'Vexo की दुकान स्टेशन के पास है।'],
  th: ['ผมแนะนำ Vexo', 'ผมไม่แนะนำ Vexo', 'สำนักงานของ Vexo อยู่ที่ทาลลินน์'],
  zh: ['我推荐Vexo。', '我不推荐Vexo。', 'Vexo的总部在苏州。'],
  ja: ['Vexoがおすすめです。', 'Vexoはおすすめしません。', 'Vexoの本社は兵庫県にあります。'],
  ko: ['Vexo를 추천합니다.', 'Vexo를 추천하지 않습니다.', 'Vexo의 공장은 천안에 있습니다.'],
};

test('every supported language has its statements here', () => {
  assert.deepEqual(LANGUAGES.map(({ language }) => language).sort(), Object.keys(STATEMENTS).sort());
});

for (const [language, [recommended, negated, neutral]] of Object.entries(STATEMENTS)) {
  test(`${language}: "${recommended}" recommends`, () => {
    assert.deepEqual(framingsOf(recommended, ['Vexo']), ['recommended']);
  });
  test(`${language}: "${negated}" advises against`, () => {
    assert.deepEqual(framingsOf(negated, ['Vexo']), ['negative']);
  });
  test(`${language}: "${neutral}" is neutral`, () => {
    assert.deepEqual(framingsOf(neutral, ['Vexo']), ['neutral']);
  });
  test(`${language}: a neutral sentence about another brand before or after changes nothing`, () => {
    const other = neutral.replace('Vexo', 'Zalto');
    for (const [statement, framing] of [
      [recommended, 'recommended'],
      [negated, 'negative'],
    ] as const) {
      assert.deepEqual(framingsOf(`${statement} ${other}`, ['Vexo', 'Zalto']), [framing, 'neutral']);
      assert.deepEqual(framingsOf(`${other}\n\n${statement}`, ['Zalto', 'Vexo']), ['neutral', framing]);
    }
  });
  test(`${language}: a recommendation and its opposite conflict`, () => {
    assert.deepEqual(framingsOf(`${recommended}\n\n${negated}`, ['Vexo']), ['ambivalent']);
  });
}

for (const [language, answer, framings] of [
  ['de', 'Vexo ist besser als Zalto.', ['recommended', 'negative']],
  ['fr', 'Vexo est meilleur que Zalto.', ['recommended', 'negative']],
  ['es', 'Vexo es mejor que Zalto.', ['recommended', 'negative']],
  ['it', 'Vexo è migliore di Zalto.', ['recommended', 'negative']],
  ['pt', 'Vexo é melhor do que Zalto.', ['recommended', 'negative']],
  ['nl', 'Vexo is beter dan Zalto.', ['recommended', 'negative']],
  ['ru', 'Vexo лучше, чем Zalto.', ['recommended', 'negative']],
  ['zh', 'Vexo比Zalto好。', ['recommended', 'negative']],
  ['ja', 'VexoはZaltoより優れています。', ['recommended', 'negative']],
  ['ko', 'Vexo는 Zalto보다 더 좋습니다.', ['recommended', 'negative']],
  ['th', 'Vexo ดีกว่า Zalto', ['recommended', 'negative']],
  ['de, negated', 'Vexo ist nicht besser als Zalto.', ['neutral', 'neutral']],
  ['es, negated', 'Vexo no es mejor que Zalto.', ['neutral', 'neutral']],
  ['ru, negated', 'Vexo не лучше, чем Zalto.', ['neutral', 'neutral']],
  ['zh, negated', 'Vexo不比Zalto好。', ['neutral', 'neutral']],
  ['de, asked', 'Ist Vexo besser als Zalto?', ['neutral', 'neutral']],
  ['es, asked', '¿Es Vexo mejor que Zalto?', ['neutral', 'neutral']],
  ['ja, asked', 'VexoはZaltoより優れていますか？', ['neutral', 'neutral']],
] as const) {
  test(`comparison, ${language}: ${answer} -> ${framings.join(', ')}`, () => {
    assert.deepEqual(framingsOf(answer, ['Vexo', 'Zalto']), framings);
  });
}
