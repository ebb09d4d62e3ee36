/** What a phrase does in a sentence that says that a name is unknown. */
export type Role =
  /** Negates. */
  | 'no'
  /** Is what is missing or not done: information, results, knowing, finding, existing. */
  | 'known'
  /** Does both: `unknown`, `I can't help with`, or a verb with its negation. */
  | 'unknown'
  /** Is a kind or an article, which counts only right beside the name: `a company called T`. */
  | 'the'
  /** Is a verb that only a search may be the subject of: `returned`. */
  | 'gave'
  | 'search'
  | 'other';

/** One language's phrases by role, separated by spaces. `*` ends a stem, and `_` stands for a space. */
export type Wording = Readonly<Partial<Record<Role, string>>>;

/**
 * Each language's wording. A sentence with any further word is a mention, so a list holds no word that says something of
 * a brand: not "has", "better", or "cheap".
 */
export const WORDINGS: Readonly<Record<string, Wording>> = {
  en: {
    no: "no not never none nothing don't doesn't didn't can't cannot couldn't haven't hasn't isn't wasn't weren't aren't unable nor neither won't unable_to_provide can't_provide cannot_provide do_not does_not did_not",
    known:
      'nothing real_brand real_company real_product information info data result results record* mention* trace evidence knowledge know known familiar heard aware recogni* find found locate* verif* confirm* exist* appear* seem* called named such identif* anything sources come_across bell known_company details listed',
    unknown:
      "unknown unfamiliar unaware empty_for came_up_empty drew_a_blank no_idea_what not_sure_what can't_help_with cannot_help_with unable_to_help_with can't_assist_with cannot_assist_with unable_to_assist_with can't_discuss cannot_discuss",
    the: 'a an any the such this that company brand product tool app service business platform software website shop maker called named name_of by_the_name_of under_the_name as specific particular known recogni* or',
    gave: 'returned yielded yield produced gave return',
    search: 'search searches searched searching',
    other:
      "something came_up turned_up i i'm i've am is are was were be been have could can able to my me a an any the about on for of regarding concerning with that whether if what who it its there there's available up out as far tell and or but so sorry unfortunately afraid however currently in_my in_the in_any looked web internet online database training additional reliable specific credible public publicly relevant before ever yet anywhere really actually name brand_i ring include access_to at_this_time enough knowledge_base as_of_my_last_update",
  },
  de: {
    no: 'nicht nichts nie niemals kein*',
    known:
      'info* angabe* daten ergebnis* treffer quelle* details kenn* bekannt gehört vertraut exist* find* gefunden* bestätig* überprüf* identifizier* weiß wissen gibt namens sagt liegen_mir nachweis* hinweise_auf',
    unknown: 'unbekannt ergebnislos erfolglos',
    the: 'der die das dem den ein* dies* firma unternehmen* marke produkt* anbieter* dienst* app software hersteller* namens mit_dem_namen namen bezeichnung',
    gave: 'lieferte lieferten ergab ergaben brachte blieb',
    search: 'such* recherche*',
    other:
      'bin mit ich mir mein* es sind ist war wurde wurden konnte kann können habe haben hatte leider derzeit bisher noch zu zum zur über von für nach in_meinen in_den in_meiner im_internet dazu darüber etwas und oder aber jedoch dass ob was wer gesucht wirklich tatsächlich verfügbar* öffentlich* verlässlich* zuverlässig* konkret* genau* weitere* näher* gesichert* relevant* aktuell* vor auffindbar der die das den dem eine* web online internet überhaupt danach tut_mir_leid liegen_mir mir_liegen entschuldigung bedauerlicherweise',
  },
  fr: {
    no: "pas aucun* rien jamais ne n' ni",
    known:
      'info* donnée* résultat* renseignement* détail* mention* trace référence* connais connaissance* connu* entendu exist* trouv* confirm* vérifi* identifi* sais familier source* appelé* nommé* réussi une_marque_connue',
    unknown: 'inconnu*',
    the: "un une la le les l' cet cette ce entreprise marque société produit outil application service logiciel plateforme appelé* nommé* du_nom_de",
    gave: 'donné donne',
    search: 'recherche*',
    other:
      "avec je j' ai me m' ma mes il y a est sont suis été n'a de d' du des sur concernant à_propos_de au_sujet_de pour que qu' si qui ce c' la le les l' un une en_mesure peux peut dispose* parler malheureusement désolé désolée actuellement dans_mes dans_les dans_ma fiable* disponible* précise* officielle* spécifique* concrète* pu à et ou mais toutefois l'existence semble en_ligne internet base ont",
  },
  es: {
    no: 'no nunca ningun* nada jamás',
    known:
      'informacion* datos resultado* detalle* mencion* registro* conozco conocimiento* conocid* oído exist* encontr* encuentr* hall* localiz* confirm* verific* identific* sé familiarizad* fuente* llamad* consta constancia suena',
    unknown: 'desconozco desconocid*',
    the: 'un una la el esta este empresa marca compañía producto herramienta aplicación servicio plataforma software llamad* con_el_nombre_de con_el_nombre específic*',
    gave: 'arrojó dio',
    search: 'búsqueda* buscado',
    other:
      'yo me mi mis he se_ha se_han hay han es están fue pude puedo podido poder logré conseguí consigo tengo dispongo disponible* con hablar de del sobre acerca al para por que qué quién la el lo los las un una y o pero sin_embargo lamentablemente siento perdón actualmente en_mis en_mi en_las en_la en_internet internet fiable* pública* oficial* específic* concret* aún todavía estoy desafortunadamente',
  },
  pt: {
    no: 'não nunca nenhum* nada jamais',
    known:
      'informaç* info dados resultado* detalhe* menç* registro* registo* conheço conhecimento* conhecid* ouvi exist* encontr* ach* localiz* confirm* verific* identific* sei familiarizad* fonte* chamad* ciente',
    unknown: 'desconheço desconhecid*',
    the: 'um uma a o esta este essa empresa marca produto ferramenta aplicativo app serviço plataforma software chamad* com_o_nome nome específic*',
    gave: 'retornou produziu',
    search: 'busca_por pesquisa_por',
    other:
      'eu me mim minha minhas meus há é foi foram ser pude posso possível consigo consegui tenho disponív* com ter falar de do da dos das sobre respeito para por que se o a os as um uma e ou mas porém infelizmente desculpe lamento atualmente momento em_minhas nas_minhas nos_meus na_internet online internet confiáv* fiáve* públic* oficia* específic* concret* ainda estou',
  },
  it: {
    no: 'non nessun* nulla niente mai',
    known:
      'informazion* dati risultat* dettagli* menzion* traccia conosco conoscenza sentito parlare esist* trov* conferm* verific* identific* so familiare fonti chiamat* risulta',
    unknown: 'sconosciut*',
    the: "un un' una la il lo l' questa questo azienda marchio società prodotto strumento app servizio piattaforma software chiamat* di_nome con_il_nome specific* dell' sull' uno",
    gave: 'ha_prodotto',
    search: 'ricerca*',
    other:
      "io mi mio mia miei mie me ho ci sono è stato posso possibile riesco riuscito riuscita dispongo disponibil* a di del della dello dell' su sul sulla sull' al alla per che se cosa chi la il lo i le gli un una e o ma però tuttavia purtroppo spiacente dispiace attualmente momento nelle_mie nei_miei in_rete online internet affidabil* attendibil* pubblic* ufficial* specific* concret* alcun* ancora ha_dato potrebbe trattar* nuova_azienda l' né",
  },
  nl: {
    no: 'geen niet niets niks nooit',
    known:
      'resultaten_op informatie gegevens resultaten resultaat details vermelding* bronnen kennis data ken bekend gehoord besta* vind* vond gevonden bevestig* verifi* identific* weet weten genaamd',
    unknown: 'onbekend leverde_niets_op',
    the: 'een het de dit deze dat die bedrijf merk product tool app dienst onderneming organisatie software platform genaamd met_de_naam heet',
    gave: 'leverde leverde_niets_op',
    search: 'zoek* gezocht',
    other:
      'ben meer_details ik mij me mijn er is zijn was werd werden heb had kon kan kunnen over van voor met naar om te op_te in_mijn op_internet online internet omtrent helaas sorry momenteel nog dat of wat wie en maar beschikbaar* betrouwbar* concrete* specifieke* openbar* officiële* relevante* nadere* ooit eerder het de een echt database als u geeft help graag deze het_spijt_me',
  },
  pl: {
    no: 'nie nic nigdy żadn* brak brakuje niczego',
    known:
      'informacj* dan* wynik* wzmian* szczegół* znam znan* zna słysz* istni* znalaz* znale* znajd* potwierdz* zweryfik* zidentyfik* wiem źród* wiedz*',
    unknown: 'nieznan*',
    the: 'firm* mark* produk* narzędzi* aplikacj* usług* spół* przedsiębiorst* o_nazwie pod_nazwą konkretn* t* marce',
    gave: 'przyniosł* dał*',
    search: 'wyszuk*',
    other:
      'ja mi mnie mam moich moje jest są był* udało się mogę mogłem potrafię jestem o na_temat dotycząc* dla w_moich w_internecie do że czy co kto i lub ale jednak niestety przepraszam obecnie jeszcze dostępn* wiarygodn* konkretn* publiczn* posiadam dysponuję w_stanie przykro_mi',
  },
  tr: {
    no: 'yok* değil* hiç hiçbir',
    known: 'bilgi* veri* sonuç* kayıt* kaynak* ayrıntı* detay* tanıdık diye adlı adında isimli bilgi_sahibi',
    unknown: 'bula* bulun* ulaşam* rastlam* bilmi* tanımı* duyma* doğrulayam* onaylayam* vermedi* gelmiyor*',
    the: 'bir marka* şirket* firma* ürün* uygulama* hizmet* yazılım* adlı adında isimli isminde diye bu',
    search: 'arama*',
    other:
      'mevcut ben bana benim ı i u ü yı yi ın in nın nin nun nün hakkında ile ilgili konusunda için ilişkin dair herhangi_bir bir maalesef ne_yazık_ki üzgünüm şu_anda şey daha_önce var aradım güvenilir resmi bu internette sahip elimde olduğunu ama ancak ve veya yeterli',
  },
  ar: {
    no: 'لم لا لن ليس* لست غير',
    known:
      'معلوم* بيانات نتائج نتيجة تفاصيل شيء ذكر معرفة مصادر أعرف اعرف أسمع سمعت أجد أعثر العثور وجود* دراية معروف* مألوف* تأكيد التحقق باسم تسمى يسمى تدعى اسمها اسمه علم أملك إيجاد',
    the: 'شركة الشركة علامة العلامة تجارية التجارية منتج المنتج تطبيق أداة خدمة منصة تسمى يسمى تدعى اسمها اسمه باسم محدد* هذه هذا',
    gave: 'يسفر تظهر',
    search: 'البحث بحث*',
    other:
      'أتمكن_من من_قبل من_وجود أنا لدي لي عن حول بخصوص بشأن على أي أن إن أنه هناك توجد يوجد تتوفر يتوفر متاح* متوفر* أتمكن أستطيع يمكنني تمكنت يمكن حاليا للأسف عذرا آسف موثوق* محدد* رسمية لل ل ب بـ و أو لكن الإنترنت أستطع عند يتم بوجود قط',
  },
  hi: {
    no: 'नहीं कभी_नहीं',
    known:
      'जानकारी परिणाम* डेटा विवरण कुछ उल्लेख पता जानता जानती सुना परिचित मौजूद अस्तित्व पुष्टि मिला मिली नाम नामक मालूम से_परिचित',
    unknown: 'अज्ञात अपरिचित अनजान',
    the: 'नामक नाम का की के किसी एक इस ब्रांड कंपनी उत्पाद ऐप टूल सेवा कोई',
    search: 'खोज*',
    other:
      'उपलब्ध वर्तमान_में से_संबंधित मुझे मैं मैंने मेरे मेरी पास को के_बारे_में का की के लिए कोई भी है हैं हूँ हूं था थी थे कि कर सकता सकती सका सकी पाया पाई हुआ हुई क्षमा खेद अभी तक पहले विश्वसनीय आधिकारिक या और लेकिन कभी मिल यह क्षमा_करें हो दुर्भाग्य* दुर्भाग्य_से',
  },
  sv: {
    no: 'inte ingen inga inget ingenting aldrig',
    known:
      'information info uppgift* resultat data träff* källor kännedom kunskap detalj* känner känd hört hitta* finns exist* bekräft* verifier* vet bekant vid_namn',
    unknown: 'okän* obekant*',
    the: 'ett en den det företag* märke* varumärke* produkt* verktyg* app* tjänst* bolag* som_heter vid_namn med_namnet kallad kallat specifik*',
    gave: 'gav',
    search: 'sökt_på sökning_på sökte_efter',
    other:
      'för jag mig min har hade är var kan kunde kunnat till om av i_mina på_internet på_nätet det att vad vem och eller men tyvärr för_närvarande ännu någon några något tillförlitlig* konkret* specifik* offentlig* relevant* talas tillgänglig* den tidigare med ledsen',
  },
  da: {
    no: 'aldri ikke ingen intet ingenting aldrig',
    known:
      'information* info informasjon* oplysning* opplysning* resultat* data kilder viden kunnskap* omtale detalj* treff kend* kjenn* hørt find* finn* fundet funnet fandt fant eksister* bekræft* bekreft* verific* verifiser* ved vet bekendt kjent hedder heter ved_navn',
    unknown: 'ukendt* ukjent*',
    the: 'et en den det virksomhed* firma* mærke* merke* brand* produkt* værktøj* verktøy* app* tjeneste* selskab* selskap* butik* der_hedder som_heter ved_navn kaldet kalt noget noe specifik* spesifik*',
    gave: 'gav ga',
    search: 'søg* søk*',
    other:
      'jeg mig meg min mine har havde hadde er var kan kunne kunnet til om for på i_mine i_min på_internettet på_nettet der det at som hvad hva og eller men desværre dessverre beklager for_øyeblikket endnu ennå nogen noen nogle noget noe pålidelig* pålitelig* konkret* specifik* spesifik* efter etter tilgængelig* tilgjengelig* tidligere med i_øjeblikket undskyld',
  },
  fi: {
    no: 'en ei mitään koskaan',
    known:
      'tieto* tieta* tietä* tiedä tulok* mainint* löytä* löyty* löyd* tunne tuttu kuullut olema* vahvist* varmist* nimelt* nimis* tunnista*',
    unknown: 'tuntematon',
    the: 'yrity* bränd* merk* tuot* palvelu* sovellu* työkalu* nimelt* nimis* tämä',
    gave: 'tuottanut',
    search: 'haku*',
    other:
      'minulla minulle minä ole on ollut voi voinut pysty* liittyv* liittyen että onko mitä ja tai mutta valitettavasti pahoittelut tällä_hetkellä vielä luotettav* lisä* hak* saatavilla internet* anteeksi',
  },
  cs: {
    no: 'nemoh* nemôž* nemůž* nelze žádn* žiadn* nic nič nikdy není nie nejsou nejsem nemám',
    known:
      'informac* informác* údaj* výsled* zmínk* podrobnost* zdroj* znám* slyšel* exist* najít nájsť potvrd* ověř* over* obeznám* názvem názvom jménem',
    unknown: 'nezn* nepozn* neexist* nenaš* neslyš* nepoču* nevím neviem nepodařilo nepodarilo',
    the: 'znač* firm* společnost* spoločnost* produkt* nástroj* aplikac* aplikác* služb* s_názvem s_názvom jménem zvan* nazvan* konkrétn* tak* tato táto',
    gave: 'nepřinesl*',
    search: 'vyhled*',
    other:
      'já ja mi mně mne jsem som mám mít o na_téma na_tému ohledně ohľadom týkajíc* týkajúc* pro pre k ke na_internetu se sa že zda či či_li co čo kdo a nebo alebo ale však bohužel bohužiaľ žiaľ omlouvám ospravedlňujem momentálně momentálne zatím zatiaľ dostupn* spolehliv* spoľahliv* konkrétn* ani je s k_dispozici k_dispozícii líto',
  },
  el: {
    no: 'δεν καμία κανένα τίποτα ποτέ',
    known:
      'πληροφορί* στοιχεί* αποτελέσμα* αποτέλεσμα δεδομέν* λεπτομέρει* αναφορ* γνωρίζω ξέρω γνωστ* ακούσει ακουστά υπάρχ* ύπαρξη* βρήκα βρω βρέθηκ* εντοπίσω επιβεβαι* επαληθ* όνομα ονομάζεται λέγεται εξοικειωμέν*',
    unknown: 'άγνωστ*',
    the: 'την τον τη το η ο τα της του μια μία ένα κάποι* εταιρ* μάρκα* προϊόν* εργαλείο εφαρμογή υπηρεσία που_ονομάζεται που_λέγεται με_το_όνομα συγκεκριμέν* υπηρεσί*',
    gave: 'έδωσε',
    search: 'αναζήτησ*',
    other:
      'μου έχω έχει είναι είμαι ήταν μπορώ μπόρεσα κατάφερα για σχετικ* με να ότι αν εάν τι και ή αλλά όμως δυστυχώς λυπάμαι αυτή τη στιγμή διαθέσιμ* αξιόπιστ* συγκεκριμέν* διαθέτω κάποι* την της το συγγνώμη',
  },
  vi: {
    no: 'không chưa chẳng',
    known:
      'thông_tin kết_quả dữ_liệu tài_liệu chi_tiết gì biết nghe tồn_tại tìm_thấy tìm_được tìm xác_nhận xác_minh quen_thuộc tên_là có_tên gọi_là mang_tên',
    the: 'một công_ty thương_hiệu sản_phẩm nhãn_hiệu công_cụ ứng_dụng dịch_vụ hãng nền_tảng tên tên_là có_tên gọi_là mang_tên nào này cụ_thể',
    search: 'tìm_kiếm',
    other:
      'tôi mình có của về liên_quan_đến đến cho đối_với với thể được nào bất_kỳ bất_cứ một hiện_tại hiện xin_lỗi rất_tiếc từng bao_giờ nói_đến nhắc_đến rằng liệu là và hoặc nhưng đáng_tin_cậy cụ_thể chính_thức sự đã trước_đây sẵn',
  },
  id: {
    no: 'tidak tak belum tiada',
    known:
      'informasi maklumat info data hasil detail catatan apa-apa apa_pun pengetahuan mengenal kenal tahu mendengar dengar menemukan ditemukan menemui dijumpai menjumpai ada memastikan memverifikasi keberadaan familiar bernama mengetahui',
    unknown: 'asing',
    the: 'sebuah suatu perusahaan syarikat merek jenama produk alat aplikasi layanan bernama dengan_nama yang_bernama yang_disebut brand platform tertentu ini',
    gave: 'memberikan',
    search: 'pencarian',
    other:
      'saya aku kami memiliki mempunyai punya dapat bisa boleh pernah tentang mengenai terkait soal untuk dengan apa pun yang internet maaf sayangnya saat_ini sekarang bahwa bahawa apakah dan atau tetapi namun dapat_dipercaya spesifik resmi lebih lanjut tersedia sebelumnya bagi mohon',
  },
  th: {
    no: 'ไม่',
    known: 'ข้อมูล ผลลัพธ์ รายละเอียด อะไร รู้จัก รู้ ทราบ ได้ยิน คุ้นเคย พบ เจอ มีอยู่จริง มีอยู่ ยืนยัน ตรวจสอบ ชื่อ ที่ชื่อ',
    the: 'บริษัท แบรนด์ ผลิตภัณฑ์ สินค้า เครื่องมือ แอป บริการ ยี่ห้อ ร้าน ที่ ชื่อ ว่า ที่ชื่อ นี้',
    search: 'ค้นหา',
    other:
      'ฉัน ผม ดิฉัน เรา มี สามารถ หา เกี่ยวกับ ของ สำหรับ ถึง เรื่อง กับ ใด ใดๆ เลย ได้ ว่า จริง หรือไม่ หรือ และ แต่ ขออภัย ขอโทษ ครับ ค่ะ คะ ขณะนี้ ในขณะนี้ ตอนนี้ เคย มาก่อน ที่ น่าเชื่อถือ อยู่',
  },
  he: {
    no: 'לא אין איני אינני אינו אינה שום מעולם',
    known:
      'מידע נתונים תוצאות תוצאה פרטים אזכור* דבר כלום מכיר* מוכר* יודע* שמעתי קיים קיימת קיימים קיומ* מצאתי למצוא לאתר לאמת לוודא בשם שנקרא*',
    the: 'חברה חברת המותג מותג החברה מוצר המוצר כלי אפליקציה אפליקציית שירות בשם שנקרא* ספציפי* האפליקציה השירות',
    gave: 'העלה',
    search: 'חיפוש* החיפוש',
    other:
      'אני לי את על לגבי אודות בנוגע ל ש של עבור אחר כי אם מה זה יש היה הצלחתי יכול יכולה ניתן אפשר לצערי מצטער* כרגע כעת חיפשתי אמין אמינים כלשהו כלשהי זמין* או אבל סליחה',
  },
  uk: {
    no: 'не немає нема жодн* нічого ніколи',
    known:
      'інформаці* дан* результат* згад* джерел* подробиц* знаю знайом* відом* чув чула існу* знайш* знайти знайден* підтверд* перевір* назв*',
    unknown: 'невідом* незнайом* відсутн*',
    the: 'компані* бренд* марк* продукт* сервіс* інструмент* застосун* фірм* під_назвою з_назвою так* конкретн* назв* це',
    gave: 'дав',
    search: 'пошук*',
    other:
      'я мені мене моїх у_мене у є був була було вдалося можу зміг змогла маю володію про щодо стосовно за_запитом для в_моїх в_інтернеті що чи хто це і або та але на_жаль вибачте наразі поки ще доступн* надійн* достовірн* конкретн* детальн* перепрошую',
  },
  ru: {
    no: 'не нет ни ничего никогда',
    known:
      'информаци* данн* результат* сведени* упоминан* источник* подробност* знаю знаком* известн* слышал* существ* найти нашел нашла нашли найден* находит* подтверд* проверить именем',
    unknown: 'неизвест* незнаком* отсутств*',
    the: 'компани* бренд* марк* продукт* сервис* инструмент* приложени* фирм* под_названием с_названием так* конкретн* назван* как это',
    gave: 'дал',
    search: 'поиск*',
    other:
      'я мне мои моих у_меня у есть был была были было удалось могу смог смогла имею располагаю о об обо насчет относительно по_запросу для в_моих в_интернете что ли кто это и или но к_сожалению извините сейчас пока еще доступн* надежн* достоверн* конкретн* подробн* простите',
  },
  hu: {
    no: 'nem nincs semmi* soha sosem',
    known:
      'információ* adat* eredmény* részlet* említés* forrás* ismerem ismerős hallottam létez* talál* megerősít* ellenőriz* nevű tudok tudom',
    unknown: 'ismeretlen',
    the: 'a az egy cég* márk* vállalat* termék* alkalmazás* szolgáltatás* eszköz* nevű ilyen',
    gave: 'hozott',
    search: 'keres*',
    other:
      'én nekem számomra van volt tudtam sikerült ról ről rol kapcsolat* vonatkoz* hogy és vagy de azonban sajnos elnézést jelenleg még elérhető* megbízható* konkrét* további rendelkez* az a áll sajnálom',
  },
  ro: {
    no: 'nu nicio niciun niciodată nimic',
    known:
      'informați* date rezultat* detalii mențiun* surse cunoștinț* cunosc auzit exist* găsi* găsesc confirm* verific* identific* știu familiarizat* numit* numele',
    unknown: 'necunoscut*',
    the: 'o un compani* marc* produs* brand* instrument* aplicați* serviciu* firm* numit* cu_numele numele',
    search: 'căutar*',
    other:
      'eu îmi mi mea am au a_returnat este sunt fost pot putut reușit reușesc dețin dispun de despre privind legat* la cu_privire pentru că dacă ce și sau dar din_păcate momentan încă disponibil* fiabil* concret* cu să vreo referito* îmi_pare_rău scuze',
  },
  fa: {
    no: 'هیچ',
    known: 'اطلاع* داده* نتیجه* نتایج چیزی جزئیات منبع* نام آشنا* وجود تأیید تایید یافت پیدا جزئیات*',
    unknown:
      'نمی_دانم نمی_شناسم نمی_توان* ندار* نکرد* نشد* نیست* نمیدانم نمیشناسم نشنید* نداشت* ناشناخته نمیتوان*',
    the: 'شرکت برند محصول شرکتی برندی ابزار اپلیکیشن سرویس به_نام با_نام این خاصی نام',
    search: 'جستجو*',
    other:
      'دربارهی در_دسترس من را درباره در_مورد با از برای که ای ام دارد است هستم کنم کرد کردم متاسفانه متأسفانه حاضر در_حال هنوز و یا اما مربوط تا کنون این معتبر* ببخشید',
  },
  zh: {
    no: '没有 沒有 没 沒 未 未能 无法 無法 不 找不到 查不到 搜不到 無 暂无 暫無 并未',
    known:
      '信息 資訊 资讯 資料 资料 内容 內容 结果 結果 记录 紀錄 介绍 数据 找到 查到 搜到 检索到 查询到 了解 听说 聽說 听过 知道 存在 确认 確認 证实 熟悉 名为 名為 叫做 叫 称为 认识',
    unknown: '不清楚 一无所知 一無所知',
    the: '公司 品牌 产品 產品 企业 企業 工具 应用 應用 软件 服务 服務 平台 这个 這個 这家 這家 一个 一家 一款 任何 名为 名為 叫做 叫 称为 的 这款 这一',
    search: '搜索',
    other:
      '我 我们 目前 很 抱歉 很抱歉 对不起 遗憾 对 對 关于 關於 有关 有關 对于 與 与 和 相关 相關 的 到 能 能够 可以 可靠 具体 详细 詳細 公开 公開 官方 任何 过 過 有 是 是否 什么 真实 搜尋 网上 暂时 也 从未 了 确定 这一 很遗憾',
  },
  ja: {
    no: 'ません ませんでした なかった 不明 ありません ありませんでした いませんでした いません おりません りませんでした ございません りません',
    known:
      '情報 データ 結果 詳細 記録 資料 見つか 見つけ 確認 存在 知り 知ら 存じ 聞い 把握 認識 という 名前 該当 持って 得られ 検索結果 分かり わかり 見当た',
    the: '会社 企業 ブランド 商品 製品 ツール アプリ サービス メーカー という 名前 の この その 名称 と',
    search: '検索',
    other:
      'に関する に関して について についての に関連する インターネットで が は を も の と こと する て 私 私の 現在 残念 ながら 具体的 信頼 できる でき られ 公式 いる ることが たことが た か どうか し した しました まで 何も です でした 上げ ネット 申し訳ありません よう',
  },
  ko: {
    no: '없 않 못 모르 모릅',
    known: '정보 자료 결과 내용 데이터 기록 찾 존재 알 들어본 확인 라는 이라는 아는 알려진 모릅 검색',
    unknown: '모르겠',
    the: '회사 기업 브랜드 제품 상품 도구 앱 서비스 업체 라는 이라는 이름 의 이 는 은',
    search: '검색',
    other:
      '에_대한 에_대해 에_대해서 에_관한 에_관해 에_관하여 합니다 합니다만 저는 제가 저 대한 대해 관련 관련된 와 과 을 를 은 는 이 가 의 도 서 수 적이 바 어떤 아무 아무런 현재 죄송하지만 죄송합니다만 안타깝게도 신뢰할 할 만한 구체적인 공식 습니다 니다 지 하지 되지 했습니다 했 었 았 었습니다 았습니다 하는 하 고 있 있는 실제로 한 번도 지만 입니다 에_대해서는 에_대해서도 에_대해선 잘',
  },
};

/** What stands between the last two names of a list, in all of the languages. */
export const CONJUNCTIONS =
  'and or nor und oder et ou y o e ed en of och eller og i oraz lub ani nebo alebo ve veya ja tai és vagy și sau và dan atau и или і та або και 和 或 と 、 /';
