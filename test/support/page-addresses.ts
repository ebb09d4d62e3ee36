import { PAGES } from '../../src/dashboard/pages/index.ts';
import type { PageRoute } from '../../src/dashboard/route.ts';
import { sharedRoutes } from '../../src/dashboard/share-door.ts';

/** What stands for the parameters of routes, by their names; where that depends on the route, by its path and the name. */
export type Parameters = Readonly<Record<string, string>>;

/** The address of a route. A parameter that nothing stands for is an error, so no route is left out of a test. */
export function addressOfRoute({ path }: PageRoute, parameters: Parameters): string {
  return path.replace(/:(\w+)/g, (_match, name: string) => {
    const value = parameters[`${path} ${name}`] ?? parameters[name];
    if (value === undefined) throw new Error(`${path}: give an example of ${name} in page-addresses.ts`);
    return encodeURIComponent(value);
  });
}

/** The routes that answer GET. */
export const READ_ROUTES: readonly PageRoute[] = PAGES.filter(({ get }) => get !== undefined);

/** What a share link opens. */
export const SHARED_ROUTES: readonly PageRoute[] = sharedRoutes(PAGES);

/** The routes that take a form or a file. */
export const FORM_ROUTES: readonly PageRoute[] = PAGES.filter(({ post }) => post !== undefined);
