import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brands, framingWord } from '../../../../test/support/extraction.ts';
import { STATED } from '../../../../test/support/stated-sentences.ts';
import type { TrackedBrand } from '../../../domain/brand/tracked-brand.ts';
import { extractorFor } from '../../extractor.ts';
import { trainedModel } from './trained-model.ts';

const [OWN, OTHER] = ['Vexo', 'Zalto'] as const;

/** Other names for both, in various scripts and forms. */
const RENAMED = [
  ['Brunovik', 'Ostrella'],
  ['T-fal', '3M'],
  ['Blue Apron', 'Zenna & Sons'],
  ['飞书', '钉钉'],
  ['Озон', 'Яндекс'],
] as const;

const DIRECTIONS = ['recommended', 'negative'] as const;
/** Each language's sentence ending. */
const ENDS: Readonly<Record<string, string>> = { ja: '。', zh: '。', hi: '।' };

const SENTENCES = Object.entries(STATED).flatMap(([language, stated]) =>
  DIRECTIONS.flatMap((direction) =>
    stated[direction].map((sentence) => ({ language, direction, sentence, stated })),
  ),
);

/** Two sentences in one language, each about one of the brands. */
const PASSAGES = SENTENCES.map(({ language, sentence }, index) => {
  const next = SENTENCES[index + 1];
  const second = next?.language === language ? next.sentence : (SENTENCES[index - 1]?.sentence ?? sentence);
  const end = ENDS[language] ?? '.';
  return `${sentence}${end} ${second.replace('{}', '[]')}${end}`;
});

function filled(text: string, own: string = OWN, other: string = OTHER): string {
  return text.replaceAll('{}', own).replaceAll('[]', other);
}

/** Every brand's framing and signals, by name. */
function framingsOf(text: string, tracked: readonly TrackedBrand[]): Record<string, readonly unknown[]> {
  const readings = extractorFor(tracked).read({ text, citedHosts: [] });
  return Object.fromEntries(
    readings.map(({ brand, mention }) => [brand.name, [framingWord(mention), mention.framingSignals]]),
  );
}

function framingOf(text: string): string {
  const [word] = framingsOf(filled(text), brands([OWN]))[OWN] ?? [];
  return String(word);
}

test('there are about 40 sentences, in at least 10 languages', () => {
  assert.ok(SENTENCES.length >= 40, `${SENTENCES.length}`);
  assert.ok(Object.keys(STATED).length >= 10);
});

test('most of them count, more than by rules alone, and almost none the wrong way', () => {
  const read = SENTENCES.map(({ sentence, direction }) => ({
    is: framingOf(`${sentence}.`),
    direction,
    sentence,
  }));
  const right = read.filter(({ is, direction }) => is === direction);
  const wrong = read.filter(
    ({ is, direction }) => is !== direction && DIRECTIONS.some((each) => each === is),
  );
  const byLists = SENTENCES.filter(({ sentence, direction }) => {
    const [only] = extractorFor(brands([OWN]), null).read({ text: filled(sentence), citedHosts: [] });
    return only?.mention.framing === direction;
  });
  assert.ok(right.length * 10 >= read.length * 6, `${right.length} of ${read.length}`);
  assert.ok(right.length > byLists.length, `${right.length}, the lists alone ${byLists.length}`);
  assert.ok(wrong.length <= 1, JSON.stringify(wrong));
});

for (const [own, other] of RENAMED) {
  test(`renaming the brands to ${own} and ${other} changes nothing`, () => {
    for (const passage of PASSAGES) {
      const before = framingsOf(filled(passage), brands([OWN, OTHER]));
      const after = framingsOf(filled(passage, own, other), brands([own, other]));
      assert.deepEqual({ [OWN]: after[own], [OTHER]: after[other] }, before, filled(passage, own, other));
    }
  });
}

test('the order of the tracked brands changes nothing', () => {
  for (const passage of PASSAGES) {
    const tracked = brands([OWN, 'Brunovik', OTHER]);
    const text = filled(passage);
    assert.deepEqual(framingsOf(text, tracked.toReversed()), framingsOf(text, tracked), text);
  }
});

test('an absent tracked brand changes nothing', () => {
  for (const passage of PASSAGES) {
    const tracked = brands([OWN, OTHER]);
    const text = filled(passage);
    const { Brunovik: unnamed, ...others } = framingsOf(text, [...tracked, ...brands(['Brunovik'])]);
    assert.deepEqual(unnamed, ['absent', null]);
    assert.deepEqual(others, framingsOf(text, tracked), text);
  }
});

test('the model’s signals are words in the text, never a name', () => {
  let learned = 0;
  for (const passage of PASSAGES) {
    const text = filled(passage);
    for (const { evidence, mention } of extractorFor(brands([OWN, OTHER])).read({ text, citedHosts: [] })) {
      learned += evidence.framing?.cues.filter(({ family }) => family === 'learned').length ?? 0;
      for (const signal of mention.framingSignals ?? []) {
        assert.ok(text.includes(signal), `${signal} of ${text}`);
        assert.ok(!signal.includes(OWN) && !signal.includes(OTHER), `${signal} of ${text}`);
      }
    }
  }
  assert.ok(learned > 0);
});

for (const how of ['attributed', 'asked', 'supposed'] as const) {
  test(`a statement that is only ${how} decides nothing, in at least 90 of 100 cases`, () => {
    const read = SENTENCES.map(({ sentence, stated, language }) => {
      const unstated = stated[how].replace('()', sentence);
      return filled(/[?？؟]$/u.test(unstated) ? unstated : `${unstated}${ENDS[language] ?? '.'}`);
    });
    const framed = read.filter((text) => framingOf(text) !== 'neutral');
    assert.ok(framed.length * 10 <= read.length, `${framed.length} of ${read.length}:\n${framed.join('\n')}`);
  });
}

test('a second reading, with another one in between, changes no score', () => {
  const extractor = extractorFor(brands([OWN, OTHER]), trainedModel());
  const scores = (text: string) =>
    extractor
      .read({ text, citedHosts: [] })
      .flatMap(({ evidence }) => evidence.framing?.cues.map(({ learned }) => learned?.score ?? null) ?? []);
  const texts = PASSAGES.map((passage) => filled(passage));
  const first = texts.map(scores);
  assert.deepEqual(texts.toReversed().map(scores).toReversed(), first);
});
