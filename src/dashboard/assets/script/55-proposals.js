// Proposal checkboxes: select all or none per part, and the cost of the selected questions. The server states the same cost.
const proposals = document.querySelector('form#proposals');
if (proposals) {
  const DAYS = 30;
  const boxes = (part) => [...part.querySelectorAll('input[name="take"]')];
  const ticked = (part, kind) =>
    boxes(part).filter(({ checked, dataset }) => checked && (!kind || dataset.kind === kind)).length;
  const known = (name) => Number(proposals.dataset[name]);
  const write = (name, text) => {
    const place = proposals.querySelector(`[data-sum="${name}"]`);
    if (place) place.textContent = text;
  };
  const dollars = (usd) => {
    const decimals = usd >= 1 ? 2 : usd >= 0.01 ? 4 : 6;
    return `$${usd.toFixed(decimals).replace(/(\.\d\d\d*?)0+$/, '$1')}`;
  };
  const update = () => {
    const questions = ticked(proposals, 'question');
    const chosen = [...proposals.querySelectorAll('input[name="engines"][data-micros]')];
    const engines = chosen.filter(({ checked }) => checked);
    const micros = chosen.length
      ? engines.reduce((sum, { dataset }) => sum + Number(dataset.micros), 0)
      : known('micros');
    const asked = questions * known('samples') * Math.max(1, known('markets') + ticked(proposals, 'market'));
    write('questions', questions);
    write('answers', asked * (chosen.length ? engines.length : known('engines')));
    write('month', dollars((asked * micros * DAYS) / 1e6));
    for (const part of [proposals, ...proposals.querySelectorAll('tbody')]) {
      part.querySelector('[data-ticked]').textContent = ticked(part);
    }
    const rows = [...document.querySelectorAll('#shown tr[data-questions]')];
    const row = rows.findLast(({ dataset }) => Number(dataset.questions) <= known('questions') + questions);
    for (const each of rows) each.toggleAttribute('aria-current', each === row);
    row?.setAttribute('aria-current', 'true');
  };
  proposals.querySelector('[data-update]').remove();
  proposals.addEventListener('change', update);
  proposals.addEventListener('click', (event) => {
    const button = event.target.closest('[data-tick]');
    if (!button) return;
    event.preventDefault();
    for (const box of boxes(button.closest('tbody'))) box.checked = button.dataset.tick === 'all';
    update();
  });
  update();
}

// Shows progress for slow submits, and prevents a second one.
document.addEventListener('submit', ({ target, submitter }) => {
  const words = submitter?.dataset.wait;
  if (!words) return;
  submitter.textContent = `${words}…`;
  target.setAttribute('aria-busy', 'true');
  setTimeout(() => {
    for (const button of target.querySelectorAll('button')) button.disabled = true;
  });
});
// Going back restores the page.
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted && document.querySelector('form[aria-busy]')) location.reload();
});
