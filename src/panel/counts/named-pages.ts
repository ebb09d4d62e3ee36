import { naming } from '../marks.ts';
import type { PanelNames } from '../names.ts';
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
  let citing = new Uint32Array(names.pages.size);
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
    if (citing.length < names.pages.size) citing = grown(citing, names.pages.size);
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
  for (let number = 0; number < citing.length; number++) {
    const answers = citing[number] as number;
    if (answers === 0) continue;
    const place = placeOf[names.hostOfPage[number] as number] as number;
    if (place >= 0) keepMost(found[place] as PageOfPart[], { number, answers }, names.pages, most);
  }
  return found;
}

/** Puts a page among the first `most`, unless it comes after them. */
function keepMost(
  first: PageOfPart[],
  { number, answers }: { readonly number: number; readonly answers: number },
  ids: PanelNames['pages'],
  most: number,
): void {
  const last = first[most - 1];
  if (last !== undefined && answers < last.answers) return;
  const page = { pageId: ids.idOf(number), answers };
  const at = first.findIndex((other) => comesBefore(page, other));
  first.splice(at < 0 ? first.length : at, 0, page);
  if (first.length > most) first.pop();
}

function comesBefore(page: PageOfPart, other: PageOfPart): boolean {
  return page.answers > other.answers || (page.answers === other.answers && page.pageId < other.pageId);
}

function grown(counts: Uint32Array<ArrayBuffer>, size: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(size);
  larger.set(counts);
  return larger;
}
