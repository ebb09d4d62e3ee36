import type { Proportion } from '../../domain/figures/proportion.ts';
import type { RatioPart } from './jackknife.ts';

/** Initial capacity. */
const GROUPS_AT_ONCE = 32;

/**
 * Sums over strata for a difference of two rates, ours - theirs, within each stratum, so that shared properties of a
 * stratum cannot cause a difference. With m and k answers on the two sides of a stratum, of which a and c are events,
 * the difference is Σ (a k - c m) / (m + k) over Σ m k / (m + k). A stratum with answers on one side only has no
 * weight.
 *
 * Source: the weights of Mantel and Haenszel (1959), J. Natl. Cancer Inst. 22:719-748, for a difference of rates as in Greenland and Robins
 * (1985), Biometrics 41:55-68.
 */
export class MantelHaenszel {
  /** By group. */
  #difference = new Float64Array(GROUPS_AT_ONCE);
  #weight = new Float64Array(GROUPS_AT_ONCE);
  /** Answers on each side in the strata with weight. */
  ours = 0;
  theirs = 0;
  /** Events among them. */
  ourEvents = 0;
  theirEvents = 0;
  /** Per side: sums of weight times rate, and of weight squared divided by answers. */
  #ourRates = 0;
  #theirRates = 0;
  #ourSpread = 0;
  #theirSpread = 0;

  /**
   * Adds a stratum: its answers on each side, and the events among them.
   *
   * @param group a number; strata with dependent answers share a group
   */
  add(group: number, ourEvents: number, ours: number, theirEvents: number, theirs: number): void {
    if (ours === 0 || theirs === 0) return;
    const all = ours + theirs;
    const [ourShare, theirShare] = [ours / all, theirs / all];
    const [ourRate, theirRate] = [ourEvents * theirShare, theirEvents * ourShare];
    const weight = ours * theirShare;
    if (group >= this.#weight.length) this.#makeRoomFor(group);
    this.#difference[group] = (this.#difference[group] as number) + ourRate - theirRate;
    this.#weight[group] = (this.#weight[group] as number) + weight;
    this.ours += ours;
    this.theirs += theirs;
    this.ourEvents += ourEvents;
    this.theirEvents += theirEvents;
    this.#ourRates += ourRate;
    this.#theirRates += theirRate;
    this.#ourSpread += weight * theirShare;
    this.#theirSpread += weight * ourShare;
  }

  /** Each weighted group's part in the numerator and the denominator. */
  get parts(): RatioPart[] {
    const parts: RatioPart[] = [];
    for (let group = 0; group < this.#weight.length; group++) {
      const below = this.#weight[group] as number;
      if (below > 0) parts.push({ above: this.#difference[group] as number, below });
    }
    return parts;
  }

  /** The two rates, each over its effective number of answers for identical strata and independent answers. Needs a stratum with weight. */
  get sides(): { readonly ours: Proportion; readonly theirs: Proportion } {
    // The shares on a stratum's two sides add up to 1.
    const weight = this.#ourSpread + this.#theirSpread;
    const sideOf = (rates: number, spread: number): Proportion => {
      const trials = weight ** 2 / spread;
      return { events: (trials * rates) / weight, trials };
    };
    return {
      ours: sideOf(this.#ourRates, this.#ourSpread),
      theirs: sideOf(this.#theirRates, this.#theirSpread),
    };
  }

  #makeRoomFor(group: number): void {
    const [difference, weight] = [this.#difference, this.#weight];
    this.#difference = new Float64Array(2 * (group + 1));
    this.#difference.set(difference);
    this.#weight = new Float64Array(2 * (group + 1));
    this.#weight.set(weight);
  }
}
