import { homedir } from 'node:os';
import { posix, win32 } from 'node:path';

/** The part of the process that says where a user's settings are. */
type Platform = Pick<NodeJS.Process, 'platform'>['platform'];

/** The user's folder for settings, where this platform keeps them. `XDG_CONFIG_HOME` counts on each of them. */
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
