import { lookup } from 'node:dns/promises';

/** The addresses of a host, as this machine looks them up. */
export async function addressesOf(host: string): Promise<readonly string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}
