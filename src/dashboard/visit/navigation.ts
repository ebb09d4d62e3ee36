import { covers, type Standing, standingOf } from '../../domain/access/user.ts';
import type { SharedPage } from '../../domain/sharing/shared-report.ts';
import type { Visit } from './visit.ts';

/** The dashboard's entries and their pages: the header, tabs, Find, and the keyboard lead to these. */

/** A page with a tab. */
export interface Place {
  /** Below the brand, '' for its overview; with a leading slash, below the server. */
  readonly path: string;
  readonly label: string;
  /** Paths of pages that belong to it and have no tab. */
  readonly also?: readonly string[];
  /** Paths of its own further steps, which have its tab. */
  readonly steps?: readonly string[];
  /** Keyboard shortcut: the letter after `g`. */
  readonly key?: string;
  /** As its route has them. */
  readonly least?: Standing;
  readonly ofAllBrands?: true;
  /** The live page of client links that it is, if its entry is another. */
  readonly shared?: SharedPage;
  readonly isBeforeSetup?: true;
  /** Only for brands whose answers show ads or products. */
  readonly isOfCards?: true;
}

export interface Entry {
  readonly label: string;
  /** The live page of client links that it is. */
  readonly shared?: SharedPage;
  readonly places: readonly Place[];
}

/** What engines read and cite. */
export const SITES: Entry = {
  label: 'Sites',
  shared: 'sources',
  places: [
    { path: 'your-pages', label: 'Your pages', shared: 'your-pages' },
    { path: 'sources', label: 'Other sites', key: 's' },
    { path: 'cards', label: 'Ads and products', isOfCards: true },
  ],
};

/** What answers say about the brand, in the header's order. */
export const ENTRIES: readonly Entry[] = [
  {
    label: 'Overview',
    shared: 'overview',
    places: [{ path: '', label: 'Overview', key: 'o', isBeforeSetup: true, also: ['todo'] }],
  },
  {
    label: 'Changes',
    shared: 'alerts',
    places: [
      { path: 'alerts', label: 'Changes', key: 'l' },
      { path: 'trend', label: 'Trend', key: 't' },
      { path: 'comparisons', label: 'All checks' },
      { path: 'events', label: 'What we did', key: 'e' },
      { path: 'claim', label: 'Check a claim' },
    ],
  },
  {
    label: 'Questions',
    shared: 'questions',
    places: [
      { path: 'questions', label: 'Questions', key: 'q' },
      { path: 'answers', label: 'Answers', key: 'a', shared: 'answers', also: ['failed'] },
      { path: 'searches', label: 'Searches' },
      { path: 'spot-check', label: 'Spot check', shared: 'spot-check' },
    ],
  },
  {
    label: 'Competitors',
    shared: 'competitors',
    places: [{ path: 'competitors', label: 'Ranking', key: 'c', also: ['definitions', 'reconcile'] }],
  },
  SITES,
  {
    label: 'What they say',
    shared: 'said',
    places: [
      { path: 'said', label: 'Themes', key: 'w' },
      { path: 'facts', label: 'Facts' },
      { path: 'accuracy', label: 'Check the reader' },
    ],
  },
  { label: 'Reports', places: [{ path: 'reports', label: 'Reports', key: 'r' }] },
];

/** What is asked, what came in, and what is missing. */
export const SET_UP: Entry = {
  label: 'Set up',
  places: [
    { path: 'setup', label: 'Brand', isBeforeSetup: true },
    {
      path: 'collecting',
      label: 'Engines and keys',
      key: 'k',
      also: ['rescan', 'tasks', '/engine-keys'],
    },
    { path: 'collecting/plan', label: 'Plan and cost', key: 'p' },
    { path: 'coverage', label: 'Coverage' },
    { path: 'logs', label: 'Logs and files' },
    { path: 'import', label: 'Import', least: 'editor', steps: ['import/file'] },
  ],
};

/** A user and their organization. */
export const YOU: Entry = {
  label: 'You',
  places: [
    { path: '/account', label: 'Account' },
    { path: '/settings/alerts', label: 'Alert settings', also: ['/delivery'] },
    { path: '/team', label: 'Team' },
    { path: '/keys', label: 'API keys', least: 'editor' },
    { path: '/audit', label: 'Audit log', least: 'admin', ofAllBrands: true },
  ],
};

export const NAVIGATION: readonly Entry[] = [...ENTRIES, SET_UP, YOU];

/** The name of a client link's live page. */
export function sharedName(page: SharedPage): string {
  const all = NAVIGATION.flatMap((entry) => [entry, ...entry.places]);
  return all.find(({ shared }) => shared === page)?.label ?? page;
}

/** Where a page stands. */
export interface Standpoint {
  readonly entry: Entry;
  readonly place: Place;
  /** Whether it is the place's own page, not one below it. */
  readonly isPlace: boolean;
}

/** Null for a page outside the navigation, such as Find. */
export function standpointOf(visit: Visit): Standpoint | null {
  const path = ownPath(visit);
  const found = NAVIGATION.flatMap((entry) =>
    entry.places.flatMap((place) =>
      [place.path, ...(place.also ?? [])]
        .filter((each) => path === each || (each !== '' && path.startsWith(`${each}/`)))
        .map((each) => ({ entry, place, isPlace: isOwn(place, path), length: each.length })),
    ),
  );
  return found.sort((one, other) => other.length - one.length)[0] ?? null;
}

function isOwn({ path, steps = [] }: Place, visited: string): boolean {
  return visited === path || steps.includes(visited);
}

/** A visit's path as places have it. */
function ownPath(visit: Visit): string {
  const { hasBrand, path } = visit;
  if (!hasBrand || !`${path}/`.startsWith(`${visit.base}/`)) return path;
  return path.slice(visit.base.length + 1);
}

export function addressOfPlace(visit: Visit, { path }: Place): string | null {
  return path.startsWith('/') ? path : visit.to(path);
}

/** The pages of an entry that the viewer may open. @param hasCards whether the brand's answers show ads or products */
export function placesFor(visit: Visit, { places }: Entry, hasCards: boolean): Place[] {
  return places.filter((place) => (!place.isOfCards || hasCards) && mayOpen(visit, place));
}

function mayOpen(visit: Visit, { path, least = 'viewer', ofAllBrands, isBeforeSetup }: Place): boolean {
  const { viewer, hasBrand } = visit;
  const isOfBrand = !path.startsWith('/');
  if (viewer.kind !== 'user') return isOfBrand && viewer.kind === 'link' && visit.mayOpen(path);
  if (!covers(standingOf(viewer.user), least) || (ofAllBrands && viewer.user.brandIds !== null)) return false;
  return !isOfBrand || (hasBrand && (visit.brand.configured || isBeforeSetup === true));
}
