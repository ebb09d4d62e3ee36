import type { ThemeWords } from '../theme-words.ts';

export const DE: ThemeWords = {
  none: `unterstützt unterstützen einfach_nur preisgekrönt* entwickelt_für leistungen leistungsumfang kosten_senken kostenlose_lieferung schnelleinstieg
    preisvergleich* kostenstelle* werkzeugkasten sicherlich sicher_sein schnell_wachsend*`,
  price: `preis preise preisen preislich preisgestaltung preismodell* kosten kostet kostete kostenlos* gratis* teuer*! günstig*! billig*! preiswert*!
    bezahlbar*! gebühr* abo abos abonnement* abopreis* tarif* monatlich pro_monat pro_nutzer lizenzkosten rabatt* kostenpflichtig* preispunkt testversion*
    kostspielig* beitrag* beiträge kostenfrei euro? zahlt? zahlen? bezahlt? bezahlen? zahlung? rechnung? rechnet? abrechnung* provision* prämie* eintritt?
    miete? jahresgebühr* gebührenfrei happig saftig gesalzen unbezahlbar spottbillig vergünstigung* ermäßigung* preiserhöhung* erhöht? aufpreis zuzahlung*
    selbstbeteiligung* zins* versandkosten* kaution* budget* geld? grundgebühr* tarife? pauschal* monat? jahr? jährlich? basispaket* premium? prozent?
    vermögen? nebenkosten zusatzkosten versteckte_kosten inklusive? testphase* testen? probemonat* ratenzahlung* einmalig* lizenz* sparen? spart?
    ersparnis* verlangt? berechnet? teuerst* günstigst* kost?`,
  value: `preis_leistung*! preisleistung*! sein_geld_wert! ihr_geld_wert! das_geld_wert! jeden_cent! jeden_euro! lohnt_sich! gegenwert wert geld? lohnt
    lohnenswert lohnend preis_genuss fürs_geld für_das_geld bezahlt_gemacht amortisier* rausgeschmissenes_geld schnäppchen preisleistungssieger*
    angemessen gerechtfertigt mehrwert? investition*? rechnet_sich`,
  ease_of_use: `benutzerfreundlich*! bedienerfreundlich*! nutzerfreundlich*! anwenderfreundlich*! einfach*_zu_bedienen! leicht_zu_bedienen! einfach_zu_nutzen!
    einfach_zu_benutzen! bedienung bedienen bedient_sich bedienkomfort intuitiv*! kompliziert*! umständlich*! unübersichtlich*! übersichtlich*! lernkurve!
    einarbeitung* handhabung kinderleicht*! einfache*_bedienung! leicht_verständlich*! einsteigerfreundlich*! selbsterklärend*! einfach? leicht? simpel
    mühelos schwierig schwer? bedienbar* bedienungsfreundlich* benutzung nutzung? zurecht zurechtkommen zurechtfinden zurechtfindet verwirrend*
    verschachtelt* überfordert überfordernd überfrachtet einsteiger? anfänger laien vorkenntnisse vorwissen eingewöhnung gewöhnungsbedürftig knöpfe? menü*
    klicks navigation handlich praktisch? komfortabel unkompliziert* verständlich* klar? logisch lernen? erlernen erlernbar touchscreen? sprachsteuerung?
    komplex* selbsterklärend fummelig narrensicher auf_anhieb hakelig`,
  setup: `einrichtung* einrichten eingerichtet installation* installieren installiert inbetriebnahme onboarding* migration* umzug konfiguration* konfigurieren
    implementierung* aufbau aufbauen aufgebaut montage montieren startklar einrichtet aufsetzen anmeldung anmelden registrierung registrieren
    kontoeröffnung anschluss anschließen angeschlossen einbau eingebaut techniker? elektriker? berater? einführung umstieg umsteigen wechsel? server?
    docker? betriebsbereit vormontiert ausgepackt plug_and_play inbetrieb* zusammenbau* konfigurator? ersteinrichtung eröffnung? identifikation?
    videoident hosten selbst_gehostet eigenen_servern`,
  features: `funktion funktionen funktionsumfang funktionsvielfalt feature features werkzeuge berichte berichten berichtsfunktion* auswertung* dashboard* vorlage
    vorlagen automatisierung* zeiterfassung* anpassbar* modul module kanban gantt berichtswesen reporting* ausstattung akkulaufzeit geräuschunterdrückung
    kann? können? ermöglicht? erlaubt? bietet? verfügt? enthält? beinhaltet? umfasst? unterstützt? lässt_sich? zeigt? misst? erstellt? verwaltet? plant?
    erfasst? scannt? druckt? übersetzt? beherrscht? möglichkeiten funktional* option* kalender chat? aufgaben? dateien? kommentare? rechnungen? belege?
    suche suchfunktion filter? exportier* export? import? pdf? csv? excel? display kamera* akku? zoll? speicher? lieferumfang zubehör pool? sauna?
    hallenbad? wlan? frühstück? police? deckt? abdeckung? versichert? fehlt? fehlen? vermisst umfangreich* vielseitig* rudimentär dürftig leistungsfähig
    mächtig offline? dark_mode app? benachrichtigung* erinnerung* automatisch? timer? sensor* modus? extras werkzeug? rolle? verbrauch?`,
  integrations: `integration* integrieren integriert* schnittstelle* api apis anbindung* anbinden plugin* plug_in* erweiterungen kompatib* synchronisiert_mit
    datev_export webhook* angebunden verbindet verbinden? verbunden verknüpf* koppel* gekoppelt kombinierbar synchronisier* schnittstellen zusammenarbeit?
    arbeitet_mit zusammen_mit? zapier slack? teams? outlook? google? datev? sap? lexware? shopify? alexa? homekit? kompatibel einbinden einbindung
    eingebunden drittanbieter ökosystem systeme? importier*?`,
  limits: `begrenz* einschränkung* eingeschränkt*! beschränk* limit limits limitiert*! maximal höchstens obergrenze* höchstgrenze* grenze grenzen grenzt?
    begrenzt unbegrenzt unlimitiert deckel gedeckelt kontingent nur? maximum mindest* mindestlaufzeit laufzeit? bindung vertragsbindung bis_zu?
    nicht_mehr_als größer_als? ausgeschlossen? ausschließlich? pro_tag? gb? mb? nutzer? kilo? traglast belastbar? einschränkungen gedrosselt drossel*
    volumen?`,
  speed: `schnell*! langsam*! geschwindigkeit* tempo träge*! ladezeit* performance performant*! flott*! zügig*! blitzschnell*! lieferzeit* verzögerung* ruckel*!
    hakt! flüssig*! sekunden minuten? stunden? tage? werktage wochen? wartezeit* wartet warten gewartet dauert dauer? lange? ewig im_nu sofort prompt
    rasch rasant schleppend lahm* zäh quälend lädt geladen? laden? ladedauer lieferung liefert? geliefert? am_nächsten_tag über_nacht express echtzeit
    reagiert reaktion verzögert träg zeitsparend bearbeitungszeit* bearbeitung? mbit zügig pünktlich? hängt? blitz*`,
  reliability: `zuverlässig*! unzuverlässig*! ausfall*! ausfälle*! ausgefallen! absturz*! abstürze*! stürzt! stabil*! instabil*! fehleranfällig*! bugs! bug!
    verfügbarkeit_von_99 robust*! langlebig*! haltbar*! störung*! verlässlich*! störanfällig*! defekt*! garantie verlass verlassen? fällt_aus
    ausfallsicher* kaputt defekt bricht brach? gebrochen hält halten haltbarkeit stabilität fehler fehlerhaft fehlerfrei probleme? reibungslos läuft?
    funktioniert? hängt_sich_auf friert aufgehängt einwandfrei solide solid robust massiv? verarbeitung verarbeitet qualität? reparatur* repariert pannen*
    verspät* unpünktlich pünktlich verliert datenverlust abbrüche bricht_ab gewährleistung garantiert verfügbarkeit? jahre? jahrelang lebensdauer
    verschleiß* rostet undicht erscheint_nicht präzise genau? messwerte? ungenau fehleranfällig wackel* betriebssicher`,
  security: `sicherheit* datensicherheit* datenschutz* dsgvo* verschlüssel* sicher! zwei_faktor* datenleck*! datenpanne*! iso_27001 zertifizierung* zugriffsrechte
    privatsphäre serverstandort* sicherheitslücke*! schützt schutz geschützt verschlüsselt sicherer unsicher gehackt hacker gestohlen geleakt leck
    weitergibt? werbefirmen personenbezogen* datenhoheit passw* authentifizierung faktor einlagensicherung einlagen zertifiziert zertifikat konform
    vertraulich anonym serverstandort standort_deutschland in_deutschland? server? rechenzentrum betrug phishing tüv? rechteverwaltung überwacht?
    spioniert`,
  scale: `skalier* große*_teams große*_unternehmen wachsende*_teams konzern* tausende*_nutzer* mitwachsen wächst_mit großprojekte* großunternehmen groß? große?
    großen? größere wächst wachsen wachstum mitarbeitern mitarbeiter? standorten filialen? behörden unternehmen? betriebe? millionen tausend* datensätze
    zugriffe lastspitzen datenmengen volumen? nutzern hundert? skaliert erweiterbar ausbaubar mittelstand? enterprise`,
  support: `support kundenservice* kundendienst* kundensupport* kundenbetreuung* hilfsbereit*! helpdesk hotline* ansprechpartner* dokumentation* reaktionszeit*
    service_team serviceteam betreuung beratung hilfecenter telefonsupport chat_support hilfe hilft helfen geholfen unterstützung service mitarbeiter
    personal team? kellner bedienung? verkäufer freundlich* unfreundlich* kompetent inkompetent zuvorkommend höflich unhöflich patzig telefon telefonisch
    erreichbar unerreichbar antwort* antwortet anfragen reklamation* beschwerde* ticket* chat e_mail mails kontakt ansprechbar anleitung handbuch doku
    forum wissensdatenbank kundenfreundlich kulant kulanz berater rückerstattung? betreut persönlich? rund_um_die_uhr? hilfeportal schulung*`,
  design: `design* oberfläche* benutzeroberfläche* optik optisch aussehen aussieht hübsch*! schön*! schick*! stilvoll*! elegant*! altbacken*! veraltet*!
    gestaltung* layout* ästhet*! interface look modern*! altmodisch*! designt sieht wirkt oberflächen aufgeräumt überladen unaufgeräumt edel hochwertig?
    billig_wirkend blickfang farbe farben schwarz weiß grün? gehäuse aluminium holz leder eingerichtet? zimmer? abgewohnt gemütlich? modern zeitgemäß
    altmodisch altbacken ansprechend hässlich logo? schrift menüführung? schlank dünn minimalistisch ergonom* stil verarbeitung?`,
  reputation: `ruf beliebt*! bekannt*! marktführer* bewertung* bewertet* rezension* ausgezeichnet_mit auszeichnung* testsieger* renommiert*! etabliert*
    vertrauenswürdig*! seriös*! angesehen*! verbreitet kundenbewertung* weit_verbreitet angesehen ansehen image vertrauen vertraut misstrauen sterne
    stern? bewertungen note noten gekürt preisgekrönt preis? gewann? gewonnen prämiert stiftung_warentest trustpilot google_bewertung* kunden_loben lob
    gelobt kritik kritisiert beschwerden umstritten skandal schlechten_ruf guten_ruf empfohlen_von marktanteil führend nummer_eins traditionsreich
    schwören geschätzt umfrage* testsieg zufriedenheit kundenzufriedenheit warnen`,
  availability: `verfügbar* erhältlich* lieferbar* ausverkauft! vorrätig auf_lager filiale* standorte nicht_mehr_erhältlich! öffnungszeiten geöffnet für_ios
    für_android ios android warteliste* länder ländern liefert_nach versand* vergriffen! gibt_es? erhält kaufen gekauft bekommen bekommt zu_haben
    verkauft? verkauf bestellbar bestellen? geschäfte läden shop shops händler apotheken drogerie supermarkt online versendet europaweit weltweit
    bundesweit deutschlandweit österreich? schweiz ausland region ländlich stadt städte auf_dem_land netzabdeckung abdeckung termine termin ausgebucht
    windows mac linux plattformen plattform? sprachen sprache deutsch? englisch? version? startet marktstart eingestellt zurückgezogen überall ecke öffnet
    geschlossen uhr`,
};

