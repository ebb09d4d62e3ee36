import { COUNTRIES } from '../../domain/countries.ts';
import type { Range } from '../text/ranges.ts';
import { NAME } from './statements.ts';
import { phrasePattern, placesOf } from './subjects.ts';

/** What may stand between `headquarters` and the preposition. */
const LINKS =
  'of|is|are|located|situated|currently|now|von|der|des|ist|liegt|befindet|sich|du|de|est|se|trouve|situé|située|del|está|ubicada|di|è|si|trova|da|do|fica|localizada|van|staat|bevindt|zich|znajduje|się|mieści';

const CAPITALIZED = "\\p{Lu}[\\p{L}'’.-]*";

/** A place by its preposition, right behind the words of the fact: `in San Francisco, California`. */
const BEHIND = new RegExp(
  `^(?:\\s+(?:${LINKS}|${NAME}+)|\\s+d['’]${NAME}+|['’]s){0,6}?\\s*(?:[:：]|\\s(?:in|at|à|a|en|em|im|te|w|we|aus|from))\\s*\\**(?<place>${CAPITALIZED}(?:\\s(?:(?:de|of|la|am|an der|del|do|da|upon|le)\\s)?${CAPITALIZED}){0,3})(?:\\s?[,(]\\s?(?<area>${CAPITALIZED}(?:\\s${CAPITALIZED}){0,2}))?`,
  'u',
);

/** Places that contain cities, so that a city within one contradicts nothing. */
const AREAS =
  /^(?:(?:North|South|Central|Latin|Western|Eastern|Northern|Southern) )?(?:Europe|Europa|America|América|Amérique|Amerika|Asia|Asien|Asie|Africa|Afrika|Oceania|Scandinavia|Skandinavien|EU|USA|US|U\.S\.?|UK|U\.K\.?|England|Scotland|Wales|Britain|Bay Area|Silicon Valley|New England|Midwest|California|Kalifornien|Californie|Texas|Florida|Washington State|New York State|Massachusetts|Illinois|Colorado|Georgia|Utah|Oregon|Ontario|Quebec|Québec|British Columbia|Bavaria|Bayern|Baviera|Hesse|Hessen|Saxony|Sachsen|Catalonia|Cataluña|Catalunya|Lombardy|Lombardia|Tuscany|Île-de-France|Bretagne|Provence|Noord-Holland|Holland|Flanders|Vlaanderen|Mazowsze|Śląsk|Małopolska)$/u;

/** One of several seats: `European headquarters`. */
const PART =
  /(?:europe?an|europäisch\p{L}*|européen\p{L}*|europe[ao]|u\.?s\.?|uk|american|asian?|apac|emea|latam|german|deutsch\p{L}*|french|british|indian|canadian|japanese|regional\p{L}*|global|international|second|other|former|ehemalig\p{L}*|new|neue[rn]?|branch|operational|local)\s$/iu;

/** How an answer's place compares with the accepted ones; null if it gives none. */
export function comparePlace(
  text: string,
  subject: Range,
  places: readonly string[],
): 'agrees' | 'contradicts' | 'unclear' | null {
  const near = text.slice(Math.max(0, subject.from - 60), subject.to + 80);
  const accepted = placesOf(phrasePattern(places), near);
  // `cloud-based` is not about a place, but `Berlin-based` is.
  if (PART.test(text.slice(Math.max(0, subject.from - 30), subject.from))) return 'unclear';
  const said = text[subject.from - 1] === '-' ? undefined : BEHIND.exec(text.slice(subject.to))?.groups;
  const [place, area] = [said?.place, said?.area].map((name) => name?.replace(/[.'’-]+$/u, ''));
  const isAccepted = (name: string | undefined) =>
    name !== undefined && places.some((each) => alike(each, name));
  if (accepted.length > 0) {
    if (place !== undefined && !isAccepted(place) && !isAccepted(area)) return 'unclear';
    return joinsAnother(near, accepted) ? 'unclear' : 'agrees';
  }
  if (place === undefined) return null;
  if (places.some((each) => isMaybeSame(each, place))) return 'unclear';
  if (isArea(place)) return places.every(isCountry) && isCountry(place) ? 'contradicts' : 'unclear';
  const cities = places.filter((each) => !isArea(each));
  if (cities.length > 0) return 'contradicts';
  return area !== undefined && isCountry(area) && places.every(isCountry) ? 'contradicts' : 'unclear';
}

function alike(one: string, other: string): boolean {
  const plain = (text: string) => text.replace(/\./g, '').toLowerCase();
  return plain(one) === plain(other) || placesOf(phrasePattern([one]), other).length > 0;
}

/** Whether two names may be one place in two languages, or in another case: `Warschau`, `Warszawie`. */
function isMaybeSame(one: string, other: string): boolean {
  return one.slice(0, 3).toLowerCase() === other.slice(0, 3).toLowerCase();
}

/** `Berlin and Munich`: of two places, which one is meant cannot be told. */
function joinsAnother(text: string, accepted: readonly Range[]): boolean {
  return accepted.some(
    ({ from, to }) =>
      /^\s?(?:\/|&|(?:and|und|et|y|e|en|i|or|oder|ou|o)\s)\s?\p{Lu}/u.test(text.slice(to)) ||
      /\p{Lu}[\p{L}'’-]*\s?(?:\/|&|\s(?:and|und|et|y|e|en|i|or|oder|ou|o))\s?$/u.test(text.slice(0, from)),
  );
}

function isArea(place: string): boolean {
  return AREAS.test(place) || isCountry(place);
}

function isCountry(place: string): boolean {
  countries ??= countryNames();
  return countries.has(place.toLowerCase());
}

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'ja'];

/** Made for the first place that is read. */
let countries: ReadonlySet<string> | null = null;

function countryNames(): ReadonlySet<string> {
  const names = LANGUAGES.map((language) => new Intl.DisplayNames(language, { type: 'region' }));
  const codes = [...COUNTRIES.values()].map(({ code }) => code);
  return new Set(codes.flatMap((code) => names.map((each) => (each.of(code) ?? code).toLowerCase())));
}
