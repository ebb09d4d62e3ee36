/**
 * The last place from one end to the other, but for that, at which a falling curve is above zero: the first end if it is not even above
 * there, and the other if it still is. By false position, where an end that stays counts half (the Illinois algorithm), for curves that
 * are nearly straight. Every sixth step halves, so that it ends soon whatever their form.
 *
 * @param to may be less than `from`
 * @param close how exactly the place is found
 */
export function lastAbove(curve: (place: number) => number, from: number, to: number, close = 1e-9): number {
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
