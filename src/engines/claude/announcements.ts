/**
 * Whether a text only announces a search: every sentence says in the first person that a search is about to start. A
 * text with anything else (a price, a name, a finding) is part of the answer, and so is a doubtful one.
 */
export function isAnnouncement(text: string): boolean {
  const sentences = text.split(SENTENCE_END).filter((each) => each.trim() !== '');
  return sentences.every((each) => ANNOUNCING.test(each.trimStart()) && !SAYING_MORE.test(each));
}

/** The space after sentence-final punctuation, and a line's end. */
const SENTENCE_END = /(?<=[.!?:…])\s+|\n+/u;

/** Money, percentages, and clauses that add facts. */
const SAYING_MORE = /[$€£¥]\s?\d|\d\s?[%$€£¥]|\b(?:but|however|although|which|because)\b/i;

/** A sentence's opening, its announcing verb, and its search verb. */
interface Announcing {
  readonly intent: string;
  readonly search: string;
}

/** The most frequent prompt languages. Announcements in other languages stay in the answer. */
const LANGUAGES: readonly Announcing[] = [
  {
    intent:
      "(?:(?:sure|certainly|of course|okay|great|now|first|next|finally|then)[,.!]? )?(?:let me|let['’]s|i['’]ll|i will|i['’]m going to|i am going to|i need to|i should)(?: (?:also|now|just|quickly|first|next|then|help you))?",
    search:
      '(?:search|look|check|find|fetch|get|gather|try|continue|complete|research|browse|explore|verify|see what|do a|run a|use the|perform|conduct)',
  },
  { intent: '(?:sure|certainly|of course|okay|great)', search: '[.!]$' },
  { intent: "(?:i['’]m |i am )?", search: '(?:searching|looking|checking)' },
  { intent: 'ich', search: '(?:suche|schaue|prüfe|recherchiere)' },
  {
    intent: '(?:ich werde|lassen sie mich|lass mich)',
    search: '(?:\\S.*)?(?:suchen|nachsehen|nachschauen|nachschlagen|prüfen|recherchieren)',
  },
  {
    intent: '(?:je vais|laissez-moi|laisse-moi)',
    search: '(?:chercher|rechercher|vérifier|consulter|regarder|effectuer une recherche|faire une recherche)',
  },
  {
    intent: '(?:voy a|déjame|permíteme|permítame)',
    search: '(?:buscar|investigar|consultar|verificar|comprobar|revisar)',
  },
  { intent: '(?:vou|deixe-me|deixa-me)', search: '(?:pesquisar|procurar|buscar|verificar|consultar)' },
  { intent: '(?:lasciami|fammi|vado a)', search: '(?:cercare|verificare|controllare)' },
  {
    intent: '(?:ik ga|ik zal|laat me|laat mij)',
    search: '(?:\\S.*)?(?:zoeken|opzoeken|nakijken|controleren)',
  },
];

const ANNOUNCING = new RegExp(
  `^(?:${LANGUAGES.map(({ intent, search }) => `${intent}\\s*${search}`).join('|')})(?![\\p{L}\\p{N}])`,
  'iu',
);
