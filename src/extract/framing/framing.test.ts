import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cueFramingsOf, mentionOf, readingsOf } from '../../../test/support/extraction.ts';

function framed(
  title: string,
  rows: readonly (readonly [string, string, readonly string[], readonly string[]])[],
) {
  for (const [trap, answer, tracked, expected] of rows) {
    test(`${title}: ${trap} -> ${expected.join(', ')}`, () => {
      assert.deepEqual(cueFramingsOf(answer, tracked), expected);
    });
  }
}

framed('pick', [
  ['top pick', 'Our top pick is Vexo.', ['Vexo'], ['recommended']],
  ['best overall', 'Vexo is the best overall.', ['Vexo'], ['recommended']],
  ['go with', 'Go with Vexo.', ['Vexo'], ['recommended']],
  ["I'd recommend", "I'd recommend Vexo.", ['Vexo'], ['recommended']],
  ['typographic apostrophe', 'I’d recommend Vexo.', ['Vexo'], ['recommended']],
  ['highly recommend', 'We highly recommend Vexo.', ['Vexo'], ['recommended']],
  ['gold standard', 'Vexo is the gold standard.', ['Vexo'], ['recommended']],
  ['clear winner', 'Vexo is the clear winner.', ['Vexo'], ['recommended']],
  ["can't go wrong", "You can't go wrong with Vexo.", ['Vexo'], ['recommended']],
  ['the name in bold', 'I highly recommend **Vexo** here.', ['Vexo'], ['recommended']],
  ['the cue in bold', 'I **highly recommend** Vexo here.', ['Vexo'], ['recommended']],
  ['a label', '- **Top pick:** Vexo', ['Vexo'], ['recommended']],
  ['a label in Title Case', '- **Top Pick:** Vexo is light and quiet.', ['Vexo'], ['recommended']],
  ['a label after the name', "- Vexo (Editor's choice)", ['Vexo'], ['recommended']],
  ['a label after a dash', '- **Vexo** – Winner', ['Vexo'], ['recommended']],
  ['a label in brackets', 'We tested Vexo (best overall) for a week.', ['Vexo'], ['recommended']],
  ['the best of a category', '- **Best for stairs:** Vexo', ['Vexo'], ['recommended']],
  ['go with, for colors', 'Olive shirts go with Vexo jackets.', ['Vexo'], ['neutral']],
  ['recommended settings', 'The recommended settings for Vexo are listed here.', ['Vexo'], ['neutral']],
  ['recommended dose', 'A Vexo capsule has the recommended daily amount.', ['Vexo'], ['neutral']],
  ['best-selling', 'Vexo is the best-selling phone of the year.', ['Vexo'], ['neutral']],
  ['best known', 'Vexo is best known for its lamps.', ['Vexo'], ['neutral']],
]);

framed('scoped', [
  ['a great choice for', 'Vexo is a great choice for teams.', ['Vexo'], ['recommended']],
  ['ideal for', 'Vexo is ideal for teams.', ['Vexo'], ['recommended']],
  ['perfect if', 'Vexo is perfect if you travel.', ['Vexo'], ['recommended']],
  ['the best for', 'Vexo is the best for teams.', ['Vexo'], ['recommended']],
  ['negated', "Vexo isn't ideal for teams.", ['Vexo'], ['negative']],
]);

framed('rejection', [
  ['avoid', 'Avoid Vexo.', ['Vexo'], ['negative']],
  ['steer clear', 'Steer clear of Vexo.', ['Vexo'], ['negative']],
  ['skip', 'Skip Vexo.', ['Vexo'], ['negative']],
  ['hard to recommend', 'Vexo is hard to recommend.', ['Vexo'], ['negative']],
  ['not recommended', 'Vexo is not recommended.', ['Vexo'], ['negative']],
  ["wouldn't buy", "I wouldn't buy Vexo.", ['Vexo'], ['negative']],
  ['neither', 'We recommend neither Vexo nor Zalto.', ['Vexo', 'Zalto'], ['negative', 'negative']],
  ['of an item', '- Vexo (not recommended)', ['Vexo'], ['negative']],
  ['avoid something else', 'Avoid vendor lock-in with Vexo.', ['Vexo'], ['neutral']],
  ['to avoid something', 'To avoid late fees, Vexo sends a reminder.', ['Vexo'], ['neutral']],
  ['skip the line', 'Skip the line with a ticket from Vexo.', ['Vexo'], ['neutral']],
  ['avoid a brand’s things', 'Avoid Vexo-only formats.', ['Vexo'], ['neutral']],
]);

