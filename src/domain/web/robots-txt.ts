import { normalizeEncoding } from './percent-encoding.ts';

export interface RobotsTxt {
  /** Addresses of sitemaps, as written, whoever's group they stand in (sitemaps.org/protocol.html). */
  readonly sitemaps: readonly string[];
  /**
   * Whether a robot may read an address.
   *
   * @param token its product token, such as `GPTBot`
   * @param fallback the robot whose rules it obeys if the file does not name it
   */
  allows(token: string, url: string, fallback?: string): boolean;
}

/** An `allow` or `disallow` record. */
interface Rule {
  readonly isAllowed: boolean;
  /** Characters in its pattern. The longest match decides, and of two an `allow`. */
  readonly length: number;
  /** The pattern between its stars, normalized. */
  readonly pieces: readonly string[];
  /** Whether it ends with `$`, so the address must end there too. */
  readonly isWhole: boolean;
}

/** Rules under the same `user-agent` records. */
interface Group {
  readonly rules: Rule[];
  /** The last question's rule, because callers ask about one address for many robots. */
  last: { readonly path: string; readonly rule: Rule | null } | null;
}

const EVERY_ROBOT = '*';

const USER_AGENT: ReadonlySet<string> = new Set(['user-agent', 'useragent', 'user agent']);
const DISALLOW: ReadonlySet<string> = new Set([
  'disallow',
  'dissallow',
  'dissalow',
  'disalow',
  'diasllow',
  'disallaw',
]);

/**
 * Reads a robots.txt file by RFC 9309. What the RFC leaves open is as in the parser by its authors
 * (github.com/google/robotstxt):
 *
 * - A robot's name is the letters, hyphens, and underscores at the value's start: `GPTBot/1.1` and `GPTBot*` name
 *   GPTBot, and `GPTBot, CCBot` does too, but not CCBot. `* (all)` is every robot, `*bot` none.
 * - `useragent`, `user agent`, and five misspellings of `disallow` count, and so does a blank in place of the colon if
 *   the line has two words. Any other record is unknown.
 * - Unknown records, also Sitemap and Crawl-delay, do not end a group.
 *
 * A robot obeys all groups with its name, or only without any, those of every robot. One documents that it obeys
 * another robot's before these: Applebot (crawlers.ts).
 *
 * Time and memory are linear in the file. A question takes at most the robot's rules times the address's length.
 * Robots that share a group share its answer.
 */
export function robotsTxtOf(text: string): RobotsTxt {
  const { groups, sitemaps } = recordsIn(text);
  return {
    sitemaps,
    allows: (token, url, fallback = '') => {
      const path = pathOf(url);
      const own = [token, fallback, EVERY_ROBOT].map((name) => groups.get(name.toLowerCase()));
      const rules = own.find((each) => each !== undefined)?.flatMap((group) => ruleFor(group, path) ?? []);
      // Section 2.2.2 allows the file itself.
      return path === '/robots.txt' || (strongest(rules ?? [], path)?.isAllowed ?? true);
    },
  };
}

/** The first ones count. */
const MOST_SITEMAPS = 20;

interface Records {
  /** Each robot's groups, by its name in lower case, which is never empty. */
  readonly groups: ReadonlyMap<string, readonly Group[]>;
  readonly sitemaps: readonly string[];
}

function recordsIn(text: string): Records {
  const groups = new Map<string, Group[]>();
  const sitemaps: string[] = [];
  let group: Group = { rules: [], last: null };
  for (const line of text.replaceAll('\0', '').split(/\r\n|\r|\n/)) {
    const [field, value] = recordIn(line);
    if (USER_AGENT.has(field)) {
      if (group.rules.length > 0) group = { rules: [], last: null };
      const name = nameIn(value);
      if (name === '') continue;
      const own = groups.get(name) ?? [];
      if (own.at(-1) !== group) own.push(group);
      groups.set(name, own);
    } else if (field === 'allow' || DISALLOW.has(field)) {
      group.rules.push(ruleOf(field === 'allow', value));
    } else if (field === 'sitemap' && sitemaps.length < MOST_SITEMAPS) sitemaps.push(value);
  }
  return { groups, sitemaps };
}

