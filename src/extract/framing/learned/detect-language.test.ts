import assert from 'node:assert/strict';
import { test } from 'node:test';
import { detectLanguage, SAMPLE } from './detect-language.ts';
import { trainedModel } from './trained-model.ts';

const { letters, lexicons } = trainedModel();

/** One short sentence in each language with words. */
const SENTENCES: Readonly<Record<string, string>> = {
  ar: 'التطبيق سريع وسهل الاستخدام.',
  cs: 'Aplikace je rychlá a velmi snadno se používá.',
  da: 'Appen er hurtig, og den er meget nem at bruge.',
  de: 'Die App ist schnell und sehr einfach zu bedienen.',
  el: 'Η εφαρμογή είναι γρήγορη και εύκολη στη χρήση.',
  en: 'The app is fast and very easy to use.',
  es: 'La aplicación es rápida y muy fácil de usar.',
  fr: "L'application est rapide et très simple à utiliser.",
  he: 'האפליקציה מהירה וקלה לשימוש.',
  hi: 'यह ऐप तेज़ है और इस्तेमाल में आसान है।',
  id: 'Aplikasi ini cepat dan sangat mudah digunakan.',
  it: "L'app è veloce e molto facile da usare.",
  ja: 'このアプリは速くて、とても使いやすいです。',
  ko: '이 앱은 빠르고 사용하기 아주 쉽습니다.',
  nl: 'De app is snel en heel makkelijk te gebruiken.',
  pl: 'Aplikacja jest szybka i bardzo łatwa w użyciu.',
  pt: 'O aplicativo é rápido e muito fácil de usar.',
  ru: 'Приложение работает быстро, им легко пользоваться.',
  sv: 'Appen är snabb och mycket lätt att använda.',
  th: 'แอปนี้เร็วและใช้งานง่ายมาก',
  tr: 'Uygulama hızlı ve kullanımı çok kolay.',
  uk: 'Застосунок швидкий, і ним легко користуватися.',
  vi: 'Ứng dụng này nhanh và rất dễ sử dụng.',
  zh: '这个应用很快，也很容易使用。',
};

test('every language with words has a sentence here', () => {
  for (const language of lexicons.keys())
    assert.ok(language === 'zh-Hant' || language in SENTENCES, language);
});

for (const [language, sentence] of Object.entries(SENTENCES)) {
  test(`a short sentence is recognizable as ${language}`, () => {
    assert.equal(detectLanguage(sentence, letters), language);
  });
}

test('Han characters in a text with kana are Japanese', () => {
  assert.equal(detectLanguage('動作が速く、初心者に最適。', letters), 'ja');
});

test('a Latin name in a Chinese sentence leaves it Chinese', () => {
  assert.equal(detectLanguage('Vexo 的质量非常好，值得购买。', letters), 'zh');
});

test('a text without letters, or without known letters, counts as English', () => {
  assert.equal(detectLanguage('', letters), 'en');
  assert.equal(detectLanguage('1. 2. 3. ★★★', letters), 'en');
  assert.equal(detectLanguage('qqq', new Map()), 'en');
});

test('no more than a sample decides, however long the text', () => {
  const german = (SENTENCES.de ?? '').concat(' ').repeat(SAMPLE / 10);
  assert.equal(detectLanguage(`${german.slice(0, SAMPLE)}${'Текст. '.repeat(1000)}`, letters), 'de');
});