framed('deficit', [
  ['lacks', 'Vexo lacks time tracking.', ['Vexo'], ['negative']],
  ['overpriced', 'Vexo is overpriced.', ['Vexo'], ['negative']],
  ['clunky and outdated', 'Vexo feels clunky and outdated.', ['Vexo'], ['negative']],
  ['no longer clunky', 'Vexo is no longer clunky.', ['Vexo'], ['neutral']],
  ["isn't overpriced", "Vexo isn't overpriced.", ['Vexo'], ['neutral']],
  [
    'the lack belongs to the first',
    'Vexo lacks the syncing of services like Zalto.',
    ['Vexo', 'Zalto'],
    ['negative', 'neutral'],
  ],
  ['no deficit', 'Vexo does not lack polish.', ['Vexo'], ['neutral']],
]);

framed('incident', [
  ['a breach', 'Vexo suffered a data breach in 2022.', ['Vexo'], ['negative']],
  ['a recall', 'Vexo issued a recall of 125,000 machines.', ['Vexo'], ['negative']],
  ['sued', 'Vexo was sued in 2024.', ['Vexo'], ['negative']],
  ['no known breaches', 'Vexo has no known breaches.', ['Vexo'], ['neutral']],
  ['never had one', 'Vexo has never had a breach.', ['Vexo'], ['neutral']],
  ['of others', 'Vexo alerts you to data breaches on other sites.', ['Vexo'], ['neutral']],
  ['to recall', 'Members recall the first Vexo machine of 1975.', ['Vexo'], ['neutral']],
]);

framed('comparison', [
  ['better than', 'Vexo is better than Zalto.', ['Vexo', 'Zalto'], ['recommended', 'negative']],
  ['swapped', 'Zalto is better than Vexo.', ['Vexo', 'Zalto'], ['negative', 'recommended']],
  ['choose over', "I'd choose Vexo over Zalto.", ['Vexo', 'Zalto'], ['recommended', 'negative']],
  ['prefer to', 'We prefer Vexo to Zalto.', ['Vexo', 'Zalto'], ['recommended', 'negative']],
  ['instead of', 'Use Vexo instead of Zalto.', ['Vexo', 'Zalto'], ['recommended', 'negative']],
  ['rather than', "I'd pick Vexo rather than Zalto.", ['Vexo', 'Zalto'], ['recommended', 'negative']],
  [
    'switch from',
    'We recommend switching from Zalto to Vexo.',
    ['Vexo', 'Zalto'],
    ['recommended', 'negative'],
  ],
  ['beats', 'Vexo beats Zalto.', ['Vexo', 'Zalto'], ['recommended', 'negative']],
  ['with an untracked name', 'Vexo is better than Zalto.', ['Vexo'], ['recommended']],
  ['no better than', 'Vexo is no better than Zalto.', ['Vexo', 'Zalto'], ['neutral', 'neutral']],
  ["isn't any worse", "Vexo isn't any worse than Zalto.", ['Vexo', 'Zalto'], ['neutral', 'neutral']],
  ['less expensive', 'Vexo is less expensive than Zalto.', ['Vexo', 'Zalto'], ['neutral', 'neutral']],
  ['over, for calls', 'Calls on Vexo over Zalto are late.', ['Vexo', 'Zalto'], ['neutral', 'neutral']],
  [
    'a third brand',
    'Vexo is better than Zalto; Quorb is Finnish.',
    ['Quorb', 'Vexo', 'Zalto'],
    ['neutral', 'recommended', 'negative'],
  ],
  ['vs. in a heading', '## Vexo vs. Zalto\n\nBoth are grey.', ['Vexo', 'Zalto'], ['abstain', 'abstain']],
  [
    'two below one',
    'Vexo is better than Zalto and Quorb.',
    ['Vexo', 'Zalto', 'Quorb'],
    ['recommended', 'negative', 'negative'],
  ],
]);

