import type { ThemeWords } from '../theme-words.ts';

export const DE: ThemeWords = {
  none: `unterstützt unterstützen einfach_nur preisgekrönt* entwickelt_für leistungen leistungsumfang kosten_senken kostenlose_lieferung schnelleinstieg
    preisvergleich* kostenstelle* werkzeugkasten sicherlich sicher_sein schnell_wachsend*`,
  price: `preis preise preisen preislich preisgestaltung preismodell* kosten kostet kostete kostenlos* gratis* teuer*! günstig*! billig*! preiswert*! bezahlbar*! gebühr*
    abo abos abonnement* abopreis* tarif* monatlich pro_monat pro_nutzer lizenzkosten rabatt* kostenpflichtig* preispunkt testversion* kostspielig* beitrag* beiträge`,
  value: `preis_leistung*! preisleistung*! sein_geld_wert! ihr_geld_wert! das_geld_wert! jeden_cent! jeden_euro! lohnt_sich! gegenwert`,
  ease_of_use: `benutzerfreundlich*! bedienerfreundlich*! nutzerfreundlich*! anwenderfreundlich*! einfach*_zu_bedienen! leicht_zu_bedienen! einfach_zu_nutzen! einfach_zu_benutzen!
    bedienung bedienen bedient_sich bedienkomfort intuitiv*! kompliziert*! umständlich*! unübersichtlich*! übersichtlich*! lernkurve! einarbeitung* handhabung kinderleicht*!
    einfache*_bedienung! leicht_verständlich*! einsteigerfreundlich*! selbsterklärend*!`,
  setup: `einrichtung* einrichten eingerichtet installation* installieren installiert inbetriebnahme onboarding* migration* umzug konfiguration* konfigurieren
    implementierung* aufbau aufbauen aufgebaut montage montieren startklar`,
  features: `funktion funktionen funktionsumfang funktionsvielfalt feature features werkzeuge berichte berichten berichtsfunktion* auswertung* dashboard* vorlage vorlagen automatisierung*
    zeiterfassung* anpassbar* modul module kanban gantt berichtswesen reporting* ausstattung akkulaufzeit geräuschunterdrückung`,
  integrations: `integration* integrieren integriert* schnittstelle* api apis anbindung* anbinden plugin* plug_in* erweiterungen kompatib* synchronisiert_mit datev_export webhook*`,
  limits: `begrenz* einschränkung* eingeschränkt*! beschränk* limit limits limitiert*! maximal höchstens obergrenze* höchstgrenze*`,
  speed: `schnell*! langsam*! geschwindigkeit* tempo träge*! ladezeit* performance performant*! flott*! zügig*! blitzschnell*! lieferzeit* verzögerung* ruckel*! hakt! flüssig*!`,
  reliability: `zuverlässig*! unzuverlässig*! ausfall*! ausfälle*! ausgefallen! absturz*! abstürze*! stürzt! stabil*! instabil*! fehleranfällig*! bugs! bug! verfügbarkeit_von_99 robust*!
    langlebig*! haltbar*! störung*! verlässlich*! störanfällig*! defekt*! garantie`,
  security: `sicherheit* datensicherheit* datenschutz* dsgvo* verschlüssel* sicher! zwei_faktor* datenleck*! datenpanne*! iso_27001 zertifizierung* zugriffsrechte privatsphäre
    serverstandort* sicherheitslücke*!`,
  scale: `skalier* große*_teams große*_unternehmen wachsende*_teams konzern* tausende*_nutzer* mitwachsen wächst_mit großprojekte* großunternehmen`,
  support: `support kundenservice* kundendienst* kundensupport* kundenbetreuung* hilfsbereit*! helpdesk hotline* ansprechpartner* dokumentation* reaktionszeit* service_team serviceteam
    betreuung beratung hilfecenter telefonsupport chat_support`,
  design: `design* oberfläche* benutzeroberfläche* optik optisch aussehen aussieht hübsch*! schön*! schick*! stilvoll*! elegant*! altbacken*! veraltet*! gestaltung* layout* ästhet*! interface look
    modern*! altmodisch*!`,
  reputation: `ruf beliebt*! bekannt*! marktführer* bewertung* bewertet* rezension* ausgezeichnet_mit auszeichnung* testsieger* renommiert*! etabliert* vertrauenswürdig*! seriös*! angesehen*!
    verbreitet kundenbewertung* weit_verbreitet`,
  availability: `verfügbar* erhältlich* lieferbar* ausverkauft! vorrätig auf_lager filiale* standorte nicht_mehr_erhältlich! öffnungszeiten geöffnet für_ios für_android ios android warteliste*
    länder ländern liefert_nach versand* vergriffen!`,
};

