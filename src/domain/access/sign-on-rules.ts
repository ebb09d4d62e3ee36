import { loginOf, type Role } from './user.ts';

/** The operator's rules for people whom the sign-on provider knows. */
export interface SignOnRules {
  /** The provider's name for people. */
  readonly name: string;
  /** Further parameters of the request to sign on, also `scope` instead of the usual one. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The claim with a person's groups or roles. Dots lead into objects: `realm_access.roles`. */
  readonly claim: string;
  /** If not empty, the only domains of people's addresses, which the provider must have verified. */
  readonly domains: readonly string[];
  /** The first rule that fits a person decides. */
  readonly access: readonly AccessRule[];
}

export interface AccessRule {
  /** Absent: everyone whom the provider signs on. */
  readonly group?: string;
  readonly role: Role;
  /** By name or id; null: all organizations. */
  readonly organization: string | null;
}

/** What a provider says about a person, in an ID token or as user info. */
export type Claims = Readonly<Record<string, unknown>>;

/** A person's place here. */
export interface Placement {
  readonly login: string;
  readonly name: string | null;
  readonly role: Role;
  /** By name or id; null: all organizations. */
  readonly organization: string | null;
  /** Whether the address is proven enough to join a user who has it already. */
  readonly mayJoin: boolean;
}

export const GOOGLE = 'https://accounts.google.com';

/**
 * The place that the rules give a person, or a sentence that says why they have none.
 *
 * @param issuer the provider's, which signed the claims
 */
export function placementOf(
  claims: Claims,
  { name: provider, claim, domains, access }: SignOnRules,
  issuer: string,
): Placement | { readonly refusal: string } {
  const email = textOf(claims.email);
  const login = loginOf(email ?? textOf(claims.preferred_username) ?? '');
  if (login === null) return { refusal: `${provider} did not say your email address.` };
  if (email !== null && 'email_verified' in claims && !isYes(claims.email_verified))
    return { refusal: `${provider} has not verified your email address.` };
  // Microsoft Entra has a claim of its own: whether the domain's owner is the tenant.
  const isVerified = email !== null && (isYes(claims.email_verified) || isYes(claims.xms_edov));
  const isAllowed = isVerified && domainsOf(login, claims, issuer).every((each) => domains.includes(each));
  if (domains.length > 0 && !isAllowed)
    return {
      refusal: isVerified
        ? 'Addresses of your domain may not sign in here.'
        : `${provider} does not say whether it verified your email address, and this server takes only verified ones.`,
    };
  const groups = groupsIn(claims, claim);
  if (groups === null && access.some(({ group }) => group !== undefined))
    return { refusal: `You have more groups than ${provider} tells. Ask an admin to use app roles instead.` };
  const rule = access.find(({ group }) => group === undefined || groups?.includes(plainGroup(group)));
  if (rule === undefined) return { refusal: 'None of your groups may use this server. Ask an admin.' };
  return {
    login,
    name: textOf(claims.name),
    role: rule.role,
    organization: rule.organization,
    mayJoin: isAllowed,
  };
}

/**
 * Domains that must all be allowed. Anyone can make a Google account with an address of another's domain; only `hd` says
 * that the domain's owner manages it.
 */
function domainsOf(login: string, { hd }: Claims, issuer: string): string[] {
  const own = login.split('@')[1] ?? '';
  return issuer === GOOGLE ? [own, textOf(hd)?.toLowerCase() ?? ''] : [own];
}

/** A person's groups; null if the provider left them out because there are too many (Entra: more than 200). */
function groupsIn(claims: Claims, path: string): string[] | null {
  const found = valueAt(claims, path);
  const left = claims._claim_names;
  const isLeftOut = isObject(left) ? Object.hasOwn(left, path) : path === 'groups' && 'hasgroups' in claims;
  if (found === undefined && isLeftOut) return null;
  return [found]
    .flat()
    .filter((each) => typeof each === 'string')
    .map(plainGroup);
}

/** Keycloak writes groups as paths: `/sales`. */
function plainGroup(group: string): string {
  return group.replace(/^\//, '');
}

/** A claim by its name, or by names with dots between them. Names may have dots too: `https://acme.example/roles`. */
export function valueAt(claims: unknown, path: string): unknown {
  if (!isObject(claims)) return undefined;
  if (Object.hasOwn(claims, path)) return claims[path];
  for (let dot = path.indexOf('.'); dot !== -1; dot = path.indexOf('.', dot + 1)) {
    const name = path.slice(0, dot);
    const found = Object.hasOwn(claims, name) ? valueAt(claims[name], path.slice(dot + 1)) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Some providers write truth as text. */
function isYes(value: unknown): boolean {
  return value === true || value === 'true' || value === 1 || value === '1';
}
