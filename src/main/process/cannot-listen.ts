import { once } from 'node:events';
import { createServer } from 'node:net';
import { SightlineError } from '../../domain/errors.ts';
import type { Config } from '../settings/config.ts';

type Address = Pick<Config, 'host' | 'port'>;

/** The error for an address that the server cannot listen on. */
export function listenRefusal({ host, port }: Address, error: unknown): SightlineError {
  return new SightlineError(
    'invalid_setting',
    `Cannot listen on ${host}, port ${port}: ${cannotListen(error, '--port')}.`,
  );
}

/** Tries the server's address before long work. @throws SightlineError `invalid_setting` */
export async function tryListening({ host, port }: Address): Promise<void> {
  const server = createServer().listen({ host, port });
  await once(server, 'listening').catch((error: unknown) => {
    throw listenRefusal({ host, port }, error);
  });
  server.close();
  await once(server, 'close');
}

/** Why a port is unavailable, as part of a sentence; `flag` names the port's setting. */
export function cannotListen(error: unknown, flag: string): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return `the port is in use; choose another with ${flag}`;
  return code === 'EACCES' ? 'not allowed; ports below 1024 need more rights' : message;
}
