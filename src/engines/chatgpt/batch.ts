import { batchBy } from '../batch.ts';
import { jsonObjectOrEmpty, object, objects, text } from '../json.ts';

/** The path of every request in a batch. */
export const RESPONSES = '/v1/responses';

const HAS_ENDED = /^(?:completed|failed|expired|cancelled)$/;

/** A file of requests by lines, and a batch of it: https://developers.openai.com/api/docs/guides/batch */
export const openaiBatch = batchBy({
  path: '/v1/batches',
  cursor: 'after',
  headers: ({ key }) => ({ authorization: `Bearer ${key}` }),
  submit: ({ baseUrl, key }, { token, items }, [uploaded, created]) => {
    const post = { method: 'POST', headers: { authorization: `Bearer ${key}` } } as const;
    if (created !== undefined) return null;
    if (uploaded !== undefined) {
      const { id } = jsonObjectOrEmpty(uploaded.body);
      const metadata = { sightline: token };
      const body = { input_file_id: id, endpoint: RESPONSES, completion_window: '24h', metadata };
      return { ...post, url: `${baseUrl}/v1/batches`, body };
    }
    const lines = items.map(({ customId, request: { body } }) =>
      JSON.stringify({ custom_id: customId, method: 'POST', url: RESPONSES, body }),
    );
    const form = new FormData();
    form.set('purpose', 'batch');
    form.set('file', new Blob([lines.join('\n')]), `${token}.jsonl`);
    return { ...post, url: `${baseUrl}/v1/files`, form };
  },
  tokenOf: ({ metadata }) => text(object(metadata).sightline) ?? '',
  // One that expired or was canceled has the results so far.
  resultsOf: ({ status, output_file_id: output, error_file_id: errors }) =>
    HAS_ENDED.test(String(status))
      ? [output, errors].flatMap((id) =>
          typeof id === 'string' ? [`/v1/files/${encodeURIComponent(id)}/content`] : [],
        )
      : null,
  isPutOff: ({ status, errors }) =>
    status === 'failed' && objects(object(errors).data).some(({ code }) => code === 'token_limit_exceeded'),
  bodyOf: ({ response }) => {
    const { status_code: status, body } = object(response);
    return status === 200 ? body : null;
  },
});
