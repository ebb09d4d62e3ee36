import type { ClientSettings } from '../../cli/shared/deps.ts';

/** Variables for reports from a server. They share no flags with a server's settings, and the key has none. */
export const CLIENT_VARIABLES = {
  server: 'SIGHTLINE_SERVER',
  key: 'SIGHTLINE_KEY',
  brand: 'SIGHTLINE_BRAND',
} as const satisfies Record<keyof ClientSettings, string>;

export function clientSettings(env: Readonly<Record<string, string | undefined>>): ClientSettings {
  const read = (name: keyof ClientSettings) => env[CLIENT_VARIABLES[name]]?.trim() ?? '';
  return { server: read('server'), key: read('key'), brand: read('brand') };
}
