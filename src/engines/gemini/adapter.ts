import type { Market } from '../../domain/market.ts';
import type { Access, EngineAdapter, EngineRequest, Question } from '../engine.ts';
import { readReplies, redirectsOf } from './parser.ts';

/** Gemini's models by Google's generateContent with Google Search: the API, not the consumer app. */
export const gemini: EngineAdapter = {
  slug: 'gemini',
  provider: {
    slug: 'google',
    name: 'Google',
    baseUrl: 'https://generativelanguage.googleapis.com',
    keyHelp: 'an API key of aistudio.google.com',
  },
  defaults: { model: 'gemini-3.8-flash', concurrency: 4, deadlineSeconds: 90, costUsd: 0.03 },
  mostPromptCharacters: null,
  marketApplied: ({ country, languageCode }) => ({
    location: country !== null,
    language: languageCode !== null,
  }),
  next: (question, access, [answer, ...resolved]) => {
    if (answer === undefined) return [asking(question, access)];
    return resolved.length > 0 ? [] : redirectsOf(answer).map((redirect) => resolving(redirect, access));
  },
  isPending: () => false,
  read: readReplies,
};

function asking({ prompt, market }: Question, { baseUrl, key, model }: Access): EngineRequest {
  return {
    method: 'POST',
    url: `${baseUrl}/v1beta/models/${encodeURIComponent(model)}:generateContent`,
    headers: { 'x-goog-api-key': key },
    body: {
      contents: [{ role: 'user', parts: [{ text: prompt }] }],
      tools: [{ google_search: {} }],
      ...retrievalFor(market),
      generationConfig: { maxOutputTokens: 8000 },
    },
  };
}

function retrievalFor({ country, languageCode }: Market): object {
  if (country === null && languageCode === null) return {};
  const latLng = country && { latitude: country.latitude, longitude: country.longitude };
  return {
    toolConfig: {
      retrievalConfig: { ...(latLng && { latLng }), ...(languageCode !== null && { languageCode }) },
    },
  };
}

/** Google's redirects live for a short time only, so they are resolved now. The key is none of their business. */
function resolving(redirect: string, { redirectBaseUrl }: Access): EngineRequest {
  const { pathname, search } = new URL(redirect);
  return { method: 'GET', url: `${redirectBaseUrl}${pathname}${search}`, headers: {}, isOptional: true };
}
