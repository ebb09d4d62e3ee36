import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cueFramingsOf, framingsOf, mentionOf } from '../../../test/support/extraction.ts';

const NAMES = [
  ['Vexo', 'Zalto'],
  ['Blue Apron', 'Yahoo!'],
  ['飞书', 'Quorb'],
] as const;

/** Statements; their denials, questions, conditions, and reports decide nothing or the opposite. */
const FAMILIES: Readonly<Record<string, readonly (readonly [string, 'recommended' | 'negative'])[]>> = {
  'plain praise': [
    ['{} is excellent', 'recommended'],
    ['{} is a great app', 'recommended'],
    ['{} offers the best value', 'recommended'],
    ['{} punches above its weight', 'recommended'],
  ],
  'plain faults': [
    ['{} crashes a lot', 'negative'],
    ['{} has reliability issues', 'negative'],
    ['{} is being sued over its fees', 'negative'],
    ['{} has been discontinued', 'negative'],
    ['{} leaked customer data', 'negative'],
  ],
};

const OPPOSITE = { recommended: 'negative', negative: 'recommended' } as const;

const NOTHING: readonly ((statement: string) => string)[] = [
  (statement) => `So ${statement}?`,
  (statement) => `If ${statement}, say so.`,
  (statement) => `Some users say ${statement}.`,
  (statement) => `It is not true that ${statement}.`,
  (statement) => `There is no evidence that ${statement}.`,
  (statement) => `I doubt that ${statement}.`,
];

for (const [family, statements] of Object.entries(FAMILIES)) {
  for (const [statement, framing] of statements) {
    test(`${family}: "${statement}" counts, but not if the answer only reports it`, () => {
      for (const [name, other] of NAMES) {
        const stated = statement.replace('{}', name);
        assert.deepEqual(
          cueFramingsOf(`${stated}. ${other} is Finnish.`, [name, other]),
          [framing, 'neutral'],
          stated,
        );
        for (const unstated of NOTHING) {
          const [read = ''] = cueFramingsOf(unstated(stated), [name]);
          assert.ok(read === 'neutral' || read === OPPOSITE[framing], `${unstated(stated)} ${read}`);
        }
      }
    });
  }
}

for (const property of ['faster', 'cheaper', 'safer', 'simpler', 'more reliable', 'quieter']) {
  test(`comparatives: "${property} than" favors the first name, without criticizing the second`, () => {
    for (const [name, other] of NAMES) {
      const said = (sentence: string) => framingsOf(sentence, [name, other]);
      assert.deepEqual(said(`${name} is ${property} than ${other}.`), ['recommended', 'neutral']);
      assert.deepEqual(said(`${other} is ${property} than ${name}.`), ['neutral', 'recommended']);
      assert.deepEqual(said(`${name} is ${property} than most. ${other} is new.`), [
        'recommended',
        'neutral',
      ]);
      for (const silent of [
        `${name} is not ${property} than ${other}.`,
        `${name} may be ${property} than ${other}.`,
        `Is ${name} ${property} than ${other}?`,
        `If ${name} is ${property} than ${other}, take it.`,
        `${name} claims to be ${property} than ${other}.`,
        `${name} was ${property} than ${other} in 2015.`,
      ]) {
        assert.deepEqual(said(silent), ['neutral', 'neutral'], silent);
      }
    }
  });
}

for (const property of ['bigger', 'older', 'heavier', 'more expensive', 'more popular', 'newer', 'taller']) {
  test(`comparatives: "${property} than" is neither praise nor a fault`, () => {
    assert.deepEqual(cueFramingsOf(`Vexo is ${property} than Zalto.`, ['Vexo', 'Zalto']), [
      'neutral',
      'neutral',
    ]);
  });
}

