/** A label that wants to stand at a height. */
export interface Wanted {
  readonly at: number;
}

/**
 * Heights for labels, each as close as it can be to where it wants to stand, in that order and at least `gap` apart,
 * between 0 and `height`. Where they do not all fit, they overlap evenly.
 */
export function placed(wanted: readonly Wanted[], gap: number, height: number): number[] {
  const order = wanted.map(({ at }, index) => ({ at, index })).sort((a, b) => a.at - b.at);
  const room = order.length < 2 ? gap : Math.min(gap, height / (order.length - 1));
  const tops: number[] = [];
  for (const [place, { at }] of order.entries()) {
    tops[place] = Math.max(at, place === 0 ? 0 : (tops[place - 1] ?? 0) + room);
  }
  // Those that were pushed out below go up again, and push what is above them.
  for (let place = tops.length - 1; place >= 0; place -= 1) {
    const lowest = height - (tops.length - 1 - place) * room;
    tops[place] = Math.min(tops[place] ?? 0, lowest);
  }
  const result: number[] = [];
  for (const [place, { index }] of order.entries()) result[index] = Math.round(tops[place] ?? 0);
  return result;
}

/** A name as long as there is room for. Code points, because half of one is not a character. */
export function shortened(name: string, most: number): string {
  const characters = [...name];
  return characters.length <= most
    ? name
    : `${characters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`;
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * A name with its direction kept to itself, for attributes, which can have no element around it: after a name in Arabic or
 * Hebrew, a count would else be read on its other side.
 */
export function isolated(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name;
}
