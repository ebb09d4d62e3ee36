import type { ThemeWords } from '../theme-words.ts';

export const ES: ThemeWords = {
  none: `diseñado_para diseñada_para diseñados_para soporta precioso* apoya rápido_crecimiento`,
  price: `precio precios cuesta cuestan costo costos coste costes tarifa* caro! cara! caros! caras! más_caro! barato*! barata*! económic*! asequible*! gratis
    gratuit* plan_gratuito suscripción suscripciones al_mes por_mes por_usuario mensual mensuales comisión comisiones descuento* cuota* prueba_gratuita
    costoso*! costosa*! euros dólares costar? costo* coste* pagar paga? pagas? pago? pagos? factura facturas? cobra cobran cobro* prima depósito? rebaja*
    oferta? dinero? presupuesto? gasto? barat* car carísim* abusiv* elevad*? desorbitad* mensual* anual* al_año por_noche desde? a_partir_de? prueba
    probar? sin_pagar cargos recargo* subida* subir_los_precios subido? alquiler? pesos? tarifa tarifas plan? planes? suscripci* licencia? envío_gratis
    interés? tasa* franquicia? ahorr*?`,
  value: `relación_calidad*! calidad_precio*! vale_la_pena! vale_lo_que! por_lo_que_cuesta! merece_la_pena! por_su_precio! buen_valor! rentab*! vale valen?
    merece calidad_precio calidad_y_precio calidad_por_precio relación_calidad amortiza inversión? por_ese_precio justifica ganga tirar_el_dinero valor?
    compensa`,
  ease_of_use: `fácil_de_usar! fáciles_de_usar! fácil_de_utilizar! fácil_de_manejar! facilidad_de_uso! sencillo_de_usar! sencilla_de_usar! fácil_de_aprender!
    intuitiv*! complicad*! difícil_de_usar! difícil_de_aprender! confus*! curva_de_aprendizaje! manejo usabilidad amigable! simplicidad! engorros*!
    sencillez! fácil fáciles fácilmente facilidad sencill* simple difícil difíciles complej* complejidad uso? usar? manejar maneja manejable aprender
    aprendizaje curva dominar entender? principiante* novat* pierden laberinto clics navega* navegación lios* pan_comido práctic* cómod* incómod* menús
    ajustes? sin_formación manual? accesible? voz?`,
  setup: `instalación instalaciones instalar instala configuración configurar configura implementación implementar implantación migración migrar
    puesta_en_marcha incorporación onboarding despliegue montaje montar poner_en_marcha instalado? configur* implant* implement* desplieg* despleg*
    montado ensambl* armar alta? darse_de_alta registro registrarse abrir_una_cuenta apertura alojar? servidor* técnico? electricista? asesor? listo_para
    conectar? enchufar`,
  features: `función funciones funcionalidad* característica* informes reportes informe herramientas panel paneles plantilla* automatizaci* automatización
    control_de_horas seguimiento_del_tiempo personalizable* módulo* kanban gantt opciones autonomía cancelación_de_ruido prestaciones herramienta permite?
    permiten? ofrece? incluye? incluyen? cuenta_con? dispone? tiene? gestiona? gestionar controla? mide? muestra? genera? crea? traduce? escane* admite?
    soporta? compatible? panel_de_control automatiz* agenda calendario chat? tareas? presupuestos? facturas? existencias? inventario buscador búsqueda
    filtro* exportar pdf? csv? excel? pantalla cámara* batería memoria? almacenamiento? piscina? gimnasio? desayuno? wifi? cubre? cobertura? póliza? falta
    faltan carece carecen complet*? variad*? amplia? potent* versátil* notificacion* alerta* recordatorio* sin_conexión modo_oscuro accesorios personaliz*
    abanico equipad* app? aplicación?`,
  integrations: `integra integración integraciones integrarse integrar conector* api apis complemento* plugin* extensiones compatib* se_conecta conecta_con sincroniza*
    webhook* integr* conecta conectar conexión sincroniz* une? unir? enlaz* vincul* extensión* zapier slack? shopify? stripe? outlook? google? salesforce?
    alexa? ecosistema entorno? otros_programas otras_herramientas se_entiende_con encaja webhooks importar?`,
  limits: `límite* limitad*! limitación limitaciones limita restricción restricciones restringid*! máximo tope* como_máximo límite límites limitación* tope topes
    mínimo no_más_de solo? sólo? únicamente? ilimitad* restring* restric* cuota_máxima permanencia compromiso? hasta? superar? supera? excede* gb? mb?
    usuarios? al_día? reservado condiciones? umbral`,
  speed: `rápid*! rapidez! rápidamente! velocidad velocidades lent*! lentitud! rendimiento tiempo_de_carga tarda! tardan! ágil! ágiles! agilidad
    plazo_de_entrega latencia veloz! fluid*! demora*! ralentiz* segundos minutos? horas? días? semanas? plazo plazos? espera esperar esperamos tardar
    demora demoras instante instantáne* inmediat* al_momento enseguida en_un_instante tiempo_real eterniz* eterno entrega entregas? entrega_en? llega?
    llegan? día_siguiente en_48 carga recarga cargar? exprés procesa?`,
  reliability: `fiab*! fiabilidad confiab*! caída*! se_cae! falla! fallos! fallas! fallo! errores! estable*! estabilidad inestable*! robust*! duradero*! duradera*!
    resistente*! poco_fiable! tiempo_de_actividad se_cuelga! durabilidad avería*! garantía fiable fiables confiable confiar caídas caída cuelga cuelgues
    bloque* fallan error estable inestable sólid* duradero duradera resistente resistentes irrompible indestructible* frágil rompe rompió romp* rot*
    garantizada? años? defecto defectuos* incidencia* pierde perder? retraso retrasos tarde puntual* puntualidad cancelad* cita? disponibilidad? 99?
    preciso precisión reparación* desgaste calidad? cortes interrupcion* funciona? funcione? siempre?`,
  security: `seguridad segur*! privacidad cifrad* cifra encriptad* rgpd protección_de_datos doble_factor dos_factores filtración*! brecha*! iso_27001 vulnerab*!
    cumplimiento permisos cifrado encript* intimidad confidencial* datos? datos_personales protege proteger protección protegid* contraseña* autenticación
    segundo_factor hack* pirate* filtr* fuga robo? robaron robad* certificad* iso? fraude* estafa* anónim* anunciantes vende_los_datos cumple? depósitos?
    garantizados? auditor* servidores? peligros* alojad*?`,
  scale: `escala escalab* escalar grandes_equipos grandes_empresas equipos_grandes empresas_grandes equipos_en_crecimiento crece_con miles_de_usuarios
    grandes_organizaciones gran_escala gran_empresa grandes grupos? empleados crece crecer crecimiento ampli* volumen volúmenes tráfico picos millones
    miles usuarios? multinacional* sedes sucursales pymes? tamaño empresa_grande aguanta da_abasto enterprise`,
  support: `soporte atención_al_cliente servicio_al_cliente soporte_técnico asistencia equipo_de_soporte centro_de_ayuda tiempo_de_respuesta tiempos_de_respuesta
    documentación servicio_de_atención posventa ayuda ayudar ayudan? atención atiende atienden servicio_técnico postventa servicio? personal equipo?
    emplead* camarero* dependient* amable* amabilidad simpátic* antipátic* grosero* maleducad* educad* competente* incompetente* profesional* escucha
    escuchar responde responden responder respuesta respuestas contesta contestan contestar coge? teléfono llamada* correo correos email? chat ticket*
    reclamacion* queja quejas? reembolso? asesor asesores gestor trato tutorial* guía? foro faq formación? acompañ* resuelve resuelven resolvi* solucion*`,
  design: `diseño* interfaz interfaces apariencia estétic* bonit*! elegante*! modern*! anticuad*! hermos*! atractiv*! estilo aspecto bell*! vistos*! diseño
    diseñ*? precios* elegant* elegancia viej* obsolet* pasado_de_moda fe* limpia limpio recargad* color colores negro blanco azul? aluminio madera cuero
    acabado acabados carcasa decora* decoración habitaciones? gastad* desgastad* renovad*? tipograf* logo? tema* visual gráfic* delgad* fino minimalista`,
  reputation: `reputación popular*! popularidad conocid*! reconocid*! prestigio* reseñas opiniones valoraciones valoración puntuación calificación calificaciones
    líder_del_mercado líder premiad* premio premios confianza_de renombre reputad* fama famos* prestigio prestigios* querid* valorad* confianza
    desconfianza fía reseña* opinión valoracion* estrella* nota puntuacion* galardon* ganó líderes cuota_de_mercado número_uno quejas criticad* críticas
    crític* polémic* escándalo boca_a_boca imagen serio serie? credib* consolidad* trayectoria ranking encuesta* satisfacción trustpilot maravillas
    recomendado_por`,
  availability: `disponib* no_disponible! en_stock agotad*! tiendas sucursales países ios android horario* abierto_de envíos envío envía_a entrega_en lista_de_espera
    puntos_de_venta se_vende_en disponible disponibles disponibilidad existencias stock encuentra encontrar se_vende venta a_la_venta vende? comprar
    compra? tienda* farmacia* supermercado* distribuidor* sucursal? oficinas abre abierto abierta cierra cerrad* horario horas? envía entrega_a país
    españa? méxico? europa mundo región regiones provincia* ciudades ciudad? zona* capital? rural* windows mac linux plataforma* versión versiones idioma*
    español? inglés? cita citas lanzamiento lanzó retir* descontinuad* pedir? en_línea online cualquier_sitio todas_partes`,
};

