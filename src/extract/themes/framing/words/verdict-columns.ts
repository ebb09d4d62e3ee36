/** Words in the headers of columns with the answer's opinion of each row's brand. */
const WORDS = [
  'verdict|opinion|recommend\\p{L}*|judge?ment|conclusion|bottom line|our (?:take|view|rating|score|advice|impression|notes?|stars|grade|pick)|we (?:think|thought|noticed|say)|assessment|remarks?|comments?|in (?:short|brief|a word|a sentence|one sentence|one line)|summary|impressions?|final (?:call|word|say)|worth (?:it|buying|having)|should (?:you|i|we)|would (?:you|i|we)|(?:buy|take|pick|get) it|buy or|keep or|decision|grade|finding|advice|evaluation|ratings?|usable|any good|good\\?|(?<!(?:where|how) to )buy\\?|choose it|notes',
  '\\p{L}*urteil|fazit|empfehl\\p{L}*|einschätzung|bewertung|meinung|eindruck|votum|lohnt|taugt|kommentar|kurz gesagt|kaufen\\?',
  'avis|acheter\\?|recommandation|bilan|jugement|conseil|appréciation|constat|ressenti|on en pense|en pratique|retenir|en bref|verdict',
  'veredicto|valoración|opinión|opinamos|recomendación|conclusión|juicio|consejo|comentario|apunte|compensa|merece|eleg\\p{L}*|compr\\p{L}*\\?|contrat\\p{L}*\\?|qué tal|impresión|en resumen',
  'verdetto|giudizio|parere|consiglio|conclusione|valutazione|opinione|commento|impressione|come va|in breve',
  'veredito|parecer|opinião|recomendação|conclusão|avaliação|comentário|vale a pena|em resumo',
  'oordeel|advies|aanbeveling|mening|bevinding|aanschaffen|doen of laten|conclusie|kortom',
  'omdöme|utlåtande|slutsats|rekommendation|bedömning|betyg|vi tycker|kommentar|vurdering|konklusion|anbefaling|mening|karakter',
  'werdykt|ocena|opinia|rekomendacja|wniosek|podsumowanie|wrażenia|komentarz|w skrócie|verdikt|hodnocení|doporučení|závěr|dojem',
  'вердикт|оценка|рекомендация|вывод|итог|мнение|совет|заключение|впечатление|что думаем|комментарий|висновок|оцінка|рекомендація|підсумок|думка|враження|порада',
  'karar|yorum|görüş|değerlendirme|tavsiye|sonuç|kanaat|izlenim|bize göre|özetle',
  'ετυμηγορία|γνώμη|κρίση|σύσταση|συμπέρασμα|άποψη|αξιολόγηση|σχόλιο|εντύπωση',
  '評価|総評|結論|判定|一言|ひとこと|おすすめ|所感|感想|使用感|まとめ|买|買うか',
  '评价|評價|结论|結論|推荐|推薦|建议|建議|点评|點評|总评|總評|意见|看法|判断|评语|感受|总结|總結|值得',
  '평가|총평|결론|추천|한\\s?줄\\s?평|의견|판정|소감|살까',
  'حكم|تقييم|رأي|توصية|خلاصة|نتيجة|انطباع|التقدير',
  'फ़ैसला|फैसला|राय|निष्कर्ष|सिफ़ारिश|सिफारिश|मूल्यांकन|टिप्पणी|नतीजा|कुल मिलाकर',
  'פסק דין|המלצה|מסקנה|חוות דעת|שורה תחתונה|דעתנו|הכרעה|התרשמות',
  'คำตัดสิน|ความเห็น|คำแนะนำ|ข้อสรุป|สรุป|ความรู้สึก',
  'kết luận|đánh giá|nhận xét|nhận định|khuyến nghị|cảm nhận|penilaian|putusan|kesimpulan|rekomendasi|saran|pendapat|kesan|catatan',
];

/** Headers of columns with other people's opinions, or counts. */
const OTHERS =
  'user|owner|customer|buyer|reviewer|critic|nutzer|kunden|käufer|utilisateur|client|usuario|comprador|utenti|klient|покупател|пользовател|用户|用戶|ユーザー|사용자|stars? \\(|out of|/\\s?\\d';

/** A header of a column with the answer's opinion: `Verdict`, `Our view`, `Worth it?`. */
export const VERDICT_COLUMN = new RegExp(
  `^(?=.{1,40}$)(?!.*(?:${OTHERS})).*(?<![\\p{Script=Latin}\\p{Script=Cyrillic}\\p{Script=Greek}])(?:${WORDS.join('|')})`,
  'iu',
);