function recordIn(line: string): readonly [field: string, value: string] {
  const [record = ''] = line.split('#', 1);
  const colon = record.indexOf(':');
  if (colon >= 0) return [record.slice(0, colon).trim().toLowerCase(), record.slice(colon + 1).trim()];
  const [field = '', value = '', ...others] = record.trim().split(/\s+/);
  return others.length === 0 ? [field.toLowerCase(), value] : ['', ''];
}

function nameIn(value: string): string {
  const [name = ''] = /^(?:\*(?!\S)|[a-z_-]*)/i.exec(value) ?? [];
  return name.toLowerCase();
}

/** An empty pattern forbids nothing. */
function ruleOf(isAllow: boolean, value: string): Rule {
  const isWhole = value.endsWith('$');
  const pattern = normalized(isWhole ? value.slice(0, -1) : value);
  return {
    isAllowed: isAllow || value === '',
    length: pattern.length + (isWhole ? 1 : 0),
    pieces: pattern.split('*'),
    isWhole,
  };
}

/** An address's path and query. A star is only a character there. */
function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return normalized(`${pathname}${search}`).replaceAll('*', '%2A');
}

/** Characters that are the same encoded or not, in a path and in a query. `*` and `$` mean more in a pattern. */
const ALIKE_IN_PATH = /[\w\-.~!&'(),=:@]/;
const ALIKE_IN_QUERY = /[\w\-.~!'(),;:@/?]/;

/** One spelling for a path with its query, or for a pattern (section 2.2.2). A dollar within is only a character. */
function normalized(text: string): string {
  const at = text.indexOf('?');
  const [path, query] = at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at)];
  const spelled = `${normalizeEncoding(path, ALIKE_IN_PATH)}${normalizeEncoding(query, ALIKE_IN_QUERY)}`;
  return spelled.replaceAll('$', '%24');
}

function ruleFor(group: Group, path: string): Rule | null {
  if (group.last?.path !== path) group.last = { path, rule: strongest(group.rules, path) };
  return group.last.rule;
}

function strongest(rules: readonly Rule[], path: string): Rule | null {
  let best: Rule | null = null;
  for (const rule of rules) if ((best === null || isStronger(rule, best)) && matches(rule, path)) best = rule;
  return best;
}

function isStronger(one: Rule, other: Rule): boolean {
  return one.length > other.length || (one.length === other.length && one.isAllowed && !other.isAllowed);
}

/** Whether a rule's pattern matches from the path's start. Each piece takes its first place, so nothing is tried again. */
function matches({ pieces: [first = '', ...others], isWhole }: Rule, path: string): boolean {
  if (!path.startsWith(first)) return false;
  const last = isWhole ? others.pop() : undefined;
  let at = first.length;
  for (const piece of others) {
    at = endOf(piece, path, at);
    if (at < 0) return false;
  }
  if (last === undefined) return !isWhole || at === path.length;
  return path.length - last.length >= at && path.endsWith(last);
}

/**
 * Where a piece's first place in a path ends, from an index on; -1 for none. Linear in the path (Knuth, Morris, and
 * Pratt, Fast Pattern Matching in Strings, 1977).
 */
function endOf(piece: string, path: string, from: number): number {
  if (piece.length > path.length - from) return -1;
  const borders = bordersOf(piece);
  let [at, matched] = [from, 0];
  while (at < path.length && matched < piece.length) {
    matched = extended(piece, borders, matched, path.charCodeAt(at));
    at += 1;
  }
  return matched === piece.length ? at : -1;
}

/** For each beginning of a piece, how much of its end the piece begins with too, less than all. */
function bordersOf(piece: string): number[] {
  const borders = [0];
  for (let at = 1; at < piece.length; at += 1) {
    borders.push(extended(piece, borders, borders[at - 1] ?? 0, piece.charCodeAt(at)));
  }
  return borders;
}

/** How much of a piece ends with this character, if so much of it ended before. */
function extended(piece: string, borders: readonly number[], before: number, character: number): number {
  let matched = before;
  while (matched > 0 && piece.charCodeAt(matched) !== character) matched = borders[matched - 1] ?? 0;
  return piece.charCodeAt(matched) === character ? matched + 1 : 0;
}
