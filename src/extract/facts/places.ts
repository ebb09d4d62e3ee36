import { COUNTRIES } from '../../domain/brand/countries.ts';
import type { Range } from '../text/ranges.ts';
import { NAME } from './name-marks.ts';
import { phrasePattern, placesOf } from './phrase-pattern.ts';

const CAPITALIZED = "\\p{Lu}[\\p{L}'’.-]*";
const PLACE = `(?:the\\s)?(?<place>${CAPITALIZED}(?:\\s(?:(?:de|of|la|am|an der|del|do|da|upon|le)\\s)?${CAPITALIZED}){0,3})(?:\\s?[,(]\\s?(?:in |au |en )?(?<area>${CAPITALIZED}(?:\\s${CAPITALIZED}){0,2}))?`;

/** Words between `headquarters` and the preposition. */
const LINKS = new RegExp(
  `^(?:\\s|(?:in |im |en |nel )?\\d{4}(?!\\d)|\\*|['’]s|['’]|\\(|\\)|${NAME}|(?:of|is|are|located|situated|stored|hosted|stehen|steht|gespeichert|currently|now|today|remains?|stays?|bleibt|reste|sigue|rimane|blijft|both|the|company|firm|main|inc|llc|ltd|von|der|des|ist|liegt|befindet|sich|heute|nach wie vor|gmbh|ag|se|du|de|d|est|trouve|situé|située|aujourd['’]hui|actuellement|principal|principale|sa|del|la|está|central|encuentra|ubicada|actualmente|di|è|si|trova|attualmente|spa|da|do|fica|localizada|van|staat|bevindt|zich|nu|znajduje|się|mieści|firmy)(?![\\p{L}]))*$`,
  'iu',
);

/** A place with its preposition, after the fact's words: `in San Francisco, California`. */
const BEHIND = new RegExp(
  `^(?<between>[^,;.]{0,60}?)\\s*(?:[:：]|\\s(?:in|at|à|a|en|em|no|im|te|w|we|aus|from)(?=\\s))\\s*\\**${PLACE}`,
  'u',
);
/** `Sitz ist Porto`. */
const EQUAL = new RegExp(`^(?<between>[^,;.]{0,40}?)\\s(?:is|ist|est|es|è|é|jest)\\s\\**${PLACE}`, 'u');
/** `Porto-based`, `in Porto ansässig`. */
const BEFORE = new RegExp(
  `(?:(?:^|\\s|\\*)${PLACE}-|(?:^|\\s)(?:[Ii]n|[Ee]n|à|te|[Ee]m|a)\\s${PLACE.replaceAll('(?<', '(?<in_')}\\s)$`,
  'u',
);

const CJK = '[\\p{Script=Katakana}ー・\\p{Script=Han}]{2,12}?';
const BEHIND_CJK = new RegExp(
  `^(?:は|が)?(?:${NAME}+の)?(?<place>${CJK})(?:市|都|県)?(?:に(?:あり|ある|置|位置|所在)|です|で、|。|$)`,
  'u',
);
/** `总部位于杭州`. */
const BEHIND_ZH = /^(?:位于|设在|在|是|：)(?<place>\p{Script=Han}{2,8}?)(?=市|。|，|,|；|$)/u;
const BEFORE_CJK = new RegExp(`(?:^|[はがの、]|${NAME})(?<place>${CJK})(?:市|都|県)?(?:に|を)$`, 'u');

/** Areas that contain cities, so that one of their cities contradicts nothing. */
const AREAS =
  /^(?:(?:North|South|Central|Latin|Western|Eastern|Northern|Southern) )?(?:Europe|Europa|America|América|Amérique|Amerika|Asia|Asien|Asie|Africa|Afrika|Oceania|Scandinavia|Skandinavien|EU|USA|US|U\.S\.?|UK|U\.K\.?|England|Scotland|Wales|Britain|Bay Area|Silicon Valley|New England|Midwest|California|Kalifornien|Californie|Texas|Florida|Washington State|New York State|Massachusetts|Illinois|Colorado|Georgia|Utah|Oregon|Ontario|Quebec|Québec|British Columbia|Bavaria|Bayern|Baviera|Hesse|Hessen|Saxony|Sachsen|Catalonia|Cataluña|Catalunya|Lombardy|Lombardia|Tuscany|Île-de-France|Bretagne|Provence|Noord-Holland|Holland|Flanders|Vlaanderen|Mazowsze|Śląsk|Małopolska)$/u;