framed('negation', [
  ['do not recommend', 'We do not recommend Vexo.', ['Vexo'], ['negative']],
  ['don’t recommend', 'We don’t recommend Vexo.', ['Vexo'], ['negative']],
  ['never', 'I would never recommend Vexo.', ['Vexo'], ['negative']],
  ['not the best', 'Vexo is not the best choice.', ['Vexo'], ['negative']],
  ['no longer', 'Vexo is no longer our top pick.', ['Vexo'], ['negative']],
  ['far from', 'Vexo is far from the best choice.', ['Vexo'], ['negative']],
  ['not only', 'Vexo is not only the best overall, it is also light.', ['Vexo'], ['recommended']],
  ["can't recommend enough", "I can't recommend Vexo enough.", ['Vexo'], ['recommended']],
  ["can't recommend highly enough", "I can't recommend Vexo highly enough.", ['Vexo'], ['recommended']],
  ["can't recommend", "I can't recommend Vexo.", ['Vexo'], ['negative']],
  ['without a doubt', 'Vexo is without a doubt the best choice.', ['Vexo'], ['recommended']],
  ['hard to beat', 'Vexo is hard to beat.', ['Vexo'], ['recommended']],
  ['do not avoid', 'You should not avoid Vexo.', ['Vexo'], ['neutral']],
]);

framed('negation of what comes before the name', [
  ['nobody', 'Nobody should buy Vexo.', ['Vexo'], ['negative']],
  ['nothing beats it', 'Nothing beats Vexo.', ['Vexo'], ['recommended']],
  ['no one comes close', 'No one really comes close to Vexo.', ['Vexo'], ['recommended']],
  ['neither nor', 'Neither Vexo nor Zalto is the best choice.', ['Vexo', 'Zalto'], ['neutral', 'neutral']],
  ["don't think", "I don't think Vexo is the best choice.", ['Vexo'], ['negative']],
  ['would never say', 'I would never say that Vexo is the best choice.', ['Vexo'], ['negative']],
  ['not true', 'It is not true that Vexo is overpriced.', ['Vexo'], ['neutral']],
  [
    "don't believe it is better",
    "I don't believe that Vexo is better than Zalto.",
    ['Vexo', 'Zalto'],
    ['neutral', 'neutral'],
  ],
]);

framed('question and condition', [
  ['a condition in German', 'Falls ich Vexo empfehle, sage ich es.', ['Vexo'], ['neutral']],
  ['a condition in Spanish', 'Si recomiendo Vexo, es por el precio.', ['Vexo'], ['neutral']],
  ['a condition in Italian', 'Se consiglio Vexo, lo dico.', ['Vexo'], ['neutral']],
  ['a condition in Russian', 'Если я рекомендую Vexo, то скажу.', ['Vexo'], ['neutral']],
  ['a condition in Chinese', '如果我推荐Vexo，请告诉我。', ['Vexo'], ['neutral']],
  ['a condition in Japanese', 'もしVexoがおすすめなら、教えてください。', ['Vexo'], ['neutral']],
  ['and the clause after it in French', 'Si vous voyagez, je recommande Vexo.', ['Vexo'], ['recommended']],
  ['and the clause after it in Chinese', '如果你经常旅行，我推荐Vexo。', ['Vexo'], ['recommended']],
  [
    'and the clause after it in Japanese',
    'もし旅行が多いなら、Vexoがおすすめです。',
    ['Vexo'],
    ['recommended'],
  ],
  ['asked', 'Is Vexo better than Zalto?', ['Vexo', 'Zalto'], ['neutral', 'neutral']],
  ['asked whether to avoid', 'Should you avoid Vexo?', ['Vexo'], ['neutral']],
  ['asked in full width', 'Is Vexo the best choice？', ['Vexo'], ['neutral']],
  ['if', 'If you go with Vexo, the jar is extra.', ['Vexo'], ['neutral']],
  [
    'if it is better',
    'If Vexo is better than Zalto for you, export first.',
    ['Vexo', 'Zalto'],
    ['neutral', 'neutral'],
  ],
  ['whether', 'Testers disagree on whether Vexo is the best choice.', ['Vexo'], ['neutral']],
  ['unless', 'Unless Vexo is the clear winner, wait.', ['Vexo'], ['neutral']],
  [
    'the question does not reach the next sentence',
    'Which one? Vexo is the clear winner.',
    ['Vexo'],
    ['recommended'],
  ],
  [
    'the condition does not reach the next clause',
    'If you travel, Vexo is the clear winner.',
    ['Vexo'],
    ['recommended'],
  ],
]);