export const FR: ThemeWords = {
  none: `prend_en_charge conçu_pour conçue_pour conçus_pour rapidement_croissant* prix_remporté* prix_littéraire* à_portée de_plus_en_plus supporte`,
  price: `prix tarif tarifs tarifaire* tarification coût coûts coûte coûtent coûteux! coûteuse*! cher! chers! chère! chères! abordable*! bon_marché! gratuit*
    offre_gratuite version_gratuite abonnement* par_mois par_utilisateur frais remise* facturation facturé* essai_gratuit payant* onéreu*! hors_de_prix!
    économique! cotisation* euros coûter? coût* payer paie? paient? paye? facture commission* prime primes caution? réduction* promotion? offerte? offert?
    budget bourse? argent? dépense? onéreux exorbitant* salé* prohibitif* moins_cher formule? forfait* mensualité* mensuel* annuel* par_an par_nuit
    à_partir_de? essai essayer? sans_frais augmentation_de_prix hausse? hausses? augmenté? loyer? prélève? sans_engagement? licence? taux? franchise?
    supplément*`,
  value: `rapport_qualité*! qualité_prix*! vaut_son_prix! vaut_le_prix! en_vaut_le_coût! vaut_l_investissement! vaut_largement! pour_le_prix! vaut valent
    rentab* rapport_qualité qualité_prix qualité_et_prix pour_son_argent justifie justifié? bonne_affaire bonnes_affaires investissement? en_vaut amorti
    gaspillage arnaque? pour_ce_prix à_ce_prix valeur?`,
  ease_of_use: `facile_à_utiliser! faciles_à_utiliser! simple_à_utiliser! simples_à_utiliser! facile_d_utilisation! simple_d_utilisation! facilité_d_utilisation!
    simplicité_d_utilisation! facile_à_prendre! prise_en_main intuiti*! ergonomi*! convivial*! compliqué*! complexe_à_utiliser! difficile_à_utiliser!
    difficile_à_prendre! courbe_d_apprentissage! maniable*! peu_intuitif! déroutant*! simplicité! facile_à_comprendre! facile facilement facilité simple
    simples? simplement difficile complexe* complexité ergonomie ergonomique* intuitif intuitive prendre_en_main en_main? apprentissage apprendre
    maîtriser comprendre? débutant* novice* perdent perdu? clics naviguer navigation manier maniable manipul* accessible? confus* fastidieux laborieu*
    casse_tête usine_à_gaz jeu_d_enfant enfantin pratique commode fluide? lisible menus réglages se_servir sans_formation formation? encombrant? utiliser?
    utilisation commande_vocale?`,
  setup: `installation* installer installe s_installe configuration* configurer paramétrage* mise_en_place mise_en_service mise_en_route déploiement* déployer
    migration* migrer onboarding démarrage implémentation* montage monter installation installé? pose posé? poser démarrer déploie* déploiement configur*
    paramétr* monté assembl* migration basculer passage? inscription s_inscrire ouverture_de_compte ouvrir_un_compte héberg*? serveur? technicien?
    électricien? conseiller? prêt_à intégration_des_données? brancher branchement raccordement clé_en_main clés_en_main`,
  features: `fonctionnalité* fonction fonctions rapport_d_activité rapports reporting tableau_de_bord tableaux_de_bord modèles automatisation* automatisations
    suivi_du_temps outils personnalisable* personnalisation kanban gantt modules options autonomie réduction_de_bruit outil permet? permettent? propose?
    proposent? offre? comprend? inclut? inclus? dispose? dispos? possède? équipé? doté? gère? gérer? suit? suivi mesure? affiche? crée? créer? génère?
    traduit? scanner? numéris* prend_en_charge? rapport? modèle? automatis* agenda calendrier messagerie? tâches? devis? factures? stocks? recherche?
    filtre* exporter export? pdf? csv? écran caméra* batterie mémoire? stockage? piscine? spa? petit_déjeuner? wifi? couvre? couverture? garanties?
    contrat? manque manquent absence? limité? complet complète riche richesse polyvalent* puissant* option? module* notification* alerte* rappel*
    hors_ligne mode_sombre accessoires livré_avec? éventail panoplie personnalis* paramètres? partage? partager?`,
  integrations: `intégration* s_intègre* intègre_avec connecteur* api apis plugin* extension* compatib* se_connecte synchronis* webhook* interfaçage intègre intégr*
    connecte connecté? connecter connexion interfac* relie relier communique interopér* extension? extensions zapier slack? shopify? stripe? outlook?
    google? salesforce? alexa? passerelle* écosystème environnement? logiciels_existants autres_outils outils_existants s_insère webhooks importer?`,
  limits: `limite limites limité*! limitée*! limitation* plafond* plafonné* restriction* restreint*! maximum au_maximum jusqu_à_trois quota* limité limitée
    plafonn* plafond au_plus pas_plus plus_de? seulement? ne_que? illimité* engagement bridé* jusqu_à? minimum dépasser dépasse? go? mo? utilisateurs?
    par_jour? réservé conditions? seuil durée? séjour_minimum`,
  speed: `rapide*! rapidité! rapidement! vite! vitesse lent! lente! lents! lentes! lenteur*! temps_de_chargement performance performances performant*! réactif!
    réactive! réactivité délai_de_livraison délais_de_livraison latence fluide*! fluidité ralenti*! rame! rapide rapides lentement lenteur lenteurs ramer
    secondes minutes? heures? jours? semaines? délai délais attente attendre patienter instantané* immédiat* temps_réel aussitôt clin_d_œil traîne*
    traînent interminable* longue? longs? livraison livré livre? livrés? lendemain sous_48 recharge charge? chargement charger? performan* débit
    au_quart_de_tour express éternité traitement?`,
  reliability: `fiable*! fiabilité peu_fiable*! panne*! plante! plantage*! bug! bugs! bogue*! stable*! stabilité instable*! disponibilité_de_99 robuste*! robustesse
    durable*! solide*! solidité interruption*! dysfonctionnement*! tombe_en_panne! garantie fiable fiables plantent bug* stable solide solides durable
    durabilité durée_de_vie résistant* increvable* fragile* casse cassé cassée cassent lâche lâchent garanti? ans? erreur* défaut? défaillan* défectu*
    dysfonctionn* incident* perd pertes? perdent retard retards ponctuel* ponctualité annulé* rendez_vous? disponibilité? compter_sur confiance?
    sans_faille sans_accroc? précis? précision exactitude réparation* réparé usure qualité? coupure* fonctionne? marche?`,
  security: `sécurité sécurisé*! sécuriser confidentialité vie_privée rgpd chiffr* protection_des_données double_authentification fuite_de_données! iso_27001
    conformité vulnérabilité*! certifié* authentification* sûr sûre sûrs crypt* confidentiel* données_personnelles données? protège protéger protection
    protégé* mot_de_passe mots_de_passe authentification double_facteur faille* vulnérab* pirat* fuite* voler? volé* vol? certifié certification iso
    hébergées_en_france serveurs? fraude* anonym* annonceurs revend conforme dépôts? garantis? droits_d_accès audit* surveill*? dangereu* sans_danger`,
  scale: `évoluti* évolutivité passage_à_l_échelle monte_en_charge montée_en_charge grandes_équipes grandes_entreprises grands_groupes grosses_équipes scalab*
    milliers_d_utilisateurs équipes_en_croissance grands_comptes grande_entreprise grand_groupe groupes? salariés croissance grandir grandit évolutif
    évolue monter_en_charge volume* trafic pics millions milliers utilisateurs? échelle multi_sites filiales pme? tpe? taille? enterprise encaisse
    succursales? sites?`,
  support: `support support_client service_client service_clients service_après_vente sav assistance* helpdesk support_technique équipe_d_assistance centre_d_aide
    temps_de_réponse délai_de_réponse documentation conseillers hotline accompagnement aide aider aident? assistance conseiller personnel équipe équipes?
    employé* vendeu* serveurs? serveuse* accueil accueillant* aimable* sympathique* gentil* poli* désagréable* impoli* odieux compétent* incompétent*
    à_l_écoute écoute réactif réactive réactivité répond répondre réponse* répondent décroche téléphone joignable* injoignable* courriel* e_mail mail?
    chat ticket* réclamation* plainte? remboursement? standard? interlocuteur tutoriel* guide? forum faq formation? accompagn* petits_soins disponible?
    humain?`,
  design: `design interface interfaces apparence esthétique* beau! belle! beaux! belles! élégant*! moderne*! vieillot*! mise_en_page joli*! épuré*! graphisme
    look vieillissant*! datée! daté! ergonomie_visuelle superbe magnifique* élégan* moderne modernes daté* désuet* démodé* laid* moche* surchargé*
    encombré* clair? claire? aspect allure style stylé couleur* noir blanc bleu? aluminium bois cuir finition* finitions boîtier décor* décoration
    ambiance? chambres? défraîchi* rénové*? polices? logo? thème* visuel* graphi* ergonomie? mince fin? raffiné*`,
  reputation: `réputation réputé*! populaire*! popularité connu*! reconnu*! notoriété avis note_moyenne noté* leader_du_marché leader récompens* primé* renommé*!
    référence_du_marché digne_de_confiance! notes_clients renommée célèbre* apprécié* plébiscit* confiance étoile* note notes? prix? lauréat primé élu
    numéro_un part_de_marché plainte* plaintes critiqué* critiques controvers* polémique scandale* mauvaise_presse bouche_à_oreille image sérieux crédib*
    prestig* établi reconnue classement classé* sondage satisfaction trustpilot google_avis ne_jurent recommandé_par fidèle*? méfian* méfient`,
  availability: `disponible* disponibilité indisponible*! en_stock rupture_de_stock! rupture! livre_en livraison* magasins agences pays ios android horaires ouvert_du
    ouvert_le liste_d_attente points_de_vente vendu_en uniquement_en_france disponible disponibles stock épuisé* introuvable* trouve trouver vendu* vente
    en_vente se_vend acheter achète? boutique* magasin* pharmacie* supermarché* revendeur* ouvert ouverte ouvre fermé* heures? expédi* livraison_en?
    france? suisse belgique canada? europe monde région* province villes zone* campagne windows mac linux plateforme* version versions langue* français?
    anglais? rendez_vous complet? réserv*? lancement lancé? sortie? retiré arrêté commander? en_ligne partout desservi couverture? déployé?`,
};

