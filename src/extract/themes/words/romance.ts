import type { ThemeWords } from '../theme-words.ts';

export const FR: ThemeWords = {
  none: `prend_en_charge conçu_pour conçue_pour conçus_pour rapidement_croissant* prix_remporté* prix_littéraire* à_portée de_plus_en_plus supporte`,
  price: `prix tarif tarifs tarifaire* tarification coût coûts coûte coûtent coûteux! coûteuse*! cher! chers! chère! chères! abordable*! bon_marché! gratuit* offre_gratuite version_gratuite
    abonnement* par_mois par_utilisateur frais remise* facturation facturé* essai_gratuit payant* onéreu*! hors_de_prix! économique! cotisation* euros`,
  value: `rapport_qualité*! qualité_prix*! vaut_son_prix! vaut_le_prix! en_vaut_le_coût! vaut_l_investissement! vaut_largement! pour_le_prix!`,
  ease_of_use: `facile_à_utiliser! faciles_à_utiliser! simple_à_utiliser! simples_à_utiliser! facile_d_utilisation! simple_d_utilisation! facilité_d_utilisation! simplicité_d_utilisation! facile_à_prendre! prise_en_main
    intuiti*! ergonomi*! convivial*! compliqué*! complexe_à_utiliser! difficile_à_utiliser! difficile_à_prendre! courbe_d_apprentissage! maniable*! peu_intuitif! déroutant*! simplicité! facile_à_comprendre!`,
  setup: `installation* installer installe s_installe configuration* configurer paramétrage* mise_en_place mise_en_service mise_en_route déploiement* déployer migration* migrer onboarding démarrage
    implémentation* montage monter`,
  features: `fonctionnalité* fonction fonctions rapport_d_activité rapports reporting tableau_de_bord tableaux_de_bord modèles automatisation* automatisations suivi_du_temps outils personnalisable* personnalisation
    kanban gantt modules options autonomie réduction_de_bruit`,
  integrations: `intégration* s_intègre* intègre_avec connecteur* api apis plugin* extension* compatib* se_connecte synchronis* webhook* interfaçage`,
  limits: `limite limites limité*! limitée*! limitation* plafond* plafonné* restriction* restreint*! maximum au_maximum jusqu_à_trois quota*`,
  speed: `rapide*! rapidité! rapidement! vite! vitesse lent! lente! lents! lentes! lenteur*! temps_de_chargement performance performances performant*! réactif! réactive! réactivité délai_de_livraison délais_de_livraison
    latence fluide*! fluidité ralenti*! rame!`,
  reliability: `fiable*! fiabilité peu_fiable*! panne*! plante! plantage*! bug! bugs! bogue*! stable*! stabilité instable*! disponibilité_de_99 robuste*! robustesse durable*! solide*! solidité interruption*! dysfonctionnement*!
    tombe_en_panne! garantie`,
  security: `sécurité sécurisé*! sécuriser confidentialité vie_privée rgpd chiffr* protection_des_données double_authentification fuite_de_données! iso_27001 conformité vulnérabilité*! certifié* authentification*`,
  scale: `évoluti* évolutivité passage_à_l_échelle monte_en_charge montée_en_charge grandes_équipes grandes_entreprises grands_groupes grosses_équipes scalab* milliers_d_utilisateurs équipes_en_croissance
    grands_comptes`,
  support: `support support_client service_client service_clients service_après_vente sav assistance* helpdesk support_technique équipe_d_assistance centre_d_aide temps_de_réponse délai_de_réponse documentation
    conseillers hotline accompagnement`,
  design: `design interface interfaces apparence esthétique* beau! belle! beaux! belles! élégant*! moderne*! vieillot*! mise_en_page joli*! épuré*! graphisme look vieillissant*! datée! daté! ergonomie_visuelle`,
  reputation: `réputation réputé*! populaire*! popularité connu*! reconnu*! notoriété avis note_moyenne noté* leader_du_marché leader récompens* primé* renommé*! référence_du_marché digne_de_confiance! notes_clients`,
  availability: `disponible* disponibilité indisponible*! en_stock rupture_de_stock! rupture! livre_en livraison* magasins agences pays ios android horaires ouvert_du ouvert_le liste_d_attente points_de_vente vendu_en
    uniquement_en_france`,
};

