import { withNewValues, withoutDenied } from './changes.ts';
import { NAME, OTHER_NAME } from './name-marks.ts';

/**
 * Splits a sentence at new statements, so that each value stays with its own words. In English, German, French,
 * Spanish, Italian, Portuguese, Dutch, Polish, and Japanese.
 */

const AGAINST = [
  'but|while|whereas|although|though|however|compared (?:to|with)|versus|vs\\.?|unlike|in contrast to|as opposed to',
  'aber|jedoch|während|wohingegen|verglichen mit|im vergleich zu|anders als|im gegensatz zu',
  'mais(?! de)|tandis que|alors que|contrairement à|comparé à|contre',
  'pero|mientras que|mientras|aunque|frente a|a diferencia de|comparado con',
  'mentre|rispetto a|a differenza di',
  'mas|enquanto|embora|ao contrário d[aoe]|comparado com',
  'maar|terwijl|in tegenstelling tot|vergeleken met',
  'ale|natomiast|podczas gdy|w porównaniu z|w przeciwieństwie do',
].join('|');

/** `and is`, `and its app`: a second statement about the same subject. */
const GOES_ON = [
  '(?:is|are|was|were|has|have|had|went|opened|later|now|its|their|the company|it|they|offers|includes|costs|employs|became)',
  '(?:ist|sind|war|wurde|wird|hat|haben|seine?|ihre?|bietet|kostet|ging|beschäftigt)',
  '(?:est|sont|était|a été|emploie|compte|propose|coûte|son|sa|rachetée?)',
  '(?:es|son|fue|tiene|emplea|ofrece|cuesta|su)',
  '(?:ha|è|sono|impiega|offre|costa)',
  '(?:é|são|foi|tem|emprega|oferece|custa|seu|sua)',
  '(?:heeft|werd|zijn|biedt|kost)',
  '(?:jest|ma|została|oferuje|kosztuje)',
].join('|');
const AND = 'and|und|et|y|e|en|i';

const CUT = new RegExp(
  [
    '[;；]\\s*',
    ',\\s+ma\\s+',
    `,?\\s+\\**(?:${AGAINST})\\s+`,
    `,?\\s+(?:${AND})\\s+(?=(?:${GOES_ON})(?!\\p{L}))`,
    // `Klentra costs $10 and Acme …`
    `(?<=(?:\\d|free|gratuite?|kostenlos|gratis|gratuito)[^,;]{0,30}),?\\s+(?:${AND})\\s+(?=[${NAME}${OTHER_NAME}])`,
    `,\\s+(?:${AND}\\s+)?(?=(?:its|it|the company)\\s|[${OTHER_NAME}]+\\s(?:is|was|has|costs|charges|offers)\\s|(?:der|die|das|sein|ihr)\\s\\p{L}+\\s(?:ist|liegt|befindet)\\s)`,
    `,\\s+(?=\\p{L}+\\s(?:years?|Jahre?|ans?|años?|anni|anos|jaar|lata?)\\s(?:before|after|later|earlier|nach|vor|später|après|avant|plus|después|antes|dopo|prima|depois|na|voor|po|przed)(?!\\p{L}))`,
    '(?:が|で|し|り|き)、(?=.*[はが])|。',
  ].join('|'),
  'giu',
);

/** `Unlike Klentra, …`: a comparison at the start. */
const SET_AGAINST = new RegExp(
  `^(?:unlike|in contrast to|compared (?:to|with)|as opposed to|anders als|im gegensatz zu|verglichen mit|contrairement à|à la différence de|a diferencia de|a differenza di|ao contrário d[aoe]|in tegenstelling tot|w przeciwieństwie do)\\s+(?:[${OTHER_NAME}]+|\\p{Lu}[\\p{L}\\d]*(?:\\s\\p{Lu}[\\p{L}\\d]*)?|(?:most|many|some|other|vielen?|anderen?|la plupart des|otr[oa]s|altr[ei]|outr[oa]s|andere|viele)(?:\\s\\p{L}+){1,3})(?:,|(?<=^(?:anders|im).*))\\s+(?!which|who|that|whose|die|der|das|qui|que|dont|che|cui|wat)`,
  'iu',
);

/** `While Klentra …, Acme …`. */
const BESIDE = new RegExp(
  `^(?:while|whereas|although|während|obwohl|tandis que|alors que|mientras(?: que)?|aunque|mentre|enquanto|terwijl|hoewel|podczas gdy)\\s[^,;${NAME}]*,\\s+(?=[^,;]*${NAME})`,
  'iu',
);

/** `…, not Lisbon`: a denied value. */
const RATHER_THAN =
  /,\s+(?:and\s+)?(?:not|nicht|pas|et non|non|não|niet|nie)\s+(?:in |at |à |en |em |a |te |w )?\p{Lu}[\p{L} ]*(?=[.,;!]|$)/gu;

/** A clause's subject. */
type Topic = 'self' | 'other';

export interface Clause {
  readonly text: string;
  /** `other` if it names another tracked brand, or continues about one. */
  readonly topic: Topic;
}

/** A pronoun that continues about an earlier name. */
export const PRONOUN =
  /^[\s*]*(?:it|its|they|their|the (?:company|tool|app|product|firm|platform|brand|service)|(?:das|die|der) (?:unternehmen|firma|anbieter|tool|app)|sie|er|es|seine?|ihre?|elle|il|son|sa|l['’](?:entreprise|outil|application)|la (?:société|marque|empresa|compañía|herramienta|società)|su|sus|l['’]azienda|a (?:empresa|ferramenta)|ele|ela|sua|seu|het (?:bedrijf|merk)|zijn|firma|同社|同社の)(?!\p{L})/iu;

/** The clauses in a statement about the brand. One without a name has the previous clause's subject. */
export function clausesOf(text: string): Clause[] {
  const clauses: Clause[] = [];
  const parts = partsOf(withoutDenied(text.replace(RATHER_THAN, '')));
  const [first = ''] = parts;
  let topic: Topic = !text.includes(NAME) || PRONOUN.test(first) ? 'self' : 'other';
  for (const part of parts) {
    if (part.includes(OTHER_NAME)) topic = 'other';
    else if (part.includes(NAME)) topic = 'self';
    clauses.push({ text: withNewValues(part), topic });
  }
  return clauses;
}

function partsOf(text: string): string[] {
  const held = SET_AGAINST.exec(text)?.[0] ?? '';
  const beside = held === '' ? (BESIDE.exec(text)?.[0] ?? '') : held;
  const rest = text.slice(beside.length);
  return [...(beside === '' ? [] : [beside]), ...rest.split(CUT)].filter((part) => part?.trim() !== '');
}
