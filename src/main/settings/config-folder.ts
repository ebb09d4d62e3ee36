import { homedir } from 'node:os';
import { posix, win32 } from 'node:path';

type Platform = Pick<NodeJS.Process, 'platform'>['platform'];

/** The user's settings folder on this platform. `XDG_CONFIG_HOME` works on all of them. */
export function configFolder(
  env: Readonly<Record<string, string | undefined>>,
  platform: Platform,
  home: () => string = homedir,
): string {
  const { join, isAbsolute } = platform === 'win32' ? win32 : posix;
  const { XDG_CONFIG_HOME: chosen = '', APPDATA: roaming = '', HOME: own } = env;
  if (isAbsolute(chosen)) return chosen;
  if (platform === 'win32') return roaming || join(home(), 'AppData', 'Roaming');
  const user = own || home();
  return platform === 'darwin' ? join(user, 'Library', 'Application Support') : join(user, '.config');
}
