/** Why a port cannot be listened on, as a part of a sentence; `flag` is the one that names the port. */
export function cannotListen(error: unknown, flag: string): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return `the port is in use; choose another with ${flag}`;
  return code === 'EACCES' ? 'not allowed; ports below 1024 need more rights' : message;
}
