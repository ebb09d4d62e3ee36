import { BRANDED } from '../../../domain/brand/branded.ts';
import type { Proposal } from '../../../propose/proposal.ts';

/** More than any page's proposals. */
const MOST = 1000;
const LONGEST = 500;
const KINDS: readonly Proposal['kind'][] = ['name', 'alias', 'domain', 'market', 'competitor', 'question'];

/** Proposals as a hidden form field; nothing is stored. */
export function proposalsValue(proposals: readonly Proposal[]): string {
  return JSON.stringify(proposals);
}

/** Proposals in a form, with its ticks, which are their places. Drops foreign values. */
export function proposalsIn(form: URLSearchParams): Proposal[] {
  const ticked = new Set(form.getAll('take'));
  return listIn(form.get('proposals') ?? '[]')
    .slice(0, MOST)
    .flatMap((value, place) => {
      const found = proposalIn(value);
      return found === null ? [] : [{ ...found, isAdvised: ticked.has(String(place)) }];
    });
}

function listIn(json: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(json);
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

function proposalIn(value: unknown): Proposal | null {
  if (typeof value !== 'object' || value === null) return null;
  const { kind, text, host, market, whom, evidence, caution } = value as Record<string, unknown>;
  const known = KINDS.find((each) => each === kind);
  if (known === undefined || !isShort(text) || !Array.isArray(evidence)) return null;
  return {
    kind: known,
    text,
    host: isShort(host) ? host : null,
    market: marketIn(market),
    whom: BRANDED.find((each) => each === whom) ?? null,
    evidence: evidence.filter(isShort),
    caution: isShort(caution) ? caution : null,
    isAdvised: false,
  };
}

/** A market in a form; null for anything else. */
function marketIn(value: unknown): Proposal['market'] {
  if (typeof value !== 'object' || value === null) return null;
  const { locationCode = null, languageCode = null } = value as Record<string, unknown>;
  const isLocation = locationCode === null || typeof locationCode === 'number';
  const isLanguage = languageCode === null || typeof languageCode === 'string';
  return isLocation && isLanguage ? { locationCode, languageCode } : null;
}

function isShort(value: unknown): value is string {
  return typeof value === 'string' && value.length <= LONGEST;
}
