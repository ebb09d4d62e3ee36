import { naming } from '../marks.ts';
import type { CountedAnswers } from '../panel.ts';
import { eachSegment } from '../scan.ts';
import type { CitedPart, PageOfPart } from './cited-parts.ts';

/** For each part of a site, by its hosts that are cited in the window, `most` of the pages that most answers naming the brand cite. */
export async function countNamedPages(
  answers: CountedAnswers,
  parts: readonly Pick<CitedPart, 'hosts'>[],
  most: number,
): Promise<PageOfPart[][]> {
  const { names, self } = answers.panel;
  const citing: number[] = [];
  await eachSegment(answers, ['mentions', 'sources'], ({ data: { mentions, sources }, keep }) => {
    const { start, cited, page } = sources;
    const isNamed = naming(mentions, [self]);
    const counts = new Uint32Array(page.length);
    for (let row = 0; row < mentions.n; row++) {
      if (isNamed[row] === 0 || (keep !== null && keep[row] === 0)) continue;
      for (let index = start[row] as number; index < (start[row + 1] as number); index++) {
        const pair = cited[index] as number;
        counts[pair] = (counts[pair] as number) + 1;
      }
    }
    while (citing.length < names.pages.size) citing.push(0);
    for (let pair = 0; pair < page.length; pair++) {
      const number = page[pair] as number;
      citing[number] = (citing[number] as number) + (counts[pair] as number);
    }
  });
  const partOfHost = new Map(
    parts.flatMap(({ hosts }, place) => hosts.map((host) => [names.hosts.known(host), place] as const)),
  );
  const placeOf = names.hosts.values.map((_, host) => partOfHost.get(host) ?? -1);
  const found: PageOfPart[][] = parts.map(() => []);
  citing.forEach((count, number) => {
    const place = count === 0 ? -1 : (placeOf[names.hostOfPage[number] as number] as number);
    found[place]?.push({ pageId: names.pages.idOf(number), answers: count });
  });
  return found.map((pages) =>
    pages.sort((a, b) => b.answers - a.answers || a.pageId - b.pageId).slice(0, most),
  );
}
