import { naming } from '../../marks.ts';
import type { CountedAnswers } from '../../panel.ts';
import { eachSegment } from '../../scan.ts';
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
  const placeOf = new Map(parts.map(({ number }, place) => [number, place]));
  const found = parts.map((): number | null => null);
  await eachSegment(answers, ['mentions', 'sources'], ({ data: { mentions, sources }, keep }) => {
    // Segments come oldest first, so the first match is final.
    if (found.every((at) => at !== null)) return;
    const { start, cited, host } = sources;
    const places = Array.from(host.of, (each) => placeOf.get(numbers.of(each)));
    const isNamed = naming(mentions, [panel.self]);
    for (let row = 0; row < mentions.n; row++) {
      if (isNamed[row] === 0 || (keep !== null && keep[row] === 0)) continue;
      const at = mentions.at[row] as number;
      for (let index = start[row] as number; index < (start[row + 1] as number); index++) {
        const place = places[host.codes[cited[index] as number] as number];
        if (place === undefined || at < (parts[place] as PartSince).since) continue;
        found[place] = Math.min(found[place] ?? at, at);
      }
    }
  });
  return found;
}
