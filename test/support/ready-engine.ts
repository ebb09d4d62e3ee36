import type { EngineAdapter, Settings } from '../../src/engines/engine.ts';
import type { ReadyEngine } from '../../src/pipeline/collect/collect.ts';

/** An engine whose URL is a stub. */
export function readyAt(
  adapter: EngineAdapter,
  baseUrl: string,
  more: Partial<ReadyEngine> = {},
): ReadyEngine {
  return {
    adapter,
    keyVariable: 'SIGHTLINE_STUB_KEY',
    access: { baseUrl, key: 'key', model: 'model', settings: settingsAt(adapter, baseUrl) },
    concurrency: 1,
    // No reply counts as late, however busy the machine is.
    deadlineMs: 20_000,
    micros: 10_000,
    mostMicros: more.micros ?? 10_000,
    ...more,
  };
}

/** The engine's settings, with the stub's URL everywhere and no delays. */
function settingsAt({ provider, settings = [] }: EngineAdapter, baseUrl: string): Settings {
  const declared = [...(provider.settings ?? []), ...settings];
  return Object.fromEntries(
    declared.map((each) => [
      each.name,
      URL.canParse(each.standard) ? baseUrl : (each.read('live') ?? each.standard),
    ]),
  );
}
