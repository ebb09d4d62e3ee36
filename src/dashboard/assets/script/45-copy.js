// Copies a chart or table as a PNG: renders its SVG at double size for the clipboard, or saves it if the clipboard is blocked.
const SHARP = 2;
const pngOf = async (href) => {
  const response = await fetch(href);
  if (!response.ok) throw new Error('There is no such picture.');
  const svg = await response.text();
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = SHARP * image.naturalWidth;
  canvas.height = SHARP * image.naturalHeight;
  canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
  return await new Promise((done) => {
    canvas.toBlob(done, 'image/png');
  });
};
const save = (blob, name) => {
  const link = Object.assign(document.createElement('a'), {
    href: URL.createObjectURL(blob),
    download: name,
  });
  link.click();
  URL.revokeObjectURL(link.href);
};
const announce = (link, text) => {
  const before = link.textContent;
  link.textContent = text;
  setTimeout(() => {
    link.textContent = before;
    link.closest('details').open = false;
  }, 1200);
};
document.addEventListener(
  'toggle',
  ({ target }) => {
    if (target.matches?.('.take'))
      for (const item of target.querySelectorAll('[hidden]')) item.hidden = false;
  },
  true,
);
document.addEventListener('click', async (event) => {
  const link =
    event.target instanceof Element ? event.target.closest('[data-copy-png], [data-copy-link]') : null;
  if (!link || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const isLink = 'copyLink' in link.dataset;
  if (isLink && !navigator.clipboard) return;
  event.preventDefault();
  try {
    if (isLink) await navigator.clipboard.writeText(link.href);
    else {
      const made = pngOf(link.href);
      const copied = navigator.clipboard?.write?.([new ClipboardItem({ 'image/png': made })]);
      await (copied ?? Promise.reject(new Error('No clipboard.'))).catch(async () =>
        save(await made, `${new URL(link.href).searchParams.get('copy')}.png`),
      );
    }
    announce(link, 'Copied');
  } catch {
    location.assign(link.href);
  }
});
