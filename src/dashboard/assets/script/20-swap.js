// Forms and links with data-swap="#id" replace that part of the page. Address, history, focus, and open menus persist; screen readers hear
// the new [data-announce] or title.
const KEPT_TOO = ['header.top', 'footer.bottom'];
let loading = null;

const status = () => {
  const found = document.querySelector('#swap-status');
  if (found) return found;
  const made = Object.assign(document.createElement('p'), { id: 'swap-status', className: 'unseen' });
  made.setAttribute('role', 'status');
  return document.body.appendChild(made);
};

const exchange = (old, fresh) => {
  const focused = old.contains(document.activeElement) ? document.activeElement : null;
  for (const details of old.querySelectorAll('details[id]')) {
    const same = fresh.querySelector(`#${CSS.escape(details.id)}`);
    if (same) same.open = details.open;
  }
  fresh.tabIndex = -1;
  const top = old.querySelector('.answers-side')?.scrollTop;
  old.replaceWith(document.adoptNode(fresh));
  showCurrent(fresh, top);
  if (!focused) return;
  const same = document.getElementById(focused.id);
  const isShown = same?.getClientRects().length > 0;
  (isShown ? same : fresh).focus({ preventScroll: true });
  if (!isShown) fresh.scrollIntoView();
};

const swap = async (url, target) => {
  loading?.abort();
  const mine = new AbortController();
  loading = mine;
  const region = document.querySelector(target);
  region?.setAttribute('aria-busy', 'true');
  try {
    const response = await fetch(url, { signal: mine.signal, headers: { accept: 'text/html' } });
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    const fresh = page.querySelector(target);
    if (!region || !fresh || mine.signal.aborted) throw new Error('There is nothing to exchange.');
    for (const each of KEPT_TOO) document.querySelector(each)?.replaceWith(page.querySelector(each) ?? '');
    exchange(region, fresh);
    document.title = page.title;
    status().textContent = (
      fresh.querySelector('[data-announce]') ?? { textContent: page.title }
    ).textContent;
    return true;
  } catch {
    if (!mine.signal.aborted) location.assign(url);
    return false;
  }
};

const follow = async (url, target) => {
  if (!(await swap(url, target))) return;
  if (!history.state?.swap) history.replaceState({ swap: target }, '');
  history.pushState({ swap: target }, '', url);
};

// Drops empty fields from the address.
const addressOf = (form, submitter) => {
  const fields = [...new FormData(form, submitter)].filter(([, value]) => value !== '');
  const query = new URLSearchParams(fields).toString();
  return form.action.split(/[?#]/)[0] + (query && `?${query}`);
};

document.addEventListener('submit', (event) => {
  const { target: form, submitter } = event;
  if (!form.dataset.swap || form.method !== 'get') return;
  event.preventDefault();
  follow(addressOf(form, submitter), form.dataset.swap);
});
document.addEventListener('change', ({ target }) => {
  const { form } = target;
  if (form?.dataset.swap && target.matches('select, [type=checkbox], [type=radio]')) form.requestSubmit();
});
document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a[data-swap]') : null;
  const isPlain = !(event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  if (!link || !isPlain) return;
  event.preventDefault();
  follow(link.href, link.dataset.swap);
});
addEventListener('popstate', ({ state }) => {
  if (state?.swap) swap(location.href, state.swap);
});
