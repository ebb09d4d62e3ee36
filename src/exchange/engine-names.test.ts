import assert from 'node:assert/strict';
import { test } from 'node:test';
import { proposedEngine } from './engine-names.ts';
import { engineChoiceText } from './mapping.ts';

for (const [name, choice] of [
  ['ChatGPT app', 'chatgpt_app'],
  ['chatgpt-web', 'chatgpt_app'],
  ['ChatGPT UI', 'chatgpt_app'],
  ['chatgpt brightdata online', 'chatgpt_app'],
  ['chatgpt cloro online', 'chatgpt_app_cloro'],
  ['ChatGPT (API)', 'chatgpt'],
  ['openai-api', 'own:openai-api (Plotter)'],
  ['openai api web search', 'chatgpt'],
  ['ChatGPT', 'own:ChatGPT (Plotter)'],
  ['openai', 'own:openai (Plotter)'],
  ['gpt-4o search', 'own:gpt-4o search (Plotter)'],
  ['gpt-5', 'own:gpt-5 (Plotter)'],
  ['perplexity-api', 'perplexity'],
  ['sonar', 'perplexity'],
  ['perplexity/sonar-pro', 'perplexity'],
  ['Perplexity', 'own:Perplexity (Plotter)'],
  ['perplexity.ai web', 'own:perplexity.ai web (Plotter)'],
  ['google-ai-overview', 'google_ai_overview'],
  ['google_ai_overviews_keywords', 'google_ai_overview'],
  ['AIO', 'google_ai_overview'],
  ['AI Mode', 'google_ai_mode'],
  ['KI-Modus', 'google_ai_mode'],
  ['Google KI-Übersicht', 'google_ai_overview'],
  ['Aperçu IA', 'google_ai_overview'],
  ['google_ai_mode', 'google_ai_mode'],
  ['google-ai-mode cloro online', 'google_ai_mode_cloro'],
  ['copilot', 'own:Copilot (Plotter)'],
  ['Microsoft Copilot', 'own:Microsoft Copilot (Plotter)'],
  ['bing copilot search', 'copilot_search'],
  ['gemini-app', 'gemini_app'],
  ['Google Gemini', 'own:Google Gemini (Plotter)'],
  ['gemini-2.5-flash', 'own:gemini-2.5-flash (Plotter)'],
  ['Claude', 'own:Claude (Plotter)'],
  ['Le Chat', 'own:Le Chat (Plotter)'],
  ['grok', 'own:Grok (Plotter)'],
  ['deepseek', ''],
  ['meta', ''],
  ['', ''],
  ['__proto__', ''],
] as const)
  test(`${name || 'no name'} is ${choice || 'left out'}`, () =>
    assert.equal(engineChoiceText(proposedEngine(name, 'Plotter')), choice));
