import { typedPassword } from '../../domain/password.ts';

/** What people put before or after a word to make it longer, which whoever guesses does too. */
const ADDED = /^[\p{N}\p{P}\p{S}\s]+|[\p{N}\p{P}\p{S}\s]+$/gu;

/**
 * Whether a password is among the first that somebody would guess: one of the 49,000 that are used most, one of them with digits or
 * signs around it, or two of them in a row. Capitals make no difference.
 */
export async function isCommonPassword(text: string): Promise<boolean> {
  const password = typedPassword(text).toLowerCase();
  // 19 MB, for the rare moment in which somebody chooses a password.
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const common = new Set(dictionary['passwords-common']);
  const core = password.replace(ADDED, '');
  return core === '' || [password, core].some((each) => common.has(each) || isTwo(each, common));
}

function isTwo(password: string, common: ReadonlySet<string>): boolean {
  const cuts = Array.from({ length: Math.min(password.length, LONGEST) }, (_, index) => index + 1);
  return cuts.some((cut) => common.has(password.slice(0, cut)) && common.has(password.slice(cut)));
}

/** More characters than any password of the list has. */
const LONGEST = 64;
