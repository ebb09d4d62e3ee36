import { dataForSeo } from '../providers/dataforseo.ts';
import { headersOf } from '../providers/dataforseo-envelope.ts';
import { keywordOf } from './keywords.ts';
import { readReply } from './parser.ts';
import type { VolumeAdapter } from './volume-adapter.ts';

/** Google Ads' search volumes, live, through DataForSEO, which allows 12 requests a minute. */
export const searchVolumes: VolumeAdapter = {
  provider: dataForSeo,
  defaults: { costUsd: 0.075, deadlineSeconds: 150 },
  mostKeywords: 1000,
  leastIntervalMs: 5000,
  keywordOf,
  request: ({ keywords, locationCode, languageCode }, access) => ({
    method: 'POST',
    url: `${access.baseUrl}/v3/keywords_data/google_ads/search_volume/live`,
    headers: headersOf(access),
    body: [
      {
        keywords,
        ...(locationCode !== null && { location_code: locationCode }),
        ...(languageCode !== null && { language_code: languageCode }),
      },
    ],
  }),
  read: readReply,
};