framed('clauses', [
  ['while', 'Vexo is our top pick, while Zalto is clunky.', ['Vexo', 'Zalto'], ['recommended', 'negative']],
  [
    'although',
    'Although Vexo is overpriced, Zalto is a great choice.',
    ['Vexo', 'Zalto'],
    ['negative', 'recommended'],
  ],
  [
    'but',
    'Vexo is not recommended, but Zalto is an excellent choice.',
    ['Vexo', 'Zalto'],
    ['negative', 'recommended'],
  ],
  ['semicolon', 'Vexo is Danish; avoid Zalto.', ['Vexo', 'Zalto'], ['neutral', 'negative']],
  ['long dash', "I'd go with Vexo — Zalto lacks an input.", ['Vexo', 'Zalto'], ['recommended', 'negative']],
  [
    'another sentence',
    'Vexo is Danish. A rival app is unreliable. Zalto is old.',
    ['Vexo', 'Zalto'],
    ['neutral', 'neutral'],
  ],
  ['a following pronoun', 'Vexo is popular. It is unreliable.', ['Vexo'], ['negative']],
  ['a feature missing in passing', 'Vexo is popular. It lacks time tracking.', ['Vexo'], ['neutral']],
  ['a contracted pronoun', "Vexo is popular. It's our top pick.", ['Vexo'], ['recommended']],
  [
    'a pronoun after two names',
    'Vexo and Zalto are popular. It lacks time tracking.',
    ['Vexo', 'Zalto'],
    ['neutral', 'neutral'],
  ],
  [
    'coordination before a cue',
    'Vexo and Zalto are great choices.',
    ['Vexo', 'Zalto'],
    ['recommended', 'recommended'],
  ],
  [
    'coordination after a cue',
    'We recommend Vexo, Zalto and Quorb.',
    ['Vexo', 'Zalto', 'Quorb'],
    ['recommended', 'recommended', 'recommended'],
  ],
  ['a topic carries its item', '- **Vexo:** Light and quiet, but lacks an input.', ['Vexo'], ['negative']],
]);

framed('conflict and abstention', [
  [
    'both ways in one sentence',
    'Vexo is the best overall, but Vexo also suffered a data breach.',
    ['Vexo'],
    ['ambivalent'],
  ],
  [
    'both ways over paragraphs',
    'Our top pick is Vexo.\n\nOthers differ.\n\nAvoid Vexo.',
    ['Vexo'],
    ['ambivalent'],
  ],
  [
    'each better once',
    'Vexo is better than Zalto. At night Zalto is better than Vexo.',
    ['Vexo', 'Zalto'],
    ['ambivalent', 'ambivalent'],
  ],
  ['twice the same way', 'Our top pick is Vexo. I highly recommend Vexo.', ['Vexo'], ['recommended']],
  ['a bare item', '- Vexo\n- Zalto', ['Vexo', 'Zalto'], ['abstain', 'abstain']],
  ['a bare item with a price', '- **Vexo** – $699', ['Vexo'], ['abstain']],
  ['a cell', '| Maker | Price |\n|---|---|\n| Vexo | $5 |', ['Vexo'], ['abstain']],
  ['a heading', '## Vexo\n\nNothing.', ['Vexo'], ['abstain']],
  ['a bare item and prose', '- Vexo\n\nVexo is Danish.', ['Vexo'], ['neutral']],
  ['a bare item and a pick', '- Vexo\n\nOur top pick is Vexo.', ['Vexo'], ['recommended']],
  ['prose', 'Vexo opened a factory in Hanoi.', ['Vexo'], ['neutral']],
  ['consider', 'Two to consider are Vexo and Zalto.', ['Vexo', 'Zalto'], ['neutral', 'neutral']],
  ['alternatives include', 'Alternatives include Vexo and Zalto.', ['Vexo'], ['neutral']],
]);

framed('non-breaking hyphens', [
  ['well-suited', 'Vexo is well\u2011suited for teams.', ['Vexo'], ['recommended']],
  ['must-have', 'Vexo is a must\u2011have.', ['Vexo'], ['recommended']],
  ['brand-only', 'Avoid Vexo\u2011only formats.', ['Vexo'], ['neutral']],
]);

