// Keyboard shortcuts: / finds, g and a letter navigates, ? lists them. Links declare their letter in data-key.
const AWAIT_MS = 1500;
let goingUntil = 0;
const isTyping = (target) =>
  target.closest?.('input:not([type=checkbox], [type=radio]), select, textarea, [contenteditable]');
const find = () => {
  const field = document.querySelector('main input[type=search]');
  const link = document.querySelector('a[data-key="/"]');
  if (field) field.focus();
  else if (link) location.assign(link.href);
  return field || link;
};
document.addEventListener('keydown', (event) => {
  const { key, target, timeStamp } = event;
  if (event.altKey || event.ctrlKey || event.metaKey || isTyping(target)) return;
  const going = timeStamp < goingUntil;
  goingUntil = 0;
  if (going) {
    const link = document.querySelector(`a[data-key="${CSS.escape(key)}"]`);
    if (link) location.assign(link.href);
  } else if (key === 'g') goingUntil = timeStamp + AWAIT_MS;
  else if (key === '?') document.querySelector('#keys')?.togglePopover();
  else if (key !== '/' || !find()) return;
  event.preventDefault();
});
