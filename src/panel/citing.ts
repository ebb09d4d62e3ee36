import { at } from './bytes.ts';
import type { PanelNames } from './names.ts';
import { eachOf, hostAt, pageAt, type Sources } from './segment.ts';

/** A cited thing: anything, a site with all its hosts, a host, or a page by its id. */
export type CitedThing =
  | 'anything'
  | { readonly site: string }
  | { readonly host: string }
  | { readonly pageId: number };

/** For each answer in a segment, 1 if it cites this thing. */
export function citing(sources: Sources, names: PanelNames, thing: CitedThing): Uint8Array {
  const isIt = matching(sources, names, thing);
  const marks = new Uint8Array(sources.start.length - 1);
  for (let row = 0; row < marks.length; row++) {
    eachOf(sources, row, (index) => {
      if (isIt(index)) marks[row] = 1;
    });
  }
  return marks;
}

/** Whether a citation is of the thing, whose number exists once a segment has it. */
function matching(sources: Sources, names: PanelNames, thing: CitedThing): (index: number) => boolean {
  if (thing === 'anything') return () => true;
  if ('pageId' in thing) {
    const [page] = names.pages.numbersOf([thing.pageId]);
    return (index) => pageAt(sources, index) === page;
  }
  if ('host' in thing) {
    const host = names.hosts.known(thing.host);
    return (index) => hostAt(sources, index) === host;
  }
  const site = names.sites.known(thing.site);
  const { cited, hostCode, sites } = sources;
  return (index) => at(sites, at(hostCode, at(cited, index))) === site;
}
