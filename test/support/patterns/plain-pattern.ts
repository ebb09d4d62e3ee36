import { TooComplex } from './too-complex.ts';

/** An escape, a class, the start or end of a group, or any other character. */
const TOKEN = /\\(?:k<\w+>|[\s\S])|\[(?:\\[\s\S]|[^\]\\])*\]|\(\?<?[=!]|\(\?(?:<\w+>|[ims-]*:)|[\s\S]/g;

/** What a reference stands for: a text that the group allows, but not any of them. */
const PERHAPS = '(?=[sS][sS]|)';

/**
 * A pattern that allows at least the same texts, without what the parser does not know: groups in any case, and
 * references to groups.
 *
 * @throws TooComplex for classes of letters in any case
 */
export function plainPattern({ source, flags }: RegExp): RegExp {
  const tokens = [...source.matchAll(TOKEN)].map(([token]) => token);
  const groups = new Map<string, string>();
  const open: { readonly keys: readonly string[]; readonly from: number; readonly isAnyCase: boolean }[] = [];
  const plain: string[] = [];
  let count = 0;
  for (const token of tokens) {
    const isAnyCase = open.at(-1)?.isAnyCase ?? false;
    const [, name] = /^\(\?<(\w+)>$/.exec(token) ?? [];
    if (token === '(' || name !== undefined) count += 1;
    if (token.startsWith('(')) {
      const keys = token === '(' ? [String(count)] : name === undefined ? [] : [String(count), `k<${name}>`];
      open.push({ keys, from: plain.length, isAnyCase: isAnyCase || /^\(\?i/.test(token) });
    }
    plain.push(isAnyCase && !token.startsWith('(') ? inAnyCase(token) : plainToken(token, groups));
    if (token !== ')') continue;
    const { keys, from } = open.pop() ?? { keys: [], from: 0 };
    for (const key of keys) groups.set(key, plain.slice(from + 1, -1).join(''));
  }
  return new RegExp(plain.join(''), flags);
}

function plainToken(token: string, groups: ReadonlyMap<string, string>): string {
  if (/^\(\?[ims-]+:$/.test(token)) return '(?:';
  const group = /^\\(?:[1-9]|k<)/.test(token) ? groups.get(token.slice(1)) : undefined;
  return group === undefined ? token : `(?:${PERHAPS}(?:${group}))`;
}

function inAnyCase(token: string): string {
  if (/^[a-z]$/i.test(token)) return `[${token.toLowerCase()}${token.toUpperCase()}]`;
  if (/^\[/.test(token) && /[a-z]/i.test(token.replace(/\\[\s\S]/g, ''))) {
    throw new TooComplex('it has a class of letters in any case');
  }
  return token;
}