export const IT: ThemeWords = {
  none: `progettato_per progettata_per pensato_per supporta supportano`,
  price: `prezzo prezzi costo costi costa costano tariff* costos*! caro! cara! cari! care! economic*! conveniente! convenienti! gratis gratuit* piano_gratuito
    abbonament* al_mese per_utente mensile canone sconto sconti prova_gratuita commissioni accessibile_nel_prezzo euro costare costo* pagare? paga?
    pagano? fattura? bolletta? addebit* commission* premio? cauzione sconto* promozione? soldi? budget? spesa? spende spendono car costoso costosa costosi
    costose salat* prezzo* all_anno annuale a_utente a_notte a_partire? prova? rincar* aument*? a_buon_mercato convenienza spedizione_gratuita franchigia
    interessi? penale? versione_gratuita`,
  value: `rapporto_qualità*! qualità_prezzo*! vale_il_prezzo! vale_la_spesa! vale_quello_che! vale_ogni! per_quello_che_costa! vale? valgono? rapporto_qualità
    qualità_prezzo qualità_e_prezzo ripaga vale_la_pena ne_vale investimento? affare spreco? giustifica?`,
  ease_of_use: `facile_da_usare! facili_da_usare! semplice_da_usare! semplici_da_usare! facile_da_utilizzare! semplice_da_utilizzare! facilità_d_uso!
    facilità_di_utilizzo! semplicità! facile_da_imparare! intuitiv*! complicat*! difficile_da_usare! difficile_da_imparare! macchinos*!
    curva_di_apprendimento! usabilità maneggevol*! confusionari*! farraginos*! poco_intuitiv*! semplicità_d_uso! facile facili facilità facilmente?
    semplice semplici difficile compless* usare? uso? utilizzo? maneggevole imparare impara padroneggiare capire? principianti alle_prime_armi orientarsi
    clic navigazione contort* confus* pratic* comod* immediat* menu gioco_da_ragazzi manuale? comandi?`,
  setup: `installazione installazioni installare si_installa configurazione configurare si_configura implementazione migrazione attivazione onboarding
    messa_in_funzione avvio montaggio montare configura install* configur* avviamento avviare implement* montat* migraz* passare_a? passaggio registr*?
    iscrizione apertura_del_conto aprire_un_conto server? tecnico? elettricista? pronto_all_uso allaccia* attivaz*`,
  features: `funzione funzioni funzionalità report reportistica rapporti cruscott* dashboard modelli automazion* strumenti personalizzab* moduli
    monitoraggio_del_tempo kanban gantt opzioni autonomia cancellazione_del_rumore caratteristiche funzion? strumento permette? consente? offre?
    comprende? include? dispone? gestisce? misura? mostra? crea? traduce? scansion* supporta? cruscotto automatism* calendario agenda chat? attività?
    preventivi fatture? scadenze magazzino? ricerca filtri esportare pdf? csv? schermo fotocamer* batteria memoria? piscina palestra? parcheggio?
    colazione? wifi? copre? copertura? polizza manca mancano complet*? ricc* versatil* potent* modul* notifich* avvisi promemoria offline? senza_rete
    accessori personalizz* dotazione app?`,
  integrations: `integra integrazion* si_integra integrarsi connettor* api apis plugin* estension* compatib* si_collega sincronizza* webhook* integra* collega
    collegamento collegare connette connession* sincronizz* dialoga interfacc*? plugin zapier slack? shopify? outlook? google? alexa? ecosistema
    programmi? sistemi? webhook`,
  limits: `limite limiti limitat*! limitazion* restrizion* massimo al_massimo tetto limite* limita* minimo non_più_di fino_a? soltanto? solo? illimitat* vincol*
    soglia gb? mb? utenti? al_giorno superare? quota?`,
  speed: `veloce! veloci! velocità velocemente! rapid*! lent*! lentezza! prestazioni tempi_di_caricamento tempo_di_caricamento tempi_di_consegna reattiv*!
    latenza fluid*! scattante! rallenta*! veloc* rapidità lentissim* secondi minuti? ore? giorni? settimane? mesi? tempi tempo? attesa attendere aspett*
    immediat* istantane* subito? lampo consegna consegne consegnat* giorno_dopo lavorativi caricament* carica? arranca tempo_reale`,
  reliability: `affidabil*! inaffidabil*! guast*! si_blocca! blocchi! crash! bug! stabil*! instabil*! disservizi*! robust*! durevol*! duratur*! resistent*! uptime
    malfunzionament*! solid*! si_rompe! garanzia fidarsi fidare? blocca errore errori stabile durata duraturo fragil* rompe rott* rotto difett* garantit*?
    perde? ritard* puntual* cancellat* disponibilità? malfunzion* precis* riparaz* qualità? eterni? funziona? impianta pianta? salta?`,
  security: `sicurezza sicur*! privacy crittograf* cifrat* gdpr protezione_dei_dati due_fattori violazion*! iso_27001 vulnerab*! conformità autorizzazioni cifra
    riservat* protegge protez* protett* password autenticaz* doppio_fattore falle hacker rubat* furto_di_dati fuga_di_dati certificat* dati?
    dati_personali inserzionisti frod* truff* anonim* conforme* permessi audit pericolos* tutela`,
  scale: `scalab* scala grandi_aziende grandi_team team_numerosi team_grandi grandi_imprese aziende_strutturate cresce_con migliaia_di_utenti team_in_crescita
    grandi_organizzazioni grande_azienda gruppi? dipendenti cresce crescere crescita scalabil* ampli* volumi volume traffico picchi milioni migliaia
    utenti? multinazional* sedi? filiali? regge piccole_imprese? dimensioni`,
  support: `assistenza supporto servizio_clienti assistenza_clienti supporto_tecnico helpdesk centro_assistenza tempi_di_risposta documentazione call_center
    post_vendita aiuto aiuta aiutare servizio? postvendita personale? staff camerier* commess* cortes* scortes* gentil* maleducat* simpatic* preparat*
    competent* risponde rispondono risposta rispondere telefono chiamat* chat? e_mail? mail? ticket reclam* lamentel*? rimborso? consulent* ascolt*
    tutorial guida? forum formazione? raggiungibile irraggiungibile disponibil*?`,
  design: `design interfaccia interfacce aspetto estetic* bell*! elegant*! modern*! datat*! antiquat*! grafica layout curat*! stile bellissim* elegantissim*
    vecchi* superat* brutt* pulit*? interfacc* color* nero? bianco? rosso? alluminio legno pelle finitur* scocca arred* camere? trascurat* look sottil*`,
  reputation: `reputazione popolar*! famos*! conosciut*! rinomat*! recensioni valutazion* leader_di_mercato leader_del_mercato premiat* affermat* noto! nota_per
    apprezzat*! punteggi* fama prestigi* riconosciut* amat* fiducia recension* opinion* stell* voto voti premio_innovazione vinto leader primo_operatore
    numero_uno quota_di_mercato lamentele criticat* critich* polemic* scandal* nomea passaparola immagine? credib* serietà classifica sondagg*
    soddisfazione`,
  availability: `disponibil* non_disponibile! esaurit*! in_magazzino negozi filiali paesi ios android orari* aperto_dal spedi* lista_d_attesa consegna consegne
    punti_vendita in_vendita scorte? trova? trovare? vend* comprare si_compra? acquistare negozi* farmaci* supermercat* rivenditor* sedi aperto aperta
    apre chius* orari? spedisce consegna_in paese? italia? svizzera? europa? mondo? regioni città? zone? windows mac linux piattaform* versione? lingue
    lingua appuntamento appuntamenti lancio ritirat* ordinare? online? ovunque`,
};

