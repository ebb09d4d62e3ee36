import {
  Client,
  type jsonSchemaValidator,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { type Api, type ApiResponse, responseOf } from './api.ts';

/** The protocol's two eras: with a handshake, and with everything in each request. */
export type Era = 'legacy' | 'modern';
export const ERAS: readonly Era[] = ['legacy', 'modern'];

export const MODERN = '2026-07-28';
const LEGACY = '2025-11-25';

const ajv = new Ajv2020.default({ allErrors: true, strict: false });
addFormats.default(ajv);

/** Compiles each schema once for all clients, because that takes longer than a call. */
const compiled = new Map<string, ReturnType<typeof ajv.compile>>();
const outputs: jsonSchemaValidator = {
  getValidator: <Data>(schema: object) => {
    const text = JSON.stringify(schema);
    const conforms = compiled.get(text) ?? ajv.compile(schema);
    compiled.set(text, conforms);
    return (data: unknown) =>
      conforms(data)
        ? { valid: true as const, data: data as Data, errorMessage: undefined }
        : { valid: false as const, data: undefined, errorMessage: ajv.errorsText(conforms.errors) };
  },
};

/**
 * A client that negotiates nothing: it speaks one era or fails. It throws if a tool's result does not conform
 * to the schema that its list published.
 */
export function clientOf(era: Era): Client {
  const mode = era === 'legacy' ? 'legacy' : { pin: MODERN };
  return new Client(
    { name: 'test', version: '1.0.0' },
    { versionNegotiation: { mode }, jsonSchemaValidator: outputs },
  );
}

/** The official client, connected to an app in this process. */
export async function clientOn(api: Api, key: string, era: Era): Promise<Client> {
  const client = clientOf(era);
  const transport = new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), {
    requestInit: { headers: { 'x-api-key': key } },
    fetch: async (_url, init) => {
      const { method = 'GET', headers, body } = init ?? {};
      const response = await api.app.inject({
        method: method as 'POST',
        url: '/mcp',
        headers: Object.fromEntries(new Headers(headers)),
        ...(typeof body === 'string' ? { payload: body } : {}),
      });
      const { statusCode: status, payload } = response;
      const type = String(response.headers['content-type'] ?? 'text/plain');
      return new Response(payload === '' ? null : payload, { status, headers: { 'content-type': type } });
    },
  });
  await client.connect(transport);
  return client;
}

/** A message and its headers, as an era's client sends them. */
export function messageOf(era: Era, method: string, params: Record<string, unknown> = {}) {
  const name = params.name ?? params.uri;
  const accept = 'application/json, text/event-stream';
  if (era === 'legacy') {
    return {
      headers: { accept, 'mcp-protocol-version': LEGACY },
      body: { jsonrpc: '2.0', id: 7, method, params },
    };
  }
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': MODERN,
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  return {
    headers: {
      accept,
      'mcp-protocol-version': MODERN,
      'mcp-method': method,
      ...(typeof name === 'string' ? { 'mcp-name': name } : {}),
    },
    body: { jsonrpc: '2.0', id: 7, method, params: { ...params, _meta } },
  };
}

/** Posts a body to /mcp, as JSON or unchanged. */
export async function post(
  api: Api,
  body: object | string,
  headers: Readonly<Record<string, string>> = {},
): Promise<ApiResponse> {
  const response = await api.app.inject({
    method: 'POST',
    url: '/mcp',
    headers: { 'content-type': 'application/json', ...headers },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return responseOf(response);
}

/** Calls a tool, by default in the modern era. */
export async function callTool(
  api: Api,
  key: string | undefined,
  name: string,
  given: Record<string, unknown> = {},
  era: Era = 'modern',
): Promise<ApiResponse> {
  const { headers, body } = messageOf(era, 'tools/call', { name, arguments: given });
  return await post(api, body, key === undefined ? headers : { 'x-api-key': key, ...headers });
}

/** A refusal's code, wherever this response has it; undefined for a success. */
export function codeOf({ body }: ApiResponse): string | undefined {
  const result = body?.result;
  return body?.error?.data?.code ?? (result?.isError ? refusedWith(result) : undefined);
}

/** The code in a tool's refusal: the first word of its text. A refusal has no structured content. */
export function refusedWith(result: { readonly content: readonly unknown[] }): string | undefined {
  const [first] = result.content as readonly { readonly text?: string }[];
  return /^([a-z_]+): \S/.exec(first?.text ?? '')?.[1];
}
