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

/** How the plan that a text names compares with those that there are; null if it names none. */
export function comparePlan(
  text: string,
  plans: readonly string[],
): 'agrees' | 'contradicts' | 'unclear' | null {
  const names = [...text.matchAll(BEFORE), ...text.matchAll(BEHIND)]
    .map((match) =>
      (match.groups?.name ?? '')
        .split(/\s/)
        .filter((word) => !GENERIC.test(word))
        .join(' '),
    )
    .filter((name) => name !== '');
  const different = [...new Set(names.map((name) => name.toLowerCase()))];
  const [only] = different;
  if (only === undefined) return null;
  if (different.length > 1) return 'unclear';
  const known = plans.map((plan) => plan.toLowerCase());
  if (known.includes(only)) return 'agrees';
  const words = only.split(' ');
  const isPart = known.some((plan) => words.some((word) => plan.split(' ').includes(word)));
  return isPart ? 'unclear' : 'contradicts';
}
