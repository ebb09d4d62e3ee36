import type { Direction } from '../../src/extract/framing/rules/findings.ts';

/**
 * A language's sentences with a direction, `{}` for the name, and phrases that contain `()` without stating
 * it.
 */
export interface StatedSentences extends Readonly<Record<Direction, readonly string[]>> {
  readonly attributed: string;
  readonly asked: string;
  readonly supposed: string;
}

/** Mostly words without a cue in the lists. No sentence is from a training set. */
export const STATED: Readonly<Record<string, StatedSentences>> = {
  en: {
    recommended: [
      '{} is superbly built, wonderfully quiet and remarkably reliable',
      '{} is a superb kettle, wonderfully quiet and pleasant to use',
      '{} earns glowing marks for comfort and never lets its owners down',
    ],
    negative: [
      '{} breaks down constantly and its support is useless',
      '{} is flimsy, noisy and badly put together',
      '{} fails again and again, and refunds take months',
      '{} charges hidden fees and ignores complaints',
      '{} is sluggish, confusing and a waste of money',
    ],
    attributed: 'Some say that ()',
    asked: 'Is it true that ()?',
    supposed: 'If (), tell us',
  },
  de: {
    recommended: [
      '{} ist hervorragend verarbeitet und äußerst zuverlässig',
      '{} ist sehr robust, leise und angenehm zu bedienen',
    ],
    negative: [
      '{} geht ständig kaputt, und der Kundendienst ist miserabel',
      '{} ist viel zu laut und schlecht verarbeitet',
    ],
    attributed: 'Manche sagen, ()',
    asked: 'Stimmt es, dass ()?',
    supposed: 'Wenn (), sagen Sie es uns',
  },
  fr: {
    recommended: [
      '{} est très fiable, silencieux et remarquablement bien conçu',
      '{} est vraiment agréable, rapide et d’une grande fiabilité',
    ],
    negative: [
      '{} est fragile, bruyant et très mal conçu',
      '{} tombe souvent en panne et le service client est lamentable',
    ],
    attributed: 'Certains disent que ()',
    asked: 'Est-il vrai que ()\u00A0?',
    supposed: 'Si (), dites-le-nous',
  },
  es: {
    recommended: ['{} es muy fiable, rápida y realmente cómoda'],
    negative: ['{} se rompe constantemente y el servicio es pésimo', '{} es lenta, ruidosa y poco fiable'],
    attributed: 'Algunos dicen que ()',
    asked: '¿Es cierto que ()?',
    supposed: 'Si (), díganlo',
  },
  it: {
    recommended: ['{} è molto affidabile, veloce e davvero comoda'],
    negative: ['{} si rompe di continuo e il servizio è pessimo'],
    attributed: 'Alcuni dicono che ()',
    asked: 'È vero che ()?',
    supposed: 'Se (), fatecelo sapere',
  },
  pt: {
    recommended: ['{} é muito confiável, rápida e realmente confortável'],
    negative: ['{} quebra o tempo todo e o suporte é péssimo'],
    attributed: 'Alguns dizem que ()',
    asked: 'É verdade que ()?',
    supposed: 'Se (), avise-nos',
  },
  ru: {
    recommended: ['{} отличная: работает быстро и очень надёжно'],
    negative: ['{} работает медленно, а поддержка просто ужасная'],
    attributed: 'Некоторые говорят, что ()',
    asked: 'Правда ли, что ()?',
    supposed: 'Если (), сообщите нам',
  },
  pl: {
    recommended: ['{} jest bardzo niezawodna, cicha i wygodna'],
    negative: ['{} ciągle się psuje, a obsługa jest fatalna'],
    attributed: 'Niektórzy mówią, że ()',
    asked: 'Czy to prawda, że ()?',
    supposed: 'Jeśli (), daj znać',
  },
  nl: {
    recommended: ['{} is zeer betrouwbaar, stil en prettig in gebruik'],
    negative: ['{} gaat voortdurend kapot en de service is waardeloos'],
    attributed: 'Sommigen zeggen dat ()',
    asked: 'Klopt het dat ()?',
    supposed: 'Als (), laat het weten',
  },
  tr: {
    recommended: ['{} harika: hızlı, sessiz ve çok güvenilir'],
    negative: ['{} çok yavaş ve sürekli bozuluyor'],
    attributed: 'Bazıları () diyor',
    asked: '() mi?',
    supposed: 'Eğer () ise bize bildirin',
  },
  ja: {
    recommended: ['{}は静かで信頼性が高く、満足度も高い'],
    negative: ['{}はすぐ壊れて、サポートも最悪だ'],
    attributed: '一部の人は、()と言う',
    asked: '()というのは本当か？',
    supposed: 'もし()なら、知らせてください',
  },
  zh: {
    recommended: ['{} 做工精良，安静又可靠，用户很满意'],
    negative: ['{} 经常死机，客服态度恶劣'],
    attributed: '有人说()',
    asked: '()，是真的吗？',
    supposed: '如果()，请告诉我们',
  },
  ar: {
    recommended: ['{} ممتازة وسريعة وموثوقة جدا'],
    negative: ['{} بطيئة وسيئة وخدمتها رديئة'],
    attributed: 'يقول البعض إن ()',
    asked: 'هل صحيح أن ()؟',
    supposed: 'إذا كانت ()، أخبرونا',
  },
  ko: {
    recommended: ['{} 조용하고 튼튼하며 아주 만족스럽다'],
    negative: ['{} 자주 고장 나고 고객 지원도 최악이다'],
    attributed: '일부 사용자는 ()고 말한다',
    asked: '()는 말이 사실인가?',
    supposed: '만약 ()면 알려 주세요',
  },
  sv: {
    recommended: ['{} är mycket pålitlig, tyst och bekväm'],
    negative: ['{} går ofta sönder och kundtjänsten är usel'],
    attributed: 'Vissa säger att ()',
    asked: 'Stämmer det att ()?',
    supposed: 'Om (), säg till',
  },
  hi: {
    recommended: ['{} बहुत भरोसेमंद, तेज़ और शानदार है'],
    negative: [],
    attributed: 'कुछ लोग कहते हैं कि ()',
    asked: 'क्या यह सच है कि ()?',
    supposed: 'अगर (), तो हमें बताएँ',
  },
};
