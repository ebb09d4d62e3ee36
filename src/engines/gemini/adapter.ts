import type { Market } from '../../domain/brand/market.ts';
import type { Access, EngineAdapter, EngineRequest, Question } from '../engine.ts';
import { lengthCap } from '../length-cap.ts';
import { baseUrl as baseUrlSetting } from '../settings.ts';
import { REDIRECT_ORIGIN, readReplies, redirectsOf } from './parser.ts';

/** Gemini's models by Google's generateContent with Google Search: the API, not the consumer app. */
export const gemini: EngineAdapter = {
  slug: 'gemini',
  name: 'Gemini',
  method: 'api',
  provider: {
    slug: 'google',
    name: 'Google',
    baseUrl: 'https://generativelanguage.googleapis.com',
    keyHelp: 'an API key from aistudio.google.com',
    // Google answers for these with newer models.
    retirements: [
      { model: 'gemini-3.5-flash', on: '2026-10-08' },
      { model: 'gemini-3.7-flash', on: '2026-10-08' },
    ],
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
  // Sent, that is: Google documents for this API that it reaches Maps, and only for Vertex that it reaches Search.
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

function asking(question: Question, { baseUrl, key, model }: Access): EngineRequest {
  return {
    method: 'POST',
    url: `${baseUrl}/v1beta/models/${encodeURIComponent(model)}:generateContent`,
    headers: { 'x-goog-api-key': key },
    body: {
      contents: [{ role: 'user', parts: [{ text: question.prompt }] }],
      tools: [{ google_search: {} }],
      ...retrievalFor(question.market),
      generationConfig: { maxOutputTokens: lengthCap(question, 8000) },
      // Projects created since 26 October 2026 keep prompts and answers unless a request says otherwise.
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

/** Google's redirects are short-lived, so they are resolved now, without the key. */
function resolving(redirect: string, { settings }: Access): EngineRequest {
  const { pathname, search } = new URL(redirect);
  return {
    method: 'GET',
    url: `${settings.redirect_base_url}${pathname}${search}`,
    headers: {},
    isOptional: true,
  };
}
