import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import Type, { type TSchema } from 'typebox';
import { actions } from '../../src/actions/index.ts';
import { ReportBlock } from '../../src/actions/shared-reports.ts';
import { addressOfRoute, type Parameters, READ_ROUTES } from '../support/page-addresses.ts';
import { SAMPLE_SENDERS, type SampleDashboard, sampleDashboard } from '../support/sample-dashboard.ts';
import { sampleParameters } from '../support/sample-parameters.ts';

const BRAND = actions.create_brand.input;
const { change_account, change_question, change_report, create_user, set_todo } = actions;

/** The action's field that a control fills, by page and name. Numbers in names are left out. */
const FIELD: Readonly<Record<string, TSchema>> = {
  '/brands/:brand/events text': actions.add_event.input.text,
  '/brands/:brand/events kind': actions.add_event.input.kind,
  '/delivery address': actions.add_endpoint.input.address,
  '/delivery pace': actions.add_endpoint.input.pace,
  '/brands/:brand/questions tag': actions.change_questions.input.add_tags.items,
  '/brands/:brand/questions/:question/edit text': change_question.input.text,
  ...Object.fromEntries(
    ['/new-brand/by-hand', '/brands/:brand/setup'].flatMap((page) => [
      ...['', 'c-'].flatMap((of) => [
        [`${page} ${of}name`, BRAND.name],
        [`${page} ${of}domain`, BRAND.domain],
      ]),
      [`${page} m-name`, BRAND.markets.items.properties.name],
    ]),
  ),
  '/account name': change_account.input.name,
  '/account zone': change_account.input.time_zone,
  '/team email': create_user.input.email,
  '/team name': create_user.input.name,
  '/team role': create_user.input.role,
  '/keys name': actions.create_key.input.name,
  '/engine-keys key': actions.enter_engine_key.input.key,
  '/brands/:brand/facts name': actions.set_fact.input.name,
  '/brands/:brand/sources note': set_todo.input.note,
  '/brands/:brand/todo note': set_todo.input.note,
  '/brands/:brand/spot-check text': actions.check_answer.input.text,
  '/brands/:brand/spot-check question': actions.check_answer.input.question,
  '/brands/:brand/spot-check person': actions.check_answer.input.person,
  '/brands/:brand/reports days': actions.add_sheet_link.input.days,
  '/brands/:brand/reports title': actions.create_report.input.title,
  '/brands/:brand/reports/:report title': change_report.input.title,
  '/brands/:brand/reports/:report prepared_by': change_report.input.prepared_by,
  '/brands/:brand/reports/:report heading-': ReportBlock.properties.heading,
  '/brands/:brand/reports/:report comment-': ReportBlock.properties.comment,
  '/brands/:brand/reports/:report days': actions.link_report.input.days,
  '/brands/:brand/reports/:report address': actions.mail_report.input.address,
  '/brands/:brand/reports/:report pace': actions.mail_report.input.pace,
};

/** Blank rows and defaults: the form asks otherwise than the field. */
const REQUIRED: Readonly<Record<string, boolean>> = {
  '/new-brand/by-hand c-name': false,
  '/brands/:brand/setup c-name': false,
  '/brands/:brand/questions tag': false,
  '/account name': true,
  '/brands/:brand/questions/:question/edit text': true,
  '/brands/:brand/reports/:report prepared_by': false,
  '/brands/:brand/reports/:report heading-': false,
  '/brands/:brand/reports/:report comment-': false,
};

/** Controls that no action's field is like, and why. */
const OTHERS: Readonly<Record<string, RegExp>> = {
  'it decides who acts': /^\/(?:setup|invite|reset)\/:token |^\/account (?:old|password|undefined)$/,
  'a file, or a date': / (?:files?|paste|searches|day|from|until)$/,
  'a list, one entry a line':
    / (?:c-)?(?:lines|tags|aliases|domains|after|before|questions|units|values|about|queries|mapping|community|marketplace|listing)$/,
  "the brand's own engines": /\/spot-check engine$/,
  'the page reads it otherwise than the action has it':
    / (?:c-)?(?:reach|samples|capitals|products|organization|expires|points|sample|usd_per_day|calls_per_day|compare|color|format|sheet)$| m-(?:location|language)$|\/facts type$/,
  'no action takes it':
    /^\/new-(?:brand|prospect) domain$|propose domain$|\/setup\/delete name$|\/events tag$|^\/ domain$/,
};

suite('forms', () => {
  let world: SampleDashboard;
  let parameters: Parameters;
  before(async () => {
    const mailer = async () => assert.fail('no mail');
    world = await sampleDashboard({ senders: { ...SAMPLE_SENDERS, mailer } });
    parameters = await sampleParameters(world);
  });
  after(() => world.close());

  test('have the limits and the choices of the actions that they ask for', async () => {
    const admin = await world.dashboard.signedIn('admin', null);
    const found = new Set<string>();
    for (const route of READ_ROUTES.filter(({ path }) => path !== '/demo/:token')) {
      const { html } = await admin.get(addressOfRoute(route, parameters));
      for (const { name, attributes, options } of controlsIn(html)) {
        const key = `${route.path} ${name}`;
        const schema = FIELD[key];
        if (schema === undefined) {
          assert.ok(
            Object.values(OTHERS).some((each) => each.test(key)),
            `${key}: name its action's field`,
          );
          continue;
        }
        found.add(key);
        assert.deepEqual({ ...limitsIn(attributes), ...options }, expected(schema, REQUIRED[key]), key);
      }
    }
    assert.deepEqual([...found].sort(), Object.keys(FIELD).sort());
  });
});

function* controlsIn(html: string) {
  for (const [form] of html.matchAll(/<form [^>]*method="post"[\s\S]*?<\/form>/g)) {
    for (const [, kind, attributes = '', rest = ''] of form.matchAll(
      /<(input|textarea|select) ([^>]*)>((?:<option[\s\S]*?<\/select>)?)/g,
    )) {
      if (/type="(?:hidden|checkbox|radio)"/.test(attributes)) continue;
      const name = String(/ ?name="([^"]*)"/.exec(attributes)?.[1]).replace(/\d+/, '');
      const values = [...rest.matchAll(/<option value="([^"]*)"/g)].map(([, value]) => value);
      yield { name, attributes, options: kind === 'select' ? { options: values } : {} };
    }
  }
}

function limitsIn(attributes: string): object {
  const of = (name: string) => new RegExp(`\\b${name}="(\\d+)"`).exec(attributes)?.[1];
  const limits = { maxlength: of('maxlength'), min: of('min'), max: of('max') };
  const isRequired = /(?:^| )required(?: |$)/.test(attributes);
  return JSON.parse(JSON.stringify({ ...limits, ...(isRequired && { isRequired }) }));
}

function expected(schema: TSchema, isRequired = !Type.IsOptional(schema)): object {
  const { maxLength, minimum, maximum, enum: options } = schema as Readonly<Record<string, unknown>>;
  if (options !== undefined) return { options };
  const limits = { maxlength: maxLength, min: minimum, max: maximum };
  const texts = Object.entries(limits).map(([name, value]) => [
    name,
    value === undefined ? value : `${value}`,
  ]);
  return JSON.parse(JSON.stringify({ ...Object.fromEntries(texts), ...(isRequired && { isRequired }) }));
}
