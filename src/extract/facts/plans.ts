import type { FactVerdict } from '../../domain/brand/fact.ts';

/** Words for a plan, beside its name. */
const PLAN_WORD =
  /(?<!\p{L})(?:the|plans?|tiers?|editions?|packages?|subscriptions?|versions?|tarife?|paket|abo|abonnements?|forfaits?|formules?|offres?|planes|suscripci[oó]n|piano|piani|abbonamento|planos?|assinatura|pakket|pakiet)(?!\p{L})|プラン|套餐|版|요금제/giu;

const BETWEEN = /[,;/&、，と]|\s(?:and|und|et|y|e|en|i|or|oder|ou|o)\s/u;

export function comparePlan(given: string, words: string, plans: readonly string[]): FactVerdict | null {
  const written = words.toLowerCase();
  const said = given
    .split(BETWEEN)
    .map((name) => plainName(name))
    .filter((name) => name !== '' && written.includes(name));
  const [only, ...others] = said;
  if (only === undefined) return null;
  const known = plans.map(plainName);
  if (said.every((name) => known.includes(name))) return 'agrees';
  const isPart = known.some((plan) => only.split(' ').some((word) => plan.split(' ').includes(word)));
  return isPart || others.length > 0 ? 'unclear' : 'contradicts';
}

function plainName(name: string): string {
  return name
    .replace(PLAN_WORD, ' ')
    .replace(/["“”„«»'’*-]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
    .toLowerCase();
}
