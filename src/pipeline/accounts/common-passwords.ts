import { typedPassword } from '../../domain/access/password.ts';

/** Digits and symbols that people, and so attackers, add around a word. */
const ADDED = /^[\p{N}\p{P}\p{S}\s]+|(?<![\p{N}\p{P}\p{S}\s])[\p{N}\p{P}\p{S}\s]+$/gu;

/**
 * Whether attackers would try a password first: one of the 49,000 most common, one with digits or symbols around it,
 * or two in a row. Ignores case.
 */
export async function isCommonPassword(text: string): Promise<boolean> {
  const password = typedPassword(text).toLowerCase();
  // Takes 19 MB, so load it only when somebody chooses a password.
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const common = new Set(dictionary['passwords-common']);
  const core = password.replace(ADDED, '');
  return core === '' || [password, core].some((each) => common.has(each) || isTwo(each, common));
}

function isTwo(password: string, common: ReadonlySet<string>): boolean {
  const cuts = Array.from({ length: Math.min(password.length, LONGEST) }, (_, index) => index + 1);
  return cuts.some((cut) => common.has(password.slice(0, cut)) && common.has(password.slice(cut)));
}

/** Longer than every password in the list. */
const LONGEST = 64;
