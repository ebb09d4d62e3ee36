import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { effort } from '../../test/support/effort.ts';
import { brand } from '../../test/support/extraction.ts';
import { hostileMarkdown as answers, anyText } from '../../test/support/hostile-markdown.ts';
import { pluck } from '../../test/support/pluck.ts';
import type { MentionReading } from '../domain/answers/answer-reading.ts';
import type { TrackedBrand } from '../domain/brand/tracked-brand.ts';
import { extractorFor } from './extractor.ts';
import { LONGEST_SNIPPET } from './snippets.ts';
import { blocksOf } from './text/blocks.ts';
import { fold } from './text/fold.ts';

/** Names in several scripts, with signs and digits, one inside another, and an ordinary word. */
const BRANDS = [
  brand('Vexo', { hosts: ['vexo.so'] }),
  brand('Vexo Prime'),
  brand('Nestlé'),
  brand('飞书'),
  brand('3M'),
  brand('Yahoo!'),
  brand('T-fal'),
  brand('Square', { match: { notPrecededBy: ['Times'] } }),
  brand('نون'),
  brand('삼성'),
  brand('株式'),
  brand('か'),
];
/** No fragment contains it. */
const UNRELATED = [brand('Qwolvim'), brand('Brzęk Łódź'), brand('ゼロマート'), brand('Hjälmar & Co')];

function read(answer: string, tracked: readonly TrackedBrand[] = BRANDS) {
  return extractorFor(tracked).read({ text: answer, citedHosts: [] });
}

function mentionsOf(answer: string, tracked: readonly TrackedBrand[] = BRANDS): Map<string, MentionReading> {
  return new Map(read(answer, tracked).map((each) => [each.brand.name, each.mention]));
}

const RUNS = { numRuns: effort(20, 5000) };

test('any text is readable: nothing throws, and every record is valid', () => {
  fc.assert(
    fc.property(anyText, (answer) => {
      for (const { mention } of read(answer)) assertLegal(mention);
    }),
    RUNS,
  );
});

function assertLegal({ mentioned, count, rank, framing, framingSignals, snippet }: MentionReading) {
  assert.equal(mentioned, (count ?? 0) > 0);
  assert.ok(rank === null || (Number.isInteger(rank) && rank >= 1));
  assert.equal(snippet !== null && snippet !== '', mentioned);
  const signals = framingSignals === null ? 'null' : framingSignals.length === 0 ? 'none' : 'some';
  const legal = mentioned
    ? ['recommended some', 'negative some', 'neutral none', 'null some', 'null null']
    : ['null null'];
  assert.ok(legal.includes(`${framing} ${signals}`), `${framing} ${signals}`);
  assert.ok(framingSignals?.every((signal) => signal.trim() !== '') ?? true);
  if (!mentioned) assert.equal(rank, null);
}

test('a snippet is part of the answer, within the limit, and never splits a character', () => {
  fc.assert(
    fc.property(answers, (answer) => {
      for (const { mention } of read(answer)) {
        if (mention.snippet === null) continue;
        assert.ok(answer.includes(mention.snippet), mention.snippet);
        assert.ok(mention.snippet.length <= LONGEST_SNIPPET);
        assert.ok(mention.snippet.isWellFormed());
      }
    }),
    RUNS,
  );
});

test('a snippet contains its brand’s name', () => {
  fc.assert(
    fc.property(answers, (answer) => {
      for (const { brand: tracked, mention, evidence } of read(answer)) {
        if (mention.snippet === null) continue;
        const { snippet } = mention;
        const isShown = evidence.namings.some(({ names, block, from, to }) => {
          const source = block.sourceOf(from, to);
          return names && snippet.includes(answer.slice(source.from, source.to).trim());
        });
        assert.ok(isShown, `${tracked.name}: ${snippet}`);
      }
    }),
    RUNS,
  );
});

test('every place that names a brand has a source with one of its names', () => {
  fc.assert(
    fc.property(answers, (answer) => {
      for (const { brand: tracked, evidence } of read(answer)) {
        for (const { block, from, to, name } of evidence.namings) {
          const shown = compact(block.text.slice(from, to));
          const expected = name === null ? tracked.hosts : tracked.names.map(({ text }) => text);
          assert.ok(
            expected.some((text) => shown.includes(compact(text))),
            shown,
          );
        }
      }
    }),
    RUNS,
  );
});

function compact(text: string): string {
  return fold(text).text.replace(/[^\p{L}\p{N}]/gu, '');
}

