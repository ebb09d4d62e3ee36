import type { Alias, MatchChoices } from '../../../domain/brand/tracked-brand.ts';

/** Names, match options, tags, and markets as JSON; an alias without its own options is plain text. */

export function aliasesFrom(json: string): Alias[] {
  const stored = JSON.parse(json) as (string | Alias)[];
  return stored.map((each) => (typeof each === 'string' ? { text: each } : each));
}

export function aliasesJson(aliases: readonly Alias[]): string {
  return JSON.stringify(aliases.map((each) => (Object.keys(each).length === 1 ? each.text : each)));
}

export function matchFrom(json: string): MatchChoices {
  return JSON.parse(json) as MatchChoices;
}

export function matchJson(match: MatchChoices): string {
  return JSON.stringify(match);
}

/** A prompt's market numbers; empty for all. */
export function marketsFrom(json: string): number[] {
  return JSON.parse(json) as number[];
}

export function tagsFrom(json: string): string[] {
  return JSON.parse(json) as string[];
}

export function tagsJson(tags: readonly string[]): string {
  return JSON.stringify(tags);
}
