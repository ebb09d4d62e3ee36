import { lookup } from 'node:dns/promises';

/** A host's addresses, from this machine's resolver. */
export async function addressesOf(host: string): Promise<readonly string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}