/** Words for one among several offices, or one for a region: `European headquarters`. */
const PART =
  /(?:europe?an|europäisch\p{L}*|européen\p{L}*|europe[ao]|u\.?s\.?|uk|american|amerikanisch\p{L}*|asian?|apac|emea|latam|german|deutsch\p{L}*|french|british|indian|canadian|japanese|regional\p{L}*|global|international|second|dual|co|first|other|former|ehemalig\p{L}*|new|neue[rn]?|branch|operational|local|zweite\p{L}*)[\s-]$/iu;
const PART_BEHIND =
  /^\s(?:europ\p{L}*|asi[aá]tic[ao]|american[ao]|américain\p{L}*|alemán|alemana|regional\p{L}*|nord-?am\p{L}*|for (?:the )?\p{Lu}|für \p{Lu}|para \p{Lu}|pour l)/iu;

/** Words for near, but not in, a place. */
const NEAR =
  /(?<!\p{L})(?:near|close to|outside|north of|south of|east of|west of|vicinity|nähe|nahe|unweit|près d|proche d|cerca de|vicino|nei pressi|perto d|nabij|vlakbij|blisko|koło)(?!\p{L})|近郊|近く/iu;

/** From one place to another: which one is right depends on the time. */
const MOVED =
  /(?<!\p{L})(?:from|von|aus|de|da|dal|desde|van|vanuit|z|ze)\s\p{Lu}[\p{L}'’-]*(?:\s\p{Lu}[\p{L}'’-]*)?\s(?:to|nach|à|a|al|para|para o|naar|do)\s\p{Lu}|から|移転|从.{1,12}(?:迁|搬)|(?<!\p{L})(?:moved|moving|relocat\p{L}*|transfer\p{L}*|verleg\p{L}*|umgezogen|zog|déménag\p{L}*|transfér\p{L}*|traslad\p{L}*|mud(?:ou|ó|aron)|trasfer\p{L}*|spost\p{L}*|verhui\p{L}*|verplaats\p{L}*|przeni\p{L}*)(?!\p{L})/u;

/** The verdict on an answer's place; null if it has none. */
export function comparePlace(
  text: string,
  subject: Range,
  places: readonly string[],
): 'agrees' | 'contradicts' | 'unclear' | null {
  const [before, after] = [text.slice(0, subject.from), text.slice(subject.to)];
  if (PART.test(before.slice(-30)) || PART_BEHIND.test(after) || MOVED.test(text)) return 'unclear';
  const near = text.slice(Math.max(0, subject.from - 60), subject.to + 80);
  const accepted = placesOf(phrasePattern(places), near);
  const said = placeBeside(before, after);
  if (said === null) {
    if (accepted.length === 0) return null;
    return NEAR.test(near) || joinsAnother(near, accepted) || OTHER_PLACE.test(near) ? 'unclear' : 'agrees';
  }
  if (NEAR.test(said.words) || JOINED.test(said.rest)) return 'unclear';
  const isAccepted = (name: string | undefined) =>
    name !== undefined && places.some((each) => isSamePlace(each, name));
  const { place, area } = said;
  if (isAccepted(place) || isAccepted(area)) return 'agrees';
  if (places.some((each) => isMaybeSame(each, place))) return 'unclear';
  if (isArea(place)) return places.every(isCountry) && isCountry(place) ? 'contradicts' : 'unclear';
  const cities = places.filter((each) => !isArea(each));
  if (cities.length > 0) return 'contradicts';
  return area !== undefined && isCountry(area) && places.every(isCountry) ? 'contradicts' : 'unclear';
}

