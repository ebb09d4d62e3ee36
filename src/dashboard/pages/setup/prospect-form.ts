import type { GivenTo } from '../../../actions/action.ts';
import { actions } from '../../../actions/index.ts';
import { engineNameOf } from '../../../domain/answers/engine.ts';
import { listCountries } from '../../../domain/brand/country-names.ts';
import { PROSPECT_LIMITS } from '../../../domain/brand/prospect.ts';
import { dollars, usdOf } from '../../../domain/figures/usd.ts';
import { hostOfDomain } from '../../../domain/web/host.ts';
import type { ConfiguredEngines } from '../../../pipeline/collect/job/ready-engine.ts';
import type { ProposedProspect } from '../../../propose/prospect.ts';
import { type Html, html } from '../../markup/html.ts';
import { checkField, linesField, linesIn, selectField, textField } from '../../parts/form/field.ts';

/** A prospect's fields as typed; several values of a field are lines. */
export type ProspectForm = Readonly<Record<(typeof TEXTS)[number], string>> & {
  readonly engines: readonly string[];
};

const TEXTS = [
  ...(['domain', 'name', 'aliases', 'domains', 'location', 'language'] as const),
  ...(['competitors', 'questions', 'times'] as const),
];

export function typedProspect(sent: URLSearchParams): ProspectForm {
  const texts = Object.fromEntries(TEXTS.map((each) => [each, sent.get(each) ?? '']));
  return { ...(texts as Omit<ProspectForm, 'engines'>), engines: sent.getAll('engines') };
}

/** For a review that sends them again. */
export function prospectFields({ engines, ...texts }: ProspectForm): (readonly [string, string])[] {
  return [...Object.entries(texts), ...engines.map((each) => ['engines', each] as const)];
}

export function proposedForm(
  domain: string,
  found: ProposedProspect,
  { ready }: ConfiguredEngines,
): ProspectForm {
  const { name, aliases, domains, market, competitors, questions } = found;
  return {
    ...{ domain, name, aliases: aliases.join('\n'), domains: domains.join('\n') },
    location: String(market?.locationCode ?? ''),
    language: market?.languageCode ?? '',
    competitors: competitors.map(rivalLine).join('\n'),
    questions: questions.join('\n'),
    ...{ times: '1', engines: ready.map(({ adapter }) => adapter.slug) },
  };
}

/** `Kestrel Boards, kestrelboards.example` */
export function rivalLine({ name, domain }: ProposedProspect['competitors'][number]): string {
  return domain === null ? name : `${name}, ${domain}`;
}

/** A name, with its website after the last comma. */
function rivalOf(line: string): { name: string; domain?: string } {
  const at = line.lastIndexOf(',');
  const site = at === -1 ? '' : line.slice(at + 1).trim();
  const domain = site.includes('.') ? hostOfDomain(site) : null;
  return domain === null ? { name: line } : { name: line.slice(0, at).trim(), domain };
}

export function prospectInput(form: ProspectForm): GivenTo<typeof actions.create_prospect> {
  const { name, domain, location, language, times } = form;
  const market = {
    ...(location !== '' && { location_code: Number(location) }),
    ...(language.trim() !== '' && { language_code: language.trim() }),
  };
  return {
    ...{ name: name.trim(), domain: domain.trim(), match: undefined },
    ...{ aliases: linesIn(form.aliases), domains: linesIn(form.domains) },
    markets: Object.keys(market).length === 0 ? undefined : [market],
    competitors: linesIn(form.competitors).map(rivalOf),
    questions: linesIn(form.questions),
    ...{ engines: form.engines, times: Number(times) },
  };
}

const TIMES = Array.from({ length: PROSPECT_LIMITS.times }, (_, index) => String(index + 1));

export function prospectControls(form: ProspectForm, { ready }: ConfiguredEngines): Html {
  const { input } = actions.create_prospect;
  const countries = listCountries().map(({ locationCode, name }) => [String(locationCode), name] as const);
  return html`<input type="hidden" name="domain" value="${form.domain}">
<input type="hidden" name="domains" value="${form.domains}">
<div class="columns">
${textField({ name: 'name', label: 'Name', value: form.name, of: input.name, help: 'As answers write it.' })}
${linesField({ name: 'aliases', label: 'Other names', value: form.aliases, rows: 2, help: 'One per line.' })}
</div>
${linesField({ name: 'questions', label: 'Questions', value: form.questions, rows: PROSPECT_LIMITS.questions, help: `One per line, up to ${PROSPECT_LIMITS.questions}, as a person who knows no brand would ask them.` })}
${linesField({ name: 'competitors', label: 'Competitors', value: form.competitors, rows: 4, help: 'One per line; a website may follow after a comma. The report compares with them.' })}
<div class="columns narrow">
${selectField({ name: 'location', label: 'Country', value: form.location, choices: [['', 'Nowhere in particular'], ...countries] })}
${textField({ name: 'language', label: 'Language', value: form.language, placeholder: 'en', help: 'A code, such as en or de-AT.' })}
${selectField({ name: 'times', label: 'Times', value: form.times, choices: TIMES.map((each) => [each, each] as const), help: 'How often each engine answers each question.' })}
</div>
<fieldset class="engines"><legend>Ask</legend><div class="engine-list">${ready.map(
    ({ adapter: { slug }, micros }) =>
      checkField(
        'engines',
        slug,
        html`${engineNameOf(slug)} <span class="help">About ${dollars(usdOf(micros))} an answer.</span>`,
        form.engines.includes(slug),
      ),
  )}</div></fieldset>`;
}