export const NL: ThemeWords = {
  none: `ondersteunt ondersteunen ontworpen_voor snelgroeiend* eenvoudig_weg`,
  price: `prijs prijzen prijskaartje prijsstelling kost kosten kostte gratis duur! dure! duurder! goedkoop*! betaalbaar*! betaalbare! voordelig*! abonnement*
    per_maand per_gebruiker tarief tarieven korting* proefversie* licentiekosten maandbedrag premie betaal betaalt betalen factuur? rekent rekening?
    commissie provisie borg korting geld? budget? uitgave* duurste betaalbaar prijzig prijs* per_jaar per_nacht vanaf? proberen? proefperiode euro?
    verhoogd? prijsverhoging verzendkosten verborgen_kosten eigen_risico toeslag besparen? contractkosten huur?`,
  value: `prijs_kwaliteit*! prijskwaliteit*! waar_voor_je_geld! waar_voor_uw_geld! zijn_geld_waard! het_geld_waard! de_prijs_waard! waard? loont
    verdient_zichzelf verdient? investering? koopje meerprijs voor_je_geld rechtvaardig*?`,
  ease_of_use: `gebruiksvriendelijk*! gebruiksgemak! makkelijk_te_gebruiken! makkelijk_in_gebruik! eenvoudig_te_gebruiken! eenvoudig_in_gebruik!
    gemakkelijk_te_gebruiken! intuïtie*! ingewikkeld*! omslachtig*! onoverzichtelijk*! overzichtelijk*! leercurve! bediening onhandig*! handig_in_gebruik!
    verwarrend*! lastig_te_bedienen! makkelijk* gemakkelijk* eenvoudig* simpel* moeilijk* lastig* complex* gebruiksvriend* bedien* leren? begrijp*
    begrijpen? beginner* overweg onder_de_knie wijst_zich doolhof klikken navig* menu* overzicht*? handig* wennen stem?`,
  setup: `installatie* installeren geïnstalleerd instellen ingesteld opzetten onboarding* migratie* configuratie* configureren implementatie* inrichten
    ingericht montage monteren install* instel* configur* opzet* ingebruikname opstart* aansluit* aangesloten monteur? in_elkaar migrat* overstap*
    aanmeld* inschrijv* rekening_openen server? klaar_voor_gebruik implement* uitrol*`,
  features: `functie functies functionaliteit* feature features rapportage* rapporten dashboard* sjablo* automatisering* urenregistratie* tijdregistratie*
    mogelijkheden modules kanban gantt hulpmiddelen tools batterijduur functie* functional* hulpmiddel* laat_je? kun_je? biedt? bevat? beschikt? heeft?
    toont? meet? maakt? vertaalt? scan* ondersteunt? rapport* automat* agenda chat? taken? facturen? offertes urenregistratie voorraad? zoekfunctie
    filter* exporteer* pdf? csv? scherm camera* batterij accu opslag? zwembad sauna ontbijt? wifi? dekt? dekking? polis mist ontbreekt ontbreken compleet?
    uitgebreid* veelzijdig krachtig* opties module* melding* herinnering* offline? accessoires verbruik? app?`,
  integrations: `integratie* integreer* integreren koppeling* koppelen koppelt api apis plugin* plug_in* webhook* compatib* synchroniseert_met integr* koppel* verbind*
    verbonden synchron* uitbreiding* zapier slack? shopify? outlook? google? exact? systemen? sluit_aan geschikt_voor? ecosysteem import*?`,
  limits: `beperking* beperkt*! limiet* maximaal maximum hooguit begrens* begrenz* limiteer* beperk* minimaal hoogstens tot? alleen? slechts? onbeperkt* grens
    grenzen plafond vast_aan? gb? mb? gebruikers? per_dag niet_meer_dan opzegtermijn contractduur`,
  speed: `snel! snelle! sneller! snelst*! snelheid traag! trage! trager! laadtijd* prestaties vlot*! levertijd* razendsnel*! vertraging*! langzaam! hapert!
    snel* tergend langzaam* seconden minuten? uur? dagen? weken? wachttijd* wachten duurt duurde direct? meteen? onmiddellijk oogwenk lever* geleverd?
    bezorg* volgende_dag werkdagen laden? laadt? prestatie* vertraging? bliksem*`,
  reliability: `betrouwba*! onbetrouwba*! storing*! crasht! crashes! crashen! stabiel*! instabiel*! bugs! bug! uptime degelijk*! duurzaam*! robuust*! vastlopers!
    loopt_vast! stuk! kapot! garantie op_aan ligt_eruit ligt_er? uitval valt_uit crash* fout* bug* stevig* robuust duurza* gaat_mee gaan_mee brak gebroken
    breekt defect* kwijt? vertraging* op_tijd stipt geannuleerd komen_opdagen nauwkeurig* precies? repar* slijt* kwaliteit? werkt? draait?`,
  security: `beveilig* veiligheid veilig*! privacy* avg avg_proof versleutel* encryptie tweestaps* datalek*! gdpr iso_27001 toegangsrechten privacy vertrouwelijk*
    bescherm* wachtwoord* authenticatie tweede_factor lek lekken gehackt hackers gestolen fraude gecertificeerd gegevens? persoonsgegevens anoniem*
    adverteerders rechten? gevaarlijk*`,
  scale: `schaalba* schalen schaalt grote_teams grote_bedrijven grote_organisaties groeiende_teams meegroei* groeit_mee duizenden_gebruikers multinational*
    groei groeit groeien schaal* schaalbaar medewerkers? vestigingen? miljoenen duizenden gebruikers? volume* piek* mkb? kleine_bedrijven? zakt_in?`,
  support: `klantenservice* klantenondersteuning support ondersteuning helpdesk* klantendienst servicemedewerk* reactietijd* documentatie hulpcentrum
    telefonische_hulp behulpzaam! hulp helpt helpen helpdesk klantenservice service? medewerkers personeel team? bediening? ober* vriendelijk*
    onvriendelijk* beleefd onbeschoft deskundig kundig antwoord* reageert reageren reactie telefoon telefonisch bereikbaar onbereikbaar mail? chat?
    klacht* opneemt neemt_op terugbetaling? advies adviseur* handleiding kennisbank forum training? nazorg`,
  design: `ontwerp* design vormgeving uiterlijk interface* lay_out layout mooi! mooie! mooier! stijlvol*! elegant*! verouderd*! strak! ouderwets*!
    gebruikersinterface uitstraling modern*! ontwerp? mooi* prachtig* lelijk* rommelig* stijl* kleur* zwart? wit? aluminium hout leer? afwerking
    inrichting? kamers? uitgewoond oogt ziet_eruit schermen? rustig?`,
  reputation: `reputatie* populair*! bekend! bekende! bekendste! marktleider* beoordeling* recensie* reviews gerenommeerd*! gevestigd* betrouwbare_naam bekroond*
    prijswinnend* aangeschreven aanbevolen_door vertrouwd_merk reputatie naam? bekend* gewaardeerd geliefd vertrouwen? vertrouwd sterren ster cijfer?
    rapportcijfer prijs_voor? won? bekroond winnaar marktleider nummer_één marktaandeel klachten? kritiek omstreden schandaal imago mond_tot_mond
    aanbevolen tevreden* klanttevredenheid trustpilot kiyoh`,
  availability: `beschikba* verkrijgba* leverbaar leverba* uitverkocht! op_voorraad voorradig openingstijden winkels vestiging* landen ios android wachtlijst*
    levert_in verzending* voorraad te_koop koop kopen? verkocht winkel* drogist* apotheek apotheken supermarkt* dealers filialen open? geopend gesloten
    verzendt_naar land? nederland? belgië? europa? wereldwijd landelijk regio? steden? platteland windows mac linux platform* versie? talen taal afspraak
    afspraken wachtlijst volgeboekt lancering stopgezet overal online? te_vinden`,
};

