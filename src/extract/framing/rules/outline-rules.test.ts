import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cueFramingsOf, framingsOf } from '../../../../test/support/extraction.ts';

const NAMES = ['Vexo', 'Zalto', 'Morrow'];

const HELD: readonly (readonly [string, string, readonly string[]])[] = [
  [
    'a heading applies to the names under it, up to the next one at its level',
    '## ❌ Avoid\n\n- **Vexo**: sells data\n- Zalto\n\n## Others\n\n- Morrow',
    ['negative', 'negative', 'abstain'],
  ],
  [
    'a label holds for its list',
    'Top picks:\n\n1. Vexo\n2. Zalto\n\nMorrow is blue.',
    ['recommended', 'recommended', 'neutral'],
  ],
  [
    'a heading with a purpose',
    '### 🎮 Best for gaming\n\n**Vexo** – two doors\n\n### More\n\n- Zalto\n- Morrow',
    ['recommended', 'abstain', 'abstain'],
  ],
  [
    'best in a category, one of two',
    'Best smartwatch: Vexo or Zalto\n\nMorrow is blue.',
    ['recommended', 'recommended', 'neutral'],
  ],
  [
    'a label after a numbered name',
    '1. **Vexo** ⭐ Best Overall\n2. **Zalto**\n3. Morrow',
    ['recommended', 'abstain', 'abstain'],
  ],
  [
    'a label below a name',
    '### 1. Vexo\n\n⭐ Best Overall\n\n### 2. Zalto\n\n### 3. Morrow',
    ['recommended', 'abstain', 'abstain'],
  ],
  [
    'arrows after a purpose',
    'Need it offline? → Vexo\n\n- Settings → Zalto → Sync\n- Morrow',
    ['recommended', 'abstain', 'abstain'],
  ],
  [
    'a winners column',
    '| Für | Unser Favorit | Auch |\n|---|---|---|\n| Büro | Vexo | Morrow |\n| Reise | Zalto | – |',
    ['recommended', 'recommended', 'abstain'],
  ],
  [
    'a purpose row',
    '| Case | Product |\n|---|---|\n| Best for teams | Vexo |\n| Teams | Zalto |\n| Price | Morrow |',
    ['recommended', 'abstain', 'abstain'],
  ],
  [
    'a verdict that fills a cell, above a list',
    '### Eher nicht\n\n- Vexo\n\n### Compra maestra\n\n- Zalto\n\n### Autres\n\n- Morrow',
    ['negative', 'recommended', 'abstain'],
  ],
  [
    'a label after a name and any emoji',
    '### 1. Vexo 🏅 La opción más segura\n\n### 2. Zalto 🙈 Poco convincente\n\n### 3. Morrow',
    ['recommended', 'negative', 'abstain'],
  ],
  [
    'a verdict row',
    '| | Vexo | Zalto | Morrow |\n|---|---|---|---|\n| Price | $4 | $5 | $6 |\n| Verdict | Best overall | Skip it | Two doors |',
    ['recommended', 'negative', 'abstain'],
  ],
];

for (const [what, answer, framings] of HELD) {
  test(`${what}: ${framings.join(', ')}`, () => {
    assert.deepEqual(cueFramingsOf(answer, NAMES), framings);
  });
}

for (const [answer, framing] of [
  ['### Vexo\n\nLook elsewhere. It has two doors.', 'negative'],
  ['**Vexo**\nDe beste koop. Twee deuren.', 'recommended'],
  ['1. **Vexo** – Davon ist abzuraten. Zwei Türen.', 'negative'],
  ['- **Vexo**\n  - Our pick: quiet doors', 'recommended'],
  ['| App | Notes |\n|---|---|\n| Vexo | Our pick: two doors, one of which is blue |', 'recommended'],
  ['**Vexo** costs $4.\n\nÀ éviter.', 'neutral'],
  ['### Vexo\n\nRecommendation: use a strong password.', 'abstain'],
  ['### Vexo\n\nZalto is our top pick.', 'abstain'],
] as const) {
  test(`a sentence or field without a name concerns the brand beside it: ${answer} -> ${framing}`, () => {
    assert.deepEqual(cueFramingsOf(answer, ['Vexo']), [framing]);
  });
}

for (const [answer, framings] of [
  ['🟢 **Vexo**: $4\n\n🟡 **Zalto**: $5\n\n🔴 **Morrow**: $6', ['recommended', 'abstain', 'negative']],
  ['- ✅ Vexo\n- ✅ Zalto\n- ✅ Morrow', ['abstain', 'abstain', 'abstain']],
  ['1. 🥇 **Vexo** – $4\n2. 🥈 **Zalto** – $5\n3. **Morrow**', ['recommended', 'abstain', 'abstain']],
  ['⭐⭐⭐⭐⭐ **Vexo**\n\n⭐⭐⭐ **Zalto**\n\n⭐ **Morrow**', ['recommended', 'abstain', 'negative']],
  [
    '| App | Buy? |\n|---|---|\n| Vexo | ✅ Two doors |\n| Zalto | No, one door |\n| Morrow | Yes, but blue |',
    ['recommended', 'negative', 'abstain'],
  ],
  [
    '| App | Offline? |\n|---|---|\n| Vexo | ✅ |\n| Zalto | No, online |\n| Morrow | Yes |',
    ['abstain', 'abstain', 'abstain'],
  ],
  [
    '1. Vexo\n   - Verdict: buy it\n2. Zalto\n   - Urteil: nicht empfehlenswert\n3. Morrow\n   - Verdict: none yet',
    ['recommended', 'negative', 'abstain'],
  ],
] as const) {
  test(`signs and answers before a name or in a verdict: ${answer}`, () => {
    assert.deepEqual(cueFramingsOf(answer, NAMES), framings);
  });
}

