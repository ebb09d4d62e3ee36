/**
 * The root of a falling curve between two ends: `from` if the curve is not above zero even there, `to` if it still is.
 * False position with the Illinois algorithm, for nearly straight curves; every sixth step bisects, so that it
 * converges for any form.
 *
 * @param to may be less than `from`
 * @param close the tolerance
 */
export function findRoot(curve: (place: number) => number, from: number, to: number, close = 1e-9): number {
  let [start, end, above, below] = [from, to, curve(from), curve(to)];
  if (!(above > 0)) return from;
  if (below > 0) return to;
  const least = (Math.sign(to - from) * close) / 3;
  let stays: 'start' | 'end' | null = null;
  for (let step = 1; Math.abs(end - start) > close; step += 1) {
    const straight = (start * below - end * above) / (below - above);
    const [first, last] = [start + least, end - least];
    const within = Math.min(Math.max(first, last), Math.max(Math.min(first, last), straight));
    const place = step % 6 === 0 ? (start + end) / 2 : within;
    const height = curve(place);
    if (height > 0) {
      if (stays === 'end') below /= 2;
      [start, above, stays] = [place, height, 'end'];
    } else {
      if (stays === 'start') above /= 2;
      [end, below, stays] = [place, height, 'start'];
    }
  }
  return start;
}
