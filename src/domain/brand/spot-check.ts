/** An answer that an engine gave a person, who pasted it. It is no answer of ours: no rate, panel, or change has it. */
export const SPOT_CHECKS = {
  /** Longest text, in bytes of UTF-8. */
  bytes: 20 * 1024,
  question: 500,
  person: 80,
  /** How long each is kept, and how old a try may be, in days. */
  days: 90,
  /** Most that a brand keeps from users and keys, and from client links. */
  most: 1000,
  /** Fewest tries that can tell a person's account from others. */
  leastTries: 3,
} as const;

/** Whoever pasted it: a user or a key, or a reader of a client link. */
export type SpotCheckDoor = 'user' | 'link';

const LINK = 'link ';

/** The actor of a client link's reader, by its report's public id. No user's or key's id looks like this. */
export function linkActor(report: string): string {
  return `${LINK}${report}`;
}

export function doorOf(actor: string): SpotCheckDoor {
  return actor.startsWith(LINK) ? 'link' : 'user';
}
