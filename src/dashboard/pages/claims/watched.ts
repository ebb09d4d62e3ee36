import { SightlineError } from '../../../domain/errors.ts';
import { firstDayAfter } from '../../../domain/watched-claim.ts';
import { unwatchClaim, watchClaims } from '../../../pipeline/watch/watched-claims.ts';
import { claimsToWatch } from '../../../reports/claims-to-watch.ts';
import { reports } from '../../../reports/index.ts';
import type { WatchedRecord } from '../../../reports/watched-claims.ts';
import { type Html, html } from '../../html.ts';
import { page, redirect } from '../../outcome.ts';
import { dateText } from '../../parts/window-text.ts';
import type { PageRoute } from '../../route.ts';
import type { Visit } from '../../visit.ts';

/** Claims that are judged every day: asked for and stopped. */
export const watchRoutes: readonly PageRoute[] = [
  { path: '/brands/:brand/claim/watch', who: 'editor', post: watch },
  { path: '/brands/:brand/claim/watch/:claim/stop', who: 'editor', post: stop },
];

/** Offers to watch the claims that were just judged. */
export function watchForm(visit: Visit, text: string): Html {
  return html`<form method="post" action="${visit.address('claim/watch')}">
<input type="hidden" name="text" value="${text}">
<p class="help">Asked again every day, a claim that is false would seem supported sooner or later. Have it watched instead: then it is judged by
the days from ${dateText(new Date(firstDayAfter(visit.now)))} (UTC) on, and holds however often you look.</p>
<p><button>Watch ${text.includes('\n') ? 'these claims' : 'this claim'}</button></p>
</form>`;
}

/** The watched claims of the brand; nothing if there are none. */
export async function watchedSection(visit: Visit): Promise<Html | false> {
  const { data: rows } = await visit.report(reports.watchedClaims);
  return (
    rows.length > 0 &&
    html`<section aria-labelledby="watched"><h2 id="watched">Watched claims</h2>
<p class="muted">Judged after every day, and right at all times together. <a href="${visit.to('csv/watched-claims')}">CSV</a></p>
${rows.map((row) => watchedClaim(visit, row))}</section>`
  );
}

const VERDICTS: Readonly<Record<WatchedRecord['verdict'], string>> = {
  supported: 'Supported',
  contradicted: 'Contradicted',
  cannot_be_told: 'Cannot be told yet',
};

function watchedClaim(visit: Visit, row: WatchedRecord): Html {
  const { id, claim, verdict, quote, looks, decided_at: decided } = row;
  const days = looks === 0 ? 'no day is over yet' : `looked at on ${looks} day${looks === 1 ? '' : 's'}`;
  const since = decided === null ? '' : `, so since ${dateText(new Date(decided))}`;
  return html`<section class="judged"><h3><bdi>${claim}</bdi></h3>
<p class="judged-verdict ${verdict}">${VERDICTS[verdict]}</p>
<p class="muted">${days}${since}; holds however often you look</p>
<blockquote><bdi>${quote}</bdi></blockquote>
${
  visit.mayEdit &&
  html`<form method="post" action="${visit.address(`claim/watch/${id}/stop`)}"><button class="as-link danger">Stop watching<span class="unseen"> ${claim}</span></button></form>`
}
</section>`;
}

async function watch(visit: Visit, form: URLSearchParams) {
  const text = form.get('text') ?? '';
  const judge = async (line: string) => (await visit.report(reports.claim, { text: line })).data;
  try {
    await watchClaims(acting(visit), brandOf(visit), await claimsToWatch(text, {}, judge));
  } catch (error) {
    if (!(error instanceof SightlineError) || !FORM_ERRORS.includes(error.code)) throw error;
    return page({
      title: `Check a claim · ${visit.brand.name}`,
      tab: 'alerts',
      status: 400,
      main: html`<header class="page-head"><p class="crumb"><a href="${visit.to('claim', { text })}">Check a claim</a></p>
<h1>This is not watched</h1></header><p class="note error" role="alert">${error.message}</p>`,
    });
  }
  return redirect(`${visit.address('claim')}#watched`);
}

const FORM_ERRORS: readonly string[] = ['invalid_argument', 'invalid_parameter', 'conflict'];

async function stop(visit: Visit) {
  await unwatchClaim(acting(visit), brandOf(visit), visit.params.claim ?? '').catch((error: unknown) => {
    // Somebody else was faster.
    if (!(error instanceof SightlineError) || error.code !== 'not_found') throw error;
  });
  return redirect(visit.address('claim'));
}

function acting({ deps, user }: Visit) {
  return { db: deps.db, now: deps.now, random: deps.random, actor: user.id };
}

function brandOf({ caller, brand }: Visit) {
  return { organizationId: caller.organizationId, brand: brand.id };
}
