import type { Fetch } from '../../src/pipeline/collect/job/transport.ts';

/** What a provider makes of a request in a batch. */
export type Made = 'answered' | 'refused' | 'expired';

interface SimulatedBatch {
  readonly id: string;
  readonly createdAt: number;
  readonly token: string | undefined;
  readonly requests: readonly { readonly custom_id: string; readonly body: unknown }[];
  ended: boolean;
}

/** OpenAI and Anthropic without a network: batches end when the test says so, and other requests are answered at once. */
export class BatchProvider {
  readonly batches: SimulatedBatch[] = [];
  /** Answered requests by their text, in batches and directly. */
  readonly paid: string[] = [];
  direct = 0;
  readonly #now: () => number;
  readonly #answer: () => object;
  readonly #files = new Map<string, string>();
  /** Whether the queue is full, so that batches fail. */
  isFull = false;
  made: (customId: string, place: number) => Made = () => 'answered';

  /** @param answer the body of every reply */
  constructor(now: () => number, answer: () => object) {
    this.#now = now;
    this.#answer = answer;
  }

  end(): void {
    for (const batch of this.batches) {
      if (batch.ended) continue;
      batch.ended = true;
      batch.requests.forEach(({ custom_id, body }, place) => {
        if (this.made(custom_id, place) === 'answered') this.paid.push(JSON.stringify(body));
      });
    }
  }

  readonly fetch: Fetch = async (url, { method, body }) => {
    const { pathname, searchParams } = new URL(url);
    const [, id = ''] = /(?:batches|files)\/([\w-]+)/.exec(pathname) ?? [];
    if (pathname === '/v1/files') return Response.json({ id: await this.#upload(body as FormData) });
    if (pathname.endsWith('/content') || pathname.endsWith('/results'))
      return new Response(this.#results(id));
    if (/\/batches$/.test(pathname) && method === 'POST') return this.#create(JSON.parse(String(body)));
    if (/\/batches$/.test(pathname)) return this.#list(pathname, searchParams);
    const found = this.batches.find((batch) => batch.id === id);
    if (id !== '')
      return found ? Response.json(this.#shown(pathname, found)) : new Response('{}', { status: 404 });
    this.direct += 1;
    this.paid.push(String(body));
    return Response.json(this.#answer());
  };

  async #upload(form: FormData): Promise<string> {
    const id = `file-${this.#files.size}`;
    this.#files.set(id, await (form.get('file') as Blob).text());
    return id;
  }

  #create(given: Record<string, unknown>): Response {
    const {
      requests,
      input_file_id: file,
      metadata,
    } = given as {
      requests?: { custom_id: string; params: unknown }[];
      input_file_id?: string;
      metadata?: { sightline: string };
    };
    const lines = requests
      ? requests.map(({ custom_id, params }) => ({ custom_id, body: params }))
      : (this.#files.get(file ?? '') ?? '').split('\n').map((line) => JSON.parse(line));
    const batch = {
      ...{ id: `batch_${this.batches.length}`, createdAt: this.#now(), token: metadata?.sightline },
      ...{ requests: lines, ended: false },
    };
    this.batches.push(batch);
    return Response.json(this.#shown(requests ? '/messages' : '', batch));
  }

  /** One per page, newest first. */
  #list(pathname: string, searchParams: URLSearchParams): Response {
    const after = searchParams.get('after') ?? searchParams.get('after_id');
    const newest = this.batches.toReversed();
    const place = after === null ? 0 : newest.findIndex(({ id }) => id === after) + 1;
    const page = newest.slice(place, place + 1);
    const shown = page.map((batch) => this.#shown(pathname, batch));
    return Response.json({ data: shown, has_more: place + 1 < newest.length, last_id: page[0]?.id ?? null });
  }

  #shown(pathname: string, { id, createdAt, token, ended }: SimulatedBatch): object {
    if (pathname.includes('/messages'))
      return {
        id,
        created_at: new Date(createdAt).toISOString(),
        processing_status: ended ? 'ended' : 'in_progress',
      };
    const files = ended ? { output_file_id: id, error_file_id: null } : {};
    const status = ended ? 'completed' : this.isFull ? 'failed' : 'in_progress';
    const errors = { data: [{ code: 'token_limit_exceeded' }] };
    return {
      id,
      created_at: Math.floor(createdAt / 1000),
      status,
      metadata: { sightline: token },
      errors,
      ...files,
    };
  }

  #results(id: string): string {
    const batch = this.batches.find((each) => each.id === id);
    const lines = (batch?.requests ?? []).map(({ custom_id }, place) => {
      const made = this.made(custom_id, place);
      const openai = { response: { status_code: made === 'answered' ? 200 : 400, body: this.#answer() } };
      const type = { answered: 'succeeded', refused: 'errored', expired: 'expired' }[made];
      return JSON.stringify({ custom_id, ...openai, result: { type, message: this.#answer() } });
    });
    return lines.reverse().join('\n');
  }
}
