// Folds long pages to their headings on phones. Without a script and in print, they are whole.
const folds = () => document.querySelectorAll('details.fold');
if (matchMedia('screen and (max-width: 48rem)').matches) {
  for (const fold of folds()) fold.open = fold.contains(document.querySelector(':target'));
}
addEventListener('beforeprint', () => {
  for (const fold of folds()) fold.open = true;
});
