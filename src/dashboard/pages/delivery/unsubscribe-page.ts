import { isStopLink, unsubscribe } from '../../../pipeline/deliver/unsubscribe.ts';
import { type Html, html } from '../../markup/html.ts';
import { type Page, page } from '../../markup/outcome.ts';
import type { PageRoute } from '../../route.ts';
import type { Visit } from '../../visit/visit.ts';

/** The unsubscribe page. Opening it changes nothing, because mail scanners open links. It never reveals whether the address receives mail, because forwarded links work too. */
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
  html`<p>Sightline sends alerts, or a report, by email to the address that got this link. This also cancels its pending alerts.</p>
<form method="post"><button class="primary">Stop the emails</button></form>`,
);

const STOPPED = notice(
  'The emails have stopped',
  html`<p>The address that got this link receives nothing more. If you want them again, ask an admin of your organization.</p>`,
);

const WRONG = notice(
  'This link does not work',
  html`<p>The link is incomplete or older than this server’s key. Ask an editor of your organization to remove your address.</p>`,
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
