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
    assert.deepEqual(
      ['Vexory', 'Klentra'].map((name) => verdictsOf(answer, name, words)),
      [true, true],
    );
  });
}

const UNPROVEN: readonly (readonly [text: string, words: string])[] = [
  ['Vexory is a tool. Trello is the worst choice.', 'the worst choice'],
  ['Vexory is a tool, while Trello is the worst choice.', 'the worst choice'],
  ['Vexory is not the one to get.', 'the one to get'],
  ['I wouldn’t call Vexory a great buy.', 'a great buy'],
  ['Vexory ist nicht die beste Wahl.', 'die beste Wahl'],
  ['Wir empfehlen Vexory nicht.', 'Wir empfehlen'],
  ['Vexory n’est pas le meilleur choix.', 'le meilleur choix'],
  ['Vexory no es la mejor opción.', 'la mejor opción'],
  ['Vexory não vale a pena.', 'vale a pena'],
  ['Vexory non è la scelta giusta.', 'la scelta giusta'],
  ['Vexory is geen goede keuze.', 'goede keuze'],
  ['Vexory nie jest dobrym wyborem.', 'dobrym wyborem'],
  ['Vexory är inte bra.', 'bra'],
  ['Vexory не стоит покупать.', 'стоит покупать'],
  ['Vexory tavsiye etmiyoruz.', 'tavsiye'],
  ['Vexoryはおすすめできません。', 'おすすめ'],
  ['不推荐 Vexory。', '推荐'],
  ['Vexory는 추천하지 않습니다.', '추천'],
  ['لا ننصح باستخدام Vexory.', 'ننصح'],
  ['Vexory खरीदें मत।', 'खरीदें'],
  ['Vexory has the most, and it is with this.', 'it is with this'],
  ['Vexory is a tool. It costs $5.', 'It'],
  ['Vexory ist es, und das auch.', 'und das auch'],
  ['Vexoryはそうです。', 'です'],
];

for (const [text, words] of UNPROVEN) {
  test(`“${words}” proves nothing in: ${text}`, () =>
    assert.equal(verdictsOf(judged(text), 'Vexory', words), false));
}

const PROVEN: readonly (readonly [text: string, words: string])[] = [
  ['Vexory is not cheap, but the one to get.', 'the one to get'],
  ['Vexory is not only the best choice but also cheap.', 'the best choice'],
  ['Without a doubt Vexory is the best choice.', 'the best choice'],
  ['Vexory ist nicht nur die beste Wahl.', 'die beste Wahl'],
  ['Vexory is not recommended.', 'not recommended'],
  ['Go with Vexory.', 'Go with'],
];

for (const [text, words] of PROVEN) {
  test(`“${words}” is proof in: ${text}`, () =>
    assert.equal(verdictsOf(judged(text), 'Vexory', words), true));
}

const PRICE: FactValue = {
  type: 'price',
  prices: [{ amount: 12, currency: 'USD', period: 'month', perUser: false }],
};
const YEAR: FactValue = { type: 'year', years: [2016] };
const FREE: FactValue = { type: 'yes_no', holds: true };

/** Values of another name, or without their negation: none is left. */
const OTHER_VALUES: readonly (readonly [text: string, value: FactValue, said: string, words: string])[] = [
  ['Vexory is $12 a month while Klentra is $99 a month.', PRICE, '99 USD per month', '$99 a month'],
  ['Vexory is $12 a month vs. $99 a month for Klentra.', PRICE, '99 USD per month', '$99 a month'],
  ['Vexory is $12 a month, compared to $99 for Trello.', PRICE, '99 USD', '$99'],
  ['Vexory dates from 2016. Trello was founded in 2008.', YEAR, '2008', 'founded in 2008'],
  ['Vexory dates from 2016, Trello from 2008.', YEAR, '2008', 'from 2008'],
  ['Vexory dates from 2016. Its rival Trello dates from 2008.', YEAR, '2008', 'dates from 2008'],
  ['Vexory was not founded in 2008.', YEAR, '2008', 'founded in 2008'],
  ['Vexory does not have a free plan.', FREE, 'yes', 'a free plan'],
  ['Vexory has a free plan, but Klentra has none.', FREE, 'no', 'has none'],
];

for (const [text, value, said, words] of OTHER_VALUES) {
  test(`${said} is no value in: ${text}`, () => {
    const answer = judged(text, '', [{ id: 1, name: 'Fact', about: ['fact'], value }]);
    const line = answer.lines.findIndex(({ from, to }) => text.slice(from, to).includes(words)) + 1;
    const names = answer.names.map((_, index) => ({ name: index + 1, verdict: 'neutral' }));
    const reading = provenReading(
      answer,
      JSON.stringify({ names, facts: [{ fact: 1, value: said, line, words }] }),
    );
    assert.ok(!('problem' in reading));
    assert.deepEqual([reading.facts, reading.dropped], [[], 1]);
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