export const NL: ThemeWords = {
  none: `ondersteunt ondersteunen ontworpen_voor snelgroeiend* eenvoudig_weg`,
  price: `prijs prijzen prijskaartje prijsstelling kost kosten kostte gratis duur! dure! duurder! goedkoop*! betaalbaar*! betaalbare! voordelig*! abonnement* per_maand per_gebruiker tarief
    tarieven korting* proefversie* licentiekosten maandbedrag premie`,
  value: `prijs_kwaliteit*! prijskwaliteit*! waar_voor_je_geld! waar_voor_uw_geld! zijn_geld_waard! het_geld_waard! de_prijs_waard!`,
  ease_of_use: `gebruiksvriendelijk*! gebruiksgemak! makkelijk_te_gebruiken! makkelijk_in_gebruik! eenvoudig_te_gebruiken! eenvoudig_in_gebruik! gemakkelijk_te_gebruiken! intuïtie*! ingewikkeld*!
    omslachtig*! onoverzichtelijk*! overzichtelijk*! leercurve! bediening onhandig*! handig_in_gebruik! verwarrend*! lastig_te_bedienen!`,
  setup: `installatie* installeren geïnstalleerd instellen ingesteld opzetten onboarding* migratie* configuratie* configureren implementatie* inrichten ingericht montage monteren`,
  features: `functie functies functionaliteit* feature features rapportage* rapporten dashboard* sjablo* automatisering* urenregistratie* tijdregistratie* mogelijkheden modules kanban gantt
    hulpmiddelen tools batterijduur`,
  integrations: `integratie* integreer* integreren koppeling* koppelen koppelt api apis plugin* plug_in* webhook* compatib* synchroniseert_met`,
  limits: `beperking* beperkt*! limiet* maximaal maximum hooguit begrens* begrenz*`,
  speed: `snel! snelle! sneller! snelst*! snelheid traag! trage! trager! laadtijd* prestaties vlot*! levertijd* razendsnel*! vertraging*! langzaam! hapert!`,
  reliability: `betrouwba*! onbetrouwba*! storing*! crasht! crashes! crashen! stabiel*! instabiel*! bugs! bug! uptime degelijk*! duurzaam*! robuust*! vastlopers! loopt_vast! stuk! kapot! garantie`,
  security: `beveilig* veiligheid veilig*! privacy* avg avg_proof versleutel* encryptie tweestaps* datalek*! gdpr iso_27001 toegangsrechten`,
  scale: `schaalba* schalen schaalt grote_teams grote_bedrijven grote_organisaties groeiende_teams meegroei* groeit_mee duizenden_gebruikers multinational*`,
  support: `klantenservice* klantenondersteuning support ondersteuning helpdesk* klantendienst servicemedewerk* reactietijd* documentatie hulpcentrum telefonische_hulp behulpzaam!`,
  design: `ontwerp* design vormgeving uiterlijk interface* lay_out layout mooi! mooie! mooier! stijlvol*! elegant*! verouderd*! strak! ouderwets*! gebruikersinterface uitstraling modern*!`,
  reputation: `reputatie* populair*! bekend! bekende! bekendste! marktleider* beoordeling* recensie* reviews gerenommeerd*! gevestigd* betrouwbare_naam bekroond* prijswinnend* aangeschreven aanbevolen_door
    vertrouwd_merk`,
  availability: `beschikba* verkrijgba* leverbaar leverba* uitverkocht! op_voorraad voorradig openingstijden winkels vestiging* landen ios android wachtlijst* levert_in verzending*`,
};

export const SV: ThemeWords = {
  none: `stöder stödjer utformad_för designad_för snabbväxande`,
  price: `pris priset priser priserna prissättning* kostar kostade kostnad* gratis dyr! dyrt! dyra! dyrare! billig*! prisvänlig*! överkomlig*! abonnemang* prenumeration* per_månad per_användare
    avgift* rabatt* provperiod* kronor premie*`,
  value: `prisvärd*! prisvärt! valuta_för_pengarna! värt_pengarna! värd_pengarna! värt_priset! värd_priset!`,
  ease_of_use: `lättanvän*! användarvänlig*! lätt_att_använda! lätta_att_använda! enkel_att_använda! enkelt_att_använda! enkla_att_använda! svår_att_använda! svårt_att_använda! svåranvän*! intuitiv*! krånglig*!
    komplicera*! rörig*! inlärningskurva! användarvänlighet lättnavigera*! lättförståelig*! överskådlig*! svårnavigera*!`,
  setup: `installation* installera* installeras installerad konfigurera* konfiguration* komma_igång kommer_igång onboarding* migrering* implementering* uppsättning montering montera*`,
  features: `funktion funktioner funktionerna funktionalitet* rapporter rapportering* rapportfunktion* instrumentpanel* mallar mallarna automatisering* tidrapportering* tidsrapportering verktyg verktygen modul
    moduler dashboard* kanban gantt batteritid* brusreducering*`,
  integrations: `integration* integrera* integrerar koppling* kopplas kopplar api apis plugin* tillägg webhook* kompatib* synkar_med synkroniserar_med`,
  limits: `begräns* begränsad*! gräns gränser max maximalt högst tak_på`,
  speed: `snabb! snabbt! snabba! snabbare! snabbast*! snabbhet hastighet* långsam*! seg! segt! sega! laddningstid* prestanda leveranstid* blixtsnabb*! fördröjning*! hackar! trög*!`,
  reliability: `tillförlitlig*! opålitlig*! pålitlig*! driftsäker*! driftstörning*! avbrott! krasch*! stabil*! instabil*! buggar! buggig*! drifttid hållbar*! robust*! slitstark*! driftstopp! garanti`,
  security: `säkerhet* säker! säkert! säkra! integritet* dataskydd* gdpr krypter* tvåfaktor* dataintrång*! iso_27001 behörighet* dataläck*!`,
  scale: `skalba* skalar skala_upp stora_team stora_företag större_team större_företag större_organisationer stora_organisationer växande_team växer_med storföretag tusentals_användare`,
  support: `support supporten kundtjänst* kundservice* kundsupport* supportteam* helpdesk hjälpcenter svarstid* dokumentation* hjälpsam*! kontaktperson*`,
  design: `design designen gränssnitt* utseende* snygg*! vacker*! vackra! stilren*! elegant*! layout* föråldra*! omodern*! formgivning* estetisk*! modern*!`,
  reputation: `rykte* populär*! välkän*! känd! kända! marknadsledande* recension* omdöme* betyg betyget välrenommera*! etablera* prisbelön* utmärkelse* ansedd*! trovärdig*!`,
  availability: `tillgänglig tillgängligt tillgängliga finns_i finns_på finns_att slutsåld*! i_lager lagerförd butiker butik* länder öppettider ios android väntelista* levererar_till leverans leveranser frakt`,
};
