/** How often to look for brands with newly due work. */
const LOOK_MS = 5000;

/**
 * Chooses the next job. Brands with work take turns, so a brand with thousands of jobs delays no other, and idle
 * brands cost no query. Several workers may share it.
 */
export class BrandRotation {
  readonly #look: () => Promise<readonly number[]>;
  readonly #now: () => number;
  #brands: number[] = [];
  #lookedAt = Number.NEGATIVE_INFINITY;

  /** @param look returns brands with due work */
  constructor(look: () => Promise<readonly number[]>, now: () => number) {
    this.#look = look;
    this.#now = now;
  }

  /** Claims from one brand after another until one yields a job; null if none does. */
  async claimNext<Job>(claim: (brandId: number) => Promise<Job | null>): Promise<Job | null> {
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
      // Requeue before the claim, so other workers move on to the next brand.
      this.#brands.push(brandId);
      const job = await claim(brandId);
      if (job !== null) return job;
      this.#brands = this.#brands.filter((each) => each !== brandId);
    }
    return null;
  }
}
