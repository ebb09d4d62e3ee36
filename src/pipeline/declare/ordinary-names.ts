import { namesOf } from '../../domain/tracked-brand.ts';
import { isOrdinary } from '../../extract/names/ordinary-words.ts';
import { fold } from '../../extract/text/fold.ts';
import { aliasesOf, type DeclaredSite, matchOf } from './declared.ts';

/** A name that is made of ordinary words. */
export interface OrdinaryName {
  /** The brand or competitor that goes by it. */
  readonly of: string;
  readonly name: string;
  /** What this does to its counts, and what to do, in a sentence or two. */
  readonly advice: string;
}

/** The names of sites that readers could take for ordinary words, as far as nobody chose yet how to tell them apart. */
export function ordinaryNames(sites: readonly DeclaredSite[]): OrdinaryName[] {
  return sites.flatMap((site) =>
    namesOf(site.name, matchOf(site) ?? {}, aliasesOf(site) ?? [])
      .filter(({ text, caseSensitive }) => caseSensitive === null && isOrdinary(fold(text).text.trim()))
      .map(({ text }) => ({ of: site.name, name: text, advice: adviceFor(text) })),
  );
}

function adviceFor(name: string): string {
  return (
    `“${name}” is ordinary English, so it is not counted where an answer writes it in lower case. If answers write the ` +
    'name so, let any capitals count (`case_sensitive: false`). If they also mean other things by it, require its exact ' +
    'capitals (`case_sensitive: true`), or give longer names as aliases.'
  );
}
