import type { PanelNames } from './names.ts';
import type { Sources } from './segment.ts';

/** A cited thing: anything, a site with all its hosts, a host, or a page by its id. */
export type CitedThing =
  | 'anything'
  | { readonly site: string }
  | { readonly host: string }
  | { readonly pageId: number };

/** For each answer in a segment, 1 if it cites this thing. */
export function citingIn(sources: Sources, names: PanelNames, thing: CitedThing): Uint8Array {
  const { start, cited } = sources;
  const isIt = matching(sources, names, thing);
  const marks = new Uint8Array(start.length - 1);
  let index = 0;
  for (let row = 0; row < marks.length; row++) {
    for (const end = start[row + 1] ?? 0; index < end; index++) {
      if (isIt[cited[index] ?? 0] === 1) marks[row] = 1;
    }
  }
  return marks;
}

/** 1 for each of the segment's pages that is the thing or on it. The thing's number exists once a segment has it. */
function matching(sources: Sources, names: PanelNames, thing: CitedThing): Uint8Array {
  const { page, hostCode, hosts, sites } = sources;
  const isIt = new Uint8Array(page.length);
  if (thing === 'anything') return isIt.fill(1);
  if ('pageId' in thing) {
    const [number] = names.pages.numbersOf([thing.pageId]);
    return isIt.map((_, place) => Number(page[place] === number));
  }
  const wanted = 'host' in thing ? names.hosts.known(thing.host) : names.sites.known(thing.site);
  const numbers = 'host' in thing ? hosts : sites;
  for (let place = 0; place < isIt.length; place++) {
    if (numbers[hostCode[place] ?? 0] === wanted) isIt[place] = 1;
  }
  return isIt;
}
