import type { ThemeWords } from '../theme-words.ts';

export const PL: ThemeWords = {
  none: `zaprojektowan*_dla zaprojektowan*_z obsługuje wspiera wspierają obsługują nagroda`,
  price: `cena ceny cenę cenie cen cenowo cenow* cennik* kosztuje kosztują koszt koszty kosztów kosztem drogi! droga! drogie! droższ*! najdroższ*! tani! tania!
    tanie! tańsz*! najtańsz*! przystępn*! darmow* bezpłatn* abonament* subskrypcj* miesięcznie opłat* prowizj* rabat* zniżk* za_użytkownika okres_próbny
    płatn* złotych koszt* płac* płaci* zapłac* faktur*? składk* kaucj* promocj*? za_darmo gratis pieniąd*? budżet* wydatek wydat* tani* drog* cen* rocznie
    za_miesiąc za_rok od_użytkownika za_noc od? próbn* przetestować? zł podwyżk* podniósł? dopłat* wygórowan* oszczęd*? ukryte_koszty nalicza?`,
  value: `stosunek_jakości*! stosunek_ceny*! jakości_do_ceny! ceny_do_jakości! wart*_swojej_ceny! wart*_ceny! warte_swojej_ceny! za_te_pieniądze! opłacaln*!
    wart* stosunek_jakości jakość_do_ceny opłaca* inwestycj*? swojej_ceny okazj* warte tych_pieniędzy`,
  ease_of_use: `łatw*_w_obsłudze! prost*_w_obsłudze! prost*_w_użyciu! łatw*_w_użyciu! łatwość_obsługi! prostota! intuicyjn*! nieintuicyjn*! przyjazn*_dla_użytkownika
    skomplikowan*! trudn*_w_obsłudze! zagmatwan*! przejrzyst*! nieprzejrzyst*! krzyw*_uczenia! toporn*! wygodn*! niewygodn*! obsługa_jest łatw* łatwo
    prost* proste prosto trudn* zawił* obsług? obsługa? obsłudze? obsługi? używa* używani* nauczy* nauki? opanow* zrozumi* początkując* pogubić kliknięć
    nawigacj* menu? przyjazn* dziecinnie poradzi*`,
  setup: `instalacj* zainstalow* instalow* konfiguracj* konfigurow* skonfigurow* wdrożeni* wdrożyć wdraża* migracj* uruchomieni* uruchomić onboarding montaż*
    zamontow* instal* zainstal* konfigur* uruchom* wdroż* zmont* złożen* przenies* przejści* rejestracj* założeni* serwer* technik? podłącz* gotowy_do`,
  features: `funkcj* funkcjonalnoś* narzędzi* raport raporty raportów raportow* pulpit* szablon* automatyzacj* moduł* śledzeni*_czasu ewidencj*_czasu kanban gantt
    możliwości dashboard* personalizacj* pozwala? umożliwia? oferuje? zawiera? obejmuje? posiada? ma? pokazuje? mierzy? tworzy? tłumaczy? skan* wystawia?
    obsługuje? raport* automat* kalendarz* czat? zadani* faktury? magazyn? wyszukiwark* filtr* eksport* pdf? csv? ekran? aparat* bateri* pamię*? basen*
    saun* śniadani*? wifi? polis* ochron*? brakuje brak? kompletn*? rozbudowan* wszechstronn* zaawansowan* opcj* powiadomi* przypomni* offline?
    bez_internetu? akcesori* aplikacj*?`,
  integrations: `integracj* integruje integrują zintegrow* łączy_się api wtyczk* kompatybiln* synchronizuj* synchronizacj* webhook* rozszerzeni* integr* łączy? połącz*
    synchroniz* kompatyb* rozszerze* zapier slack? shopify? allegro? outlook? google? systemami? współpracuje współdziała import*?`,
  limits: `limit* ogranicz* ograniczon*! maksymaln* najwyżej górn*_granic* maksym* co_najwyżej minimum do? tylko? jedynie? nielimitowan* bez_limitu
    bez_ogranicze* umow*? wiąże gb? mb? użytkownik*? dziennie nie_więcej`,
  speed: `szybk*! szybciej! szybkość woln*! wolniej! prędkoś* powoln*! wydajnoś* wydajn*! czas_ładowania zacina*! laguje! opóźnieni*! błyskawiczn*! sprawn*!
    czas_dostawy ładuje_się szybko szybci* wolno sekund* minut*? godzin*? dni? tygodni*? miesiąc*? czas_oczekiwania czeka* natychmiast* od_razu? mgnieniu
    dostaw* dostarcz* następnego_dnia robocz* ładuj* ładowani* opóźni*? płynn* zacina?`,
  reliability: `niezawodn*! zawodn*! awari*! awaryjn*! bezawaryjn*! stabiln*! niestabiln*! zawiesza*! błęd*! psuj*! trwał*! solidn*! przerw*_w_działaniu! przestoj*!
    wytrzymał*! gwarancj* polegać psuje zepsu* przestaje_działać wyłącza? błąd usterk* pęk* złama* zniszcz* wad* wadliw* gubi traci? spóźni* opóźnien*
    punktualn* odwołan* dokładn* precyzyjn* napraw* jakoś*? działa? zdarcia`,
  security: `bezpieczeństw* bezpieczn*! prywatnoś* szyfrow* rodo ochron*_danych dwuskładnikow* wyciek*! iso_27001 uprawnie* zgodnoś*_z luk*_w_zabezpiecz*!
    bezpiecz* szyfr* prywatn* poufn* chroni ochrona_danych hasł* uwierzyteln* dwuskładnik* wyciekł* włama* luk* skradzion* oszust* certyfik* dane?
    dane_osobowe anonim* reklamodawc* niebezpieczn*`,
  scale: `skalowa* skaluje duż*_zespoł* duż*_firm* duż*_organizacj* duż*_przedsiębiorst* rosnąc*_zespoł* tysięcy_użytkowników tysiące_użytkowników korporacj*
    rośnie_wraz dużych_firm wielkich rośnie rozwij*? wzrost* skal* skalow* pracownik*? tysięc* milion* użytkownik*? wolumen* oddział* małych_firm?`,
  support: `obsług*_klient* wsparci* wsparcie_techniczne pomoc*_techniczn* biur*_obsługi infolini* dział*_wsparcia konsultant* czas*_odpowiedzi dokumentacj*
    centrum_pomocy helpdesk serwis_posprzedażowy support pomoc* pomaga* obsługa_klienta obsługi_klienta obsługę_klienta serwis? pracowni* personel*
    zespół? kelner* mił* uprzejm* nieuprzejm* niemił* kompetentn* odpowiada* odpowied* odpisuje telefon* mail*? czat? reklamacj* skarg*? zwrot? doradc*
    doradz* poradnik* forum szkole*? kontakt*`,
  design: `design* wygląd* interfejs* estetyczn*! estetyk* ładn*! piękn*! elegancki*! nowoczesn*! przestarzał*! stylow*! układ grafik* szat*_graficzn* wygląda?
    estety* brzydk* elegan* przestarza* staro? kolor* czarn*? biał*? aluminiu* drewn* skór* wykończen* wystrój* pokoje? przeładowan* przejrzyst* styl*
    szat*`,
  reputation: `reputacj* popularn*! znan*! renom* opini* ocen ocena oceny ocenian* lider*_rynku lider nagrod* uznan*! marka_o zaufan*! cieszy_się rozpoznawaln*
    cenion* lubian* zaufani* ufa* ocen* recenzj* gwiazd* nagrodzon* wygra* zwycięzc* lider* numer_jeden udział_w_rynku skarg* krytyk* kontrowers* skandal*
    wizerun* zadowolen* ranking* polecan*`,
  availability: `dostępn* niedostępn*! wyprzedan*! w_magazynie sklepach placów* krajach krajów ios android otwart*_od godzin*_otwarcia wysyłk* dostaw*
    list*_oczekujących oddział* w_sprzedaży kupić kupisz sprzedaw* sprzedaż? sklep* apte* supermark* punkt* salon* oddział? otwart* czynn* zamknięt*
    godzin? wysyła? kraj* polsk*? europ*? świat*? region* miast* miejscowoś* android* windows mac linux platform* wersj*? język* termin* kolejk*
    lista_oczekujących premier* wycofan* wszędzie online? zamówi*? zasięg*`,
};

