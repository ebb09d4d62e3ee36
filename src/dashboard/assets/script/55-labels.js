// One key press labels a sentence on the Accuracy page. Space presses a focused button or opens what it would open anyway.
const NAMED_KEYS = { ' ': 'Space', '-': '−' };
document.addEventListener('keydown', (event) => {
  if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest('input, select, textarea')) return;
  const button = [...document.querySelectorAll('button[data-key]')].find(
    ({ dataset: { key } }) => key === (NAMED_KEYS[event.key] ?? event.key.toUpperCase()),
  );
  if (!button || (event.key === ' ' && event.target.closest('button, summary, a'))) return;
  event.preventDefault();
  button.click();
});