test('pros and cons belong to the only brand before them, up to the next head', () => {
  const sides = "**What's great**\n\n- light\n\n**What's awful**\n\n- loud\n";
  assert.deepEqual(cueFramingsOf(`A look at Vexo.\n\n${sides}`, ['Vexo']), ['ambivalent']);
  assert.deepEqual(cueFramingsOf(`A look at Vexo.\n\n### Pellor\n\n${sides}`, ['Vexo']), ['neutral']);
  assert.deepEqual(cueFramingsOf(`Vexo and Zalto.\n\n${sides}`, ['Vexo', 'Zalto']), ['neutral', 'neutral']);
  assert.deepEqual(cueFramingsOf('4. **Vexo** – ✅ light ❌ loud', ['Vexo']), ['ambivalent']);
});

for (const [answer, framing] of [
  ['Vexo is a mixed bag. It has two doors.', 'ambivalent'],
  ['Vexo divide opiniones.', 'ambivalent'],
  ['Vexo は人を選ぶ旅館です。', 'ambivalent'],
  ['Our top pick: Vexo\n\nVexo is a mixed bag.', 'recommended'],
  ['Mieux vaut choisir Vexo.', 'recommended'],
  ['Würde ich Vexo nehmen? Da würde ich Vexo buchen.', 'recommended'],
  ['Yo contrataría Vexo.', 'recommended'],
  ['Kortom: neem de Vexo.', 'recommended'],
  ['Neem de Vexo uit de doos.', 'neutral'],
] as const) {
  test(`a word for both sides, and the answer’s own choice: ${answer} -> ${framing}`, () => {
    assert.deepEqual(cueFramingsOf(answer, ['Vexo']), [framing]);
  });
}

test('a label overrides the model’s opposite findings', () => {
  const fault = 'The app crashes daily, and support never answers.';
  assert.deepEqual(framingsOf(`### Vexo\n\n${fault}`, ['Vexo']), ['negative']);
  assert.deepEqual(framingsOf(`### Vexo\n\nOur top pick. ${fault}`, ['Vexo']), ['recommended']);
});

for (const label of [
  'Best open-source option',
  'Beste Option für Gamer',
  'Meilleur choix pour les familles',
  'Mejor para viajar',
  'Melhor para equipas',
  'Migliore per i viaggi',
  'Beste voor gezinnen',
  'Лучший для команд',
  '初心者に最適',
  '最适合学生',
  '학생에게 추천',
]) {
  test(`“best for” a purpose recommends, before a name and above it: ${label}`, () => {
    assert.deepEqual(cueFramingsOf(`- **${label}:** Vexo`, ['Vexo']), ['recommended']);
    assert.deepEqual(cueFramingsOf(`### ${label}\n\n**Vexo**: $4`, ['Vexo']), ['recommended']);
    assert.notDeepEqual(cueFramingsOf(`### ${label}?\n\n**Vexo**: $4`, ['Vexo']), ['negative']);
  });
}

for (const answer of [
  'Best features: Vexo Sync',
  'Best for: Vexo users',
  'Best for students: Vexo is light.',
  'Best phones of the year: Vexo, Zalto, Morrow, and Pellor',
  '## Best phones\n\n- Vexo\n- Zalto\n- Morrow\n- Pellor',
  '## Best practices\n\n- Vexo',
  '## Avoid\n\nRain damages a Vexo.',
]) {
  test(`text without a verdict on a name decides nothing: ${answer}`, () => {
    assert.ok(['neutral', 'abstain'].includes(cueFramingsOf(answer, ['Vexo'])[0] ?? ''));
  });
}

for (const [pros, cons] of [
  ['Pros', 'Cons'],
  ['Vorteile', 'Nachteile'],
  ['Avantages', 'Inconvénients'],
  ['Ventajas', 'Desventajas'],
  ['Vantagens', 'Desvantagens'],
  ['Punti di forza', 'Punti deboli'],
  ['Voordelen', 'Nadelen'],
  ['メリット', 'デメリット'],
  ['优点', '缺点'],
] as const) {
  test(`${pros} and ${cons} frame a brand both ways, without a verdict`, () => {
    const lists = `**${pros}:**\n\n- light\n\n**${cons}:**\n\n- loud\n`;
    assert.deepEqual(cueFramingsOf(`### Vexo\n\n${lists}`, ['Vexo']), ['ambivalent']);
    assert.deepEqual(cueFramingsOf(`1. **Vexo**\n   - ${pros}: light\n   - ${cons}: loud\n`, ['Vexo']), [
      'ambivalent',
    ]);
    assert.deepEqual(cueFramingsOf(`### Best overall: Vexo\n\n${lists}`, ['Vexo']), ['recommended']);
    assert.deepEqual(cueFramingsOf(`### Vexo\n\n**${pros}:**\n\n- light\n`, ['Vexo']), ['abstain']);
    assert.deepEqual(
      cueFramingsOf(
        `| | ${pros} | ${cons} |\n|---|---|---|\n| Vexo | light | loud |\n| Zalto | light | – |\n`,
        ['Vexo', 'Zalto'],
      ),
      ['ambivalent', 'abstain'],
    );
  });
}

test('"Choose T if" decides nothing under the heading of the brand', () => {
  const advice = 'Choose Vexo if you travel.';
  assert.deepEqual(cueFramingsOf(`### Vexo\n\n${advice}`, ['Vexo']), ['neutral']);
  assert.deepEqual(cueFramingsOf(`### Vexo\n\n✅ light\n\n❌ loud\n\n${advice}`, ['Vexo']), ['ambivalent']);
  assert.deepEqual(cueFramingsOf(advice, ['Vexo']), ['recommended']);
});
