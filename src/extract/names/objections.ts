import { belongsTo } from '../../domain/web/host.ts';
import type { Block } from '../text/blocks.ts';
import { fold } from '../text/fold.ts';
import { registeredName, type VisibleHost } from '../text/hosts.ts';
import type { Range } from '../text/ranges.ts';
import { keyOf, type NamePattern } from './name-pattern.ts';

/**
 * The reason why a match in a block is not the name, from that block alone; null for none.
 *
 * @param isOrdinary whether it is an ordinary word, as the text writes it
 */
export function objectionTo(
  name: NamePattern,
  isOrdinary: boolean,
  block: Block,
  range: Range,
): string | null {
  const { from, to } = range;
  const { text, hosts } = block;
  const address = hosts.find((each) => each.from < to && each.to > from);
  return (
    (address
      ? addressObjection(name, text, range, address)
      : capitalsObjection(name, isOrdinary, text.slice(from, to))) ??
    contextObjection(name, text.slice(Math.max(0, from - 80), from), text.slice(to, to + 80)) ??
    (name.includesProducts ? null : productObjection(text.slice(to, to + 40)))
  );
}

/** A name in an address counts only if the address is the brand's own. */
function addressObjection(
  name: NamePattern,
  text: string,
  { from, to }: Range,
  address: VisibleHost,
): string | null {
  const isWholeAddress = to >= address.to && (from <= address.from || text[from - 1] === '.');
  const isOwn =
    belongsTo(address.host.replace(/^www\./, ''), name.brand.hosts) ||
    isWholeAddress ||
    registeredName(address.host) === keyOf(name.folded);
  return isOwn ? null : "part of another site's address";
}

/** A name with only ordinary words needs its capitals; a case-sensitive one needs them exactly. */
function capitalsObjection(name: NamePattern, isOrdinary: boolean, text: string): string | null {
  const shown = fold(text, true).text;
  const written = compact(shown);
  const asked = compact(name.cased);
  const dropsApostrophe = name.cased.includes("'") && !shown.includes("'");
  if (name.caseSensitive === true || dropsApostrophe) {
    return written === asked || isUpperCase(written, asked) ? null : 'written with different capitals';
  }
  const needsCapitals = name.caseSensitive === null && isOrdinary && asked !== asked.toLowerCase();
  return needsCapitals && written === written.toLowerCase() ? 'an ordinary word' : null;
}

/** Whether a text is in all capitals, which is no objection. name-proof.ts decides what they prove. */
function isUpperCase(written: string, asked: string): boolean {
  return written.length > 1 && written === asked.toUpperCase();
}

function compact(text: string): string {
  return text.replace(/&\s*|(?<!\s)\s+(?:&|and(?=\s))\s*/gi, '&').replace(/[\s'-]+/g, '');
}

function contextObjection(name: NamePattern, before: string, after: string): string | null {
  const isInBrackets = before.endsWith('(') && after.startsWith(')');
  if (isInBrackets && !/\p{L}/u.test(name.folded)) return 'a number in brackets';
  return followerObjection(name.notFollowedBy, after) ?? predecessorObjection(name.notPrecededBy, before);
}

function followerObjection(words: readonly string[], after: string): string | null {
  if (words.length === 0) return null;
  const next = fold(after).text.replace(/^(?:'s\b)?[\s-]*/, '');
  const found = words.find((word) => {
    const folded = fold(word).text.trim();
    return folded !== '' && next.startsWith(folded) && !continues(next.slice(folded.length), folded);
  });
  return found === undefined ? null : `followed by ${found}`;
}

function predecessorObjection(words: readonly string[], before: string): string | null {
  if (words.length === 0) return null;
  const previous = fold(before).text.replace(/(?<![\s-])[\s-]+$/, '');
  const found = words.find((word) => {
    const folded = fold(word).text.trim();
    const rest = previous.slice(0, previous.length - folded.length);
    return folded !== '' && previous.endsWith(folded) && !precedes(rest, folded);
  });
  return found === undefined ? null : `preceded by ${found}`;
}

const WORD_START = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}]/u;
const WORD_END = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}]$/u;

function continues(rest: string, word: string): boolean {
  return WORD_END.test(word) && WORD_START.test(rest);
}

function precedes(rest: string, word: string): boolean {
  return WORD_START.test(word) && WORD_END.test(rest);
}

/** Capitalized words after a brand in a title that don't name a product. */
const NO_PRODUCT =
  /^(?:a|an|and|are|as|at|but|by|can|could|does|for|from|has|have|if|in|is|may|might|must|not|of|on|or|over|per|should|so|than|that|the|to|via|vs|versus|was|were|when|which|while|who|why|how|what|will|with|pricing|prices?|costs?|reviews?|alternatives?|competitors?|users?|customers?|integrations?|plans?|subscriptions?|accounts?|features?|benefits|pros|cons|overview|comparison|explained|summary|tutorials?|guide|faqs?|company|makes|offers|helps|lets|gets|gives|works|wins|beats|leads|needs|comes|adds|launches|announces|acquires|buys|raises|faces|says|remains|stands)$/i;

function productObjection(after: string): string | null {
  const word = /^[ \u00A0-]([\p{Lu}\p{Nd}][\p{L}\p{N}]*)/u.exec(after)?.[1];
  return word === undefined || NO_PRODUCT.test(word) ? null : `a product: ${word}`;
}
