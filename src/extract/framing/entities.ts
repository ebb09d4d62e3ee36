import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import type { Naming } from '../names/decide-naming.ts';
import type { Block } from '../text/blocks.ts';
import { withoutLeadingMarks } from '../text/citation-marks.ts';
import { indexFrom, type Range } from '../text/ranges.ts';
import { labelKind } from './label-kind.ts';
import { lowerCase } from './lines.ts';

/** A name in a block with its product words; tracked if it has brands. */
export interface Entity extends Range {
  readonly brands: readonly TrackedBrand[];
}

/** Names in text order: the tracked ones with their product words, and other text that looks like a name. */
export function entitiesOf({ text }: Block, namings: readonly Naming[]): Entity[] {
  const inTitle = isTitle(text);
  const tracked = trackedNames(text, namings, inTitle);
  const others = inTitle
    ? []
    : otherNames(text, tracked).filter((each) => !isSecondName(text, each, tracked));
  return [...tracked, ...others].sort((a, b) => a.from - b.from);
}

/** A second name in parentheses right after the first: `Lark (Feishu)`. */
function isSecondName(text: string, name: Range, tracked: readonly Range[]): boolean {
  const before = tracked[indexFrom(tracked, name.from) - 1];
  return before !== undefined && /^\s?[(（]\s?$/.test(text.slice(before.to, name.from));
}

/** Product words after a name: `Sony WH-1000XM5`, `Sony's XM5`, `Dyson V15 Detect`. */
const PRODUCT = /^(?:['’]s)?(?:[ \u00A0-](?:[\p{Lu}\d][\p{L}\p{N}.+/-]*[\p{L}\p{N}+]|[\p{Lu}\d]))+/u;
/** A generation, a size, or another name: `(2nd Gen)`, `(formerly Vexo)`. */
const BRACKETS = /^\s?\((?=[\p{Lu}\d]|formerly |now |by )([^()]{1,40})\)(?=\s*[\p{Ll}:–—,.])/u;

/** The product words after a name. A title capitalizes every word, so there they need a delimiter. */
function productAfter(text: string, inTitle: boolean): string {
  const words = (PRODUCT.exec(text)?.[0] ?? '').replace(/[.,]$/, '');
  if (inTitle)
    return /^\s*(?:[:–—(,|\p{Extended_Pictographic}]|-\s)/u.test(text.slice(words.length)) ? words : '';
  const [brackets = '', inner = ''] = BRACKETS.exec(text.slice(words.length)) ?? [];
  return isPhrase(inner) ? words : words + brackets;
}

/** The length of the citation marks after a name, which belong to it: `T[4]`. */
function marksAfter(text: string, at: number): number {
  const after = text.slice(at, at + 40);
  return after.length - withoutLeadingMarks(after).length;
}

/** Overlapping names of several brands are one entity. */
function trackedNames(text: string, namings: readonly Naming[], inTitle: boolean): Entity[] {
  const entities: (Range & { brands: TrackedBrand[] })[] = [];
  for (const { brand, from, to } of namings) {
    const last = entities.at(-1);
    if (last && from < last.to) {
      if (!last.brands.includes(brand)) last.brands.push(brand);
      continue;
    }
    const next = namings[indexFrom(namings, to)]?.from ?? text.length;
    const product = productAfter(text.slice(to, Math.min(next, to + 80)), inTitle);
    const end = to + product.length;
    const maker = inTitle ? '' : makerBefore(text.slice(Math.max(last?.to ?? 0, from - 40), from));
    entities.push({ from: from - maker.length, to: end + marksAfter(text, end), brands: [brand] });
  }
  return entities;
}

const MAKER = /(?:(?!Sie )\p{Lu}[\p{L}\p{N}-]* ){1,2}$/u;

/** The capitalized words right before a name; not a maker if the sentence starts there. */
function makerBefore(text: string): string {
  const maker = startsSentence(text) ? '' : (MAKER.exec(text)?.[0] ?? '');
  return maker === '' || startsSentence(text.slice(0, -maker.length)) ? '' : maker;
}

const NAME_LIKE = /(?<![\p{L}\p{N}'’-])\p{Lu}[\p{L}\p{N}’'+&-]*(?:[ -][\p{Lu}\d][\p{L}\p{N}+.-]*)*/gu;
const NO_NAME =
  /^(?:Sie|Ihnen|Ihre[mnrs]?|I|I'm|I'd|I'll|I've|I’m|I’d|I’ll|I’ve|A|OK|Pros?|Cons?|However|But|And|If|\p{Lu}{2,4}s?|(?:Jan(?:uary)?|Feb(?:ruary)?|March|April|May|June|July|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)(?: \d{1,4})?|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?)$/u;

const TECHNOLOGY =
  /^(?:Wi-?Fi(?: \d\w?)?|Bluetooth(?: [\d.]+)?|USB-?[AC]?|HDMI(?: [\d.]+)?|IP[X\d]{2,3}|[2-6]G|[48]K|HDR\d*\+?|[OQ]?LED|ANC|GPS|NFC|HEPA|M\d|Core i\d|Full HD|Dolby \p{L}+|Type-C)$/u;

/** A label in title case, such as `Top Pick`, is not a name. */
function isPhrase(name: string): boolean {
  return TECHNOLOGY.test(name) || labelKind(lowerCase(name)) !== null;
}

/** Words at a sentence's start before a name. */
const LEAD =
  /^(?:For|In|With|If|The|An?|On|At|And|But|Both|When|While|As|From|Of|To|By|Your|My|Our|Among|Between|Unlike|Like|Choose|Use|Try|Für|Bei|Mit|Im|Der|Die|Das|Den|Pour|Avec|Chez|Les?|La|Des|Para|Con|El|Los|Las|Per|Il|Laut|Einige|Manche|Viele|Selon|Certains|Según|Algunos|Secondo|Alcuni|Segundo|Alguns|Volgens|Sommige|Enligt|Vissa|Some|Many|Several|Voor|Met|De|Het|För|Med|Dla|Para|Com) /;

/** German, which capitalizes every noun. */
const GERMAN = /\b(?:der|die|das|und|ist|für|nicht|mit|ein|eine|ich|wir|sind|den|dem)\b/gi;

/** Capitalized words inside a sentence. A sentence's first word counts only with further capitals. */
function otherNames(text: string, tracked: readonly Range[]): Entity[] {
  const found: Entity[] = [];
  const isGerman = (text.match(GERMAN)?.length ?? 0) > 1;
  for (const { 0: match, index: begin } of text.matchAll(NAME_LIKE)) {
    const lead = LEAD.exec(match)?.[0].length ?? 0;
    const name = match.slice(lead).replace(/(?:['’]s?|[.-])$/, '');
    const index = begin + lead;
    const to = index + name.length;
    if (NO_NAME.test(name) || isPhrase(name) || (tracked[indexFrom(tracked, to) - 1]?.to ?? 0) > index)
      continue;
    const isFirst = isGerman || startsSentence(text.slice(Math.max(0, begin - 20), begin));
    if (isFirst && !/^\p{Lu}[\p{L}\d]*[\p{Lu}\d]|^\p{Lu}\p{Ll}+[ -]\p{Lu}/u.test(name)) continue;
    if (name.length > 1) found.push({ from: index, to: to + marksAfter(text, to), brands: [] });
  }
  return found;
}

function startsSentence(before: string): boolean {
  return /(?:^|[.!?:;。！？\n\u2028•–—|])[\s"“'(*\p{Extended_Pictographic}\p{M}\d.)]*$/u.test(before);
}

function isTitle(text: string): boolean {
  if (text.length > 150) return false;
  const words = text.match(/\p{L}{4,}/gu) ?? [];
  return words.length >= 3 && words.every((word) => /^\p{Lu}/u.test(word));
}
