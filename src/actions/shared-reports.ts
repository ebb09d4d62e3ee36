import Type from 'typebox';
import { ENDPOINT_FORMATS } from '../domain/alerts/endpoint.ts';
import { logoOf } from '../domain/sharing/logo.ts';
import { REPORT_PACES } from '../domain/sharing/report-mail.ts';
import {
  BLOCK_KINDS,
  LINK_DAYS,
  NEW_BLOCKS,
  REPORT_LIMITS,
  SHARED_PAGES,
  USUAL_COLOR,
} from '../domain/sharing/shared-report.ts';
import {
  changeReport,
  createReport,
  linkReport,
  type ReportDeps,
  removeReport,
  revokeLink,
} from '../pipeline/declare/shared-reports.ts';
import { addSheetLink, endSheetLink } from '../pipeline/declare/sheet-links.ts';
import { addReportMail, removeReportMail } from '../pipeline/deliver/report-mails.ts';
import { Words } from '../pipeline/fields.ts';
import type { OwnedBrand } from '../pipeline/owned-brand.ts';
import { nullableText, oneOf, readonlyList, text } from '../reports/shape/schemas.ts';
import { type BrandContext, byActorId, defineBrandAction } from './action.ts';

const report = text('The id of the report.');

/** Reports for clients. Only people make them. */
const common = { command: null, description: '', permission: 'reports', route: null, example: null } as const;

const which = Type.Object({ report });

const title = Type.String({
  ...Words(REPORT_LIMITS.title),
  description: 'Clients see it on a report with figures.',
});

/** Taken before the action, from a snapshot: no writer waits for them. */
const figures = Type.Optional(
  Type.Object(
    {
      answers: Type.Object({
        firstDay: Type.Integer(),
        lastDay: Type.Integer(),
        compare: oneOf(['previous', 'year', 'off'], 'What they are compared with.'),
        only: Type.Record(
          Type.String(),
          Type.Unsafe<string | readonly string[]>({ type: ['string', 'array'], items: { type: 'string' } }),
        ),
      }),
      frozen: Type.Object({ at: Type.Integer(), figures: Type.String(), texts: Type.String() }),
    },
    { description: 'The figures, and their answers.' },
  ),
);

export const ReportBlock = Type.Object({
  kind: oneOf([...BLOCK_KINDS, 'text'], 'What it shows.'),
  shown: Type.Boolean(),
  heading: Type.String({ maxLength: REPORT_LIMITS.heading }),
  comment: Type.String({ maxLength: REPORT_LIMITS.comment }),
});

export const createReportAction = defineBrandAction({
  ...common,
  name: 'create_report',
  summary: 'Make a report for clients, live or with its figures.',
  input: {
    title,
    window: Type.Optional(nullableText('Days of a live report, as in a URL; null: readers choose them.')),
    figures,
  },
  data: which,
  run: async (context, { title: named, window = null, figures: taken }) => {
    const look = { title: named, preparedBy: '', color: USUAL_COLOR, blocks: NEW_BLOCKS };
    const made = taken ? { look, ...taken } : { title: named, window };
    const id = await createReport(...on(context), made);
    return { data: { report: id }, ...changed('Report', null, named) };
  },
});

export const changeReportAction = defineBrandAction({
  ...common,
  name: 'change_report',
  summary: 'Change the look of a report with figures, and its figures.',
  input: {
    report,
    title,
    prepared_by: Type.String({
      maxLength: REPORT_LIMITS.preparedBy,
      description: 'Its author, for clients; may be blank.',
    }),
    color: text('As `#1f4fd8`.'),
    blocks: readonlyList(ReportBlock, 'In order, each kind but text once.'),
    figures,
  },
  data: which,
  run: async (context, { report: id, prepared_by: preparedBy, figures: taken, ...rest }) => {
    const change = { look: { ...rest, preparedBy }, ...(taken && { figures: taken }) };
    const named = await changeReport(...on(context), id, change);
    return { data: { report: id }, ...changed('Report', null, named) };
  },
});

export const setReportLogo = defineBrandAction({
  ...common,
  name: 'set_report_logo',
  summary: 'Set the logo of a report with figures, or remove it.',
  input: { report, picture: nullableText('SVG, PNG, or JPEG, in Base64; null: none.') },
  data: which,
  run: async (context, { report: id, picture }) => {
    const logo = picture === null ? null : logoOf(Buffer.from(picture, 'base64'));
    const named = await changeReport(...on(context), id, { logo });
    const [before, after] = logo === null ? [named, null] : [null, named];
    return { data: { report: id }, ...changed('Logo', before, after) };
  },
});

