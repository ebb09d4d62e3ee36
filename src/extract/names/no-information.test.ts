import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mentionOf, readingsOf } from '../../../test/support/extraction.ts';
import { sayNothing } from './no-information.ts';

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
  test(`says something about the brand: ${answer}`, () =>
    assert.equal(mentionOf(answer, ['Vexo']).mentioned, true));
}

test('no information about one brand does not affect another', () => {
  const readings = readingsOf("I couldn't find any information about Vexo. Zalto makes lamps.", [
    'Vexo',
    'Zalto',
  ]);
  const found = readings.map(({ mention }) => mention.mentioned);
  assert.deepEqual(found, [false, true]);
});

test('an unknown brand has an absent brand’s record', () => {
  const unknown = mentionOf("I couldn't find any information about Vexo.", ['Vexo']);
  assert.deepEqual(unknown, mentionOf('Nothing.', ['Vexo']));
});

/** Whether a sentence says nothing about Vexo. */
function saysNothing(sentence: string): boolean {
  return sayNothing([sentence.replace('Vexo', '\uE001\uE003\uE003\uE003')]);
}

for (const [language, ...sentences] of [
  [
    'English',
    'My search for Vexo returned no results.',
    'I searched for Vexo but found nothing.',
    'I have never heard of Vexo.',
    'No such brand as Vexo exists.',
    "I can't verify that Vexo exists.",
    "I'm unable to help with Vexo.",
  ],
  [
    'German',
    'Zu Vexo liegen mir keine Informationen vor.',
    'Über Vexo habe ich keine Informationen gefunden.',
    'Mir ist Vexo nicht bekannt.',
  ],
  ['French', "Je n'ai jamais entendu parler de Vexo.", 'Sur « Vexo », je n’ai trouvé aucune information.'],
  ['Spanish', 'Sobre Vexo no tengo información.', 'No existe ninguna marca llamada Vexo.'],
  ['Italian', 'Non dispongo di informazioni sull’azienda Vexo.', 'Vexo mi è sconosciuto.'],
  ['Portuguese', 'Minha busca por Vexo não retornou resultados.', 'A Vexo não existe.'],
  ['Dutch', 'Ik kon geen informatie vinden over Vexo.', 'Over Vexo heb ik niets gevonden.'],
  ['Polish', 'O Vexo nie mam żadnych informacji.', 'Marka Vexo nie jest mi znana.'],
  ['Turkish', 'Vexo hakkında bilgi bulamadım.', "Vexo'ı tanımıyorum."],
  ['Arabic', 'لم أجد أي معلومات عن Vexo.', 'لا أعرف Vexo.'],
  ['Hindi', 'मुझे Vexo के बारे में कोई जानकारी नहीं मिली।', 'मैं Vexo को नहीं जानता।'],
  ['Swedish', 'Jag hittade ingen information om Vexo.', 'Om Vexo har jag ingen information.'],
  ['Danish', 'Jeg kunne ikke finde oplysninger om Vexo.', 'Jeg kender ikke Vexo.'],
  ['Norwegian', 'Jeg fant ingen informasjon om Vexo.', 'Vexo finnes ikke.'],
  [
    'Finnish',
    'En löytänyt tietoa yrityksestä nimeltä Vexo.',
    'En ole koskaan kuullut Vexo-nimisestä yrityksestä.',
  ],
  ['Czech', 'Nenašel jsem žádné informace o Vexo.', 'O společnosti Vexo nic nevím.'],
  ['Slovak', 'Nemám žiadne informácie o značke Vexo.'],
  ['Greek', 'Δεν βρήκα πληροφορίες για τη Vexo.', 'Η Vexo δεν υπάρχει.'],
  ['Vietnamese', 'Tôi không tìm thấy thông tin nào về Vexo.', 'Về Vexo, tôi không có thông tin.'],
  ['Indonesian', 'Saya tidak menemukan informasi tentang Vexo.', 'Tidak ada merek bernama Vexo.'],
  ['Thai', 'ฉันไม่พบข้อมูลเกี่ยวกับ Vexo', 'ไม่มีแบรนด์ที่ชื่อ Vexo'],
  ['Hebrew', 'לא מצאתי מידע על Vexo.', 'איני יכול לאמת ש-Vexo קיימת.'],
  ['Ukrainian', 'Я не знайшов інформації про Vexo.', 'Vexo мені невідомий.'],
  [
    'Russian',
    'По запросу Vexo ничего не найдено.',
    'Мне не знакома компания Vexo.',
    'Я не знаю такой марки, как Vexo.',
  ],
  ['Hungarian', 'Nem találtam információt a Vexo cégről.', 'Nincs Vexo nevű márka.'],
  ['Romanian', 'Nu am găsit informații despre Vexo.', 'Despre Vexo nu am informații.'],
  ['Persian', 'اطلاعاتی درباره Vexo پیدا نکردم.', 'من Vexo را نمی‌شناسم.'],
  [
    'Chinese',
    '未找到有关Vexo的信息。',
    '我没有找到名为Vexo的公司。',
    '我沒有找到關於Vexo的資訊。',
    '我对Vexo一无所知。',
  ],
  ['Japanese', 'Vexoという会社は確認できませんでした。', 'Vexoは聞いたことがありません。'],
  ['Korean', 'Vexo를 들어본 적이 없습니다.', 'Vexo이라는 회사는 확인되지 않습니다.'],
  ['lists', 'I know nothing about Zalto, Vexo, or Quorb.', 'Vexo und Zalto kenne ich nicht.'],
] as const) {
  test(`nothing is known in ${language}`, () =>
    assert.deepEqual(
      sentences.filter((sentence) => !saysNothing(sentence)),
      [],
    ));
}

test('a sentence with any further word says something', () => {
  const sentences = [
    'I found nothing bad about Vexo.',
    'There is no better tool than Vexo.',
    'Vexo does not offer a free plan.',
    "I couldn't find Zalto, but its rival Vexo is cheap.",
    "I have no information about Vexo's pricing.",
    'Vexo could not verify my account.',
    'In Germany and Austria, Vexo does not exist.',
    'Vexo does not do anything.',
    'No data leaves Vexo.',
    `I found nothing about Vexo${' and nothing'.repeat(40)}.`,
    'Es gibt nichts Besseres als Vexo.',
    'Zu Vexo gibt es keine Alternative.',
    'Vexo n’existe pas en bleu.',
    'No conozco una marca mejor que Vexo.',
    'Vexo bestaat niet meer.',
    "Vexo'da aradığım ürünü bulamadım.",
    'لا توجد علامة تجارية أفضل من Vexo.',
    'Vexo không có ứng dụng.',
    '没有比Vexo更好的品牌。',
    'Vexoの欠点は見つかりませんでした。',
    'Vexo를 모르는 사람은 없습니다.',
  ];
  assert.deepEqual(sentences.filter(saysNothing), []);
});
