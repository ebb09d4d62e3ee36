// One key press labels a sentence on the Accuracy page.
document.addEventListener('keydown', (event) => {
  if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest('input, select, textarea')) return;
  const button = [...document.querySelectorAll('button[data-key]')].find(
    ({ dataset: { key } }) => key === event.key.toUpperCase(),
  );
  if (!button) return;
  event.preventDefault();
  button.click();
});