export const deleteReport = defineBrandAction({
  ...common,
  name: 'delete_report',
  summary: 'Delete a report with its link and its mails.',
  isDestructive: true,
  input: { report },
  data: which,
  run: async (context, { report: id }) => ({
    data: { report: id },
    ...changed('Report', await removeReport(...on(context), id), null),
  }),
});

export const linkReportAction = defineBrandAction({
  ...common,
  name: 'link_report',
  summary: "Make a report's link, which replaces an older one.",
  secret: 'token',
  input: {
    report,
    pages: readonlyList(oneOf(SHARED_PAGES, 'A live page.'), 'The live pages that it opens.'),
    days: Type.Integer({ minimum: 1, maximum: LINK_DAYS.most, description: 'How long it works.' }),
  },
  data: Type.Object({ report, token: text("The link's secret. Sightline stores only its hash.") }),
  run: async (context, { report: id, ...given }) => {
    const token = await linkReport(...on(context), id, given);
    return { data: { report: id, token }, ...changed('Link', null, `for ${given.days} days`) };
  },
});

export const revokeReportLink = defineBrandAction({
  ...common,
  name: 'revoke_report_link',
  summary: "End a report's link at once.",
  isDestructive: true,
  input: { report },
  data: which,
  run: async (context, { report: id }) => ({
    data: { report: id },
    ...changed('Link', await revokeLink(...on(context), id), null),
  }),
});

export const mailReport = defineBrandAction({
  ...common,
  name: 'mail_report',
  summary: 'Send a report by mail, or to Slack or Teams, each week or month.',
  input: {
    report,
    address: text('An email address, or a webhook of Slack or Teams.'),
    format: Type.Optional(oneOf(ENDPOINT_FORMATS, 'Of a webhook; default: as its host suggests.')),
    pace: oneOf(REPORT_PACES, 'How often.'),
    again: Type.Boolean({ description: 'Its owner unsubscribed and asked for it again; for admins.' }),
  },
  data: which,
  run: async (context, { report: id, again, ...given }) => {
    const isWantedAgain = again && context.may('users');
    const [deps, of] = on(context);
    const { secretKey } = context;
    const address = await addReportMail({ ...deps, secretKey }, of, id, { ...given, isWantedAgain });
    return { data: { report: id }, ...changed('Address', null, address) };
  },
});

export const stopReportMail = defineBrandAction({
  ...common,
  name: 'stop_report_mail',
  summary: 'Stop mailing a report to an address.',
  isDestructive: true,
  input: { mail: text('The id of the mail.') },
  data: Type.Object({ mail: text('The id of the mail.') }),
  run: async (context, { mail }) => {
    const address = await removeReportMail(...on(context), mail);
    return { data: { mail }, ...changed('Address', address, null) };
  },
});

const sheet = text('The id of the link.');

export const addSheet = defineBrandAction({
  ...common,
  name: 'add_sheet_link',
  summary: 'Make a secret link to a report as CSV, for sheets.',
  secret: 'token',
  input: {
    of: text('The name of the report.'),
    query: Type.Record(
      Type.String(),
      Type.Unsafe<string | readonly string[]>({ type: ['string', 'array'], items: { type: 'string' } }),
      { description: 'Its parameters.' },
    ),
    days: Type.Integer({ minimum: 1, maximum: LINK_DAYS.most, description: 'How long it works.' }),
  },
  data: Type.Object({ token: text('The secret in its address.') }),
  run: async (context, { of, ...given }) => {
    const token = await addSheetLink(...on(context), { report: of, ...given });
    return { data: { token }, ...changed('Link for sheets', null, of) };
  },
});

export const endSheet = defineBrandAction({
  ...common,
  name: 'end_sheet_link',
  summary: 'End a link for sheets at once.',
  isDestructive: true,
  input: { sheet },
  data: Type.Object({ sheet }),
  run: async (context, { sheet: id }) => ({
    data: { sheet: id },
    ...changed('Link for sheets', await endSheetLink(...on(context), id), null),
  }),
});

function on(context: BrandContext): [ReportDeps, OwnedBrand] {
  const { organizationId, brand } = context;
  return [byActorId(context), { organizationId, brand: brand.publicId }];
}

/** What changed; nothing if both are null. */
function changed(what: string, before: string | null, after: string | null) {
  const changes = before === null && after === null ? [] : [{ what, before, after }];
  return { changes, notices: [] };
}
