import type { Market } from '../../domain/brand/market.ts';
import type { Access, EngineAdapter, EngineRequest, Question } from '../engine.ts';
import { lengthCap } from '../length-cap.ts';
import { baseUrl as baseUrlSetting } from '../settings.ts';
import { REDIRECT_ORIGIN, readReplies, redirectsOf } from './parser.ts';

/** Gemini's models through Google's generateContent with Google Search: the API, not the consumer app. */
export const gemini: EngineAdapter = {
  slug: 'gemini',
  name: 'Gemini',
  method: 'api',
  provider: {
    slug: 'google',
    name: 'Google',
    baseUrl: 'https://generativelanguage.googleapis.com',
    keyHelp: 'an API key from aistudio.google.com',
  },
  settings: [
    baseUrlSetting(
      'redirect_base_url',
      REDIRECT_ORIGIN,
      'Where to resolve the redirects in grounded answers.',
    ),
  ],
  defaults: { model: 'gemini-3.8-flash', concurrency: 4, deadlineSeconds: 90, costUsd: 0.03 },
  mostPromptCharacters: null,
  // Google documents only that this API passes the location to Maps; for Search, only Vertex's docs say so.
  marketApplied: ({ country, languageCode }) => ({
    location: country !== null,
    language: languageCode !== null,
  }),
  next: (question, access, [answer, ...resolved]) => {
    if (answer === undefined) return [answerRequest(question, access)];
    return resolved.length > 0
      ? []
      : redirectsOf(answer).map((redirect) => redirectRequest(redirect, access));
  },
  isPending: () => false,
  read: readReplies,
};

function answerRequest(question: Question, { baseUrl, key, model }: Access): EngineRequest {
  return {
    method: 'POST',
    url: `${baseUrl}/v1beta/models/${encodeURIComponent(model)}:generateContent`,
    headers: { 'x-goog-api-key': key },
    body: {
      contents: [{ role: 'user', parts: [{ text: question.prompt }] }],
      tools: [{ google_search: {} }],
      ...retrievalFor(question.market),
      generationConfig: { maxOutputTokens: lengthCap(question, 8000) },
      // Projects created since 26 October 2026 store prompts and answers by default.
      store: false,
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

/** Google's redirects are short-lived, so the exchange resolves them now, without the key. */
function redirectRequest(redirect: string, { settings }: Access): EngineRequest {
  const { pathname, search } = new URL(redirect);
  return {
    method: 'GET',
    url: `${settings.redirect_base_url}${pathname}${search}`,
    headers: {},
    isOptional: true,
  };
}
