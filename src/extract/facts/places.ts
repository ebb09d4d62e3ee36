import { COUNTRIES } from '../../domain/brand/countries.ts';
import type { FactVerdict } from '../../domain/brand/fact.ts';
import { phrasePattern, placesOf } from './phrase-pattern.ts';

/** Areas that contain cities, so that one of their cities contradicts nothing. */
const AREAS =
  /^(?:(?:North|South|Central|Latin|Western|Eastern|Northern|Southern) )?(?:Europe|Europa|America|América|Amérique|Amerika|Asia|Asien|Asie|Africa|Afrika|Oceania|Scandinavia|Skandinavien|EU|USA|US|U\.S\.?|UK|U\.K\.?|England|Scotland|Wales|Britain|Bay Area|Silicon Valley|New England|Midwest|California|Kalifornien|Californie|Texas|Florida|Washington State|New York State|Massachusetts|Illinois|Colorado|Georgia|Utah|Oregon|Ontario|Quebec|Québec|British Columbia|Bavaria|Bayern|Baviera|Hesse|Hessen|Saxony|Sachsen|Catalonia|Cataluña|Catalunya|Lombardy|Lombardia|Tuscany|Île-de-France|Bretagne|Provence|Noord-Holland|Holland|Flanders|Vlaanderen|Mazowsze|Śląsk|Małopolska)$/u;

/** Words for near, but not in, a place. */
const NEAR =
  /(?<!\p{L})(?:near|close to|outside|north of|south of|east of|west of|vicinity|nähe|nahe|unweit|près d|proche d|cerca de|vicino|nei pressi|perto d|nabij|vlakbij|blisko|koło)(?!\p{L})|近郊|近く/iu;

/** Between two places' names. */
const BETWEEN = /[,;、，()（）]|\s(?:and|und|et|y|e|en|i|or|oder|ou|o)\s/u;

/** Two places as one value: unclear which one the text means. */
const JOINED =
  /\s?(?:\/|&|と|(?<!\p{L})(?:and|und|et|y|e|en|i|or|oder|ou|o)\s(?:in\s|à\s|en\s|a\s|em\s|te\s)?)\s?\p{Lu}/u;

/** The verdict on places: a city, an area, or a city with its area. Null if the words have none of them. */
export function comparePlace(given: string, words: string, places: readonly string[]): FactVerdict | null {
  const written = words.toLowerCase();
  const said = given
    .split(BETWEEN)
    .map((name) => name.trim().replace(/[.'’-]{1,9}$/u, ''))
    .filter((name) => name !== '' && written.includes(name.toLowerCase()));
  const [place, area] = said;
  if (place === undefined) return null;
  if (NEAR.test(words) || (said.length > 1 && JOINED.test(given))) return 'unclear';
  if (said.some((name) => places.some((each) => isSamePlace(each, name)))) return 'agrees';
  if (places.some((each) => isMaybeSame(each, place))) return 'unclear';
  if (isArea(place)) return places.every(isCountry) && isCountry(place) ? 'contradicts' : 'unclear';
  if (places.some((each) => !isArea(each))) return 'contradicts';
  return area !== undefined && isCountry(area) && places.every(isCountry) ? 'contradicts' : 'unclear';
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

function isArea(place: string): boolean {
  // `Upper Austria`
  return AREAS.test(place) || isCountry(place) || isCountry(place.split(/\s/).at(-1) ?? '');
}

function isCountry(place: string): boolean {
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
