// Keeps the selected answer's entry in view while the list scrolls.
const showCurrent = (region, top = 0) => {
  const list = region.querySelector('.answers-side');
  const at = list?.querySelector('.current');
  if (!at) return;
  list.scrollTop = top;
  const end = at.offsetTop + at.offsetHeight;
  if (at.offsetTop < top || end > top + list.clientHeight) list.scrollTop = at.offsetTop - 16;
};
showCurrent(document);
