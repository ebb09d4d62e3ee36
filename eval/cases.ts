import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { type MatchChoices, namesOf, type TrackedBrand } from '../src/domain/brand/tracked-brand.ts';
import { hostOf, hostOfDomain } from '../src/domain/web/host.ts';

/** A labeled answer in cases/. Omitted labels are not scored. */
export interface Case {
  readonly id: string;
  readonly trap: string;
  readonly language: string;
  readonly brands: readonly TrackedBrand[];
  readonly citedHosts: readonly string[];
  readonly answer: string;
  readonly expect: Readonly<Record<string, Label | 'absent'>>;
  readonly outcome: 'ok' | 'empty' | null;
}

export interface Label {
  readonly count?: number;
  readonly rank?: number | null;
  /** `ambivalent` is null with cues, `abstain` null without. */
  readonly framing?: 'recommended' | 'neutral' | 'negative' | 'ambivalent' | 'abstain';
  readonly snippet?: string;
}

interface WrittenMatch {
  readonly case_sensitive?: boolean;
  readonly not_followed_by?: readonly string[];
  readonly not_preceded_by?: readonly string[];
  readonly includes_products?: boolean;
}
type WrittenName = string | ({ readonly name: string } & WrittenMatch);
type WrittenBrand =
  | string
  | {
      readonly name: string;
      readonly domain?: string;
      readonly domains?: readonly string[];
      readonly aliases?: readonly WrittenName[];
      readonly match?: WrittenMatch;
    };
interface WrittenCase {
  readonly id: string;
  readonly trap?: string;
  readonly language?: string;
  readonly brands: readonly WrittenBrand[];
  readonly cited?: readonly string[];
  readonly answer: string;
  readonly expect: Case['expect'];
  readonly outcome?: 'ok' | 'empty';
}

/** Every case in a folder's YAML files, in the order of file names. */
export async function casesIn(folder: string): Promise<Case[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.yaml')).sort();
  const files = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return files.flatMap((text) => (parse(text) as WrittenCase[]).map(caseOf));
}

function caseOf(written: WrittenCase): Case {
  return {
    id: written.id,
    trap: written.trap ?? 'none',
    language: written.language ?? 'en',
    brands: written.brands.map(brandOf),
    citedHosts: (written.cited ?? []).flatMap((url) => hostOf(url) ?? []),
    answer: written.answer,
    expect: written.expect,
    outcome: written.outcome ?? null,
  };
}

/** A case's brand; a string is a brand with only its name. */
export function brandOf(written: WrittenBrand, index: number): TrackedBrand {
  const site = typeof written === 'string' ? { name: written } : written;
  const aliases = (site.aliases ?? []).map((alias) =>
    typeof alias === 'string' ? { text: alias } : { text: alias.name, ...choicesOf(alias) },
  );
  const domains = [site.domain, ...(site.domains ?? [])];
  return {
    id: index + 1,
    role: index === 0 ? 'self' : 'competitor',
    name: site.name,
    names: namesOf(site.name, choicesOf(site.match ?? {}), aliases),
    hosts: domains.flatMap((domain) => (domain === undefined ? [] : (hostOfDomain(domain) ?? []))),
  };
}

function choicesOf(written: WrittenMatch): MatchChoices {
  const { case_sensitive, not_followed_by, not_preceded_by, includes_products } = written;
  return {
    ...(case_sensitive !== undefined && { caseSensitive: case_sensitive }),
    ...(not_followed_by !== undefined && { notFollowedBy: not_followed_by }),
    ...(not_preceded_by !== undefined && { notPrecededBy: not_preceded_by }),
    ...(includes_products !== undefined && { includesProducts: includes_products }),
  };
}
