import type { Place } from './place.ts';

/** Engines' names for their source list. */
const SOURCES =
  '(?:(?:cited |key |main |additional |further |online )?sources?(?: cited| used| consulted| (?:and|&) (?:references|further reading|links|citations))?|references?(?: (?:and|&) (?:sources|links))?|citations?|works cited|bibliography|quellen?(?:angaben?|verzeichnis|nachweise?)?|einzelnachweise|literaturverzeichnis|références?|sources et références|fuentes?|referencias?|bibliografía|fonti|fonte|riferimenti|fontes|referências?|bron(?:nen)?|källor|källa|źródł[ao]|источники?|ссылки|джерел[оа]|πηγ(?:ές|ή)|kaynak(?:lar|ça)?|nguồn(?: tham khảo)?|المصادر|المراجع|مصادر|מקורות|स्रोत|แหล่งที่มา|แหล่งอ้างอิง|出典|参考文献|参考资料|参考資料|参考リンク|资料来源|來源|来源|信息来源|출처|참고 ?(?:자료|문헌))';

const SIGNS = '[\\s*_#\\p{Extended_Pictographic}\\p{M}\\p{Cf}]*';
const LABEL = new RegExp(`^${SIGNS}(?:\\d{1,2}[.)]\\s*)?${SOURCES}${SIGNS}(?:[:：]${SIGNS})?$`, 'iu');

/** `(Source: T)`, or a line that starts with `Source:`; if nothing follows on that line, all later lines too. */
const LINES = new RegExp(
  `[(（[【]\\s*${SOURCES}\\s*[:：][^()（）[\\]【】\\n\\u2028]{1,300}[)）\\]】]|(?<=^|[\\n\\u2028])[ \\t]*${SOURCES}[ \\t]*[:：](?:[ \\t]*[\\n\\u2028][^]*$|[^\\n\\u2028]{1,2000})`,
  'giu',
);

/** Ranges of a visible text that name a statement's source. */
export function sourceLinesIn(text: string): { readonly from: number; readonly to: number }[] {
  if (!/[:：]/.test(text)) return [];
  return [...text.matchAll(LINES)].map(({ 0: line, index }) => ({ from: index, to: index + line.length }));
}

/**
 * Recognizes an answer's source lists, given its blocks in order: everything under a heading such as `Sources`, up to
 * the next heading or rule, and the list right after such a line. Names there do not count.
 */
export class SourceLists {
  #open: 'heading' | 'line' | null = null;

  /** Whether a block belongs to a source list. */
  holds(text: string, { heading, list, cell }: Place): boolean {
    if (cell === null && text.length <= 60 && LABEL.test(text)) {
      this.#open = heading === null ? 'line' : 'heading';
      return false;
    }
    if (heading !== null || (this.#open === 'line' && list === null)) this.#open = null;
    return this.#open !== null;
  }

  /** Call this at a rule between two parts of an answer. */
  end(): void {
    this.#open = null;
  }
}
