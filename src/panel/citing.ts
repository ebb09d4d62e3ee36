import type { PanelNames } from './names.ts';
import type { Sources } from './segment.ts';

/** A cited thing: anything, a site with all its hosts, a host, or a page by its id. */
export type CitedThing =
  | 'anything'
  | { readonly site: string }
  | { readonly host: string }
  | { readonly pageId: number };

/** For each answer in a segment, 1 if it cites this thing. */
export function citing(sources: Sources, names: PanelNames, thing: CitedThing): Uint8Array {
  const { start, cited } = sources;
  const isIt = pairsOf(sources, names, thing);
  const marks = new Uint8Array(start.length - 1);
  for (let row = 0; row < marks.length; row++) {
    for (let index = start[row] as number; index < (start[row + 1] as number); index++) {
      if (isIt[cited[index] as number] === 1) marks[row] = 1;
    }
  }
  return marks;
}

/** For each pair (page, host), 1 if it belongs to the thing, whose number exists once a segment has it. */
function pairsOf({ page, host, siteOf }: Sources, names: PanelNames, thing: CitedThing): Uint8Array {
  if (thing === 'anything') return new Uint8Array(page.length).fill(1);
  if ('pageId' in thing) {
    const [number] = names.pages.numbersOf([thing.pageId]);
    return Uint8Array.from(page, (each) => Number(each === number));
  }
  const [number, numberOf] =
    'site' in thing ? [names.sites.known(thing.site), siteOf] : [names.hosts.known(thing.host), host.of];
  return Uint8Array.from(page, (_, pair) => Number(numberOf[host.codes[pair] as number] === number));
}