framed('whose incident, whose praise', [
  [
    'a report about another brand',
    'Vexo reported on the data breach at Zalto.',
    ['Vexo', 'Zalto'],
    ['neutral', 'negative'],
  ],
  [
    'a name that starts its own clause',
    'Vexo has better security than Quorb and Zalto is friendlier.',
    ['Vexo', 'Quorb', 'Zalto'],
    ['recommended', 'negative', 'neutral'],
  ],
  ['of a month', 'Vexo disclosed a data breach in May 2021.', ['Vexo'], ['negative']],
  ['of a competitor', '- **Vexo:** Grew after several breaches at a competitor.', ['Vexo'], ['neutral']],
  ['recall as a figure', 'In the benchmark Vexo had higher recall.', ['Vexo'], ['neutral']],
  ['others are clunky', '- **Vexo:** Most other apps are clunky.', ['Vexo'], ['neutral']],
  ['a relative clause', '- **Vexo:** For people whose bank is slow.', ['Vexo'], ['neutral']],
]);

framed('labels that only announce', [
  ['a reason as a heading', "**Why it's great for Vexo:**\n\n- It is slow.", ['Vexo'], ['abstain']],
  ['in an item', "- **Vexo**: Why it's great for families: the cons are many.", ['Vexo'], ['abstain']],
  ['an audience', '**Who Vexo is ideal for:** large teams', ['Vexo'], ['neutral']],
  ['what it lacks', 'Where Vexo falls short: reports', ['Vexo'], ['neutral']],
]);

framed('hedges', [
  ['might suit', 'Vexo might suit some shops.', ['Vexo'], ['neutral']],
  ['might be more expensive', 'Like Quorb, Zalto might be more expensive than Vexo.', ['Vexo'], ['neutral']],
  ['a hedged pick counts', 'Vexo is probably the best choice.', ['Vexo'], ['recommended']],
]);

test('a cue keeps its hedge, without an effect on its direction', () => {
  const [reading] = readingsOf('Vexo is probably the best choice.', ['Vexo']);
  assert.deepEqual(
    reading?.evidence.framing?.cues.map(({ hedge, direction }) => [hedge, direction]),
    [['probably', 'recommended']],
  );
});

test('signals are the cues’ exact words, each once', () => {
  const { framingSignals } = mentionOf(
    'Our Top Pick is Vexo. Our Top Pick is Vexo. I highly recommend Vexo.',
    ['Vexo'],
  );
  assert.deepEqual(framingSignals, ['Our Top Pick is', 'highly recommend']);
});

test('a neutral mention has no signals, and an unjudged one has null', () => {
  assert.deepEqual(mentionOf('Vexo is Danish.', ['Vexo']).framingSignals, []);
  assert.equal(mentionOf('- Vexo', ['Vexo']).framingSignals, null);
});

framed('hard examples of real answers', [
  [
    'trust eroded',
    '- **LastPass:** While historically popular, recent security breaches have significantly eroded trust, making it difficult to recommend as "best overall"',
    ['LastPass'],
    ['negative'],
  ],
  [
    'lacks others’ features',
    'It is free and local, but lacks the seamless cloud-syncing and integrated features of services like Bitwarden or 1Password.',
    ['Bitwarden', '1Password'],
    ['neutral', 'neutral'],
  ],
  [
    'stand out',
    'When it comes to avoiding breaches and keeping data safe, **1Password** and **Bitwarden** generally stand out.',
    ['1Password', 'Bitwarden'],
    ['recommended', 'recommended'],
  ],
  [
    'might be more expensive',
    'It is polished, but like Keeper, it might be more expensive than Bitwarden.',
    ['Bitwarden', 'Keeper'],
    ['neutral', 'neutral'],
  ],
  [
    'less intuitive than',
    'UI can feel a bit more enterprise-focused, potentially less intuitive for home users compared to 1Password or Dashlane.',
    ['1Password', 'Dashlane'],
    ['neutral', 'neutral'],
  ],
  [
    'past incidents',
    'Past incidents: e.g., LastPass has had notable breaches, still usable by some, but many have moved.',
    ['LastPass'],
    ['negative'],
  ],
  [
    'glued: the cue belongs to the next',
    'The Jabra Elite weighs five grams each.Other Great Options: JBL Endurance Peak 3',
    ['Jabra', 'JBL'],
    ['neutral', 'recommended'],
  ],
]);

