/** Why a port is unavailable, as part of a sentence; `flag` names the port's setting. */
export function cannotListen(error: unknown, flag: string): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return `the port is in use; choose another with ${flag}`;
  return code === 'EACCES' ? 'not allowed; ports below 1024 need more rights' : message;
}
