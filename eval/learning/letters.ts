import { LETTER_GROUPS, letterGroups } from '../../src/extract/framing/learned/detect-language.ts';
import type { Passage } from './passages.ts';
import { type Point, pointOf, trainLinear } from './svm.ts';

/** Trains the weights that distinguish languages in Latin script. */
export function trainLetters(passages: readonly Passage[]): Map<string, Int8Array> {
  const latin = passages.filter(({ text }) => !/[\p{Lo}\p{Script=Cyrillic}\p{Script=Greek}]{3}/u.test(text));
  const points = latin.map(lettersIn);
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

function lettersIn({ text, evidence }: Passage): Point {
  const names = Object.keys(evidence).sort((a, b) => b.length - a.length);
  const masked = names.reduce((rest, name) => rest.replaceAll(name, ' '), text);
  return pointOf(letterGroups(masked.toLowerCase()));
}

/** Weights as signed bytes, `scale` to a unit. */
function bytesOf(weights: Float64Array, scale: number): Int8Array {
  return Int8Array.from(weights, (each) => Math.max(-127, Math.min(127, Math.round(each * scale))));
}