/** Arbitrary names: readings must not depend on them. */
const NAMES = [
  ['Vexo', 'Zalto'],
  ['Acme Labs', 'Bolt & Sons'],
  ['飞书', '钉钉'],
  ['T-fal', '3M'],
  ['Озон', 'Яндекс'],
] as const;

const opposite: Record<string, string> = { recommended: 'negative', negative: 'recommended' };

/** A statement with a cue about {}, its negation, its question, and its condition. */
const STATEMENTS = [
  [
    '{} is the best choice.',
    '{} is not the best choice.',
    'Is {} the best choice?',
    'If {} is the best choice, say so.',
  ],
  ['{} is our top pick.', "{} isn't our top pick.", 'Is {} our top pick?', 'If {} is our top pick, say so.'],
  ['We recommend {}.', 'We do not recommend {}.', 'Do we recommend {}?', 'If we recommend {}, say so.'],
  ["I'd recommend {}.", "I wouldn't recommend {}.", 'Would I recommend {}?', "If I'd recommend {}, say so."],
  [
    'You should avoid {}.',
    'You should not avoid {}.',
    'Should you avoid {}?',
    'If you should avoid {}, say so.',
  ],
  ['{} is overpriced.', '{} is not overpriced.', 'Is {} overpriced?', 'If {} is overpriced, say so.'],
  ['{} lacks reports.', '{} never lacks reports.', 'So {} lacks reports?', 'If {} lacks reports, say so.'],
  ['{} is clunky.', "{} isn't clunky.", 'Is {} clunky?', 'If {} is clunky, say so.'],
  [
    '{} is a great choice for teams.',
    '{} is hardly a great choice for teams.',
    'Is {} a great choice for teams?',
    'If {} is a great choice for teams, say so.',
  ],
  [
    '{} is hard to recommend.',
    '{} is not hard to recommend.',
    'Is {} hard to recommend?',
    'If {} is hard to recommend, say so.',
  ],
  [
    '{} suffered a data breach.',
    '{} never suffered a data breach.',
    'Has {} suffered a data breach?',
    'If {} suffered a data breach, say so.',
  ],
  ['{} stands out.', '{} does not stand out.', 'So {} stands out?', 'If {} stands out, say so.'],
] as const;

for (const [stated, negated, asked, conditional] of STATEMENTS) {
  test(`metamorphic: "${stated}" reverses with negation, and decides nothing as a question or condition`, () => {
    for (const [name] of NAMES) {
      const [read] = cueFramingsOf(stated.replace('{}', name), [name]);
      assert.ok(read === 'recommended' || read === 'negative', `${name}: ${read}`);
      const [turned = ''] = cueFramingsOf(negated.replace('{}', name), [name]);
      assert.ok(turned === opposite[read] || turned === 'neutral', `${negated} with ${name}: ${turned}`);
      assert.deepEqual(cueFramingsOf(asked.replace('{}', name), [name]), ['neutral'], asked);
      assert.deepEqual(cueFramingsOf(conditional.replace('{}', name), [name]), ['neutral'], conditional);
    }
  });

  test(`metamorphic: a neutral sentence about another brand changes nothing of "${stated}"`, () => {
    for (const [name, other] of NAMES) {
      const statement = stated.replace('{}', name);
      const alone = mentionOf(statement, [name]);
      for (const answer of [
        `${statement} ${other} was founded in 1994.`,
        `${other} was founded in 1994. ${statement}`,
      ]) {
        assert.deepEqual({ ...mentionOf(answer, [name]), said: null }, { ...alone, said: null }, answer);
        assert.deepEqual(cueFramingsOf(answer, [other]), ['neutral'], answer);
      }
    }
  });
}

for (const comparison of [
  '{} is better than [].',
  '{} beats [].',
  'Choose {} over [].',
  'We prefer {} to [].',
  'Use {} instead of [].',
  '{} outperforms [].',
  'We switched from [] to {}.',
]) {
  test(`metamorphic: "${comparison}" swaps with its names`, () => {
    for (const [name, other] of NAMES) {
      const straight = comparison.replace('{}', name).replace('[]', other);
      const swapped = comparison.replace('{}', other).replace('[]', name);
      assert.deepEqual(cueFramingsOf(straight, [name, other]), ['recommended', 'negative'], straight);
      assert.deepEqual(cueFramingsOf(swapped, [name, other]), ['negative', 'recommended'], swapped);
    }
  });
}