export const RU: ThemeWords = {
  none: `разработан*_для поддерживает поддерживают предназначен*`,
  price: `цена цены цену цене ценой ценам ценами ценник* ценов* стоимост* стоит стоят дорог*! дороже! дешев*! дешёв*! недорог*! доступн*_цен*! доступн*_по_цене!
    бесплатн* подписк* тариф* в_месяц за_пользователя абонентск* комисси* скидк* пробн*_период* платн* рублей бюджетн*! переплат*! стоить цен* плат*
    оплат* заплат* сч*т? взнос* абонент* даром деньг*? денег? бюджет* расход* в_год за_ночь от? пробн* попробовать? рубл* подорожа* повысил? доплат*
    доставка_бесплатн* карман* эконом*? залог* аренд*? процент? скрытые кусаются`,
  value: `соотношени*_цен*! цена_качество! цены_и_качества! стоит_своих! окупа*! за_свои_деньги! своих_денег! соотношение_цен* выгодн* вложени*? потраченных?
    за_эти_деньги`,
  ease_of_use: `прост*_в_использовании! удобн*_в_использовании! легк*_в_использовании! лёгк*_в_использовании! простот*! удобн*! удобен! неудобн*! неудобен! удобств*!
    интуитивн*! понятн*! непонятн*! сложн*_в_использовании! сложн*_в_освоении! легко_освоить! легко_разобраться! сложно_разобраться! порог_вхождения!
    запутанн*! дружелюбн*! просто_пользоваться! легко_пользоваться! прост* просто легк* легко сложн* трудн* запутан* использован* пользоват* освоить
    освоен* обучени*? разобра* разберё* новичк* начинающ* навигац* меню? кликов управлени* управля*? голос? юзабилити`,
  setup: `установк* установить устанавлив* настройк* настроить настраива* внедрени* внедрить миграци* подключени* развёртыва* развертыва* запуск* монтаж* сборк*
    установ* настро* внедр* сбор* собира* собрать переход* переезд* регистрац* сервер* мастер? развернуть развёрт*`,
  features: `функци* функционал* возможност* инструмент* отчёт* отчет* дашборд* шаблон* автоматизаци* учёт*_времени учет*_времени модул* канбан* гант* аналитик*
    автономност* позволяет? умеет? предлагает? включает? содержит? имеет? показывает? измеряет? создаёт? переводит? сканир* поддерживает? ведёт? учёт
    автоматиз* календар* чат? задач* счета? склад? поиск* фильтр* экспорт* pdf? csv? экран* камер* батаре* аккумулятор* памят*? бассейн* саун* завтрак*?
    вайфай? полис* покрыва* страхов*? нет? отсутству* не_хватает скуд* богат* мощн* широк*? опци* уведомлен* напоминан* офлайн* без_интернета? приложени*?`,
  integrations: `интеграци* интегрир* api плагин* расширени* совместим* синхронизац* синхронизир* вебхук* коннектор* интегр* подключает* соединя* связыва* синхрониз*
    апи стыку* slack? telegram? битрикс* 1с? outlook? google? импорт*? систем*?`,
  limits: `ограничен* ограничива* лимит* максимум не_более квот* огранич* максимальн* не_больше минимум до? только? лишь? безлимит* неогранич* урезан* потолок
    договор*? привязыва* гб? мб? пользовател*? в_день`,
  speed: `быстр*! быстре*! скорост* медленн*! медленнее! тормоз*! лага*! производительност* долго_загружа*! шустр*! оперативн*! срок*_доставки задержк*!
    молниеносн*! отзывчив*! медлен* секунд* минут*? час? часов? дней? недел*? месяц*? ждать ожидани* ждут мгновен* сразу? моментальн* доставк*? доставля*
    на_следующий_день рабочих_дня загруз* зарядк* производительн* виснет?`,
  reliability: `надёжн*! надежн*! ненадёжн*! ненадежн*! сбо*! стабильн*! нестабильн*! зависа*! вылета*! глюч*! баг*! ошибк*! отказоустойчив* долговечн*! прочн*!
    ломает*! отказ*! бесперебойн*! перебо*! гаранти* положиться пада* завис* крепк* износ* слома* лома* поломк* бракован* брак? дефект* теря* опазд*
    задержива* вовремя пунктуальн* отмен*? точн* ремонт* качеств*? работает?`,
  security: `безопасн*! безопасност* конфиденциальност* приватност* шифрован* шифру* защит*_данных защищ*! двухфакторн* утечк*! iso_27001 152_фз персональн*_данн*
    уязвимост*! защит* защища* шифр* приватн* конфиденциальн* парол* аутентиф* авторизац* двухфактор* утеч* утекл* взлом* хакер* уязвим* украд* мошенн*
    сертифик* данн* персональн* анонимн* рекламодател* хранятся? опасн* права_доступа`,
  scale: `масштабир* масштаб* крупн*_команд* крупн*_компани* крупн*_бизнес* больш*_команд* больш*_компани* растущ*_команд* растущ*_компани* тысяч*_пользователей
    крупн* корпорац* растёт расти рост? роста? сотрудник*? тысяч* миллион* пользовател*? объём* нагрузк* пик* филиал* малый_бизнес? малому_бизнесу?`,
  support: `служб*_поддержки поддержк* техподдержк* техническ*_поддержк* клиентск*_сервис* саппорт* операторы горяч*_лини* время_ответа документаци*
    персональн*_менеджер* обслуживани* помощ* помога* служба_поддержки сервис? персонал* сотрудники? команд*? официант* вежлив* груб* хам* дружелюбн*?
    приветлив* компетентн* отвечает ответ* отвеча* дозвон* телефон* звон* письм* чат? заявк* тикет* жалоб*? возврат? консультант* справк* форум* обучен*?
    на_связи`,
  design: `дизайн* интерфейс* внешн*_вид* красив*! стильн*! элегантн*! современн*! устаревш*! эстетичн*! оформлени* симпатичн*! внешн* выгляд* некрасив* уродлив*
    элегант* устаре* старомодн* цвет* чёрн*? бел*? алюмини* дерев* кож* отделк* интерьер* номера? обшарпан* перегружен* чистый?`,
  reputation: `репутаци* популярн*! известн*! отзыв* рейтинг* оценк* лидер*_рынка лидер признан*! авторитетн*! зарекоменд*! наград* довери*! бренд_с репутац* слав*
    извест* знаменит* доверя* звёзд* звезд* преми* приз* победил* лидер* номер_один доля_рынка жалоб* критик* скандал* имидж уважа* ценят довольн*
    рекомендуют*`,
  availability: `доступн* доступност* недоступн*! в_наличии нет_в_наличии! распродан*! магазин* филиал* стран* ios android работает_с график_работы доставк* доставля*
    лист_ожидания отделени* наличи* в_продаже продаётся продаж* купить куп* аптек* супермаркет* дилер* точк* открыт* закрыт* работает_до график* отправля*
    росси*? европ*? мир*? регион* город* сел* андроид* windows mac linux платформ* верси* язык* запис* очеред* мест? распрода* раскуп* вышел? выход*
    снят_с везде онлайн? найти? покрыти*`,
};

