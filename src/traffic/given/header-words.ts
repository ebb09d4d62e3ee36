import { header } from '../../domain/web/search-headers.ts';

/** Headers in the languages of the services, for what several reports name. */

export const PAGES = header(
  [
    'pages?|urls?|address|seiten?|página|páginas|pàgin\\p{L}*|pagin\\p{L}*|webpagina\\p{L}*', // English, German, French, Spanish, Portuguese, Catalan, Italian, Dutch, Romanian
    'sid(?:a|an|or|orna|e|er|erne|en)|sivu\\p{L}*|stron\\p{L}*|stránk\\p{L}*|stran\\p{L}*|oldal\\p{L}*', // Swedish, Danish, Norwegian, Finnish, Polish, Czech, Slovak, Slovenian, Hungarian
    'страниц\\p{L}*|сторінк\\p{L}*|страници\\p{L}*|σελίδ\\p{L}*|sayfa\\p{L}*|halaman|trang', // Russian, Ukrainian, Bulgarian, Greek, Turkish, Indonesian, Vietnamese
  ],
  ['ページ|페이지|网页|網頁|页面|頁面|דפים|דף|الصفح|صفحات|หน้า|पेज'],
);

export const DATES = header(
  [
    'dates?|days?|datum|tage?|fecha|día|dia|data|datos|jour|giorno|dag|dato', // English, German, Spanish, Portuguese, Italian, Polish, French, Dutch, Swedish, Danish, Norwegian
    'päivä\\p{L}*|pvm|dzień|den|dátum|deň|kuupäev|дата|день|дні?|ημερομηνία|tarih|tanggal|tarikh|ngày', // Finnish, Polish, Czech, Hungarian, Slovak, Estonian, Russian, Ukrainian, Greek, Turkish, Indonesian, Malay, Vietnamese
  ],
  ['日付|日期|날짜|일자|תאריך|تاريخ|วันที่|तारीख'],
);

export const CLICKS = header(
  [
    'clicks?|klicks?|clics?|cli[cq]\\p{L}*|klik\\p{L}*|kattint\\p{L}*|клик\\p{L}*|клік\\p{L}*|tıklama\\p{L}*|κλικ|nhấp',
  ],
  ['クリック|클릭|点击|點擊|קליקים|النقرات|क्लिक|คลิก'],
);
