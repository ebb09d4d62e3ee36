/**
 * Words that affirm or deny that the brand has a thing. In English, German, French, Spanish, Italian, Portuguese,
 * Dutch, and Polish.
 */

const set = (...lines: readonly string[]): ReadonlySet<string> =>
  new Set(lines.flatMap((line) => line.split(' ')));

/** `has`, `offers`: the thing is their object. */
export const HAVE = set(
  'has have offers offer includes include provides provide supports support features feature contains gives give get gets comes come ships allows enables sells do show shows display displays require requires contain accept accepts welcome welcomes',
  'hat haben bietet bieten enthält enthalten umfasst unterstützt unterstützen gewährt besitzt beinhaltet verfügt verfügen kommt gibt bringt erlaubt stellt akzeptiert akzeptieren zeigt zeigen verlangt erfordert erfüllt',
  'propose proposent offre offrent inclut incluent comprend dispose disposent accorde possède intègre supporte gère fournit existe ont accepte acceptent affiche impose exige contient respecte',
  'tiene tienen ofrece ofrecen incluye incluyen cuenta cuentan dispone disponen hay soporta admite trae proporciona existe permite permiten acepta aceptan muestra exige cumple contiene',
  'ha hanno offre offrono include includono dispone prevede propone esiste supporta fornisce cè consente accetta accettano mostra richiede contiene',
  'tem têm oferece oferecem inclui incluem possui possuem conta dispõe há suporta fornece disponibiliza permite aceita aceitam exibe exige contém cumpre',
  'heeft hebben biedt bieden bevat omvat beschikt ondersteunt kent levert bestaat accepteert accepteren toont vereist',
  'ma mają oferuje oferują zawiera obejmuje zapewnia udostępnia obsługuje wspiera posiada',
);

/** Verbs that also form other verbs' past: `has removed`. */
export const HELPING = set('has have hat haben ont ha hanno tem heeft hebben a');

/** `runs on`, `available for`: a preposition precedes the thing. */
export const WORK = set(
  'runs run works work available complies comply compliant compatible conforms operates exports export imports import',
  'läuft laufen funktioniert funktionieren verfügbar erhältlich kompatibel konform',
  'fonctionne tourne disponible disponibles compatible conforme',
  'funciona funcionan corre disponible cumple',
  'funziona gira disponibile compatibile conforme',
  'funciona roda disponível compatível',
  'werkt draait beschikbaar compatibel voldoet',
  'działa dostępny dostępna dostępne zgodny zgodna',
);

/** Verbs that an adverb may follow: `works offline`. */
export const WORKS = set(
  'works work funktioniert funktionieren fonctionne funciona funcionan funziona werkt działa',
);

/** The brand's category may follow these. */
export const IS = set('is are ist sind est sont es son está están è sono é são zijn jest są');

export const CAN = set(
  'can kann können peut peuvent puede pueden può possono pode podem kan kunnen może lässt läßt laat dá',
);

/** Words that deny the verb beside them. */
export const NOT = set('not never nicht niet pas non no não nie');

/** Words that deny the thing itself: `no`, `without`, `lacks`. */
export const NO = set(
  'no without lacks lack lacking misses neither nor',
  'kein keine keinen keiner keinem ohne weder noch verzichtet',
  'aucun aucune sans ni',
  'sin carece ningún ninguna',
  'senza nessun nessuna nessuno né',
  'sem nenhum nenhuma nem carece',
  'geen zonder',
  'brak bez',
);

/** Words that deny every thing in a list with `and`. */
export const LACKS = set(
  'without lacks lack lacking misses ohne verzichtet sans sin carece senza sem zonder brak bez',
);

/** Words between a verb and its object without effect on it. */
export const FILL = set(
  'a an the its es man also even currently both all any yet still now just your in built built-in',
  'ein eine einen einem einer den die das dem auch sogar derzeit aktuell leider sich alle',
  'un une le la les l d de du des également aussi actuellement',
  'una el los las también actualmente',
  'il lo i gli uno di del della anche attualmente alcun alcuno alcuna',
  'o os as um uma do da também atualmente',
  'su sus seu sua suo son sa ses leur mi tu ihr ihre ihren sein seine seinen zijn haar più meer encore ancora ainda todavía aún nog jeszcze',
  'de het een ook momenteel helaas',
  'też także również obecnie już',
);

/** Those that start a noun phrase: a word before one belongs to something else. */
export const ARTICLES = set(
  'a an the its your ein eine einen einem den die das dem un une le la les una el los las il lo uno um uma o het een',
);

