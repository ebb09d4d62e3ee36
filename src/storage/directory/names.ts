import type { Alias, MatchChoices } from '../../domain/tracked-brand.ts';

/** Names, match options, tags, and markets as they are stored: JSON, in which an alias without options of its own is a bare text. */

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

/** The numbers of the markets that a prompt is asked in; none for all. */
export function marketsFrom(json: string): number[] {
  return JSON.parse(json) as number[];
}

export function tagsFrom(json: string): string[] {
  return JSON.parse(json) as string[];
}

export function tagsJson(tags: readonly string[]): string {
  return JSON.stringify(tags);
}
