import type { Range } from '../text/ranges.ts';
import { NAME } from './statements.ts';
import { PLAN_WORD } from './words.ts';

const NAME_OF_PLAN = '\\p{Lu}[\\p{L}\\p{N}+]*(?:\\s\\p{Lu}[\\p{L}\\p{N}+]*)?';

/** `the Pro plan`, `Pro-Tarif`. */
const BEFORE = new RegExp(
  `(?<![\\p{L}\\p{N}])(?<name>${NAME_OF_PLAN})[\\s-](?:${PLAN_WORD})(?![\\p{L}\\p{N}])`,
  'gu',
);
/** `le forfait Pro`, `el plan Pro`. */
const BEHIND = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:forfait|formule|abonnement|offre|plan|suscripción|piano|abbonamento|plano|assinatura|pakket|pakiet|プラン)\\s[«“"']?(?<name>${NAME_OF_PLAN})(?![\\p{L}\\p{N}])`,
  'gu',
);

/** Words that a plan is described with; with a capital they may begin a sentence. */
const GENERIC =
  /^(?:The|This|That|These|Each|Every|All|Any|No|Both|Our|Your|Their|Its|An?|Other|Paid|Annual|Yearly|Monthly|Custom|Cheapest|Lowest|Higher|Highest|Top|Entry|New|Best|Current|Which|What|Multiple|Several|Different|Most|Der|Die|Das|Den|Dem|Ein|Eine|Jeder|Kein|Alle|Le|La|Les|Un|Une|El|Los|Una|Il|O|Os|Um|Uma|Het|De|Een|Pricing|Price|Feature|Free Trial)$/u;

const DENIED =
  /(?<!\p{L})(?:no|not|n['’]t|without|kein\p{L}*|nicht|ohne|pas|sans|aucun\p{L}*|sin|senza|non|não|sem|geen|niet|zonder|nie|bez|brak)(?!\p{L})|ません|ない/iu;

/** Where a plan's name stands. */
interface PlanName extends Range {
  readonly name: string;
  /** Whether nothing but the brand, an article, or the like is before it, so that it is no part of another name. */
  readonly isIntroduced: boolean;
}

const INTRODUCED = new RegExp(
  `(?:^|${NAME}(?:['’]s)?|[,:;(*"“„«]|(?<!\\p{L})(?:the|a|an|its|their|der|die|das|den|dem|ein|eine|einen|einem|le|la|les|un|une|el|una|il|lo|o|um|uma|het|een|de|with|and|or|und|et|y|e|called))\\s*$`,
  'iu',
);

/** The names of plans in a text, without words that only describe one. */
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

/** How the plan that a text names compares with those that there are; null if it names none. */
export function comparePlan(
  text: string,
  plans: readonly string[],
): 'agrees' | 'contradicts' | 'unclear' | null {
  const names = planNamesIn(text);
  const different = [...new Set(names.map(({ name }) => name.toLowerCase()))];
  const [only] = different;
  if (only === undefined) return null;
  const known = plans.map((plan) => plan.toLowerCase());
  if (DENIED.test(text)) return 'unclear';
  if (different.every((name) => known.includes(name))) return 'agrees';
  if (different.length > 1) return 'unclear';
  const words = only.split(' ');
  const isPart = known.some((plan) => words.some((word) => plan.split(' ').includes(word)));
  return isPart || !names.every(({ isIntroduced }) => isIntroduced) ? 'unclear' : 'contradicts';
}
