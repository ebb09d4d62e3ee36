import type { ThemeWords } from '../theme-words.ts';

export const PL: ThemeWords = {
  none: `zaprojektowan*_dla zaprojektowan*_z obsługuje wspiera wspierają obsługują nagroda`,
  price: `cena ceny cenę cenie cen cenowo cenow* cennik* kosztuje kosztują koszt koszty kosztów kosztem drogi! droga! drogie! droższ*! najdroższ*! tani! tania! tanie! tańsz*! najtańsz*! przystępn*! darmow* bezpłatn* abonament* subskrypcj*
    miesięcznie opłat* prowizj* rabat* zniżk* za_użytkownika okres_próbny płatn* złotych`,
  value: `stosunek_jakości*! stosunek_ceny*! jakości_do_ceny! ceny_do_jakości! wart*_swojej_ceny! wart*_ceny! warte_swojej_ceny! za_te_pieniądze! opłacaln*!`,
  ease_of_use: `łatw*_w_obsłudze! prost*_w_obsłudze! prost*_w_użyciu! łatw*_w_użyciu! łatwość_obsługi! prostota! intuicyjn*! nieintuicyjn*! przyjazn*_dla_użytkownika skomplikowan*! trudn*_w_obsłudze! zagmatwan*! przejrzyst*!
    nieprzejrzyst*! krzyw*_uczenia! toporn*! wygodn*! niewygodn*! obsługa_jest`,
  setup: `instalacj* zainstalow* instalow* konfiguracj* konfigurow* skonfigurow* wdrożeni* wdrożyć wdraża* migracj* uruchomieni* uruchomić onboarding montaż* zamontow*`,
  features: `funkcj* funkcjonalnoś* narzędzi* raport raporty raportów raportow* pulpit* szablon* automatyzacj* moduł* śledzeni*_czasu ewidencj*_czasu kanban gantt możliwości dashboard* personalizacj*`,
  integrations: `integracj* integruje integrują zintegrow* łączy_się api wtyczk* kompatybiln* synchronizuj* synchronizacj* webhook* rozszerzeni*`,
  limits: `limit* ogranicz* ograniczon*! maksymaln* najwyżej górn*_granic*`,
  speed: `szybk*! szybciej! szybkość woln*! wolniej! prędkoś* powoln*! wydajnoś* wydajn*! czas_ładowania zacina*! laguje! opóźnieni*! błyskawiczn*! sprawn*! czas_dostawy ładuje_się`,
  reliability: `niezawodn*! zawodn*! awari*! awaryjn*! bezawaryjn*! stabiln*! niestabiln*! zawiesza*! błęd*! psuj*! trwał*! solidn*! przerw*_w_działaniu! przestoj*! wytrzymał*! gwarancj*`,
  security: `bezpieczeństw* bezpieczn*! prywatnoś* szyfrow* rodo ochron*_danych dwuskładnikow* wyciek*! iso_27001 uprawnie* zgodnoś*_z luk*_w_zabezpiecz*!`,
  scale: `skalowa* skaluje duż*_zespoł* duż*_firm* duż*_organizacj* duż*_przedsiębiorst* rosnąc*_zespoł* tysięcy_użytkowników tysiące_użytkowników korporacj* rośnie_wraz`,
  support: `obsług*_klient* wsparci* wsparcie_techniczne pomoc*_techniczn* biur*_obsługi infolini* dział*_wsparcia konsultant* czas*_odpowiedzi dokumentacj* centrum_pomocy helpdesk serwis_posprzedażowy support`,
  design: `design* wygląd* interfejs* estetyczn*! estetyk* ładn*! piękn*! elegancki*! nowoczesn*! przestarzał*! stylow*! układ grafik* szat*_graficzn*`,
  reputation: `reputacj* popularn*! znan*! renom* opini* ocen ocena oceny ocenian* lider*_rynku lider nagrod* uznan*! marka_o zaufan*! cieszy_się`,
  availability: `dostępn* niedostępn*! wyprzedan*! w_magazynie sklepach placów* krajach krajów ios android otwart*_od godzin*_otwarcia wysyłk* dostaw* list*_oczekujących oddział*`,
};

