import { BASELINE_DAYS, CURRENT_DAYS } from '../domain/alert-rules.ts';
import { bitsIn } from '../domain/bits.ts';

/** As many courses of the noise say how likely a run of looks is, to about a point. */
const COURSES = 1024;
const WORDS = COURSES / 32;

/** Some of the courses, a bit for each. */
export type Courses = Int32Array;

/** None, so many times one after the other. */
export function noCourses(times = 1): Courses {
  return new Int32Array(times * WORDS);
}

/** What share of all courses those are that begin at a word. */
export function shareOfCourses(courses: Courses, from: number): number {
  let count = 0;
  for (let word = from; word < from + WORDS; word += 1) count += bitsIn(courses[word] ?? 0);
  return count / COURSES;
}

/**
 * The courses in which the noise of a look is above this bar.
 *
 * @param day from 1 to 28 after the change
 * @param bar in standard deviations of the noise
 */
export function coursesAbove(day: number, bar: number): Courses {
  if (days.length === 0) days.push(...courses().map(sorted));
  const { noise, above } = days[day - 1] ?? NO_NOISE;
  let [low, high] = [0, noise.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((noise[middle] ?? 0) > bar) low = middle + 1;
    else high = middle;
  }
  return above.subarray(low * WORDS, (low + 1) * WORDS);
}

/** The noise of the looks of one day. */
interface DayOfNoise {
  /** From the highest to the lowest. */
  readonly noise: Float64Array;
  /** One after the other: no course, that with the highest noise, those with the two highest, and so on. */
  readonly above: Int32Array;
}

const NO_NOISE: DayOfNoise = { noise: new Float64Array(0), above: noCourses() };

/** Made once, and always the same: 4 MB. */
const days: DayOfNoise[] = [];

function sorted(noise: Float64Array): DayOfNoise {
  const order = [...noise.keys()].sort((a, b) => (noise[b] ?? 0) - (noise[a] ?? 0));
  const above = new Int32Array(WORDS * (COURSES + 1));
  for (const [place, course] of order.entries()) {
    const [from, to] = [place * WORDS, (place + 1) * WORDS];
    above.copyWithin(to, from, to);
    above[to + (course >>> 5)] = (above[to + (course >>> 5)] ?? 0) | (1 << (course & 31));
  }
  return { noise: Float64Array.from(order, (course) => noise[course] ?? 0), above };
}

/**
 * The noise of each day in every course, in standard deviations: the mean of the current window less that of the baseline, day
 * after day, if what comes in on a day is pure noise. So two looks have in common what the answers make them have in common.
 * Each course has its mirror image.
 */
function courses(): Float64Array[] {
  const noises = Array.from({ length: BASELINE_DAYS }, () => new Float64Array(COURSES));
  const next = generator();
  const scale = 1 / Math.sqrt(1 / CURRENT_DAYS + 1 / BASELINE_DAYS);
  for (let course = 0; course < COURSES; course += 2) {
    const sums = [0];
    for (let day = 0; day < 2 * BASELINE_DAYS + CURRENT_DAYS; day += 1) sums.push((sums[day] ?? 0) + next());
    for (const [day, noise] of noises.entries()) {
      const [end, start, first] = [day + BASELINE_DAYS + CURRENT_DAYS, day + BASELINE_DAYS, day].map(
        (at) => sums[at] ?? 0,
      );
      const look =
        scale * (((end ?? 0) - (start ?? 0)) / CURRENT_DAYS - ((start ?? 0) - (first ?? 0)) / BASELINE_DAYS);
      noise[course] = look;
      noise[course + 1] = -look;
    }
  }
  return noises;
}

/** Numbers that look normally distributed, the same ones every time. */
function generator(): () => number {
  let state = 1;
  const uniform = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state + 0.5) / 2 ** 32;
  };
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}
