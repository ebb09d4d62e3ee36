import { inFours } from '../../../domain/access/recovery-codes.ts';
import { limited, rememberAddress } from '../../../pipeline/accounts/attempts.ts';
import {
  ownFactor,
  removeOwnFactor,
  renewOwnCodes,
  setUpFactor,
} from '../../../pipeline/accounts/own-factor.ts';
import { candidateOf, type Entry, type Pending } from '../../../pipeline/accounts/second-factor.ts';
import type { User } from '../../../pipeline/accounts/sessions.ts';
import { choose, enterEnrolled, enterWithCode, foundBy } from '../../../pipeline/accounts/sign-in.ts';
import { type Html, html } from '../../markup/html.ts';
import { type Outcome, type Page, page, redirect } from '../../markup/outcome.ts';
import { ownPath } from '../../markup/own-path.ts';
import { textField } from '../../parts/form/field.ts';
import { oneTimeSecret } from '../../parts/form/one-time-secret.ts';
import { type Refusal, refusalNote, refusalOf } from '../../parts/form/refusal.ts';
import { qrCode } from '../../parts/qr-code.ts';
import type { PageRoute } from '../../route.ts';
import type { Visit } from '../../visit/visit.ts';
import { accountDeps, browserOf, enter, leave } from './account-deps.ts';

const PATH = '/account/second-factor';

/** The user's own second factor. */
export const secondFactorRoutes: readonly PageRoute[] = [
  {
    path: PATH,
    who: 'viewer',
    get: (visit) => factorPage(visit, null),
    does: ['set-up', 'renew', 'remove'],
    post: async (visit, form) => {
      try {
        return await change(visit, form);
      } catch (error) {
        return await factorPage(visit, refusalOf(error), form.get('sealed'));
      }
    },
  },
];

async function change(visit: Visit, form: URLSearchParams): Promise<Outcome> {
  const { user, viewer } = visit;
  const [deps, browser] = [accountDeps(visit), browserOf(visit)];
  const typed = typedIn(form);
  switch (form.get('do')) {
    case 'set-up': {
      const at = { ...browser, sessionId: viewer.kind === 'user' ? viewer.sessionId : '' };
      const setUp = () => setUpFactor(deps, user, typed, at);
      return codesPage(await limitedTo(visit, user, 'password', setUp), '/account');
    }
    case 'renew': {
      const renew = () => renewOwnCodes(deps, user, typed.code, browser);
      return codesPage(await limitedTo(visit, user, 'code', renew), '/account');
    }
    default: // remove
      await limitedTo(visit, user, 'code', () => removeOwnFactor(deps, user, typed.code, browser));
      return redirect('/sign-in', { session: 'ended' });
  }
}

function typedIn(form: URLSearchParams) {
  const text = (name: string) => form.get(name) ?? '';
  return { code: text('code'), sealed: text('sealed'), password: text('password') };
}

async function limitedTo<Result>(
  { deps, client: { address }, now }: Visit,
  { id, email }: User,
  guessed: 'password' | 'code',
  attempt: () => Promise<Result>,
): Promise<Result> {
  const claim = { login: email, address, userId: id, ...(guessed === 'code' && { isCode: true as const }) };
  return await limited(deps, claim, now, attempt);
}

/** A form after the password: one of several users, a code, or a new second factor. @throws SightlineError `unauthorized` */
export async function nextStep(visit: Visit, form: URLSearchParams): Promise<Outcome> {
  const [proof, next] = [form.get('proof') ?? '', form.get('next')];
  const [deps, browser] = [accountDeps(visit), browserOf(visit)];
  const found = await foundBy(deps, proof);
  if (!form.has('code')) return await goOn(visit, await choose(deps, found, browser), next);
  const { user } = found;
  const typed = typedIn(form);
  const missing = form.has('sealed') ? 'enrollment' : 'code';
  try {
    if (missing === 'code') {
      const withCode = () => enterWithCode(deps, found, typed.code, browser);
      return await goOn(visit, await limitedTo(visit, user, 'code', withCode), next);
    }
    const { proved: codes, session } = await enterEnrolled(deps, found, typed, browser);
    await remember(visit, user.id);
    await leave(visit);
    return { ...codesPage(codes, ownPath(next)), session };
  } catch (error) {
    const again = { next, refusal: refusalOf(error), sealed: form.get('sealed') };
    return await pendingPage(visit, { missing, proof, user }, again);
  }
}