export const ES: ThemeWords = {
  none: `diseñado_para diseñada_para diseñados_para soporta precioso* apoya rápido_crecimiento`,
  price: `precio precios cuesta cuestan costo costos coste costes tarifa* caro! cara! caros! caras! más_caro! barato*! barata*! económic*! asequible*! gratis gratuit* plan_gratuito suscripción suscripciones
    al_mes por_mes por_usuario mensual mensuales comisión comisiones descuento* cuota* prueba_gratuita costoso*! costosa*! euros dólares`,
  value: `relación_calidad*! calidad_precio*! vale_la_pena! vale_lo_que! por_lo_que_cuesta! merece_la_pena! por_su_precio! buen_valor! rentab*!`,
  ease_of_use: `fácil_de_usar! fáciles_de_usar! fácil_de_utilizar! fácil_de_manejar! facilidad_de_uso! sencillo_de_usar! sencilla_de_usar! fácil_de_aprender! intuitiv*! complicad*! difícil_de_usar! difícil_de_aprender! confus*!
    curva_de_aprendizaje! manejo usabilidad amigable! simplicidad! engorros*! sencillez!`,
  setup: `instalación instalaciones instalar instala configuración configurar configura implementación implementar implantación migración migrar puesta_en_marcha incorporación onboarding despliegue montaje montar poner_en_marcha`,
  features: `función funciones funcionalidad* característica* informes reportes informe herramientas panel paneles plantilla* automatizaci* automatización control_de_horas seguimiento_del_tiempo personalizable* módulo*
    kanban gantt opciones autonomía cancelación_de_ruido prestaciones`,
  integrations: `integra integración integraciones integrarse integrar conector* api apis complemento* plugin* extensiones compatib* se_conecta conecta_con sincroniza* webhook*`,
  limits: `límite* limitad*! limitación limitaciones limita restricción restricciones restringid*! máximo tope* como_máximo`,
  speed: `rápid*! rapidez! rápidamente! velocidad velocidades lent*! lentitud! rendimiento tiempo_de_carga tarda! tardan! ágil! ágiles! agilidad plazo_de_entrega latencia veloz! fluid*! demora*!`,
  reliability: `fiab*! fiabilidad confiab*! caída*! se_cae! falla! fallos! fallas! fallo! errores! estable*! estabilidad inestable*! robust*! duradero*! duradera*! resistente*! poco_fiable! tiempo_de_actividad se_cuelga! durabilidad
    avería*! garantía`,
  security: `seguridad segur*! privacidad cifrad* cifra encriptad* rgpd protección_de_datos doble_factor dos_factores filtración*! brecha*! iso_27001 vulnerab*! cumplimiento permisos`,
  scale: `escala escalab* escalar grandes_equipos grandes_empresas equipos_grandes empresas_grandes equipos_en_crecimiento crece_con miles_de_usuarios grandes_organizaciones gran_escala`,
  support: `soporte atención_al_cliente servicio_al_cliente soporte_técnico asistencia equipo_de_soporte centro_de_ayuda tiempo_de_respuesta tiempos_de_respuesta documentación servicio_de_atención posventa`,
  design: `diseño* interfaz interfaces apariencia estétic* bonit*! elegante*! modern*! anticuad*! hermos*! atractiv*! estilo aspecto bell*! vistos*!`,
  reputation: `reputación popular*! popularidad conocid*! reconocid*! prestigio* reseñas opiniones valoraciones valoración puntuación calificación calificaciones líder_del_mercado líder premiad* premio premios
    confianza_de renombre`,
  availability: `disponib* no_disponible! en_stock agotad*! tiendas sucursales países ios android horario* abierto_de envíos envío envía_a entrega_en lista_de_espera puntos_de_venta se_vende_en`,
};

export const IT: ThemeWords = {
  none: `progettato_per progettata_per pensato_per supporta supportano`,
  price: `prezzo prezzi costo costi costa costano tariff* costos*! caro! cara! cari! care! economic*! conveniente! convenienti! gratis gratuit* piano_gratuito abbonament* al_mese per_utente mensile canone sconto sconti
    prova_gratuita commissioni accessibile_nel_prezzo euro`,
  value: `rapporto_qualità*! qualità_prezzo*! vale_il_prezzo! vale_la_spesa! vale_quello_che! vale_ogni! per_quello_che_costa!`,
  ease_of_use: `facile_da_usare! facili_da_usare! semplice_da_usare! semplici_da_usare! facile_da_utilizzare! semplice_da_utilizzare! facilità_d_uso! facilità_di_utilizzo! semplicità! facile_da_imparare! intuitiv*! complicat*!
    difficile_da_usare! difficile_da_imparare! macchinos*! curva_di_apprendimento! usabilità maneggevol*! confusionari*! farraginos*! poco_intuitiv*! semplicità_d_uso!`,
  setup: `installazione installazioni installare si_installa configurazione configurare si_configura implementazione migrazione attivazione onboarding messa_in_funzione avvio montaggio montare configura`,
  features: `funzione funzioni funzionalità report reportistica rapporti cruscott* dashboard modelli automazion* strumenti personalizzab* moduli monitoraggio_del_tempo kanban gantt opzioni autonomia
    cancellazione_del_rumore caratteristiche`,
  integrations: `integra integrazion* si_integra integrarsi connettor* api apis plugin* estension* compatib* si_collega sincronizza* webhook*`,
  limits: `limite limiti limitat*! limitazion* restrizion* massimo al_massimo tetto`,
  speed: `veloce! veloci! velocità velocemente! rapid*! lent*! lentezza! prestazioni tempi_di_caricamento tempo_di_caricamento tempi_di_consegna reattiv*! latenza fluid*! scattante! rallenta*!`,
  reliability: `affidabil*! inaffidabil*! guast*! si_blocca! blocchi! crash! bug! stabil*! instabil*! disservizi*! robust*! durevol*! duratur*! resistent*! uptime malfunzionament*! solid*! si_rompe! garanzia`,
  security: `sicurezza sicur*! privacy crittograf* cifrat* gdpr protezione_dei_dati due_fattori violazion*! iso_27001 vulnerab*! conformità autorizzazioni`,
  scale: `scalab* scala grandi_aziende grandi_team team_numerosi team_grandi grandi_imprese aziende_strutturate cresce_con migliaia_di_utenti team_in_crescita grandi_organizzazioni`,
  support: `assistenza supporto servizio_clienti assistenza_clienti supporto_tecnico helpdesk centro_assistenza tempi_di_risposta documentazione call_center post_vendita`,
  design: `design interfaccia interfacce aspetto estetic* bell*! elegant*! modern*! datat*! antiquat*! grafica layout curat*! stile`,
  reputation: `reputazione popolar*! famos*! conosciut*! rinomat*! recensioni valutazion* leader_di_mercato leader_del_mercato premiat* affermat* noto! nota_per apprezzat*! punteggi*`,
  availability: `disponibil* non_disponibile! esaurit*! in_magazzino negozi filiali paesi ios android orari* aperto_dal spedi* lista_d_attesa consegna consegne punti_vendita in_vendita`,
};

