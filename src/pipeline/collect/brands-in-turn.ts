/** How often brands whose work became due join those that take turns. */
const LOOK_MS = 5000;

/**
 * Whose job is taken next. Brands that have one take turns, so a brand with thousands keeps no other waiting, and one without
 * work is not asked for. Several workers may share it.
 */
export class BrandsInTurn {
  readonly #look: () => Promise<readonly number[]>;
  readonly #now: () => number;
  #brands: number[] = [];
  #lookedAt = Number.NEGATIVE_INFINITY;

  /** @param look the brands that have work now */
  constructor(look: () => Promise<readonly number[]>, now: () => number) {
    this.#look = look;
    this.#now = now;
  }

  /** Claims from one brand after the other until one gives something; null if none does. */
  async take<Job>(claim: (brandId: number) => Promise<Job | null>): Promise<Job | null> {
    const isTimeToLook = this.#now() - this.#lookedAt >= LOOK_MS;
    if (isTimeToLook) await this.#join();
    const job = await this.#claimInTurn(claim);
    if (job !== null || isTimeToLook) return job;
    await this.#join();
    return await this.#claimInTurn(claim);
  }

  async #join(): Promise<void> {
    this.#lookedAt = this.#now();
    const due = await this.#look();
    const known = new Set(this.#brands);
    this.#brands.push(...due.filter((brandId) => !known.has(brandId)));
  }

  async #claimInTurn<Job>(claim: (brandId: number) => Promise<Job | null>): Promise<Job | null> {
    for (let brandId = this.#brands.shift(); brandId !== undefined; brandId = this.#brands.shift()) {
      // Back in the row before the claim: others take their turn meanwhile.
      this.#brands.push(brandId);
      const job = await claim(brandId);
      if (job !== null) return job;
      this.#brands = this.#brands.filter((each) => each !== brandId);
    }
    return null;
  }
}
