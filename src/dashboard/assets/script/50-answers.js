// The list of answers scrolls by itself: the entry of the answer that is shown stays in sight.
const showCurrent = (region, top = 0) => {
  const list = region.querySelector('.answers-side');
  const at = list?.querySelector('.current');
  if (!at) return;
  list.scrollTop = top;
  const end = at.offsetTop + at.offsetHeight;
  if (at.offsetTop < top || end > top + list.clientHeight) list.scrollTop = at.offsetTop - 16;
};
showCurrent(document);
