import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dictionaryLanguage } from './dictionary-language.ts';

for (const [text, language] of [
  ['The best tools for small teams are here.', 'english'],
  ['Las mejores herramientas para los equipos son estas.', 'spanish'],
  ['As melhores ferramentas para as equipes são estas.', 'portuguese'],
  ['Die besten Werkzeuge für kleine Teams sind hier.', 'german'],
  ['De beste apps voor het werk zijn deze en niet die.', 'dutch'],
  ['Лучшие сервисы для команды — это не самые дорогие.', 'russian'],
  ['Найкращі сервіси для команди — це не найдорожчі, а які є.', 'ukrainian'],
  ['Zorba is a great app.', 'english'],
  ['A Zorba egy jó választás, és a Vexo is az.', 'hungarian'],
  ['最好的工具', null],
  ['Acme Zorba', null],
] as const) {
  test(`the language of a text: ${text}`, () => assert.equal(dictionaryLanguage(text), language));
}
