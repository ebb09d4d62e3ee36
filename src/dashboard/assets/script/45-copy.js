// Copies a link with fixed dates. Without a clipboard, the link opens.
document.addEventListener('click', async (event) => {
  const link = event.target instanceof Element ? event.target.closest('[data-copy-link]') : null;
  if (!link || event.button || event.metaKey || event.ctrlKey || event.shiftKey || !navigator.clipboard)
    return;
  event.preventDefault();
  try {
    await navigator.clipboard.writeText(link.href);
    const before = link.textContent;
    link.textContent = 'Copied';
    setTimeout(() => {
      link.textContent = before;
      link.closest('details').open = false;
    }, 1200);
  } catch {
    location.assign(link.href);
  }
});
