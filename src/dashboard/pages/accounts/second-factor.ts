import { inFours } from '../../../domain/access/recovery-codes.ts';
import { rememberAddress } from '../../../pipeline/accounts/attempts.ts';
import { beginEnrollment, removeOwnFactor } from '../../../pipeline/accounts/passwords.ts';
import {
  candidateOf,
  type Entry,
  ownFactor,
  type Pending,
} from '../../../pipeline/accounts/second-factor.ts';
import type { User } from '../../../pipeline/accounts/sessions.ts';
import { choose, enterWithCode, foundBy } from '../../../pipeline/accounts/sign-in.ts';
import { type Html, html } from '../../markup/html.ts';
import { type Outcome, type Page, page, redirect } from '../../markup/outcome.ts';
import { ownPath } from '../../markup/own-path.ts';
import { textField } from '../../parts/form/field.ts';
import { oneTimeSecret } from '../../parts/form/one-time-secret.ts';
import { type Refusal, refusalNote, refusalOf } from '../../parts/form/refusal.ts';
import { qrCode } from '../../parts/qr-code.ts';
import type { Visit } from '../../visit/visit.ts';
import { accountDeps, browserOf, enter, leave, limitedTo } from './account-deps.ts';

/** A form after the password: one of several users, a code, or a new factor. @throws SightlineError `unauthorized` */
export async function nextStep(visit: Visit, form: URLSearchParams): Promise<Outcome> {
  const [proof, next] = [form.get('proof') ?? '', form.get('next')];
  const [code, sealed] = [form.get('code') ?? '', form.get('sealed')];
  const [deps, browser] = [accountDeps(visit), browserOf(visit)];
  const found = await foundBy(deps, proof);
  const { user } = found;
  if (sealed === null && !(form.has('code') && user.hasFactor))
    return await goOn(visit, await choose(deps, found, browser), next);
  try {
    const withCode = () => enterWithCode(deps, found, { code, sealed }, browser);
    return await goOn(visit, await limitedTo(visit, user, withCode, 'codes'), next);
  } catch (error) {
    // The key of a factor that is on is never shown again.
    const { hasFactor } = (await foundBy(deps, proof)).user;
    const pending = { missing: hasFactor ? 'code' : 'enrollment', proof, user } as const;
    return await pendingPage(visit, pending, next, { refusal: refusalOf(error), sealed });
  }
}

/** Opens the session, or asks for what is missing. */
export async function goOn(visit: Visit, opened: Entry | Pending, next: string | null): Promise<Outcome> {
  if ('missing' in opened) return await pendingPage(visit, opened, next);
  const { userId, session, codes } = opened;
  const { deps, client, now } = visit;
  await rememberAddress(deps, { user: userId, address: client.address }, now);
  if (codes === undefined) return await enter(visit, session, ownPath(next));
  await leave(visit);
  return { ...codesPage(codes, ownPath(next)), session };
}

/** @param again what the form had before, if it was refused */
async function pendingPage(
  visit: Visit,
  { missing, proof, user }: Pending,
  next: string | null,
  again: { readonly refusal: Refusal; readonly sealed: string | null } | null = null,
): Promise<Page> {
  const isNew = missing === 'enrollment';
  const required = visit.viewer.kind === 'nobody' && ' It is required here.';
  const title = isNew ? 'Set up a second factor' : 'Enter your code';
  return page({
    title,
    status: again?.refusal.status ?? 200,
    retryAfterSeconds: again?.refusal.retryAfterSeconds,
    main: html`<section class="door">
<h1>${title}</h1>
<p class="lead">${isNew ? html`A code from an app on your phone, beside your password.${required} Turning it on ends your other sessions.` : 'Your password is right.'}</p>
${refusalNote(again?.refusal ?? null)}
<form method="post" action="/sign-in" class="stack">
<input type="hidden" name="next" value="${ownPath(next)}">
<input type="hidden" name="proof" value="${proof}">
${isNew ? await newFactor(visit, user, again?.sealed ?? null) : codeField('From your authenticator app, or a recovery code.', true)}
<button class="primary" data-wait="${isNew ? 'Turning it on' : 'Signing in'}">${isNew ? 'Turn it on' : 'Sign in'}</button>
</form>
${!isNew && html`<p class="help">Lost both? Ask an admin of your team to remove your second factor.</p>`}
</section>`,
  });
}

function codeField(help: string, isFocused = false): Html {
  return textField({
    name: 'code',
    label: 'Code',
    help,
    autocomplete: 'one-time-code',
    inputmode: 'numeric',
    isFocused,
    isRequired: true,
  });
}

/** The fields that turn a new factor on. @param given as the form before showed it; null for another one */
async function newFactor(visit: Visit, user: User, given: string | null): Promise<Html> {
  const { sealed, key, uri } = await candidateOf(accountDeps(visit), user, given);
  return html`<input type="hidden" name="sealed" value="${sealed}">
<div>
<p>Scan this with an authenticator app or a password manager:</p>
${qrCode(uri, 'QR code with the key below')}
<p class="help">Or type this key into the app: <code>${inFours(key)}</code></p>
</div>
${codeField('The six digits that the app now shows.')}`;
}

/** Recovery codes, once. */
function codesPage(codes: readonly string[], next: string): Page {
  return page({
    title: 'Your recovery codes',
    main: html`<section class="door">
<h1>Your recovery codes</h1>
<p class="lead">Your second factor is on. If you lose your device, each of these signs you in once.</p>
${oneTimeSecret(
  'Save or print them now',
  [{ label: 'Instead of a code from your app', text: codes.map(inFours).join('\n') }],
  'Sightline does not show them again. Keep them apart from your password.',
)}
<p class="not-printed"><a class="button" href="${next}">Continue</a></p>
</section>`,
  });
}

/** Its section on the account page. Somebody who signs in without a password here has no use for one. */
export async function factorSection(visit: Visit): Promise<Html | null> {
  const own = await ownFactor(accountDeps(visit), visit.user);
  if (own === null) return null;
  const { isOn, left } = own;
  return html`<section>
<h2>Second factor</h2>
<form method="post" action="/account" class="stack">
<p>${isOn ? 'On: signing in takes a code from your app too.' : 'Off: your password alone signs you in.'}${left !== null && ` You have ${left} of 10 recovery codes left; for new ones, turn it off and set it up again.`}</p>
${
  isOn
    ? codeField('From your app, or a recovery code. Turning it off ends all your sessions.')
    : textField({
        name: 'proving',
        label: 'Current password',
        type: 'password',
        autocomplete: 'current-password',
        isRequired: true,
      })
}
<p class="actions">${isOn ? html`<button class="danger" name="do" value="factor-end">Turn it off</button>` : html`<button name="do" value="factor">Set it up</button>`}</p>
</form>
</section>`;
}

export async function startFactor(visit: Visit, password: string): Promise<Page> {
  const begin = () => beginEnrollment(accountDeps(visit), visit.user, password, browserOf(visit));
  return await pendingPage(visit, await limitedTo(visit, visit.user, begin), '/account');
}

export async function endFactor(visit: Visit, code: string): Promise<Outcome> {
  const end = () => removeOwnFactor(accountDeps(visit), visit.user, code, browserOf(visit));
  await limitedTo(visit, visit.user, end, 'codes');
  return redirect('/sign-in', { session: 'ended' });
}