export const SV: ThemeWords = {
  none: `stöder stödjer utformad_för designad_för snabbväxande`,
  price: `pris priset priser priserna prissättning* kostar kostade kostnad* gratis dyr! dyrt! dyra! dyrare! billig*! prisvänlig*! överkomlig*! abonnemang*
    prenumeration* per_månad per_användare avgift* rabatt* provperiod* kronor premie* betala* betalar faktura? avgifter provision courtage premie
    deposition pengar? budget? dyr* kostsam* prisvärt? prenumer* per_år per_natt från? prova? provperiod kr? höjt? prishöjning* frakt? självrisk hyra?
    spara? saftig* ränta?`,
  value: `prisvärd*! prisvärt! valuta_för_pengarna! värt_pengarna! värd_pengarna! värt_priset! värd_priset! värt? valuta_för pengarna lönar? lönsam*
    investering? för_pengarna betalar_sig`,
  ease_of_use: `lättanvän*! användarvänlig*! lätt_att_använda! lätta_att_använda! enkel_att_använda! enkelt_att_använda! enkla_att_använda! svår_att_använda!
    svårt_att_använda! svåranvän*! intuitiv*! krånglig*! komplicera*! rörig*! inlärningskurva! användarvänlighet lättnavigera*! lättförståelig*!
    överskådlig*! svårnavigera*! lätt* enkel* enkelt smidig* svår* krångligt komplicerad* komplex* lättanvänd* intuiti* sköta? använda? lära? lär_sig
    inlärning* förstå* nybörjar* förvirra* röriga meny* klick navig* handhavande hantera? barnsligt ovana? vänja röststyr*`,
  setup: `installation* installera* installeras installerad konfigurera* konfiguration* komma_igång kommer_igång onboarding* migrering* implementering*
    uppsättning montering montera* install* konfigur* ställa_in inställning*? igång införa införande skruva_ihop migrer* byta_till? flytta_till?
    registrer* öppna_konto server? tekniker? driftsätt* koppla_in startklar*`,
  features: `funktion funktioner funktionerna funktionalitet* rapporter rapportering* rapportfunktion* instrumentpanel* mallar mallarna automatisering*
    tidrapportering* tidsrapportering verktyg verktygen modul moduler dashboard* kanban gantt batteritid* brusreducering* funktion* låter? kan? erbjuder?
    innehåller? ingår? har? visar? mäter? skapar? översätter? skann* stöder? stödjer? rapport* översikt* mall* automat* kalender chatt? uppgifter?
    fakturor? offerter tidrapport* lager? sökfunktion sökning filter exporter* pdf? csv? skärm? kamer* kameror batteri* minne? lagring? pool bastu
    frukost? wifi? täcker? täckning? försäkring? saknar saknas komplett? omfattande mångsidig* kraftfull* tillval modul* avisering* påminnelse* offline?
    utan_internet? tillbehör`,
  integrations: `integration* integrera* integrerar koppling* kopplas kopplar api apis plugin* tillägg webhook* kompatib* synkar_med synkroniserar_med integr* koppl*
    ansluter anslut* synk* zapier slack? shopify? outlook? google? visma? fortnox? system? ekosystem passar_ihop import*?`,
  limits: `begräns* begränsad*! gräns gränser max maximalt högst tak_på gräns* minst upp_till? bara? endast? obegräns* tak? bindningstid binder gb? mb?
    användare? per_dag kvot* inte_mer_än`,
  speed: `snabb! snabbt! snabba! snabbare! snabbast*! snabbhet hastighet* långsam*! seg! segt! sega! laddningstid* prestanda leveranstid* blixtsnabb*!
    fördröjning*! hackar! trög*! snabb* fart? seg* sekunder minuter? timmar? dagar? veckor? månader? väntetid* vänta* dröj* dröjer direkt? omedelbar*
    ögonblick leverans* levererar? levereras nästa_dag arbetsdagar laddar? laddning? laddtid* fördröj* plågsamt`,
  reliability: `tillförlitlig*! opålitlig*! pålitlig*! driftsäker*! driftstörning*! avbrott! krasch*! stabil*! instabil*! buggar! buggig*! drifttid hållbar*! robust*!
    slitstark*! driftstopp! garanti lita_på ligger_nere kraschar hänger_sig fel? felfri* bugg* stadig* håller? sönder trasig* gick_sönder brister defekt*
    tappar? förlor*? sen? sena försenad* försening* i_tid punktlig* inställda? noggrann* exakt? reparer* kvalitet? fungerar?`,
  security: `säkerhet* säker! säkert! säkra! integritet* dataskydd* gdpr krypter* tvåfaktor* dataintrång*! iso_27001 behörighet* dataläck*! säker* sekretess*
    konfidentiell* skydd* skyddar lösenord* autentisering läck* läckt hackad* hackare stals stulna bedrägeri* certifier* uppgifter? personuppgifter data?
    anonym* annonsörer lagras? farlig*`,
  scale: `skalba* skalar skala_upp stora_team stora_företag större_team större_företag större_organisationer stora_organisationer växande_team växer_med
    storföretag tusentals_användare koncern* växer växa tillväxt skal* skalbar* anställda? miljoner tusentals användare? volym* toppar småföretag?`,
  support: `support supporten kundtjänst* kundservice* kundsupport* supportteam* helpdesk hjälpcenter svarstid* dokumentation* hjälpsam*! kontaktperson* hjälp*
    hjälper support* service? personal* team? servitör* vänlig* ovänlig* trevlig* otrevlig* kunnig* okunnig* svar* svarar telefon* ringa mejl? chatt?
    ärenden ärende klagomål reklamation* återbetalning? rådgiv* dokumentation handbok? forum utbildning? kundbemötande bemötande nås onåbar*`,
  design: `design designen gränssnitt* utseende* snygg*! vacker*! vackra! stilren*! elegant*! layout* föråldra*! omodern*! formgivning* estetisk*! modern*!
    design* utseende ful* gammaldags daterad* stil* färg* svart? vitt? aluminium trä läder? inredning* inredd* rum? plottrig* ser_ut layout yta? finish`,
  reputation: `rykte* populär*! välkän*! känd! kända! marknadsledande* recension* omdöme* betyg betyget välrenommera*! etablera* prisbelön* utmärkelse* ansedd*!
    trovärdig*! rykte anseende känd* välkänd* uppskattad* omtyckt* älskad* förtroende* betyg* omdömen stjärnor stjärna pris_för? vann? vinnare utsedd*
    marknadsledande marknadsledare nummer_ett klagomål? kritik kritiserad* omstridd* skandal* image? nöjda kundnöjdhet trustpilot rekommenderas_av`,
  availability: `tillgänglig tillgängligt tillgängliga finns_i finns_på finns_att slutsåld*! i_lager lagerförd butiker butik* länder öppettider ios android väntelista*
    levererar_till leverans leveranser frakt tillgänglig* finns_för finns? slut_i_lager säljs köpa köp? affärer apotek* återförsäljare öppet stängt
    skickar? land? sverige? norge? finland? norden? europa? hela_världen rikstäckande landsbygd* städer? windows mac linux plattform* version? språk
    svenska? tid? tider? väntelista fullbokad* lanser* nedlagd* överallt nätet? få_tag`,
};
