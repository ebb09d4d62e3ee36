import ipaddr from 'ipaddr.js';
import { EVALUATION_TIME } from '../../domain/alerts/alert-rules.ts';
import { mailAddressOf } from '../../domain/alerts/endpoint.ts';
import { SightlineError } from '../../domain/errors.ts';
import { isLoopback } from '../../domain/web/client-address.ts';
import { hasEmptyLabel } from '../../domain/web/host.ts';
import { RETENTION, type Retention } from '../../pipeline/prune/retention.ts';
import type { Schedule } from '../../pipeline/watch/schedule.ts';
import { isStoreUrl } from '../../storage/driver/store-url.ts';

/** One setting. A flag overrides a variable, which overrides the default. */
interface Setting<Value> {
  readonly variable: string;
  /** Null for a secret, because other users of a machine can see flags, and for a text too long for one. */
  readonly flag: string | null;
  /** The placeholder for the value in help. */
  readonly placeholder: string;
  readonly standard: string;
  readonly help: string;
  /** Parses the text, or returns the expected form in a few words. */
  readonly read: (text: string) => Value | Expected;
}

class Expected {
  readonly what: string;
  constructor(what: string) {
    this.what = what;
  }
}

/** Names that proxy-addr, behind Fastify's trustProxy, knows. */
const NETWORK_NAMES = ['loopback', 'linklocal', 'uniquelocal'];

/** Changes need 35 days, and after an outage also earlier weeks. */
const LEAST_ANSWER_DAYS = 90;

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const;

