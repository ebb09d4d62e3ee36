import { PAGES } from '../../src/dashboard/pages/index.ts';
import type { PageRoute } from '../../src/dashboard/route.ts';
import { sharedRoutes } from '../../src/dashboard/share-routes.ts';
import { isNightly } from './effort.ts';

/** The sample data's organization and brand. */
export const SAMPLE_ORGANIZATION = 'Tandemly Ltd';
export const SAMPLE_BRAND = 'tandemly';

/** Values for route parameters by name, or by path and name if they depend on the route. */
export type Parameters = Readonly<Record<string, string>>;

/** Known parameters; for the others, a well-formed id of nothing. */
export function placeholderParameters(known: Parameters): Parameters {
  // `path name` applies to one route, a name alone to all.
  const get = (_none: unknown, name: string) => (name.includes(' ') ? undefined : (known[name] ?? NO_ID));
  return new Proxy<Record<string, string>>({}, { get });
}

const NO_ID = 'xxx_000000000000';

/** A page's query parameters. */
const NEEDED_QUERIES: Readonly<Record<string, string>> = {
  '/brands/:brand/questions/edit': 'q=:question',
  '/brands/:brand/page': 'url=:url',
  '/share/:token/page': 'url=:url',
  '/brands/:brand/claim': 'measure=named',
};

/** A route's address. Fails for a parameter without a value, so that no test skips a route. */
export function addressOfRoute({ path }: PageRoute, parameters: Parameters): string {
  const query = NEEDED_QUERIES[path];
  return `${path}${query === undefined ? '' : `?${query}`}`.replace(/:(\w+)/g, (_match, name: string) => {
    const value = parameters[`${path} ${name}`] ?? parameters[name];
    if (value === undefined) throw new Error(`${path}: give an example of ${name} in page-addresses.ts`);
    return encodeURIComponent(value);
  });
}

/** An address with one more parameter. */
export function withQuery(address: string, query: Readonly<Record<string, string>>): string {
  return `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams(query)}`;
}

/** The routes that answer GET. */
export const READ_ROUTES: readonly PageRoute[] = PAGES.filter(({ get }) => get !== undefined);

/** Pages opened in `npm test`: each part, form, chart, and kind of table is on one. Nightly opens all. */
const BROWSED = [
  '/brands/:brand',
  '/brands/:brand/trend',
  '/brands/:brand/answers/:answer',
  '/brands/:brand/alerts/:alert',
  '/brands/:brand/collecting/plan',
  '/brands/:brand/coverage',
  '/brands/:brand/your-pages',
  '/brands/:brand/questions',
  '/brands/:brand/questions/:question',
  '/brands/:brand/setup/propose',
  '/brands/:brand/competitors',
  '/brands/:brand/reports/:report',
];
export const BROWSED_ROUTES = READ_ROUTES.filter(({ path }) => isNightly || BROWSED.includes(path));

/** Pages that a client link opens. */
export const SHARED_ROUTES: readonly PageRoute[] = sharedRoutes(PAGES);

/** The routes that take a form or a file. */
export const FORM_ROUTES: readonly PageRoute[] = PAGES.filter(({ post }) => post !== undefined);
