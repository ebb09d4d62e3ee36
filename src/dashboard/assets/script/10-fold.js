// Long pages begin as their headings on a phone. Without a script, and on paper, they are whole.
const folds = () => document.querySelectorAll('details.fold');
if (matchMedia('screen and (max-width: 48rem)').matches) {
  for (const fold of folds()) fold.open = fold.contains(document.querySelector(':target'));
}
addEventListener('beforeprint', () => {
  for (const fold of folds()) fold.open = true;
});
