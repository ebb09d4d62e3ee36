import type { Range } from '../text/ranges.ts';
import { NAME } from './name-marks.ts';
import { PLAN_WORD } from './qualifier-words.ts';

const NAME_OF_PLAN = '\\p{Lu}[\\p{L}\\p{N}+]*(?:\\s\\p{Lu}[\\p{L}\\p{N}+]*)?';
const KINDS =
  '[Pp]lans?|[Tt]iers?|Tarife?n?|Pakete?|[Ff]orfaits?|[Ff]ormules?|[Aa]bonnements?|[Oo]ffres?|[Pp]lanes|suscripción|suscripciones|[Pp]ian[oi]|abbonament[oi]|[Pp]lanos?|assinaturas?|pakket(?:ten)?|pakiety?';

/** `the Pro plan`, `Pro-Tarif`, `Free, Pro and Team plans`. */
const BEFORE = new RegExp(
  `(?<![\\p{Script=Latin}\\p{N}])(?<name>${NAME_OF_PLAN})(?:[\\s-](?:${PLAN_WORD})(?![\\p{L}\\p{N}])|プラン|套餐|요금제)`,
  'gu',
);
/** `le forfait Pro`, `el plan Pro`, `im Tarif Pro`. */
const BEHIND = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${KINDS}|プラン)\\s[«“"']?(?<name>${NAME_OF_PLAN})(?![\\p{L}\\p{N}])`,
  'gu',
);
const LISTED = `\\**${NAME_OF_PLAN}\\**(?:\\s?\\([^)]*\\))?`;
const AND = '(?:\\s?,\\s?(?:and |und |et |y |e |en |i )?|\\s?[&/、]\\s?|\\s(?:and|und|et|y|e|en|i|or)\\s|と)';
/** `three plans: Solo, Studio and Agency`, `plans are called Solo and Studio`, `the plan is called Solo`. */
const LIST = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${KINDS}|プラン)(?:\\s(?:for|für|pour|para|per|voor)\\s\\p{Ll}+)?(?:\\s(?:at|bei|von|of|de)\\s${NAME}+)?(?:\\**\\s?[:：–—]\\**\\s|\\s\\(|\\s(?:(?:is|are|heißt|heißen|sind|s['’]appellent|sont|se llaman|son|si chiamano|sono|são|chamam-se|heten|zijn|called|named|genannt|appelés?|llamados)\\s)+|は|\\s)[«“"']?(?<names>${LISTED}(?:${AND}${LISTED})*)(?![\\p{L}\\p{N}])`,
  'gu',
);
/** Without `と`, which joins names. */
const WORD_IN_LIST = '\\p{Lu}(?:(?!と)[\\p{L}\\p{N}+])*';
const NAME_IN_LIST = `${WORD_IN_LIST}(?:\\s${WORD_IN_LIST})?`;
/** Names before a shared noun: in `Free, Pro and Team plans`, the first two. */
const LIST_BEFORE = new RegExp(
  `(?<![\\p{L}\\p{N}])(?<names>${NAME_IN_LIST}(?:${AND}${NAME_IN_LIST})+)\\s(?:plans|tiers|editions)(?!\\p{L})`,
  'gu',
);

/** Words that describe a plan; with a capital they may start a sentence. */
const GENERIC =
  /^(?:The|This|That|These|Each|Every|All|Any|No|Both|Our|Your|Their|Its|An?|Other|Paid|Annual|Yearly|Monthly|Custom|Cheapest|Lowest|Higher|Highest|Top|Entry|New|Best|Current|Which|What|Multiple|Several|Different|Most|With|On|In|For|From|Under|Choose|Pick|Der|Die|Das|Den|Dem|Ein|Eine|Jeder|Kein|Alle|Im|Am|Mit|Beim|Zum|Le|La|Les|Un|Une|Avec|El|Los|Una|Con|Il|O|Os|Um|Uma|Com|Het|De|Een|Met|Pricing|Price|Feature|Free Trial)$/u;

const DENIED =
  /(?<!\p{L})(?:no|not|n['’]t|without|kein\p{L}*|nicht|ohne|pas|sans|aucun\p{L}*|sin|senza|non|não|sem|geen|niet|zonder|nie|bez|brak)(?!\p{L})|ません|ない/iu;

/** A plan name's range. */
interface PlanName extends Range {
  readonly name: string;
  /** Whether only the brand, an article, or the like precedes it, so that it is no part of another name. */
  readonly isIntroduced: boolean;
}

const INTRODUCED = new RegExp(
  `(?:^|${NAME}(?:['’]s)?|[,:;(*"“„«]|(?<!\\p{L})(?:the|a|an|its|their|der|die|das|den|dem|ein|eine|einen|einem|le|la|les|un|une|el|una|il|lo|o|um|uma|het|een|de|with|im|am|in|on|mit|bei|beim|avec|dans|con|en|no|na|and|or|und|et|y|e|called))\\s*$`,
  'iu',
);

/** The plan names in a text, without merely descriptive words. */
export function planNamesIn(text: string): PlanName[] {
  return [...text.matchAll(BEFORE), ...text.matchAll(BEHIND)].flatMap((match) => {
    const words = (match.groups?.name ?? '').split(/\s/).filter((word) => !GENERIC.test(word));
    const from = match.index;
    const isIntroduced = INTRODUCED.test(text.slice(0, from));
    return words.length === 0
      ? []
      : [{ from, to: from + match[0].length, name: words.join(' '), isIntroduced }];
  });
}

/** The plan names in a text's lists. */
function listedIn(text: string): string[] {
  return [...text.matchAll(LIST), ...text.matchAll(LIST_BEFORE)].flatMap((match) =>
    (match.groups?.names ?? '')
      .replace(/\([^)]*\)|\*|[«“"']/gu, '')
      .split(new RegExp(AND, 'u'))
      .map((name) => name.trim())
      .filter((name) => name !== '' && !GENERIC.test(name)),
  );
}

/** `Pro: API, audit log`: a line with a plan's content. */
const LINE = /^[\s*]*(?<name>\p{Lu}[^:：*]{0,30})\**\s?[:：]/u;

/** The verdict on the plan in a text; null if it names none. */
export function comparePlan(
  text: string,
  plans: readonly string[],
): 'agrees' | 'contradicts' | 'unclear' | null {
  const names = planNamesIn(text);
  const listed = listedIn(text);
  const different = [
    ...new Set([...names.map(({ name }) => name), ...listed].map((name) => name.toLowerCase())),
  ];
  const [only] = different;
  const known = plans.map((plan) => plan.toLowerCase());
  if (only === undefined) {
    const name = LINE.exec(text)?.groups?.name;
    return name !== undefined && known.includes(name.trim().toLowerCase()) && !DENIED.test(text)
      ? 'agrees'
      : null;
  }
  if (DENIED.test(text)) return 'unclear';
  if (different.every((name) => known.includes(name))) return 'agrees';
  if (different.length > 1) return 'unclear';
  const words = only.split(' ');
  const isPart = known.some((plan) => words.some((word) => plan.split(' ').includes(word)));
  return isPart || !names.every(({ isIntroduced }) => isIntroduced) ? 'unclear' : 'contradicts';
}
