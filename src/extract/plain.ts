import { type MentionReading, NOT_MENTIONED } from '../domain/reading.ts';
import type { TrackedBrand } from '../domain/tracked-brand.ts';

/** Looks for one brand in an answer's text. */
export type Reader = (text: string) => MentionReading;

/**
 * The plain rule: a brand is named where its name or an alias stands between word boundaries, in any case, outside
 * URLs, link targets and code fences, because citing is not naming. It is counted; position, framing and snippet are
 * not judged.
 */
export function plainReader(brand: TrackedBrand): Reader {
  const names = brand.names
    .map(({ text }) => text)
    .sort((a, b) => b.length - a.length)
    .map((name) => RegExp.escape(name));
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}]_{0,3})(?:${names.join('|')})(?!_{0,3}[\\p{L}\\p{N}\\p{M}])`,
    'giu',
  );
  return (text) => {
    const count = text.replace(NOT_PROSE, ' ').match(pattern)?.length ?? 0;
    return count === 0 ? NOT_MENTIONED : { ...NOT_MENTIONED, mentioned: true, count };
  };
}

/** Code fences, link targets and URLs. Each alternative is bounded, so that the time stays linear. */
const NOT_PROSE =
  /^```[^\n]*\n(?:(?!```)[^\n]*\n){0,2000}```|\]\([^)\n]{0,2000}\)|https?:\/\/[^\s)>\]]+|www\.[^\s)>\]]+/gim;
