import { type Command, Help, type HelpConfiguration, type Option } from 'commander';
import type { SettingFlag } from './deps.ts';

/** Commands that run the server use every setting. The others only need the store. */
const SERVERS = ['serve', 'demo'];
const STORE_SETTING = 'databaseUrl';

/** Help that shows a command's own options first. Only server commands list the server settings. */
export function helpOf(settings: readonly SettingFlag[]): HelpConfiguration {
  const ofServers = new Set(settings.map(({ name }) => name).filter((name) => name !== STORE_SETTING));
  const isForAll = (option: Option) => !ofServers.has(option.attributeName());
  return {
    showGlobalOptions: true,
    visibleOptions(command: Command) {
      return Help.prototype.visibleOptions.call(this, command).filter(isForAll);
    },
    visibleGlobalOptions(command: Command) {
      const options = Help.prototype.visibleGlobalOptions.call(this, command);
      const shown = SERVERS.includes(command.name()) ? options : options.filter(isForAll);
      return shown.filter((option) => option.attributeName() !== 'version');
    },
  };
}

/** The end of the program's help. */
export const SETTINGS_HINT = '\nFor the server settings, see `sightline serve --help`.';