/** All settings. docs/settings.md and the command line's help come from this table. */
export const SETTINGS = {
  databaseUrl: setting({
    variable: 'SIGHTLINE_DATABASE_URL',
    flag: 'database-url',
    placeholder: 'url',
    standard: 'sqlite:./data/sightline.db',
    help: 'Where the data is: `sqlite:<path>`, or `postgres://<user>:<password>@<host>/<database>`.',
    read: databaseUrl,
  }),
  databaseConnections: setting({
    variable: 'SIGHTLINE_DATABASE_CONNECTIONS',
    flag: 'database-connections',
    placeholder: 'n',
    standard: '10',
    help: 'The most PostgreSQL connections that one process opens.',
    read: wholeNumber(1, 1000),
  }),
  host: setting({
    variable: 'SIGHTLINE_HOST',
    flag: 'host',
    placeholder: 'address',
    standard: '127.0.0.1',
    help: 'The address to listen on; `0.0.0.0` or `::` for every interface.',
    read: (text) => (/^\S+$/.test(text) ? text : new Expected('an address')),
  }),
  port: setting({
    variable: 'SIGHTLINE_PORT',
    flag: 'port',
    placeholder: 'n',
    standard: '8080',
    help: 'The port to listen on; 0 for any free port.',
    read: wholeNumber(0, 65_535),
  }),
  trustProxy: setting({
    variable: 'SIGHTLINE_TRUST_PROXY',
    flag: 'trust-proxy',
    placeholder: 'addresses',
    standard: '',
    help:
      'Proxies whose `X-Forwarded-For` Sightline trusts: comma-separated addresses or networks (`10.0.0.0/8`), or ' +
      '`loopback`. If empty, the client is the address that connects.',
    read: networks,
  }),
  panelMb: setting({
    variable: 'SIGHTLINE_PANEL_MB',
    flag: 'panel-mb',
    placeholder: 'n',
    standard: '96',
    help: 'Memory for the packed answers that reports count, in MB: about 350 bytes per answer if you use every report. Reports read other answers from the database again.',
    read: wholeNumber(0, 65_536),
  }),
  watchAt: setting({
    variable: 'SIGHTLINE_WATCH_AT',
    flag: 'watch-at',
    placeholder: 'time',
    standard: '06:00',
    help: 'When `serve` checks for changes every day, in UTC. With `off`, only `sightline watch` does.',
    read: dailyTime,
  }),
  pruneAt: setting({
    variable: 'SIGHTLINE_PRUNE_AT',
    flag: 'prune-at',
    placeholder: 'time',
    standard: '03:30',
    help: 'When `serve` deletes data past its retention period every day, in UTC. With `off`, only `sightline prune` does.',
    read: dailyTime,
  }),
  replyDays: setting({
    variable: 'SIGHTLINE_REPLY_DAYS',
    flag: 'reply-days',
    placeholder: 'n|forever',
    standard: '365',
    help: 'How many days to keep engine replies, compressed. Only `rescan --reparse` needs them; answers have their own setting.',
    read: (text) => daysKept(text),
  }),
  answerDays: setting({
    variable: 'SIGHTLINE_ANSWER_DAYS',
    flag: 'answer-days',
    placeholder: 'n|forever',
    standard: 'forever',
    help: `How many days to keep answers with all their counts, and failed collections; at least ${LEAST_ANSWER_DAYS}.`,
    read: (text) => daysKept(text, LEAST_ANSWER_DAYS),
  }),
  maxKeyDays: setting({
    variable: 'SIGHTLINE_MAX_KEY_DAYS',
    flag: 'max-key-days',
    placeholder: 'n|forever',
    standard: 'forever',
    help: 'Longest lifetime of a new or replaced API key, in days. Existing keys keep their end.',
    read: daysKept,
  }),
  collect: setting({
    variable: 'SIGHTLINE_COLLECT',
    flag: 'collect',
    placeholder: 'on|off',
    standard: 'on',
    help: 'Whether `serve` asks the engines that have a key, each question once a day. Set `off` to use `sightline collect` instead.',
    read: onOrOff,
  }),
  ownEngines: setting({
    variable: 'SIGHTLINE_ENGINES',
    flag: null,
    placeholder: '',
    standard: '',
    help: 'Your own engines: models behind any OpenAI-compatible endpoint, as a JSON list ([how](engines.md#engines-of-your-own)).',
    read: (text) => text.trim(),
  }),
  pageFetches: setting({
    variable: 'SIGHTLINE_PAGE_FETCHES',
    flag: 'page-fetches',
    placeholder: 'n',
    standard: '0',
    help:
      'How many pages `serve` fetches a day by itself, for all brands together: own pages and the most cited ones, each at most once a week, as ' +
      'its robots.txt allows; beside them the sitemaps of own hosts. With 0, it fetches pages only when you ask.',
    read: wholeNumber(0, 10_000),
  }),
  addressLists: setting({
    variable: 'SIGHTLINE_ADDRESS_LISTS',
    flag: 'address-lists',
    placeholder: 'shipped|refresh',
    standard: 'shipped',
    help: 'Lists of crawlers’ addresses that verify requests in logs. With `refresh`, `serve` reads the operators’ lists once a week; with `shipped`, Sightline uses only the copies in this version.',
    read: (text) => (text === 'shipped' || text === 'refresh' ? text : new Expected('shipped or refresh')),
  }),
  metricsPort: setting({
    variable: 'SIGHTLINE_METRICS_PORT',
    flag: 'metrics-port',
    placeholder: 'n|off',
    standard: 'off',
    help: 'The port of `/metrics` for Prometheus, without a key; 0 for any free port.',
    read: portOrOff,
  }),
  metricsHost: setting({
    variable: 'SIGHTLINE_METRICS_HOST',
    flag: 'metrics-host',
    placeholder: 'address',
    standard: '127.0.0.1',
    help: 'The address to serve metrics on. Anyone who reaches it can read them.',
    read: (text) => (/^\S+$/.test(text) ? text : new Expected('an address')),
  }),
  publicUrl: setting({
    variable: 'SIGHTLINE_PUBLIC_URL',
    flag: 'public-url',
    placeholder: 'url',
    standard: '',
    help: 'Your dashboard URL, such as `https://sightline.acme.example`, for links in mail, for single sign-on, and to connect assistants by OAuth (https).',
    read: publicUrl,
  }),
  webhookNetworks: setting({
    variable: 'SIGHTLINE_WEBHOOK_NETWORKS',
    flag: 'webhook-networks',
    placeholder: 'addresses',
    standard: '',
    help:
      'Private addresses or networks that you allow webhooks to reach, also over `http://`: ' +
      'comma-separated, such as `10.1.0.0/16`, or `loopback`. If empty, webhooks go to public addresses only.',
    read: networks,
  }),
  smtpUrl: setting({
    variable: 'SIGHTLINE_SMTP_URL',
    flag: 'smtp-url',
    placeholder: 'url',
    standard: '',
    help: 'Your mail server: `smtps://<user>:<password>@<host>`, or `smtp://…` for STARTTLS. If empty, Sightline sends no mail.',
    read: smtpUrl,
  }),
  mailFrom: setting({
    variable: 'SIGHTLINE_MAIL_FROM',
    flag: 'mail-from',
    placeholder: 'address',
    standard: '',
    help: 'The sender address. Required to send mail.',
    read: (text) => (text === '' ? '' : (mailAddressOf(text) ?? new Expected('an email address'))),
  }),
  secretKey: setting({
    variable: 'SIGHTLINE_SECRET_KEY',
    flag: null,
    placeholder: '',
    standard: '',
    help:
      'Encrypts webhook signing secrets, entered engine keys, and second factors in the store, and signs unsubscribe links: at least 32 characters, ' +
      'such as from `openssl rand -base64 32`; the same on every server. If empty, a SQLite store gets a key file next to it, `<file>-key`, and ' +
      'PostgreSQL takes no webhooks, entered keys, or second factors.',
    read: (text) => (text === '' || text.length >= 32 ? text : new Expected('at least 32 characters')),
  }),
  oidcIssuer: setting({
    variable: 'SIGHTLINE_OIDC_ISSUER',
    flag: 'oidc-issuer',
    placeholder: 'url',
    standard: '',
    help: 'Single sign-on by OpenID Connect ([how](sign-on.md)): the issuer of your provider, such as `https://login.acme.example/realms/acme`. Needs `SIGHTLINE_PUBLIC_URL`.',
    read: issuer,
  }),
  oidcClient: setting({
    variable: 'SIGHTLINE_OIDC_CLIENT',
    flag: 'oidc-client',
    placeholder: 'id',
    standard: '',
    help: 'The client id that the provider has for Sightline.',
    read: (text) => text.trim(),
  }),
  oidcSecret: setting({
    variable: 'SIGHTLINE_OIDC_SECRET',
    flag: null,
    placeholder: '',
    standard: '',
    help: 'The client secret. Leave it empty for a public client.',
    read: (text) => text.trim(),
  }),
  oidcAccess: setting({
    variable: 'SIGHTLINE_OIDC_ACCESS',
    flag: null,
    placeholder: '',
    standard: '',
    help: 'Who may sign on, as what, and where: a JSON object ([how](sign-on.md#who-may-sign-on)).',
    read: (text) => text.trim(),
  }),
  oidcOnly: setting({
    variable: 'SIGHTLINE_OIDC_ONLY',
    flag: 'oidc-only',
    placeholder: 'on|off',
    standard: 'off',
    help: 'With `on`, passwords work only for users from `user create --break-glass`.',
    read: onOrOff,
  }),
  logLevel: setting({
    variable: 'SIGHTLINE_LOG_LEVEL',
    flag: 'log-level',
    placeholder: 'level',
    standard: 'info',
    help: `What to log, as JSON lines on standard error: ${LOG_LEVELS.join(', ')}.`,
    read: (text) =>
      LOG_LEVELS.find((level) => level === text) ?? new Expected(`one of ${LOG_LEVELS.join(', ')}`),
  }),
};

