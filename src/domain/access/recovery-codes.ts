import type { RandomBytes } from './base62.ts';

const COUNT = 10;
/** 53 bits. Digits alone, so that the keypad that takes a code from an app takes them too. */
const DIGITS = 16;

/** Codes that replace an authenticator app, each once. */
export function mintRecoveryCodes(random: RandomBytes): string[] {
  // 64 random bits are 1,800 times as many, so that no code is noticeably likelier.
  const mint = () => Buffer.from(random(8)).readBigUInt64BE() % 10n ** BigInt(DIGITS);
  return Array.from({ length: COUNT }, () => String(mint()).padStart(DIGITS, '0'));
}

/** A typed code without what people and apps put between its digits. */
export function digitsOf(typed: string): string {
  return typed.normalize('NFKC').replace(/[\s\p{Pd}]/gu, '');
}

/** `1234 5678 …`, as people read and type it. */
export function inFours(code: string): string {
  return code.replace(/.{4}(?=.)/g, '$& ');
}
