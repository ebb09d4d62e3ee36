import Type from 'typebox';
import { ENDPOINT_FORMATS, PACES } from '../domain/alerts/endpoint.ts';
import {
  createEndpoint,
  endpointNamed,
  type ListedEndpoint,
  noteTest,
  remove,
  resume,
  rotateSecret,
} from '../pipeline/deliver/endpoints.ts';
import { nullableText, oneOf, text } from '../reports/shape/schemas.ts';
import { byActorId, defineServerAction, type Outcome, type ServerContext } from './action.ts';
import { ownerFields } from './server-fields.ts';

const endpoint = Type.String({ description: 'The id of the address.' });

const which = {
  id: text('The id of the address.'),
  address: text('The address, without the secret in those of Slack and Teams.'),
};

export const addEndpoint = defineServerAction({
  name: 'add_endpoint',
  command: 'delivery add',
  summary: 'Send alerts to an email address, or to a webhook URL.',
  permission: 'alerts',
  secret: 'secret',
  input: {
    address: Type.String({ maxLength: 2000, description: 'An email address, or the URL of a webhook.' }),
    format: Type.Optional(
      oneOf(ENDPOINT_FORMATS, 'Of a webhook; default: slack or teams for their hosts, otherwise standard.'),
    ),
    ...ownerFields,
    pace: Type.Optional(oneOf(PACES, 'Of mail; default: daily. A webhook gets each alert at once.')),
    again: Type.Optional(
      Type.Boolean({ description: 'The owner of an unsubscribed address asked for mail again; for admins.' }),
    ),
  },
  data: Type.Object({
    ...which,
    organization: text('Its name.'),
    brand: nullableText('The only brand; null: all.'),
    secret: nullableText('It signs messages to a standard webhook; null for others.'),
  }),
  run: async (context, { again = false, ...given }) => {
    const isWantedAgain = again && context.may('users');
    const data = await createEndpoint(byActorId(context), { ...given, isWantedAgain });
    return { data, changes: [{ what: 'Address', before: null, after: data.address }], notices: [] };
  },
});

export const rotateEndpointSecret = defineServerAction({
  name: 'rotate_endpoint_secret',
  command: null,
  summary: "Replace the secret that signs a webhook's messages.",
  permission: 'alerts',
  secret: 'secret',
  input: { endpoint },
  data: Type.Object({ ...which, secret: text('The new secret.') }),
  run: async (context, { endpoint: id }) => {
    const found = await endpointIn(context, id);
    const data = { id, address: found.address, secret: await rotateSecret(byActorId(context), found) };
    const { changes, notices } = changedTo(found, 'another secret');
    return { data, changes, notices };
  },
});

export const noteEndpointTest = defineServerAction({
  name: 'note_endpoint_test',
  command: null,
  summary:
    'Note that a test went to an address. Sending it comes before, because no store waits for a network.',
  permission: 'alerts',
  input: { endpoint, arrived: Type.Boolean({ description: 'Whether its receiver took it.' }) },
  data: Type.Object(which),
  run: async (context, { endpoint: id, arrived }) => {
    const found = await endpointIn(context, id);
    await noteTest(byActorId(context), found, arrived);
    return changedTo(found, 'tested');
  },
});

export const resumeEndpoint = defineServerAction({
  name: 'resume_endpoint',
  command: null,
  summary: 'Send the alerts that wait for an address soon, and end its pause.',
  permission: 'alerts',
  input: { endpoint },
  data: Type.Object(which),
  run: async (context, { endpoint: id }) => {
    const found = await endpointIn(context, id);
    await resume(byActorId(context), found);
    return changedTo(found, 'sending');
  },
});

export const removeEndpoint = defineServerAction({
  name: 'remove_endpoint',
  command: 'delivery remove',
  summary: 'Send alerts to an address no more, also not those that wait for it.',
  permission: 'alerts',
  isDestructive: true,
  input: { endpoint },
  data: Type.Object(which),
  run: async (context, { endpoint: id }) => {
    const found = await endpointIn(context, id);
    const isRemoved = await remove(byActorId(context), found);
    return { ...changedTo(found, null), ...(isRemoved ? {} : { changes: [] }) };
  },
});

async function endpointIn({ db, reach }: ServerContext, id: string): Promise<ListedEndpoint> {
  return await endpointNamed(db, id, reach);
}

function changedTo(
  { id, address }: ListedEndpoint,
  after: string | null,
): Outcome<{ readonly id: string; readonly address: string }> {
  const change =
    after === null ? { what: 'Address', before: address } : { what: `Address ${address}`, before: null };
  return { data: { id, address }, changes: [{ ...change, after }], notices: [] };
}
