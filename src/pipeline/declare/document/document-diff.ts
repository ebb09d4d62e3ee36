import type { AuditChange } from '../../../domain/access/audit.ts';
import { engineNameOf } from '../../../domain/answers/engine.ts';
import { marketWords } from '../../../domain/brand/market.ts';
import { codesOf } from './declared.ts';
import { questionOf } from './declared-question.ts';
import type { BrandDocument, SiteDocument } from './document.ts';
import { factEntryWords } from './fact-entries.ts';

/** Differences between two documents of a brand, in words; a question's are under `Question …`. @param before null for a new brand */
export function brandChanges(before: BrandDocument | null, after: BrandDocument): AuditChange[] {
  const [old, now] = [before === null ? new Map<string, string>() : factsOf(before), factsOf(after)];
  const settings = [...new Set([...old.keys(), ...now.keys()])]
    .map((what) => ({ what, before: old.get(what) ?? null, after: now.get(what) ?? null }))
    .filter((each) => each.before !== each.after);
  return [...settings, ...questionChanges(before, after)];
}

/** Only what differs of each question. */
function questionChanges(before: BrandDocument | null, after: BrandDocument): AuditChange[] {
  const [old, now] = [
    before === null ? new Map<string, QuestionFacts>() : questionFacts(before),
    questionFacts(after),
  ];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((text) => {
    const [was, is] = [old.get(text), now.get(text)];
    const differ = QUESTION_FACTS.filter((fact) => (was ?? NEW)[fact] !== is?.[fact]);
    if (differ.length === 0) return [];
    const said = (facts: QuestionFacts | undefined) => facts && differ.map((fact) => facts[fact]).join('; ');
    return [{ what: `Question ${text}`, before: said(was) ?? null, after: said(is) ?? null }];
  });
}

const QUESTION_FACTS = ['state', 'tags', 'samples', 'markets'] as const;

/** Defaults that the preview of a new question need not mention. */
const NEW = { state: '', tags: 'no tag', samples: 'as often as the brand', markets: 'in every market' };

/** A question's declaration, in words. */
type QuestionFacts = Readonly<Record<(typeof QUESTION_FACTS)[number], string>>;

function questionFacts({ prompts }: BrandDocument): Map<string, QuestionFacts> {
  return new Map(
    prompts.map(questionOf).map(({ text, active, tags, samples_per_day: samples, every, markets }) => [
      text,
      {
        state: active ? 'asked' : 'not asked',
        tags: tags.length === 0 ? NEW.tags : `${tags.length === 1 ? 'tag' : 'tags'} ${tags.join(', ')}`,
        samples: every === 'week' ? 'once a week' : timesWords(samples),
        markets: markets === undefined ? NEW.markets : `in ${markets.join(', ')}`,
      },
    ]),
  );
}

function timesWords(samples: number | undefined): string {
  if (samples === undefined) return NEW.samples;
  return samples === 1 ? 'once a day' : `${samples} times a day`;
}

function factsOf(document: BrandDocument): Map<string, string> {
  const {
    markets,
    engines,
    samples_per_day: samples,
    sites,
    competitors,
    facts: declared,
    themes,
  } = document;
  const facts = [
    ['Name', document.name],
    ['Setup', document.configured ? '' : 'not finished'],
    ...siteFacts(document, ''),
    [
      'Markets',
      markets
        .filter(({ active = true }) => active)
        .map((each) => `${each.name ?? ''} (${marketWords(codesOf(each))})`)
        .join('; '),
    ],
    ['Engines', engines.map(engineNameOf).join(', ')],
    ['Times a day', String(samples)],
    ['Site kinds', sites.map(({ host, kind }) => `${host} (${kind})`).join(', ')],
    ...declared.map((each) => [`Fact ${each.name}`, factEntryWords(each)] as const),
    ...themes.map(({ name, words }) => [`Theme ${name}`, words.join(', ')] as const),
    ...competitors.flatMap((each) => [
      [`Competitor ${each.name}`, 'looked for'] as const,
      ...siteFacts(each, `${each.name}: `),
    ]),
  ] as const;
  return new Map(facts.filter(([, said]) => said !== ''));
}

function siteFacts(site: SiteDocument, prefix: string): [string, string][] {
  const { domain, domains, aliases, match } = site;
  const names = aliases.map((alias) => {
    if (typeof alias === 'string') return alias;
    const options = matchWords(alias);
    return options === '' ? alias.name : `${alias.name} (${options})`;
  });
  return [
    [`${prefix}Website`, domain ?? ''],
    [`${prefix}Further websites`, domains.join(', ')],
    [`${prefix}Other names`, names.join(', ')],
    [`${prefix}Name matching`, matchWords(match)],
  ];
}

function matchWords(match: SiteDocument['match']): string {
  const { case_sensitive: cased, not_followed_by: followed, not_preceded_by: preceded } = match;
  return [
    cased === undefined ? '' : cased ? 'only with exactly these capitals' : 'with any capitals',
    followed && followed.length > 0 ? `not before ${followed.join(', ')}` : '',
    preceded && preceded.length > 0 ? `not after ${preceded.join(', ')}` : '',
    match.includes_products === false ? 'not in product names' : '',
  ]
    .filter((each) => each !== '')
    .join('; ');
}
