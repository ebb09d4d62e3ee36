import { isStopLink, unsubscribe } from '../../../pipeline/deliver/unsubscribe.ts';
import { type Html, html } from '../../html.ts';
import { type Page, page } from '../../outcome.ts';
import type { PageRoute } from '../../route.ts';
import type { Visit } from '../../visit.ts';

/**
 * Where the link in a mail leads. Programs that look at links only open it, so that alone changes nothing. Of the address nothing is
 * said, not even whether mail goes there: a mail may have been passed on.
 */
export const unsubscribeRoutes: readonly PageRoute[] = [
  {
    path: '/unsubscribe/:token',
    who: 'anyone',
    isOneClick: true,
    get: async ({ deps, params }) => ((await isStopLink(deps, params.token ?? '')) ? ASKING : WRONG),
    post: async ({ deps, now, params }: Visit) => {
      const acting = { db: deps.db, random: deps.random, senders: deps.senders, now: () => now };
      return (await unsubscribe(acting, params.token ?? '')) ? STOPPED : WRONG;
    },
  },
];

const ASKING = notice(
  'Stop these emails?',
  html`<p>Sightline sends alerts, or a report, by email to the address that got this link. Alerts that wait for it now are not sent either.</p>
<form method="post"><button class="primary">Stop the emails</button></form>`,
);

const STOPPED = notice(
  'The emails are stopped',
  html`<p>Nothing more is sent to the address that got this link. If you want them again, ask an admin of your organization.</p>`,
);

const WRONG = notice(
  'This link does not work',
  html`<p>It is not whole, or it is older than the key of this server. Ask an editor of your organization to remove your address.</p>`,
  404,
);

function notice(title: string, content: Html, status = 200): Page {
  return page({
    title,
    status,
    main: html`<section class="notice-page">
<h1>${title}</h1>
${content}
</section>`,
  });
}