interface FoundPlace {
  readonly place: string;
  /** The area around it: `Austin, Texas`. */
  readonly area: string | undefined;
  /** The words between it and the fact's words. */
  readonly words: string;
  readonly rest: string;
}

/** The place right beside the fact's words. */
function placeBeside(before: string, after: string): FoundPlace | null {
  const cjk =
    BEHIND_CJK.exec(after)?.groups ?? BEHIND_ZH.exec(after)?.groups ?? BEFORE_CJK.exec(before)?.groups;
  if (cjk) return { place: cjk.place ?? '', area: undefined, words: '', rest: '' };
  const ahead = BEFORE.exec(before);
  if (ahead) {
    const { place = ahead.groups?.in_place ?? '', area = ahead.groups?.in_area } = ahead.groups ?? {};
    if (/^\p{Lu}/u.test(place)) return { place: trimmed(place), area, words: '', rest: after };
  }
  if (before.endsWith('-')) return null;
  for (const pattern of [BEHIND, EQUAL]) {
    const found = pattern.exec(after);
    const { place, area, between = '' } = found?.groups ?? {};
    if (place === undefined || !LINKS.test(between)) continue;
    return {
      place: trimmed(place),
      area: area && trimmed(area),
      words: between,
      rest: after.slice(found?.[0].length),
    };
  }
  return null;
}

function trimmed(name: string): string {
  return name.replace(/[.'’-]+$/u, '').replace(/^(?:The|Das|Die|Der|Le|La|El|Il|O|A)\s/u, '');
}

function isSamePlace(one: string, other: string): boolean {
  const plain = (text: string) => text.replace(/\./g, '').toLowerCase();
  const isInflected =
    one.length >= 4 && other.length - one.length <= 3 && plain(other).startsWith(plain(one));
  return plain(one) === plain(other) || isInflected || placesOf(phrasePattern([one]), other).length > 0;
}

/** Whether two names may be one place in two languages or cases: `Warschau`, `Warszawie`. */
function isMaybeSame(one: string, other: string): boolean {
  return one.slice(0, 3).toLowerCase() === other.slice(0, 3).toLowerCase();
}

const AND = '(?:\\/|&|(?:and|und|et|y|e|en|i|or|oder|ou|o)\\s(?:in\\s|à\\s|en\\s|a\\s|em\\s|te\\s)?)';
const JOINED = new RegExp(`^\\s?${AND}\\s?\\p{Lu}(?!\\p{L}*s?\\s(?:in|an|at|à|en|em|a)\\s)`, 'u');
const JOINED_BEFORE = new RegExp(`\\p{Lu}[\\p{L}'’-]*\\s?${AND}$`, 'u');
const OTHER_PLACE = /(?<!\p{L})(?:in|en|em|te|w|aus)\s\p{Lu}\p{L}+.*(?<!\p{L})(?:in|en|em|te|w|aus)\s\p{Lu}/u;

/** `Berlin and Munich`: unclear which one the text means. */
function joinsAnother(text: string, accepted: readonly Range[]): boolean {
  return accepted.some(
    ({ from, to }) => JOINED.test(text.slice(to)) || JOINED_BEFORE.test(text.slice(0, from)),
  );
}

function isArea(place: string): boolean {
  // `Upper Austria`
  return AREAS.test(place) || isCountry(place) || isCountry(place.split(/\s/).at(-1) ?? '');
}

export function isCountry(place: string): boolean {
  countries ??= countryNames();
  return countries.has(place.toLowerCase());
}

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'ja'];

/** Built for the first place. */
let countries: ReadonlySet<string> | null = null;

function countryNames(): ReadonlySet<string> {
  const names = LANGUAGES.map((language) => new Intl.DisplayNames(language, { type: 'region' }));
  const codes = [...COUNTRIES.values()].map(({ code }) => code);
  return new Set(codes.flatMap((code) => names.map((each) => (each.of(code) ?? code).toLowerCase())));
}
