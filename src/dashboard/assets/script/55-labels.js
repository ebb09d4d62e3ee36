// One key press labels a sentence on the Accuracy page.
document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest('input, select, textarea'))
    return;
  const button = [...document.querySelectorAll('[data-key]')].find(
    ({ dataset: { key } }) => key === event.key.toUpperCase(),
  );
  if (!button) return;
  event.preventDefault();
  button.click();
});
