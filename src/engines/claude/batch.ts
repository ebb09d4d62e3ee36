import { batchBy } from '../batch.ts';
import { object, text } from '../json.ts';
import { VERSION } from './adapter.ts';

const PATH = '/v1/messages/batches';

const headersOf = ({ key }: { readonly key: string }) => ({ 'x-api-key': key, 'anthropic-version': VERSION });

/** A batch keeps no name: only its results tell whose it is. https://platform.claude.com/docs/en/build-with-claude/batch-processing */
export const anthropicBatch = batchBy({
  path: PATH,
  cursor: 'after_id',
  headers: headersOf,
  submit: (access, { items }, [created]) => {
    if (created !== undefined) return null;
    const requests = items.map(({ customId, request: { body } }) => ({ custom_id: customId, params: body }));
    return {
      method: 'POST',
      url: `${access.baseUrl}${PATH}`,
      headers: headersOf(access),
      body: { requests },
    };
  },
  tokenOf: () => null,
  resultsOf: ({ id, processing_status: status }) =>
    status === 'ended' ? [`${PATH}/${text(id)}/results`] : null,
  isPutOff: () => false,
  bodyOf: ({ result }) => {
    const { type, message } = object(result);
    return type === 'succeeded' ? message : null;
  },
});