export type SettingName = keyof typeof SETTINGS;

export type Config = {
  readonly [Name in SettingName]: Exclude<ReturnType<(typeof SETTINGS)[Name]['read']>, Expected>;
};

/**
 * Reads every setting.
 *
 * @param flags texts from the command line, by setting name
 * @throws SightlineError `invalid_setting` naming the flag or variable, and its valid values
 */
export function readConfig(
  env: Readonly<Record<string, string | undefined>>,
  flags: Readonly<Partial<Record<SettingName, string>>>,
): Config {
  const entries = Object.entries(SETTINGS).map(([name, each]) => [
    name,
    settingValue(each, env, flags[name as SettingName]),
  ]);
  return Object.fromEntries(entries) as Config;
}

/** When to check for changes in `serve`, `watch`, or `demo`. If `serve` does not check, the usual time. */
export function scheduleOf({ watchAt }: Pick<Config, 'watchAt'>): Schedule {
  return { timeOfDay: watchAt ?? EVALUATION_TIME };
}

export function retentionOf({ replyDays, answerDays }: Config): Retention {
  return { ...RETENTION, replyDays, answerDays };
}

export function settingsMarkdown(): string {
  const rows = Object.values(SETTINGS).map(
    ({ variable, flag, standard, help }) =>
      `| \`${variable}\` | ${flag === null ? '' : `\`--${flag}\``} | ${standard && `\`${standard}\``} | ${help} |`,
  );
  return ['| variable | flag | default | meaning |', '|---|---|---|---|', ...rows].join('\n');
}

function setting<Value>(each: Setting<Value>): Setting<Value> {
  return each;
}

function settingValue(
  each: Setting<unknown>,
  env: Readonly<Record<string, string | undefined>>,
  flag: string | undefined,
): unknown {
  const variable = env[each.variable];
  // An empty variable, as Compose files set it, counts as unset.
  const value = each.read(flag ?? (variable || each.standard));
  if (!(value instanceof Expected)) return value;
  const source = flag === undefined ? each.variable : `--${each.flag}`;
  throw new SightlineError('invalid_setting', `${source} must be ${value.what}.`);
}

function wholeNumber(least: number, most: number): (text: string) => number | Expected {
  return (text) => {
    const value = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
    return value >= least && value <= most ? value : new Expected(`a whole number from ${least} to ${most}`);
  };
}

function onOrOff(text: string): boolean | Expected {
  return text === 'on' || text === 'off' ? text === 'on' : new Expected('on or off');
}

/** A provider's address: `https://`, or on this machine `http://`. */
function issuer(text: string): string | Expected {
  const url = URL.canParse(text) && !/[?#\s]/.test(text) ? new URL(text) : null;
  const host = url?.hostname.replace(/^\[|\]$/g, '') ?? '';
  const isSafe =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && (host === 'localhost' || isLoopback(host)));
  if (text === '' || (isSafe && url.username === '')) return text;
  return new Expected('an https:// URL, or an http:// URL on this machine');
}

function portOrOff(text: string): number | null | Expected {
  if (text === 'off') return null;
  const port = wholeNumber(0, 65_535)(text);
  return port instanceof Expected ? new Expected(`${port.what}, or off`) : port;
}

/** Days, or null for forever. */
function daysKept(text: string, least = 1): number | null | Expected {
  if (text === 'forever') return null;
  const days = wholeNumber(least, 36_500)(text);
  return days instanceof Expected ? new Expected(`${days.what}, or forever`) : days;
}

/** Milliseconds after midnight, or null for never. */
function dailyTime(text: string): number | null | Expected {
  if (text === 'off') return null;
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  if (hours === undefined) return new Expected('a time of day such as 06:00, or off');
  return (Number(hours) * 60 + Number(minutes)) * 60_000;
}

function networks(text: string): string | Expected {
  const names = text.split(',').map((name) => name.trim());
  const known = (name: string) => NETWORK_NAMES.includes(name) || isNetwork(name);
  if (text.trim() === '' || names.every(known)) return text.trim();
  return new Expected('comma-separated addresses or networks, or loopback');
}

function publicUrl(text: string): string | Expected {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isWeb = url !== null && /^https?:$/.test(url.protocol) && url.username === '' && !/[\s?#]/.test(text);
  if (text === '' || (isWeb && !hasEmptyLabel(url.hostname))) return text.replace(/(?<!\/)\/+$/, '');
  return new Expected('an https:// or http:// URL');
}

function smtpUrl(text: string): string | Expected {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (text === '' || (url !== null && /^smtps?:$/.test(url.protocol) && !hasEmptyLabel(url.hostname)))
    return text;
  return new Expected('smtp://<host> or smtps://<host>');
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address);
  return isAddress && more.length === 0 && (bits === undefined || ipaddr.isValidCIDR(text));
}

function databaseUrl(text: string): string | Expected {
  return isStoreUrl(text) ? text : new Expected('sqlite:<path of a file> or a postgres:// URL');
}