export const PT: ThemeWords = {
  none: `projetado_para projetada_para desenhado_para suporta suportam`,
  price: `preço preços custa custam custo custos tarifa* caro! cara! caros! caras! barat*! acessível_no_preço econômic*! económic*! acessíve*! grátis gratuit*
    plano_gratuito assinatura* subscrição por_mês por_usuário por_utilizador mensal mensalidade taxa taxas desconto* anuidade teste_gratuito reais euros
    custar custo* pagar? paga? pagamento? fatura? cobra cobram cobrança* comissão mensalidade* anuidade* frete de_graça dinheiro? orçamento? gasto?
    caríssim* em_conta preço* plano? planos? por_ano por_noite a_partir_de? teste? testar? r prêmio_do_seguro anual? aumento_de_preço reajuste* caução
    bolso econom*? camarada? prestaç* parcela*? licença? juros? multa?`,
  value: `custo_benefício! relação_qualidade*! qualidade_preço*! vale_a_pena! vale_o_preço! vale_cada! vale_o_investimento! pelo_que_custa! pelo_preço! vale?
    valem? compensa qualidade_preço relação_preço se_paga retorno? investimento? centavo justifica? pechincha`,
  ease_of_use: `fácil_de_usar! fáceis_de_usar! fácil_de_utilizar! simples_de_usar! facilidade_de_uso! facilidade_de_utilização! fácil_de_aprender! intuitiv*!
    complicad*! difícil_de_usar! difícil_de_aprender! confus*! curva_de_aprendizado! curva_de_aprendizagem! usabilidade amigáve*! simplicidade!
    pouco_intuitiv*! manuseio trabalhos*! fácil fáceis facilidade facilmente? simples difícil complex* usar? uso? mexer manusear aprender aprende dominar?
    entender? iniciante* perdid*? cliques toques? navegaç* navegar prátic* menus manual? descomplicad* sozinha? sozinho?`,
  setup: `instalação instalações instalar instala configuração configurar configura implementação implantação migração migrar onboarding integração_de_novos
    colocar_em_funcionamento montagem montar ativação instal* configur* implantaç* implement* montado cadastro cadastrar abrir_conta abertura_de_conta
    servidor* técnico? pronto_para hospedar ativaç* colocar_no_ar`,
  features: `função funções funcionalidade* recurso recursos relatório* ferramentas painel painéis modelos automaç* controle_de_horas personalizáve* módulo* kanban
    gantt opções autonomia_da_bateria cancelamento_de_ruído dashboard* funcional* recurso* ferramenta* permite? oferece? inclui? inclusos? conta_com?
    possui? tem? gerencia? controla? mede? mostra? emite? cria? traduz? suporta? aceita? painel* modelo? automatiz* agenda calendário chat? tarefas?
    notas_fiscais boletos estoque busca filtros exportar pdf? csv? excel? tela câmera* bateria memória? armazenamento? piscina academia? café_da_manhã?
    wifi? cobre? cobertura? apólice falta? faltam? complet*? variad*? potente* versátil notificaç* alerta* lembrete* offline? modo_escuro acessório*
    personaliz* aplicativo?`,
  integrations: `integra integração integrações integrar conector* api apis plugin* extensões compatib* conecta_com conecta_se sincroniza* webhook* integra* conecta
    conectar conexão conversa_com compatíve* sincroniz* ligar_ao? vincul* extensão* zapier slack? shopify? whatsapp? google? erp? alexa? sistemas?
    ecossistema webhooks importar?`,
  limits: `limite limites limitad*! limitação limitações restriç* restrit*! máximo no_máximo teto limite* limita* mínimo até? apenas? só? ilimitad* restring*
    fidelidade gb? mb? usuários? por_dia dispositivos? exceder ultrapass*`,
  speed: `rápid*! rapidez! rapidamente! velocidade lent*! lentidão! desempenho tempo_de_carregamento demora*! demorad*! ágil! ágeis! agilidade prazo_de_entrega
    latência veloz! fluid*! trava! demorou segundos minutos? horas? dias? semanas? prazo* espera esperar instantâne* imediat* na_hora eternidade entrega?
    entregas? dia_seguinte úteis? carregar? carrega? travando fluidez`,
  reliability: `confiáve*! fiáve*! fiabilidade confiabilidade queda*! cai_com! falha! falhas! erros! estáve*! estabilidade instáve*! instabilidade! robust*! duráve*!
    durabilidade resistente*! pouco_confiável! trava_muito! quebra! garantia cai? caindo fora_do_ar trava travamento* falha* falhando erro* bug* sólid*
    frágil* quebra* quebrou defeito* perde? perdeu? atraso* atrasa* atrasam pontual* cancelad* disponibilidade na_mão vida_toda dura? duram firme?
    preciso? precisão conserto qualidade? funciona? problema?`,
  security: `segurança segur*! privacidade criptograf* encripta* lgpd rgpd proteção_de_dados dois_fatores vazamento*! iso_27001 vulnerab* conformidade permissões
    confidencial* protege proteger proteção protegid* senha* autenticaç* biometria vazou vazaram hacke* invad* fraude* golpe* certificad* dados?
    dados_pessoais anônim* anunciantes terceiros? auditor* perigos*`,
  scale: `escala escaláve* escalabilidade escalar grandes_equipes grandes_equipas grandes_empresas equipes_grandes empresas_grandes cresce_com
    milhares_de_usuários grandes_organizações larga_escala empresa_grande cresce crescer crescimento escalab* ampli* volume tráfego picos milhões milhares
    mil_lojas usuários? redes? filiais pequenas_empresas? porte acompanha? dá_conta`,
  support: `suporte atendimento* atendimento_ao_cliente suporte_técnico assistência apoio_ao_cliente central_de_ajuda tempo_de_resposta documentação
    serviço_de_apoio pós_venda sac ajuda ajudar atendimento atende atendem atendente* serviço? funcionári* equipe? garç* gentil gentis educad* grosseir*
    simpátic* atencios* competente* responde* resposta* telefone ligaç* chat? e_mail? ticket* reclamar reclamaç* reembolso? resolve* resolvem consultor*
    tutoria* fórum faq treinamento*? pessoal?`,
  design: `design interface interfaces aparência estétic* bonit*! elegante*! modern*! ultrapassad*! antiquad*! visual layout bel*_visual atraente*! estilo lind*
    bel* elegant* elegância antigo? fei* limp*? poluíd* interface* cor? cores preto? branco? prata? alumínio madeira couro acabamento* decoraç* quartos?
    desgastad* gráfic* fino? tela_inicial`,
  reputation: `reputação popular*! popularidade conhecid*! reconhecid*! prestígio avaliações avaliação nota_média líder_de_mercado líder_do_mercado premiad*
    renomad*! reclame_aqui opiniões consagrad*! fama famos* querid* adoram confiança confia confiam avaliaç* estrela* nota? notas? prêmio? prêmios ganhou?
    venceu? líder* queixa* procon criticad* crítica* polêmic* escândalo imagem? credib* consolidad* ranking pesquisa? satisfação elogiad* elogios?`,
  availability: `disponíve* disponibilidade indisponíve*! em_estoque em_stock esgotad*! lojas filiais agências países ios android horário* aberto_de entrega_em
    entregas envia_para lista_de_espera frete envio pontos_de_venda em_falta estoque? encontra? achar acha vendid* à_venda vende? comprar comprad* loja*
    farmácia* supermercado* revend* abre aberto fecha fechad* envia? envios? país? brasil? portugal? estados regiões interior cidades? capital? windows
    mac linux plataforma* versão? idioma* português? inglês? vagas agendamento? lançamento descontinuad* domingos? online?`,
};
