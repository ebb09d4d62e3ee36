// Updates a running task's progress. Without a script, the page reloads itself.
const LOOK_MS = 1500;
const watchTask = async () => {
  const task = document.querySelector('#task[data-running]');
  if (!task) return;
  try {
    const response = await fetch(location.href, { headers: { accept: 'text/html' } });
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    const fresh = page.querySelector('#task');
    if (response.ok && fresh) {
      exchange(task, fresh);
      document.title = page.title;
      if (!fresh.matches('[data-running]')) {
        document.querySelector('header.top')?.replaceWith(page.querySelector('header.top') ?? '');
        status().textContent = fresh.querySelector('[data-announce]')?.textContent ?? page.title;
      }
    }
  } catch {
    // The server may be restarting; keep polling.
  }
  setTimeout(watchTask, document.hidden ? 10 * LOOK_MS : LOOK_MS);
};
setTimeout(watchTask, LOOK_MS);
