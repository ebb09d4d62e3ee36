import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import { withoutLeadingMarks } from '../text/citation-marks.ts';
import { isCoordinated } from '../text/heads.ts';
import type { NameMatch } from './find-names.ts';
import { isBare } from './foreign-context.ts';
import { objectToLowercase } from './lowercase-names.ts';
import { DATED } from './name-context.ts';
import { type Proof, proofOf } from './name-proof.ts';

interface Verdict {
  /** Whether the match names the brand. */
  readonly names: boolean;
  /** The deciding evidence, besides the name itself. */
  readonly reason: string | null;
}

export interface Naming extends NameMatch, Verdict {}

interface Evidence {
  readonly provenBrands: ReadonlySet<TrackedBrand>;
  /** Brands with a probable naming somewhere, which is enough for a noun in a name's position. */
  readonly supportedBrands: ReadonlySet<TrackedBrand>;
  /** Proven brands by list number. */
  readonly provenInLists: ReadonlyMap<number, ReadonlySet<TrackedBrand>>;
  readonly isCited: (brand: TrackedBrand) => boolean;
}

/**
 * Decides which matches name their brand. A name with only ordinary words, or a case-sensitive one, proves nothing
 * where any word has a capital: at a sentence's start and in titles. There it counts only with other evidence in the
 * answer.
 *
 * @param found the whole answer's matches
 * @param isCited whether the answer cites the brand's own sites
 */
export function decideNaming(
  found: readonly NameMatch[],
  isCited: (brand: TrackedBrand) => boolean,
): Naming[] {
  const matches = objectToLowercase(found);
  const proofs = matches.map(proofOf);
  const proven = matches.filter((_, index) => proofs[index] === 'proof');
  const provenBrands = new Set(proven.map(({ brand }) => brand));
  const supported = matches.filter((_, index) => proofs[index] === 'support');
  const supportedBrands = new Set(supported.map(({ brand }) => brand));
  const evidence = { provenBrands, supportedBrands, provenInLists: brandsByList(proven), isCited };
  const neighbor = (index: number, match: NameMatch) => {
    const each = matches[index];
    return each && each.block === match.block && proofs[index] === 'proof' ? each : null;
  };
  return matches.map((match, index) => {
    const neighbors = [neighbor(index - 1, match), neighbor(index + 1, match)] as const;
    return { ...match, ...verdictOn(match, proofs[index] ?? 'none', neighbors, evidence) };
  });
}

function brandsByList(matches: readonly NameMatch[]): Map<number, Set<TrackedBrand>> {
  const lists = new Map<number, Set<TrackedBrand>>();
  for (const { block, brand } of matches) {
    const { list } = block.place;
    if (list !== null) lists.set(list, (lists.get(list) ?? new Set()).add(brand));
  }
  return lists;
}

/** The names before and after a match in its block, if proven. */
type Neighbors = readonly [before: NameMatch | null, after: NameMatch | null];

function verdictOn(match: NameMatch, proof: Proof, neighbors: Neighbors, evidence: Evidence): Verdict {
  if (match.objection !== null) return { names: false, reason: match.objection };
  if (proof === 'proof') {
    return { names: true, reason: match.isGlued ? 'spaces are missing here; low confidence' : null };
  }
  if (isListed(match, proof, neighbors)) return { names: true, reason: 'a name next to it supports it' };
  if (proof === 'against') return { names: false, reason: 'used as an ordinary word' };
  if (proof === 'support') return { names: true, reason: 'it is used as a name there' };
  const reason = reasonElsewhere(match, evidence);
  if (reason !== null) return { names: true, reason };
  return { names: false, reason: 'its capital proves nothing here, and nothing else supports the brand' };
}

/** The evidence for a match elsewhere in the answer; null for none. */
function reasonElsewhere(
  { brand, block, ordinary, from }: NameMatch,
  { provenBrands, supportedBrands, provenInLists, isCited }: Evidence,
): string | null {
  const isNoun = ordinary === 'noun';
  if (isNoun && !isBare(block.text.slice(Math.max(0, from - 80), from))) return null;
  if (provenBrands.has(brand) || (isNoun && supportedBrands.has(brand)))
    return 'the answer names it elsewhere';
  if (isCited(brand)) return 'the answer cites its site';
  const { list } = block.place;
  const others = list === null ? undefined : provenInLists.get(list);
  const hasOther = others !== undefined && [...others].some((other) => other !== brand);
  return hasOther ? 'the same list names another tracked brand' : null;
}

/**
 * Whether a name is in a list with a proven one: `Asana, Monday and Trello`. For a weekday, the text before it matters
 * more than a name after it: `on Monday, Asana …`.
 */
function isListed({ block, name, from, to }: NameMatch, proof: Proof, [before, after]: Neighbors): boolean {
  const { text } = block;
  const isDate = name?.isDate === true;
  if (proof === 'against' && !isDate) return false;
  if (isDate && DATED.test(text.slice(to, to + 40))) return false;
  if (before && before.to <= from && isJoint(text.slice(before.to, from))) return true;
  if (!after || after.from < to || proof === 'against') return false;
  const joint = text.slice(to, after.from);
  if (!isJoint(joint)) return false;
  return !isDate || joint.trim() !== ',' || LISTING.test(text.slice(Math.max(0, from - 40), from));
}

function isJoint(between: string): boolean {
  return withoutLeadingMarks(between).trim() !== '' && isCoordinated(between);
}

/** The text before a weekday's name in a list of names. */
const LISTING =
  /(?:[:(,&/]|\b(?:and|or|like|such as|including|includes?|are|use|try|with|between|compare))\s*$/i;
