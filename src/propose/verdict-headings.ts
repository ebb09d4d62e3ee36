/** Lowercase headings of an answer's verdict, rather than names: `Short answer`, `Fazit`, `结论`. */
export const VERDICT_HEADINGS = [
  `(?:the |my |our |a |final |overall |quick |short |simple |honest |one-word |one-line |direct |top |personal |in |so,? )*(?:answer|version|verdict|take|pick|recommendation|suggestion|advice|vote|choice|word|bottom line|conclusion|summary|upshot|nutshell|short|call|result|takeaway)|tl;?dr|(?:in|for) (?:most|almost all|nearly all) [\\w ]{3,24}`,
  `kurz(?: gesagt| und knapp| und gut)?|kurze antwort|kurzantwort|(?:mein |unser |kurzes )?(?:fazit|urteil|rat)|(?:das )?(?:ergebnis|resümee)|unterm strich|zusammengefasst`,
  `(?:réponse|version) (?:courte|rapide)|en (?:bref|résumé|deux mots|conclusion)|(?:mon |notre |le )?(?:verdict|bilan|avis)|conclusion|pour (?:faire court|résumer)`,
  `respuesta (?:corta|rápida|breve)|en (?:resumen|conclusión|pocas palabras)|(?:mi |nuestro |el )?veredicto|conclusión|resposta (?:curta|rápida)|em (?:resumo|suma|poucas palavras)|(?:meu |nosso |o )?veredito|conclusão|resumo|resumindo`,
  `risposta breve|in (?:breve|sintesi|conclusione)|(?:il mio |il nostro |il )?verdetto|conclusione|kort(?:e)? antwoord|kortom|(?:mijn |ons |het )?(?:oordeel|conclusie|advies)|conclusie|kort gezegd|kort svar|slutsats|sammanfattning|krótka odpowiedź|podsumowanie|werdykt|wniosek|kısa cevap|sonuç|câu trả lời ngắn(?: gọn)?|tóm lại`,
  `краткий ответ|коротко|вердикт|итог|вывод|коротка відповідь|висновок|σύντομη απάντηση|συμπέρασμα|الإجابة المختصرة|الخلاصة|תשובה קצרה|שורה תחתונה|संक्षिप्त उत्तर|निष्कर्ष`,
  `简短回答|一句话(?:总结)?|结论|总结|建议|我的选择|簡短回答|結論|總結|建議|ずばり|まとめ|総評|答え|짧은 답변|결론|한마디로|คำตอบสั้น ๆ|สรุป`,
];