export const RU: ThemeWords = {
  none: `разработан*_для поддерживает поддерживают предназначен* `,
  price: `цена цены цену цене ценой ценам ценами ценник* ценов* стоимост* стоит стоят дорог*! дороже! дешев*! дешёв*! недорог*! доступн*_цен*! доступн*_по_цене! бесплатн* подписк* тариф* в_месяц за_пользователя абонентск*
    комисси* скидк* пробн*_период* платн* рублей бюджетн*! переплат*!`,
  value: `соотношени*_цен*! цена_качество! цены_и_качества! стоит_своих! окупа*! за_свои_деньги! своих_денег!`,
  ease_of_use: `прост*_в_использовании! удобн*_в_использовании! легк*_в_использовании! лёгк*_в_использовании! простот*! удобн*! удобен! неудобн*! неудобен! удобств*! интуитивн*! понятн*! непонятн*! сложн*_в_использовании! сложн*_в_освоении! легко_освоить!
    легко_разобраться! сложно_разобраться! порог_вхождения! запутанн*! дружелюбн*! просто_пользоваться! легко_пользоваться!`,
  setup: `установк* установить устанавлив* настройк* настроить настраива* внедрени* внедрить миграци* подключени* развёртыва* развертыва* запуск* монтаж* сборк*`,
  features: `функци* функционал* возможност* инструмент* отчёт* отчет* дашборд* шаблон* автоматизаци* учёт*_времени учет*_времени модул* канбан* гант* аналитик* автономност*`,
  integrations: `интеграци* интегрир* api плагин* расширени* совместим* синхронизац* синхронизир* вебхук* коннектор*`,
  limits: `ограничен* ограничива* лимит* максимум не_более квот*`,
  speed: `быстр*! быстре*! скорост* медленн*! медленнее! тормоз*! лага*! производительност* долго_загружа*! шустр*! оперативн*! срок*_доставки задержк*! молниеносн*! отзывчив*!`,
  reliability: `надёжн*! надежн*! ненадёжн*! ненадежн*! сбо*! стабильн*! нестабильн*! зависа*! вылета*! глюч*! баг*! ошибк*! отказоустойчив* долговечн*! прочн*! ломает*! отказ*! бесперебойн*! перебо*! гаранти*`,
  security: `безопасн*! безопасност* конфиденциальност* приватност* шифрован* шифру* защит*_данных защищ*! двухфакторн* утечк*! iso_27001 152_фз персональн*_данн* уязвимост*!`,
  scale: `масштабир* масштаб* крупн*_команд* крупн*_компани* крупн*_бизнес* больш*_команд* больш*_компани* растущ*_команд* растущ*_компани* тысяч*_пользователей`,
  support: `служб*_поддержки поддержк* техподдержк* техническ*_поддержк* клиентск*_сервис* саппорт* операторы горяч*_лини* время_ответа документаци* персональн*_менеджер* обслуживани*`,
  design: `дизайн* интерфейс* внешн*_вид* красив*! стильн*! элегантн*! современн*! устаревш*! эстетичн*! оформлени* симпатичн*!`,
  reputation: `репутаци* популярн*! известн*! отзыв* рейтинг* оценк* лидер*_рынка лидер признан*! авторитетн*! зарекоменд*! наград* довери*! бренд_с`,
  availability: `доступн* доступност* недоступн*! в_наличии нет_в_наличии! распродан*! магазин* филиал* стран* ios android работает_с график_работы доставк* доставля* лист_ожидания отделени*`,
};

export const TR: ThemeWords = {
  none: `destekler destekliyor desteklemektedir için_tasarlan*`,
  price: `fiyat* ücret* ücretsiz* maliyet* pahalı*! ucuz*! uygun_fiyat*! hesaplı*! bedava abonelik* aylık kullanıcı_başına indirim* komisyon* deneme_sürüm* bütçe_dostu! lira*`,
  value: `fiyat_performans*! paranızın_karşılığı*! parasının_karşılığı*! parasını_hak*! fiyatını_hak*! fiyatına_değer!`,
  ease_of_use: `kullanımı_kolay*! kullanımı_çok_kolay*! kolay_kullanım*! kullanım_kolaylığı*! kullanıcı_dostu*! kullanışlı*! sezgisel*! karmaşık*! karışık*! öğrenmesi_kolay*! öğrenmesi_zor*! kullanımı_zor*! öğrenme_eğrisi*! zor_kullanım*!
    anlaşılır*! basit_arayüz*! pratik*!`,
  setup: `kurulum* kurulması kurmak yükleme* yapılandır* entegrasyon_süreci taşıma_süreci geçiş_süreci devreye_al* montaj*`,
  features: `özellik* işlev* fonksiyon* rapor* raporlama* gösterge_panel* şablon* otomasyon* zaman_takib* araçlar* modül* kanban gantt kişiselleştir* seçenekler`,
  integrations: `entegre* entegrasyon* api eklenti* uyumlu* uyumluluk* senkroniz* bağlanabil* webhook*`,
  limits: `sınırlı*! sınırlama* sınır sınırı sınırlar* kısıtlı*! kısıtlama* limit* en_fazla azami`,
  speed: `hızlı*! hızı hız hızla! yavaş*! performans* kasma*! takıl*! gecikme*! teslimat_süresi yüklenme_süresi çabuk! akıcı*!`,
  reliability: `güvenilir*! güvenilmez*! kesinti*! çöküyor! çökme*! çöker! stabil*! kararlı*! hata*! arıza*! dayanıklı*! sağlam*! sorunsuz*! bozul*! garanti*`,
  security: `güvenlik* güvenli! gizlilik* şifrele* kvkk gdpr iki_faktörlü* veri_ihlal*! veri_koruma* iso_27001 güvenlik_açığ*! yetkilendirme*`,
  scale: `ölçeklen* ölçeklenebil* büyük_ekip* büyük_şirket* büyük_işletme* kurumsal_ölçek* büyüyen_ekip* binlerce_kullanıcı* büyük_kuruluş*`,
  support: `müşteri_hizmet* müşteri_destek* destek_ekib* teknik_destek* canlı_destek* çağrı_merkez* destek_hat* yanıt_süre* dokümantasyon* yardım_merkez* desteği destek müşteri_temsilci* satış_sonrası*`,
  design: `tasarım* arayüz* görünüm* estetik*! şık*! güzel_görün*! modern*! eski_görün*! eskimiş! zarif*! görsel*`,
  reputation: `itibar* popüler*! tanınmış*! ünlü*! bilinen! saygın*! yorumlar* değerlendirme* puan puanı ödül* pazar_lider* köklü*! güvenilen! lider`,
  availability: `mevcut* stok* tükendi! tükenmiş! mağaza* şube* ülke* ios android çalışma_saat* teslimat kargo* bekleme_liste* satışta bulunabil* erişilebilir*`,
};
