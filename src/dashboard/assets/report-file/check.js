// In the file of a report, after `rateOf`, `recheck`, and what they use: computes its figures again, and says what came of it.
const dataIn = (id) => JSON.parse(document.getElementById(id).textContent);
const stated = dataIn('figures-text');
const hash = dataIn('figures-hash');
const figures = JSON.parse(stated);
const answers = dataIn('answers');
const { checked, mismatches } = recheck(figures, answers, rateOf);
const found = [...mismatches];

// What the page shows, beside what was computed of the answers.
let shown = 0;
for (const cell of document.querySelectorAll('[data-named]')) {
  const [engine, brand] = JSON.parse(cell.dataset.named);
  const row = figures.named.find((each) => each.engine === engine && each.brand === brand);
  const [, present, responses] = /(\d+) of (\d+)/.exec(cell.textContent) ?? [];
  const percent = /([\d.]+)%/.exec(cell.textContent)?.[1];
  const isSame =
    row !== undefined &&
    (row.responses === 0 || (Number(present) === row.present && Number(responses) === row.responses)) &&
    (row.rate === null
      ? row.responses === 0 || percent === undefined
      : Math.abs(percent - 100 * row.rate) <= 0.5001);
  shown += 1;
  if (!isSame) {
    found.push(`${brand} on ${row?.engine_name ?? engine}: the page shows ${cell.textContent.trim()}`);
    cell.classList.add('differs');
  }
}

const sha256 = async (text) => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
};
const computed = globalThis.crypto?.subtle ? await sha256(stated) : null;
if (computed !== null && computed !== hash)
  found.push(`SHA-256 of the figures: stated ${hash}, computed ${computed}`);

const report = document.getElementById('check');
report.textContent =
  found.length > 0
    ? `✗ ${found.length} of the figures in this file do not follow from its answers. Do not trust it.`
    : `✓ ${checked} figures were computed again from the ${answers.rows.length} answers in this file, ${shown} of them are read above, and all agree. ${
        computed === null
          ? 'This browser cannot compute the SHA-256 here.'
          : 'The SHA-256 of the figures is right.'
      } Counts of sites and of what is said are not computed here.`;
report.classList.add(found.length > 0 ? 'error' : 'checked');
if (found.length > 0) {
  const list = document.createElement('ul');
  for (const each of found.slice(0, 50))
    list.append(Object.assign(document.createElement('li'), { textContent: each }));
  report.after(list);
}
