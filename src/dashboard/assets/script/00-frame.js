// Closes menus on outside clicks and Escape.
const menus = () => document.querySelectorAll('details:is(.menu, .bar-menu, .row-menu)[open]');
document.addEventListener('click', ({ target }) => {
  for (const menu of menus()) if (!menu.contains(target)) menu.open = false;
});
document.addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape') return;
  for (const menu of menus()) {
    menu.open = false;
    menu.querySelector('summary')?.focus();
  }
});