export const TR: ThemeWords = {
  none: `destekler destekliyor desteklemektedir için_tasarlan*`,
  price: `fiyat* ücret* ücretsiz* maliyet* pahalı*! ucuz*! uygun_fiyat*! hesaplı*! bedava abonelik* aylık kullanıcı_başına indirim* komisyon* deneme_sürüm*
    bütçe_dostu! lira* öde* ödeme* fatura? aidat* depozito ücretsiz para? bütçe* hesaplı tarife* yıllık ayda yılda kişi_başı gecelik başlayan? deneme*
    deneneb*? tl zam* kargo? prim* masraf* el_yak* cep? tasarruf*? ek_ücret`,
  value: `fiyat_performans*! paranızın_karşılığı*! parasının_karşılığı*! parasını_hak*! fiyatını_hak*! fiyatına_değer! değer* değmez değiyor parasının
    karşılığını fiyat_performans yatırım? bu_paraya bu_fiyata`,
  ease_of_use: `kullanımı_kolay*! kullanımı_çok_kolay*! kolay_kullanım*! kullanım_kolaylığı*! kullanıcı_dostu*! kullanışlı*! sezgisel*! karmaşık*! karışık*!
    öğrenmesi_kolay*! öğrenmesi_zor*! kullanımı_zor*! öğrenme_eğrisi*! zor_kullanım*! anlaşılır*! basit_arayüz*! pratik*! kolay* basit* zor* kullanışsız
    kullanımı? kullanmak? kullanıcı_dostu sezgisel öğren* öğrenme anlaması? acemi* yeni_başlayan* kafa_karıştır* tıklama* gezin* menü* zahmetsiz*
    çocuk_oyuncağı`,
  setup: `kurulum* kurulması kurmak yükleme* yapılandır* entegrasyon_süreci taşıma_süreci geçiş_süreci devreye_al* montaj* kur* yükle*? devreye montajı
    birleştir* taşıma? geçiş* kayıt* hesap_aç* sunucu* teknisyen?`,
  features: `özellik* işlev* fonksiyon* rapor* raporlama* gösterge_panel* şablon* otomasyon* zaman_takib* araçlar* modül* kanban gantt kişiselleştir* seçenekler
    araç* sağlıyor? sunuyor? içeriyor? var? gösteriyor? ölçüyor? çeviri* tara* destekliyor? panel? pano* otomatik* takvim* sohbet? görev* fatura_kes*
    stok? arama? filtre* dışa_aktar* pdf? csv? ekran* kamera* pil* batarya* bellek? depolama? havuz* sauna kahvaltı? wifi? kapsıyor kapsam* poliçe* eksik*
    yok? yetersiz* zengin* güçlü? çok_yönlü seçenek* bildirim* hatırlat* çevrimdışı internetsiz aksesuar* uygulama?`,
  integrations: `entegre* entegrasyon* api eklenti* uyumlu* uyumluluk* senkroniz* bağlanabil* webhook* entegr* bağlan* bağlantı* eşitle* eşitlen* senkron* uzantı*
    zapier slack? shopify? outlook? google? sistemler*? içe_aktar?`,
  limits: `sınırlı*! sınırlama* sınır sınırı sınırlar* kısıtlı*! kısıtlama* limit* en_fazla azami sınır* kısıt* en_çok asgari kadar? sadece? yalnızca? sınırsız*
    taahhüt* gb? mb? kullanıcıya? günde kota*`,
  speed: `hızlı*! hızı hız hızla! yavaş*! performans* kasma*! takıl*! gecikme*! teslimat_süresi yüklenme_süresi çabuk! akıcı*! hız* çabuk* saniye* dakika*?
    saat*? gün*? hafta*? ay? aylarca? bekle* bekleme* anında hemen? teslim* ertesi_gün iş_günü yükleniyor? şarj* gecikme? kasıyor donuyor?`,
  reliability: `güvenilir*! güvenilmez*! kesinti*! çöküyor! çökme*! çöker! stabil*! kararlı*! hata*! arıza*! dayanıklı*! sağlam*! sorunsuz*! bozul*! garanti* çök*
    sorun*? bug* istikrarlı* dayan* kırıl* bozuk* kusur* kaybed* kayıp* gecik* rötar* zamanında iptal? yarı_yolda donuyor dakik hassas* onarım tamir*
    kalite*? çalışıyor?`,
  security: `güvenlik* güvenli! gizlilik* şifrele* kvkk gdpr iki_faktörlü* veri_ihlal*! veri_koruma* iso_27001 güvenlik_açığ*! yetkilendirme* şifre* gizli? koru*
    koruma* parola* doğrulama* iki_faktör* sızdır* sızıntı* hack* açık? açığı çalın* dolandır* sertifika* veri? kişisel_veri* verileri? anonim* reklamcı*
    yetki* tehlike*`,
  scale: `ölçeklen* ölçeklenebil* büyük_ekip* büyük_şirket* büyük_işletme* kurumsal_ölçek* büyüyen_ekip* binlerce_kullanıcı* büyük_kuruluş* kurumsal? büyü*
    büyüyor ölçek* çalışan? binlerce milyon* kullanıcı? hacim* yoğun* şube* küçük_işletme?`,
  support: `müşteri_hizmet* müşteri_destek* destek_ekib* teknik_destek* canlı_destek* çağrı_merkez* destek_hat* yanıt_süre* dokümantasyon* yardım_merkez* desteği
    destek müşteri_temsilci* satış_sonrası* destek* yardım* hizmet? personel* çalışanlar* ekip? ekibi? garson* güler_yüzlü kibar* kaba* nazik* ilgisiz*
    ilgili? bilgili yanıt* cevap* telefon* ulaş* e_posta* sohbet? şikayet* iade? danışman* belgele* forum eğitim*? çözüyor çözüm?`,
  design: `tasarım* arayüz* görünüm* estetik*! şık*! güzel_görün*! modern*! eski_görün*! eskimiş! zarif*! görsel* görün* güzel* çirkin* eski? demode* renk*
    siyah? beyaz? alüminyum ahşap deri? işçilik* dekor* odalar? yıpran* kalabalık? sade*`,
  reputation: `itibar* popüler*! tanınmış*! ünlü*! bilinen! saygın*! yorumlar* değerlendirme* puan puanı ödül* pazar_lider* köklü*! güvenilen! lider ün* tanın*
    sevil* güven? güveniyor yorum* puan* yıldız* kazan* lider* bir_numara pazar_payı şikayet? eleştir* skandal* imaj* memnun* tavsiye_ed*`,
  availability: `mevcut* stok* tükendi! tükenmiş! mağaza* şube* ülke* ios android çalışma_saat* teslimat kargo* bekleme_liste* satışta bulunabil* erişilebilir* bulun*
    satıl* satış* stokta tüken* eczane* market* bayi* şube? açık kapalı saatleri gönder* türkiye*? avrupa*? dünya*? bölge* şehir* windows mac linux
    platform* sürüm* dil* randevu* bekleme_listesi çıkış? çıktı? kaldırıl* her_yerde çevrimiçi? satın_al*`,
};