test('every visible character’s source has it as itself, an escape or a reference', () => {
  fc.assert(
    fc.property(answers, (answer) => {
      for (const { text, sourceOf } of blocksOf(answer)) {
        for (let at = 0; at < text.length; at += 1) {
          const unit = text.charAt(at);
          if (/[\uFFFC\uFFFD\u2028\uE000\s]/.test(unit)) continue;
          const { from, to } = sourceOf(at, at + 1);
          const source = answer.slice(from, to);
          const isReference = /&(?:#\w+|\w+);?/.test(source);
          assert.ok(
            source.includes(unit) || isReference,
            `${JSON.stringify(unit)} from ${JSON.stringify(source)}`,
          );
        }
      }
    }),
    RUNS,
  );
});

test('sources are in order: a later character never precedes an earlier one', () => {
  fc.assert(
    fc.property(answers, (answer) => {
      for (const { text, sourceOf } of blocksOf(answer)) {
        let last = 0;
        for (let at = 1; at < text.length; at += 1) {
          const { to } = sourceOf(at, at + 1);
          const { from } = sourceOf(at - 1, at);
          assert.ok(from <= to && to <= answer.length);
          assert.ok(to >= last);
          last = Math.max(last, from);
        }
      }
    }),
    RUNS,
  );
});

test('a brand absent from the answer does not change the others', () => {
  fc.assert(
    fc.property(answers, fc.subarray(UNRELATED, { minLength: 1 }), (answer, unrelated) => {
      const together = mentionsOf(answer, [...BRANDS, ...unrelated]);
      for (const [name, mention] of mentionsOf(answer)) assert.deepEqual(together.get(name), mention, name);
      for (const { name } of unrelated) assert.equal(together.get(name)?.mentioned, false);
    }),
    RUNS,
  );
});

test('a brand’s count is the same with and without brands that share no word with it', () => {
  const [vexo, prime, , feishu] = BRANDS;
  const own = [vexo, prime, feishu].filter((each) => each !== undefined);
  fc.assert(
    fc.property(answers, (answer) => {
      const together = mentionsOf(answer);
      for (const [name, { mentioned, count }] of mentionsOf(answer, own)) {
        assert.deepEqual(
          [together.get(name)?.mentioned, together.get(name)?.count],
          [mentioned, count],
          name,
        );
      }
    }),
    RUNS,
  );
});

test('the order of the brands makes no difference', () => {
  fc.assert(
    fc.property(answers, fc.shuffledSubarray(BRANDS, { minLength: BRANDS.length }), (answer, shuffled) => {
      const straight = mentionsOf(answer);
      for (const [name, mention] of mentionsOf(answer, shuffled))
        assert.deepEqual(straight.get(name), mention, name);
    }),
    RUNS,
  );
});

test('a second reading of an answer is identical', () => {
  const extractor = extractorFor(BRANDS);
  fc.assert(
    fc.property(answers, (answer) => {
      const source = { text: answer, citedHosts: ['vexo.so'] };
      const first = extractor.read(source).map(({ mention }) => mention);
      assert.deepEqual(pluck(extractor.read(source), 'mention'), first);
      assert.deepEqual(pluck(extractorFor(BRANDS).read(source), 'mention'), first);
    }),
    RUNS,
  );
});

/** Plain prose, where every name counts. */
const sentences = fc.array(fc.constantFrom('It rained today', 'The sea was calm', 'Nobody came at all'), {
  maxLength: 6,
});

test('each insertion of a name into plain prose adds one mention', () => {
  fc.assert(
    fc.property(sentences, sentences, fc.integer({ min: 1, max: 5 }), (before, after, times) => {
      const named = Array.from({ length: times }, () => 'The lamp by Vexo is grey');
      const answer = [...before, ...named, ...after].map((sentence) => `${sentence}.`).join(' ');
      const mention = mentionsOf(answer).get('Vexo');
      assert.deepEqual([mention?.count, mention?.framing], [times, 'neutral']);
      assert.equal(mention?.snippet, 'The lamp by Vexo is grey.');
    }),
    { numRuns: effort(20, 500) },
  );
});

test('folding keeps places: each unit has a character in the text, in order', () => {
  fc.assert(
    fc.property(fc.oneof(answers, fc.string({ unit: 'grapheme', maxLength: 30 })), (text) => {
      for (const keepCase of [false, true]) {
        const { text: folded, from } = fold(text, keepCase);
        for (let at = 0; at <= folded.length; at += 1) {
          assert.ok(from(at) >= (at === 0 ? 0 : from(at - 1)) && from(at) <= text.length);
        }
        assert.equal(from(folded.length), text.length);
      }
    }),
    RUNS,
  );
});

test('folding a folded text changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), (text) => {
      const once = fold(text).text;
      assert.equal(fold(once).text, once);
    }),
    RUNS,
  );
});