export const PT: ThemeWords = {
  none: `projetado_para projetada_para desenhado_para suporta suportam`,
  price: `preço preços custa custam custo custos tarifa* caro! cara! caros! caras! barat*! acessível_no_preço econômic*! económic*! acessíve*! grátis gratuit* plano_gratuito assinatura* subscrição por_mês por_usuário
    por_utilizador mensal mensalidade taxa taxas desconto* anuidade teste_gratuito reais euros`,
  value: `custo_benefício! relação_qualidade*! qualidade_preço*! vale_a_pena! vale_o_preço! vale_cada! vale_o_investimento! pelo_que_custa! pelo_preço!`,
  ease_of_use: `fácil_de_usar! fáceis_de_usar! fácil_de_utilizar! simples_de_usar! facilidade_de_uso! facilidade_de_utilização! fácil_de_aprender! intuitiv*! complicad*! difícil_de_usar! difícil_de_aprender! confus*!
    curva_de_aprendizado! curva_de_aprendizagem! usabilidade amigáve*! simplicidade! pouco_intuitiv*! manuseio trabalhos*!`,
  setup: `instalação instalações instalar instala configuração configurar configura implementação implantação migração migrar onboarding integração_de_novos colocar_em_funcionamento montagem montar ativação`,
  features: `função funções funcionalidade* recurso recursos relatório* ferramentas painel painéis modelos automaç* controle_de_horas personalizáve* módulo* kanban gantt opções autonomia_da_bateria cancelamento_de_ruído
    dashboard*`,
  integrations: `integra integração integrações integrar conector* api apis plugin* extensões compatib* conecta_com conecta_se sincroniza* webhook*`,
  limits: `limite limites limitad*! limitação limitações restriç* restrit*! máximo no_máximo teto`,
  speed: `rápid*! rapidez! rapidamente! velocidade lent*! lentidão! desempenho tempo_de_carregamento demora*! demorad*! ágil! ágeis! agilidade prazo_de_entrega latência veloz! fluid*! trava!`,
  reliability: `confiáve*! fiáve*! fiabilidade confiabilidade queda*! cai_com! falha! falhas! erros! estáve*! estabilidade instáve*! instabilidade! robust*! duráve*! durabilidade resistente*! pouco_confiável! trava_muito! quebra! garantia`,
  security: `segurança segur*! privacidade criptograf* encripta* lgpd rgpd proteção_de_dados dois_fatores vazamento*! iso_27001 vulnerab* conformidade permissões`,
  scale: `escala escaláve* escalabilidade escalar grandes_equipes grandes_equipas grandes_empresas equipes_grandes empresas_grandes cresce_com milhares_de_usuários grandes_organizações larga_escala`,
  support: `suporte atendimento* atendimento_ao_cliente suporte_técnico assistência apoio_ao_cliente central_de_ajuda tempo_de_resposta documentação serviço_de_apoio pós_venda sac`,
  design: `design interface interfaces aparência estétic* bonit*! elegante*! modern*! ultrapassad*! antiquad*! visual layout bel*_visual atraente*! estilo`,
  reputation: `reputação popular*! popularidade conhecid*! reconhecid*! prestígio avaliações avaliação nota_média líder_de_mercado líder_do_mercado premiad* renomad*! reclame_aqui opiniões consagrad*!`,
  availability: `disponíve* disponibilidade indisponíve*! em_estoque em_stock esgotad*! lojas filiais agências países ios android horário* aberto_de entrega_em entregas envia_para lista_de_espera frete envio pontos_de_venda`,
};