for (const [label, framing] of [
  ['Short answer', 'recommended'],
  ['Recommendation', 'recommended'],
  ['My pick', 'recommended'],
  ['Winner', 'recommended'],
  ['Best value', 'recommended'],
  ['Best budget pick', 'recommended'],
  ['Best for most people', 'recommended'],
  ['Not recommended', 'negative'],
  ['Avoid', 'negative'],
  ['Klare Empfehlung', 'recommended'],
  ['Nicht empfohlen', 'negative'],
  ['Mi recomendación', 'recommended'],
  ['À éviter', 'negative'],
  ['结论', 'recommended'],
  ['不推荐', 'negative'],
] as const) {
  test(`labels: "${label}: T" -> ${framing}, in bold, in a list, and for all coordinated names`, () => {
    for (const [name, other] of [NAMES[0], NAMES[2]]) {
      assert.deepEqual(cueFramingsOf(`${label}: ${name}`, [name]), [framing]);
      assert.deepEqual(cueFramingsOf(`- **${label}:** ${name}`, [name]), [framing]);
      assert.deepEqual(cueFramingsOf(`**${label}:** ${name}, ${other}`, [name, other]), [framing, framing]);
      assert.notDeepEqual(cueFramingsOf(`${label}: ${name}?`, [name]), [framing]);
    }
  });
}

test('labels: “best for” a purpose recommends, and a label before a statement decides nothing', () => {
  for (const answer of ['- Best for teams: Vexo', '- **Best for gaming:** Vexo', '- Vexo (best for teams)']) {
    assert.deepEqual(cueFramingsOf(answer, ['Vexo']), ['recommended'], answer);
  }
  for (const answer of ['Recommendation: Vexo should be updated.', 'In short, Vexo is a browser.']) {
    assert.deepEqual(cueFramingsOf(answer, ['Vexo']), ['neutral'], answer);
  }
});

const table = (header: string, cell: string) =>
  `| Maker | Price | ${header} |\n|---|---|---|\n| Vexo | $5 | ${cell} |\n| Zalto | $7 | It has two doors. |\n`;

for (const [header, cell, framing] of [
  ['Verdict', 'Worth every cent', 'recommended'],
  ['Verdict', 'Skip', 'negative'],
  ['Our take', 'Great, but overpriced', 'ambivalent'],
  ['Verdict', 'Not the best choice', 'negative'],
  ['Verdict', 'Best for teams', 'recommended'],
  ['Best for', 'Teams', 'abstain'],
  ['Verdict', 'Users say it is excellent', 'abstain'],
  ['Price', 'Excellent', 'abstain'],
  ['Fazit', 'Finger weg', 'negative'],
  ['评价', '值得购买', 'recommended'],
] as const) {
  test(`verdict columns: "${cell}" below "${header}" -> ${framing} for the row's brand alone`, () => {
    assert.deepEqual(cueFramingsOf(table(header, cell), ['Vexo', 'Zalto']), [framing, 'abstain']);
  });
}

for (const [behind, framing] of [
  ['It is our top pick.', 'recommended'],
  ['This app is overpriced.', 'negative'],
  ['Highly recommended.', 'recommended'],
  ['Many apps are excellent.', 'abstain'],
  ['A light phone. It is excellent.', 'recommended'],
  ['It replaces tools that are unreliable.', 'abstain'],
] as const) {
  test(`behind a heading or an item head: "${behind}" -> ${framing}`, () => {
    assert.deepEqual(cueFramingsOf(`### Vexo\n\n${behind}\n`, ['Vexo']), [framing]);
    assert.deepEqual(cueFramingsOf(`- **Vexo**\n  - ${behind}\n- **Zalto**\n`, ['Vexo']), [framing]);
    assert.deepEqual(cueFramingsOf(`### Vexo and Zalto\n\n${behind}\n`, ['Vexo', 'Zalto']), [
      'abstain',
      'abstain',
    ]);
  });
}

test('a pronoun after an introduction refers to the previous sentence’s only name', () => {
  assert.equal(
    mentionOf('Vexo is my top pick for travel. As your only bank it is a poor choice.', ['Vexo']).framing,
    null,
  );
});
