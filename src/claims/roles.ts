import { isBrand, type Piece } from './grammar-tokens.ts';
import { noFormRefusal, type Refusal, refusal } from './refusal.ts';

/**
 * Refuses sentences in which a brand names something, or an engine is named: engines name brands. Pieces come without fillers and with the
 * reference of a comparison last.
 */
export function wrongRoles(pieces: readonly Piece[]): Refusal | null {
  const than = pieces.findIndex(({ kind }) => kind === 'than');
  const said = than < 0 ? pieces : pieces.slice(0, than);
  const compared = than < 0 ? [] : pieces.slice(than);
  if (compared.some(isBrand) && !said.some(isBrand)) {
    if (isBrand(compared[1])) return said.some(isEngine) ? WHICH_BRAND : OF_NOBODY;
  }
  const agent = pieces.findIndex(({ kind }, at) => kind === 'by' && isBrand(pieces[at + 1]));
  if (agent >= 0) return refusal(NAME_NONE, { versus: null });
  for (const [at, piece] of said.entries()) {
    if (piece.kind !== 'measure' || piece.form === 'noun' || piece.form === 'count') continue;
    const subject = subjectOf(said, at);
    if (subject === undefined) continue;
    const isDone = piece.form === 'active' || (piece.form === 'past' && isBrand(said[at + 1]));
    if (isBrand(subject) && (isDone || said[at + 1]?.kind === 'engine')) return WHO_NAMES;
    if (!isDone && piece.form !== 'either' && isEngine(subject) && isUndergone(piece.form, said, at))
      return ENGINE_NAMED;
  }
  return null;
}

const WHICH_BRAND = noFormRefusal('that compares an engine with a brand, but engines name brands');
const OF_NOBODY = noFormRefusal('it does not say which brand to compare with that one');
const NAME_NONE = 'engines name brands, and brands name none: write which engine names which brand';
const WHO_NAMES = refusal(NAME_NONE, { isOfLast: true });
const ENGINE_NAMED = noFormRefusal(
  'engines name brands, not the other way round: write which brand the engine names',
);

function isEngine(piece: Piece | undefined): boolean {
  return piece?.kind === 'engine' || piece?.kind === 'every';
}

/** The last brand or engine of its clause before the verb, unless it follows a preposition, as in `on ChatGPT`. */
function subjectOf(pieces: readonly Piece[], verb: number): Piece | undefined {
  const before = pieces.slice(0, verb);
  const clause = before.slice(before.findLastIndex(({ kind }) => kind === 'rate') + 1);
  return clause.findLast(
    (piece, at) => (isBrand(piece) || isEngine(piece)) && !['at', 'by'].includes(clause[at - 1]?.kind ?? ''),
  );
}

/** `ChatGPT is named` and `ChatGPT appears`; `ChatGPT named more often` only without a brand as its object. */
function isUndergone(form: string, pieces: readonly Piece[], verb: number): boolean {
  const isPassive = pieces.slice(0, verb).some(({ kind }) => kind === 'be');
  return form === 'itself' || isPassive || !pieces.slice(verb).some(isBrand);
}
