// Chart figures for pointer, touch, and keyboard. Each day or week is a link with the figures in its label; the read-out shows them, and
// panels with one scale mark the same time. Dragging from one to another selects those days as the window. Listeners are on the document,
// so that regions may be swapped.
const bucketAt = ({ target }) => (target instanceof Element ? target.closest('a.bucket') : null);
const areaOf = (bucket) => bucket.closest('svg').parentElement;
const placeIn = (bucket) => bucket.querySelector('.hit').getAttribute('x');
const panelsOf = (bucket) => (bucket.closest('.panels') ?? areaOf(bucket)).querySelectorAll('a.bucket');

// Splits between brands, not within one brand's brackets.
const BETWEEN = /; (?![^(]*\))/g;

const unmark = (bucket) => {
  for (const other of panelsOf(bucket)) other.classList.remove('at');
};

// An SVG link's `href` is not a string.
const chosenBy = (bucket) => new URL(bucket.href.baseVal, location.href).searchParams;

// The link below the chart adds an event to the last shown day.
const pointAt = (bucket) => {
  const link = bucket.closest('.chart')?.querySelector('[data-event]');
  const day = chosenBy(bucket).get('from')?.slice(0, 10);
  if (!link || !day) return;
  const to = new URL(link.href);
  to.searchParams.set('day', day);
  link.href = to;
  link.firstChild.data = `Add an event on ${day}`;
};

const show = (bucket) => {
  pointAt(bucket);
  unmark(bucket);
  for (const other of panelsOf(bucket)) other.classList.toggle('at', placeIn(other) === placeIn(bucket));
  const readout = areaOf(bucket).querySelector('.readout');
  if (!readout) return;
  readout.textContent = bucket.getAttribute('aria-label').replace(': ', '\n').replace(BETWEEN, '\n');
  const [area, own] = [areaOf(bucket).getBoundingClientRect(), bucket.getBoundingClientRect()];
  const before = own.left - area.left - readout.offsetWidth - 8;
  const after = own.right - area.left + 8;
  const room = innerWidth - area.left - readout.offsetWidth - 8;
  readout.style.left = `${before > -area.left ? before : Math.max(8 - area.left, Math.min(after, room))}px`;
};

const hide = (bucket) => {
  unmark(bucket);
  const readout = areaOf(bucket).querySelector('.readout');
  if (readout) readout.textContent = '';
};

const on = (type, act) =>
  document.addEventListener(type, (event) => {
    const bucket = bucketAt(event);
    if (bucket) act(bucket, event);
  });

on('pointerover', show);
on('focusin', show);
on('focusout', hide);
on('pointerout', (bucket, { pointerType }) => pointerType !== 'touch' && hide(bucket));

// The first tap shows the figures, the second follows the link.
let touched = null;
// The start of a drag; chart links themselves are not draggable.
let dragged = null;
on('dragstart', (_bucket, event) => event.preventDefault());
on('pointerdown', (bucket, { pointerType, button }) => {
  if (pointerType !== 'touch') {
    dragged = button === 0 && bucket.closest('.trend-area') ? bucket : null;
    return;
  }
  touched = bucket.classList.contains('at') && bucket === document.activeElement ? null : bucket;
});
on('pointerup', (bucket) => {
  const from = dragged;
  dragged = null;
  if (!from || from === bucket || areaOf(from) !== areaOf(bucket)) return;
  const days = [from, bucket].map(chosenBy);
  const [first, last] = days.sort((one, other) => (one.get('from') < other.get('from') ? -1 : 1));
  const address = new URL(location.href);
  for (const name of ['days', 'month', 'from', 'until']) address.searchParams.delete(name);
  address.searchParams.set('window', `${first.get('from').slice(0, 10)}..${last.get('until').slice(0, 10)}`);
  location.assign(address);
});
on('click', (bucket, event) => {
  if (bucket === touched) event.preventDefault();
  if (bucket === touched) bucket.focus();
  touched = null;
});

const STEPS = {
  ArrowLeft: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  Home: () => 0,
  End: (_at, last) => last,
};
on('keydown', (bucket, event) => {
  const step = STEPS[event.key];
  if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
  const all = [...bucket.parentElement.querySelectorAll('a.bucket')];
  const next = all[step(all.indexOf(bucket), all.length - 1)];
  event.preventDefault();
  if (!next) return;
  bucket.setAttribute('tabindex', '-1');
  next.removeAttribute('tabindex');
  next.focus();
});
