/** Final sentences about changing prices and where to check them, which concern no brand. In 12 languages. */

const PRICES =
  'prices?|pricing|costs|rates|fees|preise?|kosten|tarife|prix|tarifs|precios?|tarifas|prezz[io]|preços?|prijs|prijzen|tarieven|ceny|cennik|цены|стоимость|priser|fiyatlar\\p{L}*';

const CHANGE =
  'chang(?:e|es|ed)|vary|varies|differ|fluctuate|(?:subject to|may have) chang\\p{L}*|ändern|variieren|abweichen|schwanken|chang(?:er|ent)|vari(?:er|ent|ar|are|am|an|ano)|évolu\\p{L}*|cambi(?:ar|an|are|ano)|mudar|mudam|veranderen|wijzigen|variëren|zmieni\\p{L}*|różni\\p{L}*|меня\\p{L}*|отлича\\p{L}*|ändras|variera|değiş\\p{L}*';

const CHECK =
  'check|see|visit|consult|confirm|verify|refer to|prüf\\p{L}*|überprüf\\p{L}*|besuch\\p{L}*|schau\\p{L}*|vérifi\\p{L}*|consult\\p{L}*|visit\\p{L}*|verifi\\p{L}*|revis\\p{L}*|controll\\p{L}*|confir\\p{L}*|controleer|bekijk|raadpleeg|sprawd\\p{L}*|провер\\p{L}*|уточн\\p{L}*|kontroller\\p{L}*|kolla|kontrol';

const SITE =
  '(?:web)?sites?|web ?pages?|pricing page|website|webseite|site officiel|sitio|página|sito|strona|strony|stronie|сайт\\p{L}*|webbplats\\p{L}*|sites\\p{L}*';

const word = (source: string) => `(?<!\\p{L})(?:${source})(?!\\p{L})`;

const FOOTER = new RegExp(
  [
    `${word(PRICES)}[^.!?]{0,40}${word(CHANGE)}`,
    `${word(CHECK)}[^.!?]{0,60}${word(SITE)}`,
    `${word(PRICES)}[^.!?]{0,20}${word('as of|stand|au|a partir de|per')}\\s[^.!?]{0,12}20\\d\\d`,
    '価格は[^。]{0,12}(?:変|異な)|公式(?:サイト|ページ)[^。]{0,16}(?:確認|ご覧)|价格[^。]{0,8}(?:变|不同)|(?:以|查看)[^。]{0,4}官[网方]|가격은[^.]{0,12}(?:변|달라)|공식 (?:웹사이트|홈페이지)',
  ].join('|'),
  'iu',
);

/**
 * Whether a sentence only says that prices change, or where to check them.
 *
 * @param text a text without brand names
 */
export function isFooter(text: string): boolean {
  return FOOTER.test(text);
}
