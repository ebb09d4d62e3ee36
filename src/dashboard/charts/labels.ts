/** A label and its preferred height. */
export interface LabelPlace {
  readonly at: number;
}

/**
 * Label heights as close as possible to the preferred ones, in order, at least `gap` apart, within 0 to `height`. Labels that do not fit
 * overlap evenly.
 */
export function placed(wanted: readonly LabelPlace[], gap: number, height: number): number[] {
  const order = wanted.map(({ at }, index) => ({ at, index })).sort((a, b) => a.at - b.at);
  const room = order.length < 2 ? gap : Math.min(gap, height / (order.length - 1));
  const tops: number[] = [];
  for (const [place, { at }] of order.entries()) {
    tops[place] = Math.max(at, place === 0 ? 0 : (tops[place - 1] ?? 0) + room);
  }
  // Pushes overflowing labels up again, with those above them.
  for (let place = tops.length - 1; place >= 0; place -= 1) {
    const lowest = height - (tops.length - 1 - place) * room;
    tops[place] = Math.min(tops[place] ?? 0, lowest);
  }
  const result: number[] = [];
  for (const [place, { index }] of order.entries()) result[index] = Math.round(tops[place] ?? 0);
  return result;
}

/** A truncated name. Counts code points, so that it splits no character. */
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
 * Isolates a name's text direction in attributes, which can contain no elements: otherwise a count after an Arabic or Hebrew name could
 * appear on the wrong side.
 */
export function isolated(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name;
}
