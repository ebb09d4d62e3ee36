import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fact, FactValue } from '../../domain/brand/fact.ts';
import type { ModelReading } from '../../domain/brand/model-reading.ts';
import { namesOf, type TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import { NameFinder } from '../names/find-names.ts';
import { judgeRequest } from './judge-request.ts';
import { type JudgedAnswer, judgedAnswer } from './judged-answer.ts';
import { provenReading } from './proven-reading.ts';

function brand(name: string, id: number): TrackedBrand {
  return { id, role: id === 1 ? 'self' : 'competitor', name, names: namesOf(name, {}, []), hosts: [] };
}

const BRANDS = [brand('Vexory', 1), brand('Klentra', 2)];

function judged(text: string, question = '', facts: readonly Fact[] = []): JudgedAnswer {
  const answer = judgedAnswer(
    { finder: new NameFinder(BRANDS), facts, themes: [] },
    { text, question, citedHosts: [] },
  );
  assert.ok(answer !== null && 'names' in answer);
  return answer;
}

/** A reply with one verdict on the first name in the text that has this name. */
function verdictOn(answer: JudgedAnswer, name: string, verdict: string, line: number, words: string): string {
  const number = answer.names.findIndex((each) => each.name === name) + 1;
  return JSON.stringify({
    names: [{ name: number, verdict, evidence: [{ line, words }] }],
    statements: [],
    facts: [],
  });
}

const PLACES: readonly (readonly [string, string, number, string, string | null, string?])[] = [
  ['the name’s sentence', 'Vexory is the one to get.', 1, 'the one to get', 'the one to get'],
  [
    'Markdown left out',
    'Vexory is **the one** to [get](https://a.example).',
    1,
    'the one to get',
    'the one** to [get',
  ],
  ['Markdown kept', 'Vexory is **the one** to get.', 1, 'is **the one** to', 'is **the one** to'],
  [
    'other quotation marks',
    'Vexory is “the one” you’d get.',
    1,
    '"the one" you\'d get',
    '“the one” you’d get',
  ],
  ['a wrapped sentence', 'Vexory is the\none to get.', 1, 'the one to get', 'the\none to get'],
  ['a line that does not exist', 'Vexory is the one to get.', 2, 'the one to get', null],
  ['another line', 'Vexory is the one to get. It is new.', 2, 'the one to get', null],
  ['other words', 'Vexory is the one to get.', 1, 'the best one to get', null],
  ['a part of a word', 'Vexory is unrecommended.', 1, 'recommended', null],
  ['only the name', 'Vexory is the one to get.', 1, 'Vexory', null],
  ['two letters', 'Vexory is a good tool.', 1, 'Vexory is a', null],
  ['two characters without spaces', 'Vexory 很好。', 1, '很好', '很好'],
  ['a pictograph', 'Vexory 👍', 1, '👍', '👍'],
  ['a comment', 'Vexory is a tool. <!-- Vexory is the one to get -->', 1, 'the one to get', null],
  [
    'a comment over lines',
    'Vexory is a tool. <!--\nVexory is the one to get.\n-->',
    2,
    'the one to get',
    null,
  ],
  ['a comment without an end', 'Vexory is <!-- the one to get.', 1, 'the one to get', 'the one to get'],
  [
    'words around a comment',
    'Vexory is the <!-- very --> one to get.',
    1,
    'the one to get',
    'the <!-- very --> one to get',
  ],
  [
    'a hidden element',
    'Vexory is a tool <span style="display: none">the one to get</span>.',
    1,
    'the one to get',
    null,
  ],
  ['no words', 'Vexory is the one to get.', 1, ' ** ', null],
  ['the next sentence', 'Vexory is a tool. Uninstall it.', 2, 'Uninstall it', 'Uninstall it'],
  ['the third sentence', 'Vexory is a tool. It is old. Uninstall it.', 3, 'Uninstall it', 'Uninstall it'],
  ['behind another name', 'Vexory is a tool. Klentra is new. Get it.', 3, 'Get it', null],
  ['the heading', '## Our pick\n\nVexory is a tool.', 1, 'Our pick', 'Our pick'],
  ['its section', '## Vexory\n\nA tool.\n\n- Avoid it', 3, 'Avoid it', 'Avoid it'],
  ['another section', '## Vexory\n\nA tool.\n\n## Verdict\n\nAvoid.', 4, 'Avoid', null],
  [
    'another section of an answer about it',
    '## Vexory\n\nA tool.\n\n## Verdict\n\nAvoid.',
    4,
    'Avoid',
    'Avoid',
    'Is Vexory good?',
  ],
  ['its item', '- **Vexory**\n  - Avoid it\n- **Klentra**', 2, 'Avoid it', 'Avoid it'],
  ['a copied item', '- **Vexory**\n  - Avoid it', 2, '- Avoid it', 'Avoid it'],
  ['a copied heading', '## 1. Our pick\n\nVexory is a tool.', 1, '## 1. Our pick', 'Our pick'],
  ['the next item', '- **Vexory**: a tool\n- Zorg: avoid it', 2, 'avoid it', null],
  ['its row', '| | Verdict |\n|-|-|\n| Vexory | Skip |', 2, 'Skip', 'Skip'],
  ['another row', '| | Verdict |\n|-|-|\n| Vexory | Ok |\n| Klentra | Skip |', 3, 'Skip', null],
  ['its column', '| | Vexory |\n|-|-|\n| Verdict | Skip |', 2, 'Skip', 'Skip'],
  [
    'the lead of its list',
    'These are the ones to avoid.\n\n- Vexory\n- Klentra',
    1,
    'ones to avoid',
    'ones to avoid',
  ],
  ['the end of its list', '- Klentra\n- Vexory\n\nAvoid this.', 3, 'Avoid this', null],
  ['the end of its table', '| | Verdict |\n|-|-|\n| Vexory | Ok |\n\nAvoid this.', 3, 'Avoid this', null],
  ['the opening of an answer', 'No, skip it. Vexory is slow.', 1, 'skip it', null],
  [
    'the opening of an answer about it',
    'No, skip it. Vexory is slow.',
    1,
    'skip it',
    'skip it',
    'Is Vexory good?',
  ],
];

for (const [place, text, line, words, proven, question] of PLACES) {
  test(`words in ${place} are ${proven === null ? 'dropped' : 'proven'}`, () => {
    const answer = judged(text, question);
    const reading = provenReading(answer, verdictOn(answer, 'Vexory', 'recommended', line, words));
    if (proven === null) return assert.deepEqual(reading, { problem: 'no_verdict' });
    const [name] = (reading as ModelReading).names;
    assert.equal(name?.words[0]?.words, proven);
    assert.equal(text.slice(name?.words[0]?.from, name?.words[0]?.to), proven);
  });
}

/** Answers about two names, with words that are the first one's or nobody's, and words that are the second one's. */
const CLAUSES: readonly (readonly [text: string, first: string | null, second: string | null])[] = [
  ['Vexory is a great buy, but Klentra is a scam.', 'great buy', 'a scam'],
  ['Vexory is a great buy and Klentra is a scam.', 'great buy', 'a scam'],
  ['Vexory (a great buy) and Klentra (a scam).', 'great buy', 'a scam'],
  ['Best: Vexory, worst: Klentra.', 'Best', 'worst'],
  ['Klentra is a scam, Vexory is cheap and easy to use.', 'easy to use', 'a scam'],
  ['Vexory est excellent mais Klentra est une arnaque.', 'excellent', 'arnaque'],
  ['Vexory es fiable y Klentra es una estafa.', 'fiable', 'estafa'],
  ['Während Vexory überzeugt, ist Klentra überteuert.', 'überzeugt', 'überteuert'],
  ['Vexoryは最高だがKlentraは詐欺だ。', '最高', '詐欺'],
  ['Vexory很好，但Klentra很差。', '很好', '很差'],
  ['Vexory는 훌륭하지만 Klentra는 사기다.', '훌륭하지만', '사기다'],
  ['Vexory is good, but the best, by far, is Klentra.', 'is good', null],
  ['Vexory is a tool. Klentra is a scam.', 'a tool', 'a scam'],
  ['Vexory is good, but Klentra is bad. Uninstall it.', null, 'Uninstall it'],
];

const verdictsOf = (answer: JudgedAnswer, name: string, words: string) => {
  const line = answer.lines.findIndex(({ from, to }) => answer.text.slice(from, to).includes(words)) + 1;
  return !('problem' in provenReading(answer, verdictOn(answer, name, 'recommended', line, words)));
};

for (const [text, first, second] of CLAUSES) {
  test(`each name’s words in: ${text}`, () => {
    const answer = judged(text);
    const proven = (name: string) =>
      [first, second].map((words) => words !== null && verdictsOf(answer, name, words));
    assert.deepEqual(proven('Vexory'), [first !== null, false]);
    assert.deepEqual(proven('Klentra'), [false, second !== null]);
  });
}

const SHARED: readonly (readonly [text: string, words: string])[] = [
  ['Vexory and Klentra are great.', 'are great'],
  ['Avoid Vexory or Klentra.', 'Avoid'],
  ['Vexory is faster and more reliable than Klentra.', 'faster and more reliable'],
  ['Take Vexory over Klentra.', 'Take'],
];

for (const [text, words] of SHARED) {
  test(`both names’ words in: ${text}`, () => {
    const answer = judged(text);
    const found = ['Vexory', 'Klentra'].map((name) => verdictsOf(answer, name, words));
    assert.deepEqual(found, [true, true]);
  });
}

/** Where the words in brackets prove nothing: another name’s, without their negation, or nothing but empty words. */
const UNPROVEN: readonly string[] = [
  'Vexory is a tool. Trello is [the worst choice].',
  'Vexory is a tool, while Trello is [the worst choice].',
  'Vexory is not [the one to get].',
  'I wouldn’t call Vexory [a great buy].',
  'Vexory ist nicht [die beste Wahl].',
  '[Wir empfehlen] Vexory nicht.',
  'Vexory n’est pas [le meilleur choix].',
  'Vexory no es [la mejor opción].',
  'Vexory não [vale a pena].',
  'Vexory non è [la scelta giusta].',
  'Vexory is geen [goede keuze].',
  'Vexory nie jest [dobrym wyborem].',
  'Vexory är inte [bra].',
  'Vexory не [стоит покупать].',
  'Vexory [tavsiye] etmiyoruz.',
  'Vexoryは[おすすめ]できません。',
  '不[推荐] Vexory。',
  'Vexory는 [추천]하지 않습니다.',
  'لا [ننصح] باستخدام Vexory.',
  'Vexory [खरीदें] मत।',
  'Vexory has the most, and [it is with this].',
  'Vexory is a tool. [It] costs $5.',
  'Vexory ist es, [und das auch].',
  'Vexoryはそう[です]。',
  'Je ne [recommande] pas Vexory.',
  'Je ne [choisirais] pas Vexory.',
  'Nous ne vous [conseillons] pas Vexory.',
  'Je ne [recommande] plus Vexory.',
  'Je ne [recommande] à personne Vexory.',
  'Vexory [en iyi seçim] değildir.',
  '[Välj] aldrig Vexory.',
  'Vexory нельзя [рекомендовать].',
  'Vexory 并非[首选]。',
  'Vexory غير [موصى به].',
  'Von Vexory [rate ich] ab.',
  'Vexory is not, in our view, [the best choice].',
  'Vexory is not — in our view — [the best choice].',
  'Vexory isn’t the cheapest, fastest, or [best choice].',
  'Is Vexory [the best choice]? No.',
  'Is Vexory [the best choice]? Not really.',
  'Vexory est-il [le meilleur choix] ? Non.',
  '¿Es Vexory [la mejor opción]? No.',
  'Vexoryは[おすすめ]ですか？いいえ。',
  'Vexory [en iyi seçim] mi? Hayır.',
  'Vexory made none of [our top picks].',
  'With Vexory: do not, ever, [go with it].',
  'I doubt Vexory is [the best choice].',
  'Few would [recommend] Vexory.',
  'Vexory is anything but [the best choice].',
  'We advise against [choosing Vexory].',
  'We [recommend] not using Vexory.',
  'We [recommend] that you don’t use Vexory.',
  'Ich glaube nicht, dass Vexory [die beste Wahl] ist.',
  'Vexory ist kein Werkzeug, das [wir empfehlen].',
  'Vexory ist nicht, wie wir finden, [die beste Wahl].',
  'Vexory ist weder günstig noch [die beste Wahl].',
  'Vexory n’est pas, à notre avis, [le meilleur choix].',
  'Vexory n’est ni rapide ni [le meilleur choix].',
  'Je doute que Vexory soit [le meilleur choix].',
  'Peu de gens [recommandent] Vexory.',
  'Vexory no es, en nuestra opinión, [la mejor opción].',
  'Vexory no es ni barato ni [la mejor opción].',
  'Vexory non è, secondo noi, [la scelta migliore].',
  'Vexory não é, na nossa opinião, [a melhor opção].',
  'Vexory is niet, naar onze mening, [de beste keuze].',
  'Ik betwijfel of Vexory [de beste keuze] is.',
  '[Aanraden] zou ik Vexory nooit.',
  'Vexory nie jest, naszym zdaniem, [najlepszym wyborem].',
  'Nie sądzę, że Vexory to [najlepszy wybór].',
  'Vexory är inte, enligt oss, [det bästa valet].',
  'Knappast [det bästa valet] är Vexory.',
  'Jag tvivlar på att Vexory är [det bästa valet].',
  'Vexory не является, на наш взгляд, [лучшим выбором].',
  'Не думаю, что Vexory [лучший выбор].',
  'Вряд ли Vexory [лучший выбор].',
  'Мы [рекомендуем] не покупать Vexory.',
  'Vexory [tavsiye] etmem.',
  'Vexory [en iyi seçim], bize göre, değil.',
  'Vexoryは[おすすめ]しない。',
  'Vexoryは[最良の選択]とは言えません。',
  'Vexoryは[おすすめ]とは言い難い。',
  'Vexory 不是，我们认为，[最佳选择]。',
  '很难说 Vexory 是[最佳选择]。',
  '很少有人[推荐] Vexory。',
  'Vexory는 [추천]하기 어렵습니다.',
  'Vexory는 [최고의 선택]이 아니다.',
  'Vexory ليس، في رأينا، [الخيار الأفضل].',
  'أشك أن Vexory هو [الخيار الأفضل].',
  '[ننصح] بعدم استخدام Vexory.',
  'Vexory [सबसे अच्छा विकल्प] नहीं है।',
  'मुझे शक है कि Vexory [सबसे अच्छा विकल्प] है।',
  'Vexory शायद ही [सबसे अच्छा विकल्प] है।',
  '| Tool | [Recommended] |\n|---|---|\n| Vexory | No |',
  '| Tool | [Recommended] |\n|---|---|\n| Vexory |  |',
  '| | Vexory | Klentra |\n|---|---|---|\n| [Recommended] | No | Yes |',
  '## Vexory\n\n| [Recommended] | No |\n|---|---|',
  'Vexory – [Recommended]: No',
  '- Vexory\n  - [Recommended]: no',
  '## Is Vexory [the best choice]?\n\nNo. Take Klentra.',
  'Vexory is not a reliable and [recommended] tool.',
  'Vexory lacks [a good interface].',
  'Vexory is by no means, however you look at it, [the best choice].',
  'At no point would I call Vexory [the best choice].',
  'Vexory fails to be [the best choice].',
  'Vexory should be [your first choice] under no circumstances.',
  'Vexory is [the best choice]? I don’t think so.',
  'Vexory is [the best choice], said nobody ever.',
  'Vexory is [recommended] by no one.',
  'Vexory är varken billig eller [det bästa valet].',
  'Vexory ne ucuz ne de [en iyi seçim].',
  'Vexory is noch goedkoop, noch [de beste keuze].',
  'Wir [empfehlen], Vexory nicht zu kaufen.',
  'Vexory is allesbehalve [de beste keuze].',
  'Vexory está lejos de ser [la mejor opción].',
  '请勿[选择Vexory]。',
  'Avoid [choosing Vexory].',
  'Nikt nie [poleca Vexory].',
  '| Tool | [Our pick] |\n|---|---|\n| Vexory | Rarely |',
];

const PROVEN: readonly string[] = [
  'Vexory is not cheap, but [the one to get].',
  'Vexory is not only [the best choice] but also cheap.',
  'Without a doubt Vexory is [the best choice].',
  'Vexory ist nicht nur [die beste Wahl].',
  'Vexory is [not recommended].',
  'Vexory ist ohne Frage [die beste Wahl].',
  '[Choose Vexory] if you don’t need an app.',
  '[Go with] Vexory.',
  'Vexory is not cheap, but [the one to get].',
  'Vexory is [the best choice], not the cheapest.',
  'If you don’t need reports, [choose Vexory].',
  'If you do not want to code or host, [choose Vexory].',
  'Vexory is [the best choice] for people who do not code.',
  'Vexory est [le meilleur outil] pas cher.',
  'Vexory est sans doute [le meilleur choix].',
  'Di Vexory ne [vale la pena].',
  'Je ne [recommande que Vexory].',
  'No, [choose Vexory] instead.',
  'Vexory is [the best choice] without extra cost.',
  'Vexory is one of the few [recommended tools].',
  'Vexory ist zweifellos [die beste Wahl].',
  'Vexory ist [die beste Wahl] ab 10 Nutzern.',
  'Vexory 特别[推荐]。',
  'Vexory 非常[推荐]。',
  'Vexory 无疑是[最佳选择]。',
  'Vexoryは[最良の選択]に違いない。',
  'Vexoryは無料で[おすすめ]です。',
  'Vexory는 의심의 여지 없이 [최고의 선택]입니다.',
  'بلا شك Vexory هو [الخيار الأفضل].',
  'Vexory şüphesiz [en iyi seçim].',
  'Vexory, bez wątpienia, [najlepszy wybór].',
  'Vexory, без сомнения, [лучший выбор].',
  'Is Vexory [the best choice]? Yes.',
  '| Tool | [Recommended] |\n|---|---|\n| Vexory | Yes |',
  '| Tool | [Recommended] |\n|---|---|\n| Vexory | ✅ |',
  '| Need | [Our pick] |\n|---|---|\n| Teams | Vexory |',
  '| Tool | Verdict |\n|---|---|\n| Vexory | [Recommended] |',
  'You can’t go wrong: [choose Vexory].',
  'Vexory is [not bad].',
  'Vexory is not just fast, it is [the best choice].',
  'Choose [Vexory over Klentra] instead of waiting.',
  'Vexory is [the best choice]; no other tool comes close.',
  'Vexory [en iyi firmadır].',
  'Vexory [en iyi seçim] olmazsa olmaz.',
  'Vexory, although not cheap, is [the best choice].',
  'Vexory (not cheap) is [the best choice].',
  'Not only fast, Vexory is [the best choice].',
  'Vexory, which is not cheap, is [the best choice].',
  'Vexory, das nicht billig ist, ist [die beste Wahl].',
  'Wenn Sie nicht programmieren, [nehmen Sie Vexory].',
];

for (const marked of [...UNPROVEN, ...PROVEN]) {
  const isProof = PROVEN.includes(marked);
  test(`the words in brackets are ${isProof ? '' : 'no '}proof in: ${marked}`, () => {
    const [before = '', words = '', after = ''] = marked.split(/[[\]]/);
    const answer = judged(before + words + after);
    const line = answer.lines.findIndex(({ to }) => to > before.length) + 1;
    const reading = provenReading(answer, verdictOn(answer, 'Vexory', 'recommended', line, words));
    assert.equal(!('problem' in reading), isProof);
  });
}

const price = (amount: number): FactValue => ({
  type: 'price',
  prices: [{ amount, currency: 'USD', period: 'month', perUser: false }],
});
const number = (value: number, unit: string): FactValue => ({
  type: 'number',
  numbers: [value],
  units: [unit],
});
const PRICE = price(12);
const YEAR: FactValue = { type: 'year', years: [2016] };
const FREE: FactValue = { type: 'yes_no', holds: true };

/**
 * What the words in brackets prove of a value: nothing if they are another name's, a part of a number, or negated, and
 * nothing sure if it is a bound, a range, or of another time.
 */
const VALUES: readonly (readonly [value: FactValue, said: string, marked: string, verdict?: string])[] = [
  [PRICE, '99 USD per month', 'Vexory is $12 a month while Klentra is [$99 a month].'],
  [PRICE, '99 USD per month', 'Vexory is $12 a month vs. [$99 a month] for Klentra.'],
  [PRICE, '99 USD', 'Vexory is $12 a month, compared to [$99] for Trello.'],
  [YEAR, '2008', 'Vexory dates from 2016. Trello was [founded in 2008].'],
  [YEAR, '2008', 'Vexory dates from 2016, Trello [from 2008].'],
  [YEAR, '2008', 'Vexory dates from 2016. Its rival Trello [dates from 2008].'],
  [YEAR, '2008', 'Vexory was not [founded in 2008].'],
  [FREE, 'yes', 'Vexory does not have [a free plan].'],
  [FREE, 'no', 'Vexory has a free plan, but Klentra [has none].'],
  [PRICE, '12 USD per month', 'Vexory costs [$12].50 per month.'],
  [PRICE, '12 USD per month', 'Vexory kostet 12,50 $ im Monat.'],
  [price(300), '200 USD per month', 'Vexory costs $1,[200 per month].'],
  [number(12, 'users'), '12 users', 'Vexory has [12] million users.'],
  [number(100, 'integrations'), '100 integrations', 'Vexory has two [hundred integrations].'],
  [PRICE, '9 USD per month', 'Vexory costs [EUR 9 per month].'],
  [PRICE, '9 USD per month', 'Vexory costs €[9 per month].'],
  [PRICE, '144 USD per month', 'Vexory costs [$144 per year].'],
  [PRICE, '144 USD per month', 'Vexory costs [$144] per year.'],
  [PRICE, '3 USD per month', 'Vexory costs [$3 a week].'],
  [PRICE, '144 USD per month', 'Vexory kostet [144 $] im Jahr.'],
  [PRICE, '9 USD per month', 'Vexory costs from [$9 per month].'],
  [PRICE, '12 USD per month', 'Vexory starts at [$12 per month].'],
  [PRICE, '15 USD per month', 'Vexory costs $10 to [$15 per month].'],
  [PRICE, '10 USD per month', 'Vexory costs [$10] to $15 per month.'],
  [PRICE, '10 USD per month', 'Vexory costs between [$10] and $15 per month.'],
  [PRICE, '6 USD per month', 'Vexory used to cost [$6 per month].'],
  [PRICE, '6 USD per month', 'Vexory was [$6 per month] until 2023.'],
  [PRICE, '6 USD per month', 'Vexory coûtait [6 $ par mois].'],
  [PRICE, '9 USD per month', 'Vexory kostet ab [9 $ pro Monat].'],
  [PRICE, '9 USD per month', 'Vexory coûte à partir de [9 $ par mois].'],
  [PRICE, '9 USD per month', 'Vexory costa a partire da [9 $ al mese].'],
  [PRICE, '9 USD per month', 'Vexory kosztuje od [9 $ miesięcznie].'],
  [PRICE, '9 USD per month', 'Vexory kostar från [9 $ per månad].'],
  [PRICE, '9 USD per month', 'Vexory стоит от [9 $ в месяц].'],
  [PRICE, '9 USD per month', 'Vexoryは[月額9ドル]から利用できます。'],
  [PRICE, '9 USD per month', 'Vexory [每月9美元]起。'],
  [PRICE, '9 USD per month', 'Vexory는 [월 9달러]부터입니다.'],
  [number(300, 'integrations'), '200 integrations', 'Vexory has over [200 integrations].'],
  [number(300, 'integrations'), '200 integrations', 'Vexory has more than [200 integrations].'],
  [number(300, 'integrations'), '200 integrations', 'Vexory has [200] to 250 integrations.'],
  [number(300, 'Integrationen'), '200 Integrationen', 'Vexory hat rund [200 Integrationen].'],
  [number(300, 'intégrations'), '200 intégrations', 'Vexory a plus de [200 intégrations].'],
  [number(300, 'integracji'), '200 integracji', 'Vexory ma ponad [200 integracji].'],
  [number(300, '連携'), '200連携', 'Vexoryは[200連携]以上です。'],
  [number(300, '个集成'), '200个集成', 'Vexory 有超过[200个集成]。'],
  [number(300, '개'), '200개', 'Vexory는 약 [200개] 연동이 있습니다.'],
  [FREE, 'yes', 'Vexory lacks [a free plan].'],
  [FREE, 'yes', 'Vexory no longer has [a free plan].'],
  [FREE, 'yes', 'Vexory used to have [a free plan].'],
  [FREE, 'yes', 'Bei Vexory fehlt [ein Gratistarif].'],
  [FREE, 'yes', 'Vexory verzichtet auf [einen Gratistarif].'],
  [FREE, 'yes', 'Vexoryには[無料プラン]はなし。'],
  [FREE, 'yes', 'Vexory 缺少[免费计划]。'],
  [FREE, 'yes', 'يفتقر Vexory إلى [خطة مجانية].'],
  [FREE, 'yes', 'Vexory: [Free plan]: no.'],
  [FREE, 'yes', 'Does Vexory have [a free plan]? No.'],
  [FREE, 'yes', '| Tool | [Free plan] |\n|---|---|\n| Vexory | No |'],
  [FREE, 'yes', 'Vexory lacks, unlike others, [a free plan].'],
  [FREE, 'yes', 'Vexory lacks single sign-on or [a free plan].'],
  [FREE, 'yes', 'Vexory offers everything except [a free plan].'],
  [PRICE, '15 USD per month', 'Vexory is cheaper than Quintaro, which is [$15 per month].'],
  [PRICE, '15 USD per month', 'Vexory is cheaper than Quintaro ([$15 per month]).'],
  [PRICE, '15 USD per month', 'Vexory is cheaper than Klentra, which is [$15 per month].'],
  [PRICE, '15 USD per month', 'Vexory is cheaper than Klentra ([$15 per month]).'],
  [PRICE, '15 USD per month', 'Vexory ist günstiger als Quintaro, das [15 $ pro Monat] kostet.'],
  [PRICE, '15 USD per month', 'Vexory costa meno di Quintaro, che costa [15 $ al mese].'],
  [PRICE, '15 USD per month', 'Vexory jest tańszy niż Quintaro, które kosztuje [15 $ miesięcznie].'],
  [YEAR, '2016', 'Vexory was founded before [2016].'],
  [YEAR, '2014', 'Vexory is older than Quintaro, which was [founded in 2014].'],
  [PRICE, '10 USD per month', 'Vexory costs at least [$10 per month].'],
  [PRICE, '10 USD per month', 'Vexory costs ~[$10 per month].'],
  [PRICE, '10 USD per month', 'Vexory will cost [$10 per month] from May.'],
  [PRICE, '12 USD per month', 'Vexory costs [$12 per month].', 'agrees'],
  [PRICE, '15 USD per month', 'Vexory costs [$15 per month].', 'contradicts'],
  [PRICE, '7 USD per month', 'Vexory was raised from $5 to [$7 per month].', 'contradicts'],
  [PRICE, '12 USD per month', 'Vexory was $5, now it is [$12 per month].', 'agrees'],
  [PRICE, '12 USD per month', 'Unlike Quintaro, Vexory costs [$12 per month].', 'agrees'],
  [PRICE, '12 USD per month', 'Vexory, which is cheap, costs [$12 per month].', 'agrees'],
  [PRICE, '12 USD per month', 'Vexory ([$12 per month]) is cheap.', 'agrees'],
  [number(300, 'integrations'), '300 integrations', 'Vexory has [300 integrations].', 'agrees'],
  [number(300, 'integrations'), '1,300 integrations', 'Vexory has [1,300 integrations].', 'contradicts'],
  [
    number(300, 'integrations'),
    '300 integrations',
    'Since 2019, [300 integrations] work with Vexory.',
    'agrees',
  ],
  [YEAR, '2016', 'Vexory was founded in [2016].', 'agrees'],
  [YEAR, '2016', 'Vexory dates from [2016].', 'agrees'],
  [FREE, 'yes', 'Vexory has [a free plan].', 'agrees'],
  [FREE, 'no', 'Vexory [lacks a free plan].', 'contradicts'],
  [FREE, 'no', 'Vexory has [no free plan].', 'contradicts'],
  [FREE, 'yes', '| Tool | [Free plan] |\n|---|---|\n| Vexory | Yes |', 'agrees'],
];

for (const [value, said, marked, verdict] of VALUES) {
  test(`${said} ${verdict ?? 'is not proven'} in: ${marked}`, () => {
    const [before = '', words = '', after = ''] = marked.split(/[[\]]/);
    const answer = judged(before + words + after, '', [{ id: 1, name: 'Fact', about: ['fact'], value }]);
    const line = answer.lines.findIndex(({ to }) => to > before.length) + 1;
    const names = answer.names.map((_, index) => ({ name: index + 1, verdict: 'neutral' }));
    const reply = { names, facts: [{ fact: 1, value: said, line, words }] };
    const reading = provenReading(answer, JSON.stringify(reply));
    assert.ok(!('problem' in reading));
    const [found] = reading.facts;
    if (verdict !== undefined) return assert.equal(found?.verdict, verdict);
    assert.equal(found?.verdict ?? 'unclear', 'unclear');
    assert.equal(reading.facts.length + reading.dropped, 1);
  });
}

test('a prompt numbers names and lines', () => {
  const { prompt } = judgeRequest(
    judged('# Tools\n\n1. Klentra is [new](https://a.example).\n2. Vexory', 'Best?'),
  );
  assert.equal(
    prompt,
    'Question: Best?\n\nNames:\n1. Vexory\n2. Klentra\n\nAnswer:\n1| # Tools\n2| 1. Klentra is [new].\n3| 2. Vexory',
  );
});

test('a prompt has no comments', () => {
  const { prompt } = judgeRequest(
    judged('<!-- Get\nVexory -->\n\nVexory is <!-- so --> new.\n\n<!-- bad -->'),
  );
  assert.match(prompt, /Answer:\n1\| Vexory is +new\.$/);
});
