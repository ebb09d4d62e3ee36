/** Headers of Search Console's tables, in its languages. A table with others is known by its shape (propose/search-console.ts). */

/** @param words of scripts with blanks between words @param parts of other scripts, or of words with prefixes */
export function header(words: readonly string[], parts: readonly string[]): RegExp {
  return new RegExp(`(?<!\\p{L})(?:${words.join('|')})(?!\\p{L})|${parts.join('|')}`, 'iu');
}

/** The column of searches: `Top queries`. */
export const QUERIES = header(
  [
    'query|queries|keywords?|search terms?', // English, Italian, Filipino
    'suchanfragen?|suchbegriffe?|zoekopdracht(?:en)?|zoekterm(?:en)?', // German, Dutch
    'requ[êe]tes?|consult(?:as?|es)|interog[ăa]r\\p{L}+|căutări', // French, Spanish, Portuguese, Catalan, Romanian
    'sökfråg\\p{L}*|frågor\\p{L}*|sökord\\p{L}*|sökterm\\p{L}*', // Swedish
    '(?:søge)?forespørgs\\p{L}+|søgeord|søgninger', // Danish
    'søk|søkeord|(?:søke)?forespørs\\p{L}+|spørring\\p{L}*|fyrirspurn\\p{L}*', // Norwegian, Icelandic
    'haut|(?:haku)?kysely\\p{L}*|hakusan\\p{L}*|hakuterm\\p{L}*|päring\\p{L}*', // Finnish, Estonian
    'zapytani\\p{L}*|dotaz\\p{L}*|dopyt\\p{L}*|poizvedb\\p{L}*|upit\\p{L}*', // Polish, Czech, Slovak, Slovenian, Croatian
    'lekérdezés\\p{L}*|keres(?:ési |ő)kifejezés\\p{L}*|užklaus\\p{L}*|vaicājum\\p{L}*', // Hungarian, Lithuanian, Latvian
    'запрос\\p{L}*|запит\\p{L}*|запыт\\p{L}*|заявк\\p{L}*|упит\\p{L}*|барањ\\p{L}*|ερωτήμα\\p{L}*|ερώτημα', // Russian, Ukrainian, Belarusian, Bulgarian, Serbian, Macedonian, Greek
    'sorgu\\p{L}*|kueri|pertanyaan|truy vấn|cụm từ tìm kiếm|từ khóa', // Turkish, Indonesian, Malay, Vietnamese
  ],
  [
    'שאילת|ביטויי חיפוש|استعلام|طلبات البحث|عبارات البحث|پرس.?وجو|جستار|عبارت.{0,2}های جستجو', // Hebrew, Arabic, Persian
    'クエリ|検索キーワード|検索語句|검색어|쿼리|查询|查詢|搜索词|搜尋字詞|关键词|關鍵字', // Japanese, Korean, Chinese
    'คำค้น|ข้อความค้น|क्वेरी|কোয়েরি', // Thai, Hindi, Bengali
  ],
);

/** The column of impressions. A comparison of two periods has two, the newer one first: `Last 28 days Impressions`. */
export const IMPRESSIONS = header(
  [
    'impression\\p{L}*|imprs?|impresi\\p{L}*|impress[õo]es', // English, French, German, Italian, Catalan; Spanish; Portuguese
    'vertoningen|weergaven|exponering\\p{L}*|eksponering\\p{L}*|visning\\p{L}*|birting\\p{L}*', // Dutch, Swedish, Danish, Norwegian, Icelandic
    'näyttö\\p{L}*|näyttökert\\p{L}*|näitamis\\p{L}*|megjelen\\p{L}+', // Finnish, Estonian, Hungarian
    'wyświetle\\p{L}+|zobrazen\\p{L}+|prika[zs]\\p{L}*|pojavljivanj\\p{L}*', // Polish, Czech, Slovak, Slovenian, Croatian
    'afi[șşs][ăa]r\\p{L}+|parodym\\p{L}+|seans\\p{L}*|rādījum\\p{L}+', // Romanian, Lithuanian, Latvian
    'показ\\p{L}*|паказ\\p{L}*|импреси\\p{L}+|прика[зж]\\p{L}*|εμφανίσε\\p{L}+|προβολές', // Russian, Ukrainian, Belarusian, Bulgarian, Serbian, Greek
    'gösterim\\p{L}*|görüntülen?me\\p{L}*|tayangan|tanggapan|hiển thị', // Turkish, Indonesian, Malay, Vietnamese
  ],
  [
    'חשיפות|הופעות|مرات الظهور|نمایش', // Hebrew, Arabic, Persian
    '表示回数|インプレッション|노출|展示|展现|曝光', // Japanese, Korean, Chinese
    'การแสดงผล|इंप्रेशन|इम्प्रेशन|ইম্প্রেশন', // Thai, Hindi, Bengali
  ],
);