/** Opens the session, or asks for what is missing. */
export async function goOn(visit: Visit, opened: Entry | Pending, next: string | null): Promise<Outcome> {
  if ('missing' in opened) return await pendingPage(visit, opened, { next });
  await remember(visit, opened.userId);
  return await enter(visit, opened.session, ownPath(next));
}

async function remember({ deps, client: { address }, now }: Visit, user: string): Promise<void> {
  await rememberAddress(deps, { user, address }, now);
}

interface Again {
  readonly next: string | null;
  readonly refusal?: Refusal;
  /** The second factor that the form showed. */
  readonly sealed?: string | null;
}

async function pendingPage(
  visit: Visit,
  { missing, proof, user }: Pending,
  { next, refusal, sealed = null }: Again,
): Promise<Page> {
  const isNew = missing === 'enrollment';
  const title = isNew ? 'Set up a second factor' : 'Enter your code';
  return page({
    title,
    status: refusal?.status ?? 200,
    retryAfterSeconds: refusal?.retryAfterSeconds,
    main: html`<section class="door">
<h1>${title}</h1>
<p class="lead">${isNew ? 'It is required: a code from an app on your phone, beside your password.' : 'Your password is right.'}</p>
${refusalNote(refusal ?? null)}
<form method="post" action="/sign-in" class="stack">
<input type="hidden" name="next" value="${ownPath(next)}">
<input type="hidden" name="proof" value="${proof}">
${isNew ? await newFactor(visit, user, sealed) : codeField('From your authenticator app, or a recovery code.', true)}
<button class="primary">${isNew ? 'Turn it on' : 'Sign in'}</button>
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

/** The fields that turn a new factor on. @param sealed as the form before showed it; null for another one */
async function newFactor(visit: Visit, user: User, sealed: string | null): Promise<Html> {
  const candidate = await candidateOf(accountDeps(visit), user, sealed);
  return html`<input type="hidden" name="sealed" value="${candidate.sealed}">
<div>
<p>Scan this with an authenticator app, such as the one of your password manager:</p>
${qrCode(candidate.uri, 'QR code with the key below')}
<p class="help">Or type this key into the app: <code>${inFours(candidate.key)}</code></p>
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

/** Its section on the account page. */
export async function factorSection(visit: Visit): Promise<Html> {
  const { isOn } = await ownFactor(accountDeps(visit), visit.user);
  return html`<section>
<h2>Second factor</h2>
<p>${isOn ? 'On: signing in takes a code from your app too.' : 'Off: your password alone signs you in.'}</p>
<p class="actions"><a class="button" href="${PATH}">${isOn ? 'Recovery codes, or turn it off' : 'Set it up'}</a></p>
</section>`;
}

async function factorPage(
  visit: Visit,
  refusal: Refusal | null,
  sealed: string | null = null,
): Promise<Page> {
  const { isOn, left, hasPassword } = await ownFactor(accountDeps(visit), visit.user);
  return page({
    title: 'Second factor',
    status: refusal?.status ?? 200,
    retryAfterSeconds: refusal?.retryAfterSeconds,
    main: html`<header class="page-head">
<h1>Second factor</h1>
<p class="lead">A code from an app on your phone, beside your password.</p>
</header>
${refusalNote(refusal)}
${isOn ? ownForm(left) : hasPassword ? await setUpForm(visit, sealed) : html`<p class="empty">It goes with a password, and you have none here.</p>`}`,
  });
}

async function setUpForm(visit: Visit, sealed: string | null): Promise<Html> {
  const { user } = visit;
  return html`<form method="post" action="${PATH}" class="boxed stack">
<input type="hidden" name="do" value="set-up">
<input class="unseen" type="text" value="${user.email}" autocomplete="username" aria-hidden="true" tabindex="-1" readonly>
${await newFactor(visit, user, sealed)}
${textField({ name: 'password', label: 'Current password', type: 'password', autocomplete: 'current-password', help: 'Turning it on ends your other sessions.', isRequired: true })}
<p class="actions"><button class="primary">Turn it on</button> <a href="/account">Cancel</a></p>
</form>`;
}

function ownForm(left: number | null): Html {
  return html`<form method="post" action="${PATH}" class="boxed stack">
<p>It is on. ${left === null ? 'This server cannot read your recovery codes.' : `You have ${left} of 10 recovery codes left.`}</p>
${codeField('From your app, or a recovery code.')}
<p>Turning it off ends all your sessions. If your organization requires a second factor, you set up a new one when you sign in again.</p>
<p class="actions"><button name="do" value="renew">Make new recovery codes</button> <button class="danger" name="do" value="remove">Turn it off</button> <a href="/account">Cancel</a></p>
</form>`;
}
