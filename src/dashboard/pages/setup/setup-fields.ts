import { actions } from '../../../actions/index.ts';
import { ENGINES, ownEngines } from '../../../domain/answers/engine.ts';
import { listCountries } from '../../../domain/brand/country-names.ts';
import { dollars, usdOf } from '../../../domain/figures/usd.ts';
import type { ConfiguredEngines } from '../../../pipeline/collect/job/ready-engine.ts';
import { type Html, html } from '../../markup/html.ts';
import { checkField, linesField, selectField, textField } from '../../parts/form/field.ts';
import {
  type FormErrors,
  locationName,
  type MarketForm,
  type SetupForm,
  type SiteForm,
} from './setup-form.ts';

/** Setup controls with typed values and errors. */
export function setupFields(form: SetupForm, errors: FormErrors, engines: ConfiguredEngines): Html {
  return html`${errorSummary(errors)}
<input type="hidden" name="version" value="${form.version}">
<section aria-labelledby="brand-head"><h2 id="brand-head">The brand</h2>
${siteFields(form, '', errors, { isSelf: true })}
</section>
<section aria-labelledby="rivals-head"><h2 id="rivals-head">Competitors</h2>
<p class="help">Sightline looks for each in every answer. Reports omit a removed competitor; its history stays.</p>
<input type="hidden" name="competitors" value="${form.competitors.length}">
${errorLine('competitors', errors)}
<div class="rivals">${form.competitors.map((each, index) => competitor(each, index, errors))}</div>
<p><button name="do" value="add" formaction="#rivals-head" formnovalidate>Add another competitor</button></p>
</section>
<section aria-labelledby="asking-head"><h2 id="asking-head">Markets and questions</h2>
${marketFields(form, errors)}
${(form.version === '' || form.questions !== '') && questionField(form, errors)}
${selectField({ name: 'samples', label: 'Times a day', value: form.samples, choices: SAMPLES, error: errors.get('samples'), help: 'Runs per question, engine, and market. Twice gives twice the answers at twice the cost.' })}
${engineChoices(form, errors, engines)}
</section>
<section aria-labelledby="sites-head"><h2 id="sites-head">Kinds of sites</h2>
<p class="help">Sightline knows the kinds of well-known sites and treats others as listings. Correct it here, one site per line.</p>
${errorLine('sites', errors)}
<div class="columns narrow">
${linesField({ name: 'community', label: 'Communities', value: form.sites.community })}
${linesField({ name: 'marketplace', label: 'Marketplaces', value: form.sites.marketplace })}
${linesField({ name: 'listing', label: 'Listings', value: form.sites.listing })}
</div>
</section>`;
}

function errorSummary(errors: FormErrors): Html | null {
  if (errors.size === 0) return null;
  const whole = errors.get('');
  return html`<div class="note error" role="alert"><p><b>Nothing was saved.</b> ${
    whole ?? (errors.size === 1 ? 'One field needs a change.' : `${errors.size} fields need a change.`)
  }</p></div>`;
}

function errorLine(name: string, errors: FormErrors): Html | null {
  const error = errors.get(name);
  return error === undefined ? null : html`<p class="field-error" id="${name}-error">${error}</p>`;
}

function competitor(form: SiteForm, index: number, errors: FormErrors): Html {
  const prefix = `c${index}-`;
  const name = form.name.trim() || `Competitor ${index + 1}`;
  return html`<fieldset class="rival">
<legend class="unseen">${name}</legend>
${siteFields(form, prefix, errors, { isSelf: false })}
${form.name.trim() !== '' && checkField(`${prefix}remove`, '1', html`Remove ${name}`, false)}
</fieldset>`;
}

function siteFields(
  form: SiteForm,
  prefix: string,
  errors: FormErrors,
  { isSelf }: { readonly isSelf: boolean },
): Html {
  const at = fieldAt(prefix, errors);
  return html`<div class="columns">
${textField({ ...at('name'), label: 'Name', value: form.name, of: actions.create_brand.input.name, isRequired: isSelf, help: isSelf ? 'As answers write it.' : undefined })}
${textField({ ...at('domain'), label: 'Website', value: form.domain, of: actions.create_brand.input.domain, placeholder: 'example.com', help: isSelf ? 'Answers that cite it, or a subdomain, cite the brand.' : undefined })}
</div>
${moreOf(form, prefix, errors, isSelf)}`;
}

/** Rare fields, folded unless filled. */
function moreOf(form: SiteForm, prefix: string, errors: FormErrors, isSelf: boolean): Html {
  const at = fieldAt(prefix, errors);
  const names = html`<div class="columns">
${linesField({ ...at('aliases'), label: 'Other names', value: form.aliases, help: 'One per line: abbreviations, former names, other scripts.' })}
${linesField({ ...at('domains'), label: 'Further websites', value: form.domains, help: 'One per line.' })}
</div>`;
  const found = foundFields(form, at);
  const rare = ['capitals', 'products', 'after', 'before'] as const;
  const isUsed = (each: keyof SiteForm) => form[each] !== '' || errors.has(`${prefix}${each}`);
  if (isSelf) return html`${names}${folded('Name matching', rare.some(isUsed), found)}`;
  const isOpen = [...rare, 'aliases' as const, 'domains' as const].some(isUsed);
  return folded('Other names, further websites, and name matching', isOpen, html`${names}${found}`);
}