/** Articles before a known thing, which belongs to somebody: `the Stripe API`. */
export const DEFINITE = set('the den die das dem le la les el los las il lo o het');

export const BUT = set('but aber sondern mais pero sino ma mas maar ale');

/** Adjectives that don't narrow a denial. */
export const PLAIN_ADJECTIVE = set(
  'dedicated true permanent forever real proper official public native genuine full complete standalone actual specific',
  'echten echte dauerhaft dauerhafte eigene eigenen offizielle öffentliche native vrai véritable dédié verdadero vero vera verdadeiro echte eigen',
);

/** Words for completeness: denying them leaves the rest open. */
export const WHOLLY = set(
  'fully completely entirely totally vollständig komplett ganz entièrement totalement complètement completamente totalmente interamente volledig helemaal w-pełni',
);

export const JOINTS = set(', & + / and or und oder et ou y e o u en of i oraz lub as-well-as plus sowie');
export const OR = set('or nor oder ou o of lub');

export const PREPOSITIONS = set(
  'for on with via by per through using to from as',
  'für auf mit über per via unter zur zum',
  'pour sur avec via par au aux',
  'para en con por vía al',
  'per su con tramite via',
  'em com por via ao',
  'voor op met over via',
  'na dla z przez',
);

/** Prepositions in verbs for having: `comes with`, `cuenta con`. */
export const OF_HAVING = set('with mit avec con com met z über over auf');

/** After these and a preposition, the thing exists: `apps for Linux`, `support by chat`. */
export const KINDS = set(
  'app apps application applications client clients version versions support help service builds',
  'kundenservice hilfe anwendungen programme',
  'applications assistance aplicación aplicaciones cliente clientes soporte atención versiones ayuda',
  'applicazione applicazioni supporto assistenza versioni aplicativo aplicativos suporte atendimento versões',
  'ondersteuning klantenservice versies aplikacje wsparcie wersje',
);

/** A list or noun phrase ends at these. */
export const BREAKS = set(
  'that which who whose but if because so when where while than although unless',
  'dass weil wenn aber sondern als damit',
  'que qui dont mais si car pour quand',
  'pero quien cuando porque che ma se perché quando mas quem',
  'dat die maar als omdat który która które ale jeśli',
  ': ; ( )',
);

/** Words after a thing that say it exists, unless denied. */
export const AVAILABLE = set(
  'available included offered supported possible provided built-in allowed welcome permitted accepted guaranteed',
  'verfügbar nutzbar verwendbar enthalten inbegriffen vorhanden möglich unterstützt angeboten dabei erlaubt gestattet willkommen',
  'disponible disponibles inclus incluse compris comprise possible proposé proposée acceptés acceptées admis autorisés bienvenus',
  'disponible incluido incluida posible permitidos permitidas admitidas bienvenidas garantizado',
  'disponibile incluso inclusa possibile ammessi garantito',
  'disponível incluído incluída possível permitidos permitidas',
  'beschikbaar inbegrepen bruikbaar mogelijk aanwezig toegestaan welkom',
  'dostępny dostępna dostępne możliwy możliwe',
);

export const MISSING = set(
  'missing lacking absent fehlt fehlen manque manquent falta faltan manca mancano ontbreekt ontbreken brakuje',
);

/** Words that say a thing existed, and no longer does. */
export const ENDED = set(
  'dropped discontinued removed retired scrapped ended killed axed cancelled canceled',
  'abgeschafft eingestellt gestrichen entfernt beendet',
  'supprimé abandonné retiré arrêté',
  'eliminado eliminó retirado retiró suprimió',
  'eliminato rimosso abbandonato',
  'eliminou removeu descontinuou encerrou',
  'geschrapt afgeschaft gestopt',
  'wycofała wycofał usunęła',
);

/** Verbs for an existing thing. */
export const USE = set(
  'use get try export import create add find choose access',
  'nutzen verwenden bekommen exportieren importieren',
  'utiliser obtenir exporter importer',
  'usar obtener exportar importar utilizar',
  'usare ottenere utilizzare esportare',
  'obter utilizar',
  'gebruiken krijgen exporteren',
);

/** Verbs after a thing that say it exists, unless denied. */
export const EXIST = set(
  'exist exists existiert existieren existe existen esiste esistono bestaat bestaan istnieje',
);

/** Verbs only an existing thing can have. */
export const DOES = set(
  'includes allows covers supports lets gives offers provides enthält umfasst erlaubt bietet inclut permet comprend incluye permite include consente inclui bevat omvat obejmuje pozwala runs lasts dauert läuft dure dura duurt',
);
