import { type Command, Help, type HelpConfiguration, type Option } from 'commander';
import type { SettingFlag } from './deps.ts';

/** Commands that run the server, and so use every setting. The others need to know where the store is. */
const SERVERS = ['serve', 'demo'];
const STORE_SETTING = 'databaseUrl';

/**
 * Help that shows a command's own options first. Server settings are listed with the commands that serve, and
 * nowhere else.
 */
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

/** What the help of the whole program ends with. */
export const SETTINGS_HINT =
  '\nFor the settings of the server, see `sightline serve --help`; for reports from a server, `sightline login --help`.';

/** What the help of `login` ends with. */
export const SERVER_HINT =
  '\nReports come from a server with --server <url> or SIGHTLINE_SERVER, and otherwise from the store, even after a login.' +
  '\nSIGHTLINE_KEY is used instead of a login, and SIGHTLINE_BRAND if there is no --brand.';
