import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SightlineError } from '../domain/errors.ts';
import { clientOf } from '../domain/web/client-address.ts';
import { countBatch, countFailure, type HitCounter, refuseThrottled } from './quota.ts';
import type { InTurn } from './wire/fair-queue.ts';
import { readBytes } from './wire/read-body.ts';

/** A brand's address that takes its log. */
interface Drain {
  readonly brandId: number;
  readonly organizationId: number;
  /**
   * When it resolves, the batch is stored. Waits for `admitted` between the secret and the lines.
   *
   * @throws SightlineError `unauthorized` without the drain's secret
   */
  readonly take: (batch: Batch, admitted: () => Promise<void>) => Promise<void>;
}

/** A batch as it came. */
interface Batch {
  readonly body: Uint8Array;
  readonly signature: string | undefined;
  readonly secret: string | undefined;
  readonly mapping: readonly string[];
}

/** The drain of a token; null for an unknown one. */
export type FindDrain = (token: string) => Promise<Drain | null>;

interface DrainDeps {
  readonly findDrain: FindDrain;
  readonly hits: HitCounter;
  readonly inTurn: InTurn;
  readonly addressOf: (request: FastifyRequest) => string;
  readonly unknownPath: () => SightlineError;
}

/** Twice the smallest most of Cloudflare's Logpush, before compression. */
const MOST_BYTES = 10 * 2 ** 20;

/** Mounts the addresses that take logs: `/drains/<token>`. An unknown one looks like any path with nothing at it. */
export function addDrain(routes: FastifyInstance, deps: DrainDeps): void {
  routes.register(async (scope) => {
    // At an unknown address, the body stays unread.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, body, done) => done(null, body));
    const url = '/drains/:token';
    scope.get(url, async (request, reply) => {
      await drainOf(deps, request);
      return answered(request, reply);
    });
    scope.post(url, async (request, reply) => {
      const drain = await drainOf(deps, request);
      const sender = senderOf(deps, request, drain);
      await refuseThrottled(deps.hits, sender, request.now);
      const body = await readBytes(request, reply, MOST_BYTES);
      // Some senders try an address before they sign anything.
      if (body.length > 0) await take(deps, request, { drain, sender, body });
      return answered(request, reply);
    });
  });
}

async function drainOf({ findDrain, unknownPath }: DrainDeps, request: FastifyRequest): Promise<Drain> {
  const { token = '' } = request.params as { readonly token?: string };
  const drain = await findDrain(token);
  if (drain === null) throw unknownPath();
  return drain;
}

/** Whose failures count: a wrong secret closes neither other drains to its address nor anything else here. */
function senderOf({ addressOf }: DrainDeps, request: FastifyRequest, { brandId }: Drain): string {
  return `${clientOf(addressOf(request))} drain ${brandId}`;
}

async function take(
  { hits, inTurn }: DrainDeps,
  request: FastifyRequest,
  { drain, sender, body }: { readonly drain: Drain; readonly sender: string; readonly body: Uint8Array },
): Promise<void> {
  const asker = {
    organization: drain.organizationId,
    subject: `drain ${drain.brandId}`,
    isGone: () => request.raw.socket.destroyed,
  };
  const batch = { body, ...credentialsOf(request), mapping: mappingOf(request) };
  const admitted = () => countBatch(hits, drain.brandId, request.now);
  await inTurn(asker, () => drain.take(batch, admitted)).catch(async (error: unknown) => {
    if ((error as Partial<SightlineError>).code === 'unauthorized')
      await countFailure(hits, sender, request.now);
    throw error;
  });
}

function credentialsOf({ headers }: FastifyRequest): Pick<Batch, 'signature' | 'secret'> {
  const [, bearer] = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '') ?? [];
  return {
    signature: textOf(headers['x-vercel-signature']),
    secret: textOf(headers['x-sightline-secret']) ?? bearer,
  };
}

/** Where the log has its fields: `?map=status=code`, any number of times. */
function mappingOf({ query }: FastifyRequest): string[] {
  const { map = [] } = query as { readonly map?: string | string[] };
  return [map].flat();
}

function textOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined;
}

/** What Vercel gives to prove that an address is its user's: in a request's header, or in the address. */
const VERIFY = 'x-vercel-verify';

function answered(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { verify } = request.query as { readonly verify?: unknown };
  const given = textOf(request.headers[VERIFY]) ?? verify;
  if (typeof given === 'string' && /^[\w-]{1,200}$/.test(given)) reply.header(VERIFY, given);
  return reply.header('cache-control', 'no-store').send({ status: 'ok' });
}
