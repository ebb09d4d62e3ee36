// Charts: the figures under the pointer, a finger, or the keyboard's cursor. Each day or week is a link that has them as its
// label; the read-out of its chart repeats them for the eye. Listeners are on the document, so a region may be exchanged.
const bucketAt = ({ target }) => (target instanceof Element ? target.closest('a.bucket') : null);
const readoutOf = (bucket) => bucket.closest('svg')?.parentElement?.querySelector('.readout');
const before = new WeakMap();

const show = (bucket) => {
  const readout = readoutOf(bucket);
  for (const other of bucket.parentElement.querySelectorAll('.bucket.at')) other.classList.remove('at');
  bucket.classList.add('at');
  if (!readout) return;
  if (!before.has(readout)) before.set(readout, readout.textContent);
  readout.textContent = bucket.getAttribute('aria-label');
};

const hide = (bucket) => {
  const readout = readoutOf(bucket);
  bucket.classList.remove('at');
  if (readout && before.has(readout)) readout.textContent = before.get(readout);
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

// The first touch shows the figures, the second follows the link.
let touched = null;
on('pointerdown', (bucket, { pointerType }) => {
  if (pointerType !== 'touch') return;
  touched = bucket.classList.contains('at') && bucket === document.activeElement ? null : bucket;
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
