import { searchVolumes } from '../../src/engines/search-volumes/adapter.ts';
import type { VolumeSource } from '../../src/pipeline/volumes/volume-source.ts';
import type { StubReply, StubRequest } from './stub-engine.ts';

/** A stub for DataForSEO's search volumes. */
export function volumesAt(baseUrl: string, key = 'login:password'): VolumeSource {
  return {
    adapter: searchVolumes,
    access: { baseUrl, key, model: '', settings: {} },
    keyVariable: 'SIGHTLINE_DATAFORSEO_KEY',
    deadlineMs: 20_000,
    micros: 75_000,
  };
}

/** A reply with these volumes, and null for every other requested keyword. */
export function volumesFor(
  { body }: StubRequest,
  volumes: Readonly<Record<string, number | null>> = {},
  costUsd = 0.075,
): StubReply {
  const [task] = body;
  const result = task.keywords.map((keyword: string) => ({
    keyword,
    spell: null,
    search_volume: volumes[keyword] ?? null,
  }));
  const path = ['v3', 'keywords_data', 'google_ads', 'search_volume', 'live'];
  return taskReply({ status_code: 20000, status_message: 'Ok.', cost: costUsd, path, result });
}

/** A reply with this one task. */
export function taskReply(task: object): StubReply {
  return { body: JSON.stringify({ status_code: 20000, status_message: 'Ok.', tasks: [task] }) };
}
