import type { LogField } from './log-format.ts';

/** Where a product's JSON records have what we read. */
export interface JsonTable {
  readonly id: string;
  readonly name: string;
  /** Its records have a value at one path of each list. Those without a target are nothing to count. */
  readonly known: readonly (readonly string[])[];
  /** A value that marks requests among other records. */
  readonly only?: { readonly path: string; readonly value: string };
  /** Where a request's id is, if several records tell of one request. */
  readonly requestId?: string;
  readonly paths: Partial<Readonly<Record<LogField, readonly string[]>>>;
}

export const JSON_TABLES: readonly JsonTable[] = [
  {
    id: 'caddy',
    name: 'Caddy',
    known: [['request.uri', 'logger'], ['ts']],
    paths: {
      time: ['ts'],
      host: ['request.host'],
      method: ['request.method'],
      target: ['request.uri'],
      status: ['status'],
      // `client_ip` is behind proxies that Caddy trusts; `remote_addr` is of versions before 2.5.
      address: ['request.client_ip', 'request.remote_ip', 'request.remote_addr'],
      forwarded: ['request.headers.X-Forwarded-For'],
      agent: ['request.headers.User-Agent'],
      referrer: ['request.headers.Referer'],
    },
  },
  {
    id: 'cloudflare',
    name: 'Cloudflare Logpush',
    known: [['ClientRequestURI', 'ClientRequestPath', 'ClientRequestMethod'], ['EdgeStartTimestamp']],
    paths: {
      time: ['EdgeStartTimestamp'],
      host: ['ClientRequestHost'],
      method: ['ClientRequestMethod'],
      target: ['ClientRequestURI', 'ClientRequestPath'],
      status: ['EdgeResponseStatus'],
      address: ['ClientIP'],
      agent: ['ClientRequestUserAgent'],
      referrer: ['ClientRequestReferer'],
    },
  },
  workers('cloudflare_workers', 'Cloudflare Workers', {
    request: 'event.request',
    status: 'event.response.status',
    time: 'eventTimestamp',
    names: ['url', 'method', 'headers'],
  }),
  workers('cloudflare_traces', 'Cloudflare Workers trace events', {
    request: 'Event.Request',
    status: 'Event.Response.Status',
    time: 'EventTimestampMs',
    names: ['URL', 'Method', 'Headers'],
  }),
  {
    id: 'vercel',
    name: 'Vercel drain',
    known: [['proxy.path', 'deploymentId'], ['timestamp']],
    // Each message of a function repeats its request.
    requestId: 'requestId',
    paths: {
      time: ['proxy.timestamp', 'timestamp'],
      host: ['proxy.host', 'host'],
      method: ['proxy.method'],
      target: ['proxy.path'],
      status: ['proxy.statusCode', 'statusCode'],
      address: ['proxy.clientIp'],
      agent: ['proxy.userAgent'],
      referrer: ['proxy.referer'],
    },
  },
  {
    id: 'fastly',
    name: 'Fastly',
    known: [['url'], ['request_method'], ['request_user_agent']],
    paths: {
      time: ['timestamp', 'time_start', 'time'],
      host: ['host', 'request_host'],
      method: ['request_method'],
      target: ['url'],
      status: ['response_status', 'status'],
      address: ['client_ip'],
      agent: ['request_user_agent'],
      referrer: ['request_referer', 'request_referrer'],
    },
  },
  {
    id: 'posthog',
    name: 'PostHog $http_log',
    known: [['event'], ['properties.$current_url', 'properties.$raw_user_agent', 'properties.$ip']],
    only: { path: 'event', value: '$http_log' },
    paths: {
      time: ['timestamp', 'properties.timestamp', 'properties.$timestamp'],
      host: ['properties.$host'],
      method: ['properties.method', 'properties.$method'],
      target: ['properties.$current_url', 'properties.$pathname'],
      status: ['properties.status_code', 'properties.$status_code'],
      address: ['properties.$ip'],
      agent: ['properties.$raw_user_agent', 'properties.$user_agent'],
      referrer: ['properties.$referrer'],
    },
  },
  {
    id: 'profound',
    name: 'Profound record',
    known: [['timestamp'], ['method'], ['host'], ['path'], ['status_code'], ['ip'], ['user_agent']],
    paths: {
      time: ['timestamp'],
      host: ['host'],
      method: ['method'],
      target: ['path'],
      query: ['query_params'],
      status: ['status_code'],
      address: ['ip'],
      agent: ['user_agent'],
      referrer: ['referer'],
    },
  },
];

interface WorkerNames {
  readonly request: string;
  readonly status: string;
  readonly time: string;
  readonly names: readonly [url: string, method: string, headers: string];
}

/** A Worker's event, as a tail Worker gets it or Logpush writes it: the same tree with other names. */
function workers(id: string, name: string, { request, status, time, names }: WorkerNames): JsonTable {
  const [url, method, headers] = names.map((each) => `${request}.${each}`);
  return {
    id,
    name,
    known: [[`${url}`], [time]],
    paths: {
      time: [time],
      method: [`${method}`],
      target: [`${url}`],
      status: [status],
      address: [`${headers}.cf-connecting-ip`, `${headers}.x-real-ip`],
      agent: [`${headers}.user-agent`],
      referrer: [`${headers}.referer`],
    },
  };
}
