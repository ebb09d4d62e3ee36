import { naming } from '../../marks.ts';
import type { PanelNames } from '../../names.ts';
import type { CountedAnswers, Panel, Sums } from '../../panel.ts';
import { type CountQuery, sumsBySegment, Tally } from '../../scan.ts';
import type { CitedPart, PageOfPart } from './cited-parts.ts';

/** For each site part, by its cited hosts: the `most` pages cited most in answers that name the brand. */
export async function countNamedPages(
  answers: CountedAnswers,
  parts: readonly Pick<CitedPart, 'hosts'>[],
  most: number,
): Promise<PageOfPart[][]> {
  const { names } = answers.panel;
  const citing = new Uint32Array(names.pages.size);
  for (const sums of await sumsBySegment(answers, byPage(answers.panel))) addCounts(citing, sums);
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

/** Inserts a page if it is among the first `most`. */
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

function addCounts(citing: Uint32Array, { groups, counts }: Sums): void {
  for (let index = 0; index < groups.length; index++) {
    const page = groups[index] as number;
    citing[page] = (citing[page] as number) + (counts[index] as number);
  }
}

/** Pages by number, in answers that name the brand. */
function byPage({ self }: Panel): CountQuery<'mentions' | 'sources'> {
  return {
    name: `pages beside ${self}`,
    kinds: ['mentions', 'sources'],
    width: 1,
    sums: ({ data: { mentions, sources }, keep }) => {
      const { start, cited, page } = sources;
      const isNamed = naming(mentions, [self]);
      const tally = new Tally(page.length, 1, mentions.n);
      for (let row = 0; row < mentions.n; row++) {
        if (isNamed[row] === 0 || (keep !== null && keep[row] === 0)) continue;
        for (let index = start[row] as number; index < (start[row + 1] as number); index++) {
          tally.add(cited[index] as number, 0, 1);
        }
      }
      return tally.sumsOf(page);
    },
  };
}
