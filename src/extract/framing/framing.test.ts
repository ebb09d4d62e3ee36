import assert from 'node:assert/strict';
import { test } from 'node:test';
import { framingsOf, mentionOf } from '../../../test/support/extraction.ts';

const CODES = {
  '+': 'recommended',
  '-': 'negative',
  '0': 'neutral',
  '?': 'abstain',
  '±': 'ambivalent',
} as const;
type Code = keyof typeof CODES;

/** Answers with the framing of T, and then of U if the answer names it. */
const READINGS: Readonly<Record<string, readonly (readonly [answer: string, codes: string])[]>> = {
  'a label before a name': [
    ['- **Top pick:** T', '+'],
    ['Top pick: T is light and quiet.', '+'],
    ['Unser Testsieger: T', '+'],
    ['Avoid: T', '-'],
    ['Top pick: not T', '-'],
    ['Winner: T and U', '++'],
    ['Need it offline? → T', '+'],
    ['**Best for stairs:** T', '0'],
    ['Recommendation: T should be updated.', '0'],
    ['Top picks: T, U?', '00'],
  ],
  'a label after a name': [
    ["- T (editor's choice)", '+'],
    ['**T** – not recommended', '-'],
    ['**T** – best for gaming', '+'],
    ['T[4] – best overall[2]', '+'],
    ['Возможно, T — лучший выбор', '0'],
    ['・T：おすすめ\n・U：避けるべき', '+-'],
  ],
  'a heading, a label, or a head of a column': [
    ['### Our picks\n\n- **T**: two doors\n- **U**: four', '++'],
    ['### Brands to avoid\n\n- T\n- U', '--'],
    ['### Top picks of 2026\n\n- T\n- U', '??'],
    ['### Best for stairs\n\n- T', '?'],
    ['| | Winner |\n|---|---|\n| Price | T |\n| Size | U |', '++'],
  ],
  'a sign before a name': [
    ['🥇 T\n🥈 U', '+?'],
    ['- ✅ T\n- ❌ U', '+-'],
    ['- ✅ T\n- ✅ U', '??'],
    ['- ⭐⭐⭐⭐⭐ T\n- ⭐ U', '+-'],
  ],
  'a verdict below or beside a name': [
    ['### T\n\nHighly recommended.', '+'],
    ['### T\n\nIt has two doors. Look elsewhere.', '-'],
    ['### T\n\nVerdict: skip it', '-'],
    ['T has two doors. Avoid it at all costs.', '-'],
    ['T and U have doors. Avoid.', '00'],
    ['| | Verdict |\n|---|---|\n| T | Yes, for small rooms |\n| U | Skip it[3] |', '+-'],
    ['| | Verdict |\n|---|---|\n| T | Recommended, but heavy |\n| U | no, it wobbles |', '?-'],
    ['| | Fazit |\n|---|---|\n| T | Finger weg |\n| U | Klare Empfehlung |', '-+'],
    ['### T\n\n**Pros:**\n\n- great\n\n**Cons:**\n\n- bad', '?'],
  ],
  'a question with its answer': [
    ['### Is T worth it?\n\nYes. It has two doors.\n\nU is blue.', '+0'],
    ['T est-il fiable ? Pas vraiment.', '-'],
    ['### Which should I choose?\n\nT, easily. U is blue.', '+0'],
    ['### Anything to avoid?\n\nT. U is blue.', '-0'],
    ['### Is T worth it?\n\nYes, but it has two doors.', '?'],
    ['### Does T have doors?\n\nYes.', '?'],
    ['### Should I choose T or U?\n\nNo. Take your time.', '??'],
  ],
  'advice about a name': [
    ['Go with T.', '+'],
    ['Go with **T**[4][5].', '+'],
    ['If you travel, I’d recommend T.', '+'],
    ['For most teams, our top pick is T.', '+'],
    ["You can't go wrong with T or U.", '++'],
    ['I recommend T over U.', '+0'],
    ["I wouldn't buy T.", '-'],
    ['Steer clear of T.', '-'],
    ['Use T at your own risk.', '-'],
    ['We recommend against T.', '-'],
    ['Go with T. Avoid U.', '+-'],
    ['Go with T. But avoid T.', '±'],
  ],
  'no advice about the name itself': [
    ['Avoid T support.', '0'],
    ['Avoid T-only formats.', '0'],
    ['Choose T and click Next.', '0'],
    ['To export a file, use T.', '0'],
    ['Use T daily.', '0'],
    ['Do not use T without water.', '0'],
    ['Stick with T if you already use it.', '0'],
    ['The worst choice is T.', '0'],
    ['### T\n\nChoose T if you travel.', '0'],
  ],
  'no statement of its own': [
    ['Should you avoid T?', '0'],
    ['If you go with T, the jar is extra.', '0'],
    ['If it were cheaper, I would recommend T.', '0'],
    ['Reviewers say you should avoid T.', '0'],
    ['You should not avoid T.', '0'],
    ['Nobody should buy T.', '0'],
    ["I can't recommend T enough.", '0'],
    ['Instead of U I would buy T.', '00'],
    ['As an AI, I cannot recommend T.', '0'],
  ],
  'a predicate of a name that starts its clause': [
    ['T is the best choice.', '+'],
    ['T (2024) is ideal for teams.', '+'],
    ['T and U are great choices.', '++'],
    ['T is not recommended.', '-'],
    ['T is a great choice, but it is slow.', '0'],
    ['T is a great choice. However, it is slow.', '0'],
    ['T was the best choice.', '0'],
    ['T is not the best choice.', '0'],
    ['T is ideal for scammers.', '0'],
    ['People who use T are a great match.', '0'],
  ],
  nothing: [
    ['T is a brand with two doors.', '0'],
    ['- T\n- U', '??'],
  ],
};

for (const [rule, readings] of Object.entries(READINGS)) {
  test(`framing by ${rule}`, () => {
    for (const [answer, codes] of readings) {
      const names = codes.length > 1 ? ['Vexo', 'Zalto'] : ['Vexo'];
      const text = answer.replace(/\bT\b/g, 'Vexo').replace(/\bU\b/g, 'Zalto');
      const expected = [...codes].map((code) => CODES[code as Code]);
      assert.deepEqual(framingsOf(text, names), expected, text);
    }
  });
}

test('signals are the answer’s own words, each once, without citation marks', () => {
  const answer =
    'Top pick [2]: **Vexo**.\n\n### Vexo\n\n**Highly Recommended**.[3]\n\nSo I’d go with  Vexo. I’d go with Vexo!';
  assert.deepEqual(mentionOf(answer, ['Vexo']).framingSignals, [
    'Top pick',
    'Highly Recommended',
    'I’d go with',
  ]);
});
