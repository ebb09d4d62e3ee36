import { firstDayAfter } from '../../../domain/alerts/watched-claim.ts';
import { SightlineError } from '../../../domain/errors.ts';
import { unwatchClaim, watchClaims } from '../../../pipeline/watch/watched-claims.ts';
import { claimsToWatch } from '../../../reports/claims/claims-to-watch.ts';
import type { WatchedRecord } from '../../../reports/claims/watched-claims.ts';
import { reports } from '../../../reports/index.ts';
import { type Html, html } from '../../markup/html.ts';
import { page, redirect } from '../../markup/outcome.ts';
import { dateText } from '../../parts/words/window-text.ts';
import type { PageRoute } from '../../route.ts';
import type { Visit } from '../../visit/visit.ts';
import { verdictMark } from './verdicts.ts';

/** Starts and stops daily claims. */
export const watchRoutes: readonly PageRoute[] = [
  { path: '/brands/:brand/claim/watch', who: 'editor', post: watch },
  { path: '/brands/:brand/claim/watch/:claim/stop', who: 'editor', post: stop },
];

export function watchForm(visit: Visit, text: string): Html {
  return html`<form method="post" action="${visit.address('claim/watch')}">
<input type="hidden" name="text" value="${text}">
<p class="help">If you check a false claim every day, it passes sooner or later. Watch it instead: Sightline then judges it on
the days from ${dateText(new Date(firstDayAfter(visit.now)))} (UTC) on, valid however often you look.</p>
<p><button>Watch ${text.includes('\n') ? 'these claims' : 'this claim'}</button></p>
</form>`;
}

/** The brand's watched claims with their state. */
export async function watchedSection(visit: Visit): Promise<Html | false> {
  const { data: rows } = await visit.report(reports.watchedClaims);
  return (
    rows.length > 0 &&
    html`<section aria-labelledby="watched"><div class="section-head"><h2 id="watched">Watched claims</h2><a class="not-printed" href="${visit.to('csv/watched-claims')}">CSV</a></div>
<p class="help">Sightline judges each after every day; the verdict is valid however often you look.</p>
<table class="cards watched-claims">
<thead><tr><th scope="col">State</th><th scope="col">Claim</th><th scope="col">Since</th><th scope="col" class="figure">Days</th>${visit.mayEdit && html`<th scope="col"><span class="unseen">Stop</span></th>`}</tr></thead>
<tbody>${rows.map((row) => watchedClaim(visit, row))}</tbody></table></section>`
  );
}

function watchedClaim(visit: Visit, row: WatchedRecord): Html {
  const { id, claim, verdict, quote, looks, decided_at: decided } = row;
  const words = verdict === 'cannot_be_told' ? 'Undecided yet' : undefined;
  const days = looks === 0 ? 'no day is over yet' : `${looks} ${looks === 1 ? 'day' : 'days'}`;
  return html`<tr><td data-label="State">${verdictMark(verdict, words)}</td>
<th scope="row"><details class="figures"><summary><bdi>${claim}</bdi></summary><blockquote><bdi>${quote}</bdi></blockquote></details></th>
<td data-label="Since">${decided === null ? html`<span class="muted">–</span>` : dateText(new Date(decided))}</td>
<td data-label="Days" class="figure">${days}</td>
${
  visit.mayEdit &&
  html`<td><form method="post" action="${visit.address(`claim/watch/${id}/stop`)}"><button class="as-link danger">Stop<span class="unseen"> watching: ${claim}</span></button></form></td>`
}</tr>
`;
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
<h1>Sightline cannot watch this</h1></header><p class="note error" role="alert">${error.message}</p>`,
    });
  }
  return redirect(`${visit.address('claim')}#watched`);
}

const FORM_ERRORS: readonly string[] = ['invalid_argument', 'invalid_parameter', 'conflict'];

async function stop(visit: Visit) {
  await unwatchClaim(acting(visit), brandOf(visit), visit.params.claim ?? '').catch((error: unknown) => {
    // Another user stopped it first.
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