function folded(summary: string, isOpen: boolean, content: Html): Html {
  return html`<details class="more"${isOpen && html` open`}><summary>${summary}</summary>
${content}</details>`;
}

type FieldAt = (name: string) => { readonly name: string; readonly error: string | undefined };

function fieldAt(prefix: string, errors: FormErrors): FieldAt {
  return (name) => ({ name: `${prefix}${name}`, error: errors.get(`${prefix}${name}`) });
}

function foundFields(form: SiteForm, at: FieldAt): Html {
  return html`<div class="columns">
${selectField({ ...at('capitals'), label: 'Capitals', value: form.capitals, choices: CAPITALS, help: 'An ordinary word, such as Ring, needs its capitals anyway.' })}
${selectField({ ...at('products'), label: 'Product names that begin with it', value: form.products, choices: PRODUCTS })}
</div>
<div class="columns">
${linesField({ ...at('after'), label: 'Means something else before', value: form.after, rows: 2, help: 'Following words, one per line: Enix, for Square.' })}
${linesField({ ...at('before'), label: 'Means something else after', value: form.before, rows: 2, help: 'Preceding words, one per line: Times, for Square.' })}
</div>`;
}

const CAPITALS = [
  ['', 'Automatic'],
  ['exact', 'Exactly these capitals'],
  ['any', 'Any capitals'],
] as const;

const PRODUCTS = [
  ['', 'Name the brand too'],
  ['no', 'Do not name the brand'],
] as const;

function marketFields({ markets }: SetupForm, errors: FormErrors): Html {
  return html`<h3 id="markets">Markets</h3>
<p class="help">A country and a language. Sightline asks questions in each market, at its own cost, and reports never mix markets. The first is the default in reports. A removed market keeps its answers.</p>
<input type="hidden" name="markets" value="${markets.length}">
${errorLine('markets', errors)}
${markets.map((each, index) => market(each, index, errors, markets.length > 1))}
<p><button name="do" value="add-market" formaction="#markets" formnovalidate>Add another market</button></p>`;
}

function market(form: MarketForm, index: number, errors: FormErrors, mayGo: boolean): Html {
  const prefix = `m${index}-`;
  const at = fieldAt(prefix, errors);
  const countries = listCountries().map(({ locationCode, name }) => [String(locationCode), name] as const);
  const isKnown = form.location === '' || countries.some(([code]) => code === form.location);
  const choices = [
    ['', 'Nowhere in particular'] as const,
    ...(isKnown ? [] : [[form.location, `Region ${locationName(form.location)}`] as const]),
    ...countries,
  ];
  const name = form.name || `Market ${index + 1}`;
  return html`<fieldset class="rival">
<legend class="unseen">${name}</legend>
<div class="columns narrow">
${selectField({ ...at('location'), label: 'Country', value: form.location, choices })}
${textField({ ...at('language'), label: 'Language', value: form.language, placeholder: 'en', help: 'A code, such as en or de-AT.' })}
${textField({ ...at('name'), label: 'Short name', value: form.name, of: actions.create_brand.input.markets.items.properties.name, placeholder: 'us-en', help: 'For links and files; made from both if blank.' })}
</div>
${mayGo && checkField(`${prefix}remove`, '1', html`Remove ${name}`, false)}
</fieldset>`;
}

function questionField({ questions }: SetupForm, errors: FormErrors): Html {
  return linesField({
    name: 'questions',
    label: 'Questions to add',
    value: questions,
    rows: 8,
    error: errors.get('questions'),
    help: 'One per line, as a person would ask them. You can add more later.',
  });
}

const SAMPLES = ['1', '2', '3', '4', '5'].map((times) => [times, times] as const);

function engineChoices(form: SetupForm, errors: FormErrors, engines: ConfiguredEngines): Html {
  const ready = new Map(engines.ready.map(({ adapter, micros }) => [adapter.slug, micros]));
  const missing = new Map(engines.disabled.map((each) => [each.engine, each]));
  const isKnown = (slug: string) => ready.has(slug) || missing.has(slug) || form.engines.includes(slug);
  const removed = ownEngines().filter(({ slug }) => !isKnown(slug));
  const boxes = ENGINES.filter((each) => !removed.includes(each)).map(({ slug, name }) => {
    const micros = ready.get(slug) ?? missing.get(slug)?.micros;
    const price = micros === undefined ? '' : `About ${dollars(usdOf(micros))} an answer.`;
    const state = missing.get(slug);
    const label = html`${name} <span class="help">${price}${state && ' No key yet.'}</span>`;
    return checkField('engines', slug, label, form.engines.includes(slug));
  });
  return html`<fieldset class="engines"><legend>Engines</legend>
<div class="engine-list">${boxes}</div>${errorLine('engines', errors)}
<p class="help">Without engines you can still import answers.${missing.size > 0 && html` Sightline asks an engine without a key as soon as an admin enters one, under Engine keys.`}</p>
</fieldset>`;
}
