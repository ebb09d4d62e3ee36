import type { PageRoute } from '../../route.ts';
import { logoPost, mailEnd, reportFileGet, reportPage, reportPost, reportStyle } from './report-page.ts';
import { reportsPage, reportsPost } from './reports-page.ts';

/** Reports for clients: list, report, and file. */
export const reportRoutes: readonly PageRoute[] = [
  {
    path: '/brands/:brand/reports',
    who: 'viewer',
    whoPosts: 'editor',
    get: async (visit) => await reportsPage(visit, null),
    does: ['', 'sheet', 'sheet-end'],
    post: reportsPost,
  },
  {
    path: '/brands/:brand/reports/:report',
    who: 'viewer',
    whoPosts: 'editor',
    shared: 'report',
    get: async (visit) => await reportPage(visit),
    does: ['', 'save', 'anew', 'delete', 'no-logo', 'link', 'revoke', 'mail'],
    post: reportPost,
  },
  { path: '/brands/:brand/reports/:report/logo', who: 'editor', takesFiles: true, post: logoPost },
  { path: '/brands/:brand/reports/:report/file', who: 'viewer', shared: 'report', get: reportFileGet },
  { path: '/brands/:brand/reports/:report/style', who: 'viewer', shared: 'report', get: reportStyle },
  { path: '/brands/:brand/reports/:report/mails/:mail/remove', who: 'editor', post: mailEnd },
];
