import { CRAWLERS } from '../domain/web/crawlers.ts';

/** A rule for indexers, such as `noindex`, in lower case. */
export interface RobotsRule {
  /** A crawler's token; null for every robot. */
  readonly token: string | null;
  readonly rule: string;
}

/** A meta element's rules; none if it is for another robot. @param name `robots` or a crawler's token */
export function rulesInMeta(name: string, content: string): RobotsRule[] {
  const token = tokenOf(name);
  return token === undefined ? [] : rulesIn(content).map((rule) => ({ token, rule }));
}

/**
 * An X-Robots-Tag header's rules. A robot's name is for the rules behind it, up to the next name: `noarchive`,
 * `googlebot: noindex, nofollow, otherbot: none`.
 */
export function rulesInHeader(line: string): RobotsRule[] {
  let token: string | null | undefined = null;
  return rulesIn(line).flatMap((piece) => {
    const [, name, rest = ''] = /^([\w-]+)\s*:\s*(.*)$/s.exec(piece) ?? [];
    const isNamed = name !== undefined && !WITH_VALUE.test(name);
    if (isNamed) token = tokenOf(name);
    const rule = isNamed ? rest : piece;
    return token === undefined || rule === '' ? [] : [{ token, rule }];
  });
}

/** Rules with a value behind a colon. */
const WITH_VALUE = /^(?:max-|unavailable_after$)/;

function rulesIn(text: string): string[] {
  return text
    .toLowerCase()
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
}

/** Undefined for a robot that Sightline does not know. */
function tokenOf(name: string): string | null | undefined {
  const lower = name.trim().toLowerCase();
  if (lower === 'robots') return null;
  return CRAWLERS.find(({ token }) => token.toLowerCase() === lower)?.token;
}

/** The robots that may not index a page: null for every one. */
export function noindexed(rules: readonly RobotsRule[]): ReadonlySet<string | null> {
  return new Set(rules.filter(({ rule }) => rule === 'noindex' || rule === 'none').map(({ token }) => token));
}
