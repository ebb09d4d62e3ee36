/** Invented pages that engines read, by what kind of site they are on. `weight` is how often, compared with the others. */
export const PAGES: readonly {
  readonly url: string;
  readonly title: string | null;
  readonly weight: number;
}[] = [
  // Listings and magazines.
  {
    url: 'https://www.toolroundup.example/best-project-tools-2026',
    title: 'The best project tools of 2026',
    weight: 0.5,
  },
  { url: 'https://www.toolroundup.example/client-portals', title: 'Client portals compared', weight: 0.22 },
  {
    url: 'https://softwareledger.example/categories/project-management',
    title: 'Project management software',
    weight: 0.3,
  },
  {
    url: 'https://planningweekly.example/reviews/kanban-apps',
    title: 'Kanban apps: our tests',
    weight: 0.25,
  },
  { url: 'https://planningweekly.example/remote-sprints', title: null, weight: 0.15 },
  {
    url: 'https://studiomanager.example/guides/billable-hours',
    title: 'Billable hours, a guide',
    weight: 0.14,
  },
  { url: 'https://en.wiki.example/Kanban_board', title: 'Kanban board', weight: 0.18 },
  // Communities.
  {
    url: 'https://agencyforum.example/t/boards-compared',
    title: 'Boards compared - Agency Forum',
    weight: 0.34,
  },
  { url: 'https://agencyforum.example/t/leaving-kestrel', title: 'Leaving Kestrel, what now?', weight: 0.16 },
  {
    url: 'https://community.remotemakers.example/q/sprint-tools',
    title: 'Which tools for sprints?',
    weight: 0.12,
  },
  // Marketplaces.
  { url: 'https://appmarket.example/apps/boards', title: 'Apps for boards', weight: 0.14 },
  { url: 'https://appmarket.example/apps/time-tracking', title: 'Apps for time tracking', weight: 0.09 },
];
