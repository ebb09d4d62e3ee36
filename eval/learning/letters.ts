import { LETTER_GROUPS, letterGroups } from '../../src/extract/framing/learned/languages.ts';
import type { Passage } from './passages.ts';
import { trainLinear } from './svm.ts';

/** Trains the weights by which languages in Latin script are told from each other. */
export function trainLetters(passages: readonly Passage[]): Map<string, Int8Array> {
  const latin = passages.filter(({ text }) => !/[\p{Lo}\p{Script=Cyrillic}\p{Script=Greek}]{3}/u.test(text));
  const points = latin.map(pointOf);
  const languages = [...new Set(latin.map(({ language }) => language))].sort();
  return new Map(
    languages.map((language) => {
      const labels = latin.map((each) => each.language === language);
      const weights = trainLinear(
        points,
        labels,
        labels.map(() => 1),
        LETTER_GROUPS,
        15,
      );
      return [language, bytesOf(weights, 16)];
    }),
  );
}

function pointOf({ text, evidence }: Passage) {
  const names = Object.keys(evidence).sort((a, b) => b.length - a.length);
  const masked = names.reduce((rest, name) => rest.replaceAll(name, ' '), text);
  const groups = letterGroups(masked.toLowerCase());
  const values = Float64Array.from(groups.values());
  const length = Math.sqrt(
    Math.max(
      1,
      values.reduce((sum, each) => sum + each * each, 0),
    ),
  );
  return { features: Uint32Array.from(groups.keys()), values: values.map((each) => each / length) };
}

/** Weights as signed bytes, `scale` to a unit. */
export function bytesOf(weights: Float64Array, scale: number): Int8Array {
  return Int8Array.from(weights, (each) => Math.max(-127, Math.min(127, Math.round(each * scale))));
}
