import assert from 'node:assert/strict';
import { test } from 'node:test';
import { configFolder } from './config-folder.ts';

const home = () => '/home/me';

for (const [what, env, platform, folder] of [
  ['~/.config', {}, 'linux', '/home/me/.config'],
  ['HOME before the user list', { HOME: '/srv/me' }, 'linux', '/srv/me/.config'],
  ['XDG_CONFIG_HOME', { XDG_CONFIG_HOME: '/etc/me' }, 'linux', '/etc/me'],
  ['no relative XDG_CONFIG_HOME', { XDG_CONFIG_HOME: 'me' }, 'linux', '/home/me/.config'],
  ['what macOS uses', {}, 'darwin', '/home/me/Library/Application Support'],
  ['XDG_CONFIG_HOME on macOS too', { XDG_CONFIG_HOME: '/etc/me' }, 'darwin', '/etc/me'],
  ['APPDATA on Windows', { APPDATA: 'C:\\me\\Roaming' }, 'win32', 'C:\\me\\Roaming'],
] as const) {
  test(`settings of a user are in ${what}`, () => {
    assert.equal(configFolder(env, platform, home), folder);
  });
}
