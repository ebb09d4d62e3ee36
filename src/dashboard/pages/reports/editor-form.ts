import { BLOCK_KINDS, type Block } from '../../../domain/sharing/shared-report.ts';

/** The form's blocks in order, after its button's action: a block moved, or a text added or removed. Omitted parts stay unchanged. */
export function blocksIn(form: URLSearchParams, stored: readonly Block[]): Block[] {
  const kinds = form.getAll('block');
  const blocks =
    kinds.length === 0 ? [...stored] : kinds.flatMap((kind, index) => blockIn(form, kind, index));
  return moved(form, blocks);
}

function blockIn(form: URLSearchParams, given: string, index: number): Block[] {
  const kind = given === 'text' ? given : BLOCK_KINDS.find((each) => each === given);
  if (kind === undefined) return [];
  return [
    {
      kind,
      shown: form.has(`shown-${index}`),
      heading: form.get(`heading-${index}`) ?? '',
      // A browser counts a line break as one character, and sends two.
      comment: (form.get(`comment-${index}`) ?? '').replaceAll('\r\n', '\n'),
    },
  ];
}

function moved(form: URLSearchParams, blocks: readonly Block[]): Block[] {
  if (form.has('add')) return [...blocks, { kind: 'text', shown: true, heading: '', comment: '' }];
  const [up, down, remove] = ['up', 'down', 'remove'].map((name) => placeIn(form, name, blocks.length));
  if (remove != null) {
    return blocks.filter(({ kind }, index) => index !== remove || kind !== 'text');
  }
  if (up != null && up > 0) return swapped(blocks, up - 1);
  if (down != null && down + 1 < blocks.length) return swapped(blocks, down);
  return [...blocks];
}

function placeIn(form: URLSearchParams, name: string, length: number): number | null {
  const text = form.get(name);
  if (text === null || !/^\d{1,3}$/.test(text)) return null;
  return Number(text) < length ? Number(text) : null;
}

/** Swaps a block with its successor. */
function swapped(blocks: readonly Block[], at: number): Block[] {
  const [one, other] = [blocks[at], blocks[at + 1]];
  return one && other ? [...blocks.slice(0, at), other, one, ...blocks.slice(at + 2)] : [...blocks];
}
