import type { LogField } from './log-format.ts';

/** Columns and names that logs use, without signs and capitals; of several in one log, the first counts. */
const NAMES: Readonly<Record<LogField, readonly string[]>> = {
  time: list(
    'edgestarttimestamp eventtimestampms timestamp timestampms datetime datetimeutc timeiso8601 timelocal eventtime starttime startutc requesttimestamp receivedat createdat occurredat logtime msec time ts date',
  ),
  date: list('date'),
  host: list(
    'xhostheader host httphost requesthost clientrequesthost requestheadershost headershost hostname domain vhost servername cshost urldomain authority',
  ),
  method: list('method requestmethod httpmethod httprequestmethod clientrequestmethod csmethod verb'),
  target: list(
    'requesturi clientrequesturi requesturl urloriginal urlfull currenturl fullurl url uri csuri csuristem requestpath clientrequestpath urlpath path pathname target',
  ),
  query: list('querystring queryparams csuriquery query urlquery args'),
  request: list('request requestline'),
  status: list(
    'status statuscode responsestatus responsestatuscode httpstatus httpstatuscode httpresponsestatuscode edgeresponsestatus scstatus downstreamstatus code',
  ),
  address: list(
    'clientip cip remoteip remoteaddr remoteaddress clientaddress clientaddr sourceip ipaddress clienthost ip address',
  ),
  forwarded: list('xforwardedfor httpxforwardedfor forwardedfor'),
  agent: list(
    'useragent httpuseragent requestuseragent clientrequestuseragent rawuseragent csuseragent useragentoriginal ua agent',
  ),
  referrer: list(
    'referer referrer httpreferer httpreferrer requestreferer clientrequestreferer csreferer csreferrer httprequestreferrer refererurl referrerurl',
  ),
};

function list(names: string): string[] {
  return names.split(' ');
}

/** `cs(User-Agent)` and `user_agent` as their letters and digits. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** Where each field is among names, by index; -1 for a field that none names. */
export function placesIn(names: readonly string[]): Record<LogField, number> {
  const plain = names.map(plainName);
  const all = new Set(plain);
  const places = Object.entries(NAMES).map(([field, known]) => {
    const name = known.find((each) => all.has(each));
    return [field, name === undefined ? -1 : plain.indexOf(name)];
  });
  return Object.fromEntries(places) as Record<LogField, number>;
}
