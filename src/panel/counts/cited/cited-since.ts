import { at } from '../../bytes.ts';
import type { CountedAnswers } from '../../panel.ts';
import { brandOf, eachSegment, isNamed } from '../../scan.ts';
import { eachHost } from '../../segment.ts';
import { type CitedPart, PartNumbers, type PartsOfSites } from './cited-parts.ts';

/** A site part, and its first relevant instant (UTC milliseconds). */
export interface PartSince extends Pick<CitedPart, 'number'> {
  readonly since: number;
}

/** When an answer naming the brand first cited each part since its instant; null if none did. */
export async function firstCitedNamed(
  answers: CountedAnswers,
  partsOfSites: PartsOfSites,
  parts: readonly PartSince[],
): Promise<(number | null)[]> {
  const { panel } = answers;
  const numbers = new PartNumbers(panel, partsOfSites);
  const open = new Map(parts.map((part) => [part.number, part]));
  const found = new Map<number, number>();
  await eachSegment(answers, ['mentions', 'sources'], ({ data: { mentions, sources }, rows }) => {
    // Answers come oldest first, so the first match is final.
    const { cell } = brandOf(mentions, panel.self);
    for (const row of open.size === 0 ? [] : rows) {
      if (!isNamed(at(cell, row))) continue;
      const time = at(mentions.at, row);
      eachHost(sources, row, (host) => {
        const part = open.get(numbers.of(host));
        if (part === undefined || time < part.since) return;
        found.set(part.number, time);
        open.delete(part.number);
      });
    }
  });
  return parts.map(({ number }) => found.get(number) ?? null);
}
