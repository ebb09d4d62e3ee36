import { SCOPES, type Scope } from '../../src/domain/access/api-key.ts';
import { type Api, type ApiResponse, apiOn, responseOf } from '../support/api.ts';
import type { TestStore } from '../support/stores.ts';
import { ACME_BRAND, acmeFile, pipelineOn } from '../support/world.ts';

export type Method = 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** An API with a writing key for Acme Inc, which has one brand. */
export class WritingWorld {
  readonly api: Api;
  readonly store: TestStore;
  key = '';

  constructor(store: TestStore) {
    this.store = store;
    this.api = apiOn(store);
  }

  static async on(store: TestStore, brands: readonly object[] = [ACME_BRAND]): Promise<WritingWorld> {
    const world = new WritingWorld(store);
    await pipelineOn(store).apply(acmeFile(brands));
    world.key = await world.newKey();
    return world;
  }

  async newKey(scopes: readonly Scope[] = SCOPES, more: object = {}): Promise<string> {
    return (await pipelineOn(this.store).createKey({ scopes, name: 'BI tool', ...more })).key;
  }

  async send(
    method: Method,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
    key = this.key,
  ): Promise<ApiResponse> {
    const payload = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
    const all = { 'x-api-key': key, ...(payload && { 'content-type': 'application/json' }), ...headers };
    return responseOf(
      await this.api.app.inject({ method, url: `/api/v1${path}`, headers: all, ...(payload && { payload }) }),
    );
  }
}
