export type QuestionLanguage = 'en' | 'de' | 'fr' | 'es' | 'it' | 'pt' | 'nl' | 'pl';

/** Words in shopping questions, by language. */
interface QuestionWords {
  /** First words in a search for the best product, by its noun. The first match counts. */
  readonly best: readonly (readonly [noun: RegExp, word: string])[];
  /** First words in a search for replacements. */
  readonly alternatives: string;
  /** Nouns for products, as whole words or word endings. */
  readonly kinds: RegExp;
  /** How a heading starts that answers a question without asking it. */
  readonly howTo: RegExp;
  /** Words in a customer's questions about the company or an account, which nobody asks an engine. */
  readonly customerWords: RegExp;
  /** Praise at a title's start. */
  readonly praise: RegExp;
}

/** `\b` knows only English letters. */
function word(alternatives: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives})(?![\\p{L}\\p{N}])`, 'iu');
}

function start(alternatives: string): RegExp {
  return new RegExp(`^(?:${alternatives})(?![\\p{L}\\p{N}])`, 'iu');
}

function kinds(alternatives: string): RegExp {
  return new RegExp(`(?:${alternatives})(?![\\p{L}\\p{N}])`, 'iu');
}

function nouns(alternatives: string): RegExp {
  return new RegExp(`^(?:${alternatives})$`, 'iu');
}

const ANY = /^/;
const PLURAL = /(?<!^cm)s$/iu;

/** First word in a search for the best product, in the form that its noun needs. @param phrase with such a noun */
export function bestOf(phrase: string, language: QuestionLanguage): string {
  const { best, kinds } = QUESTION_WORDS[language];
  const noun = kinds.exec(phrase)?.[0] ?? '';
  return best.find(([pattern]) => pattern.test(noun))?.[1] ?? '';
}

export const QUESTION_WORDS: Readonly<Record<QuestionLanguage, QuestionWords>> = {
  en: {
    best: [[ANY, 'best']],
    alternatives: 'alternatives to',
    kinds: kinds(
      'software|tools?|apps?|platforms?|systems?|services?|solutions?|crm|erp|cms|suite|agency|agencies|providers?|builder|tracker|planner|editor|generator|scheduler|hosting|insurance|plugins?|devices?|kits?',
    ),
    howTo: start('how to'),
    customerWords: word(
      'i|my|me|we|our|us|your|you|it|its|this|these|they|their|refunds?|cancel|invoices?|log in|sign up|free trial|account|subscription',
    ),
    praise: start(
      'the|a|an|your|best|leading|modern|simple|easy|powerful|all-in-one|#1|free|online|award-winning|ultimate|complete',
    ),
  },
  de: {
    best: [
      [nouns('tool|system|programm|crm|erp|cms|hosting|werkzeug|gerät'), 'bestes'],
      [nouns('dienst|anbieter|baukasten|planer|generator'), 'bester'],
      [ANY, 'beste'],
    ],
    alternatives: 'Alternativen zu',
    kinds: kinds(
      'software|tools?|apps?|plattform(?:en)?|systeme?|dienste?|lösung(?:en)?|programme?|crm|erp|cms|anbieter|agentur|baukasten|planer|generator|versicherung|hosting|werkzeuge?|geräte?',
    ),
    howTo: start('wie man|so|wie sie'),
    customerWords: word(
      'ich|mein\\p{L}*|mir|mich|wir|unser\\p{L}*|uns|ihr\\p{L}*|sie|ihnen|du|dein\\p{L}*|es|dies\\p{L}*|kündigen|rechnung|konto|abo|abonnement|testversion',
    ),
    praise: start(
      'die|der|das|eine?|beste[nrs]?|führende[nrs]?|moderne[nrs]?|einfache[nrs]?|kostenlose[nrs]?|ihre?',
    ),
  },
  fr: {
    best: [
      [nouns('applications|applis|plateformes|solutions'), 'meilleures'],
      [nouns('application|appli|plateforme|solution|agence|assurance'), 'meilleure'],
      [PLURAL, 'meilleurs'],
      [ANY, 'meilleur'],
    ],
    alternatives: 'alternatives à',
    kinds: kinds(
      'logiciels?|outils?|applications?|applis?|plateformes?|systèmes?|services?|solutions?|crm|erp|cms|agence|prestataires?|assurance|hébergement|générateur',
    ),
    howTo: start('comment'),
    customerWords: word(
      'je|j|mon|ma|mes|nous|notre|nos|vous|votre|vos|il|elle|ce|cette|ces|tu|ton|ta|tes|annuler|résilier|facture|compte|abonnement|essai',
    ),
    praise: start('le|la|les|l|un|une|votre|meilleure?s?|simple|puissant|gratuit|complet'),
  },
  es: {
    best: [
      [PLURAL, 'mejores'],
      [ANY, 'mejor'],
    ],
    alternatives: 'alternativas a',
    kinds: kinds(
      'software|herramientas?|aplicación|aplicaciones|apps?|plataformas?|sistemas?|servicios?|soluciones|solución|programas?|crm|erp|cms|agencia|proveedor(?:es)?|seguros?|alojamiento|generador',
    ),
    howTo: start('cómo|como'),
    customerWords: word(
      'yo|mi|mis|me|nosotros|nuestr\\p{L}*|usted(?:es)?|su|sus|tu|tus|te|esto|este|esta|cancelar|factura|cuenta|suscripción|prueba',
    ),
    praise: start('el|la|los|las|un|una|tu|su|mejor(?:es)?|simple|gratis|completo'),
  },
  it: {
    best: [
      [nouns('strumenti|applicazioni|piattaforme|sistemi|servizi|soluzioni|programmi|fornitori'), 'migliori'],
      [nouns('app|applicazione|piattaforma|soluzione|agenzia|assicurazione'), 'migliore'],
      [ANY, 'miglior'],
    ],
    alternatives: 'alternative a',
    kinds: kinds(
      'software|strument[oi]|app|applicazion[ei]|piattaform[ae]|sistem[ai]|serviz(?:io|i)|soluzion[ei]|programm[ai]|gestionale|crm|erp|cms|agenzia|fornitor[ei]|assicurazione|hosting|generatore',
    ),
    howTo: start('come'),
    customerWords: word(
      'io|mio|mia|miei|mi|noi|nostr\\p{L}*|voi|vostr\\p{L}*|lei|suo|sua|tuo|tua|ti|questo|questa|annullare|disdire|fattura|account|abbonamento|prova',
    ),
    praise: start('il|lo|la|i|gli|le|l|un|uno|una|tuo|tua|miglior[ei]?|semplice|gratis|completo'),
  },
  pt: {
    best: [
      [PLURAL, 'melhores'],
      [ANY, 'melhor'],
    ],
    alternatives: 'alternativas a',
    kinds: kinds(
      'software|ferramentas?|aplicativos?|apps?|plataformas?|sistemas?|serviços?|soluções|solução|programas?|crm|erp|cms|agência|fornecedor(?:es)?|seguros?|hospedagem|gerador',
    ),
    howTo: start('como'),
    customerWords: word(
      'eu|meus?|minhas?|me|nós|noss\\p{L}*|vocês?|seus?|suas?|isso|este|esta|cancelar|fatura|conta|assinatura|teste',
    ),
    praise: start('o|a|os|as|um|uma|seu|sua|melhor(?:es)?|simples|grátis|completo'),
  },
  nl: {
    best: [[ANY, 'beste']],
    alternatives: 'alternatieven voor',
    kinds: kinds(
      'software|tools?|apps?|platforms?|systemen|systeem|diensten|dienst|oplossing(?:en)?|programma|crm|erp|cms|bureau|aanbieders?|verzekering|hosting|planner|generator',
    ),
    howTo: start('hoe'),
    customerWords: word(
      'ik|mijn|mij|me|wij|we|ons|onze|u|uw|je|jij|jouw|het|dit|deze|opzeggen|factuur|account|abonnement|proefperiode',
    ),
    praise: start('de|het|een|je|uw|beste|simpele|eenvoudige|gratis|complete'),
  },
  pl: {
    best: [
      [nouns('system|program|crm|erp|cms|dostawca|hosting|generator'), 'najlepszy'],
      [nouns('aplikacja|platforma|usługa|agencja'), 'najlepsza'],
      [nouns('dostawcy'), 'najlepsi'],
      [ANY, 'najlepsze'],
    ],
    alternatives: 'alternatywy dla',
    kinds: kinds(
      'oprogramowanie|narzędzi[ae]|aplikacj[ae]|platform[ay]|systemy?|usług[ai]|rozwiązani[ae]|programy?|crm|erp|cms|agencja|dostawc[ay]|ubezpieczenie|hosting|generator',
    ),
    howTo: start('jak'),
    customerWords: word(
      'ja|mój|moje|moja|mojego|mnie|my|nasz\\p{L}*|nas|wasz\\p{L}*|pan|pani|twój|twoje|swoj\\p{L}*|to|ten|ta|anulować|faktur\\p{L}*|kont[oa]|subskrypcj\\p{L}*',
    ),
    praise: start('najlepsz\\p{L}*|prost\\p{L}*|darmow\\p{L}*|twoj\\p{L}*'),
  },
};

/** The language for proposed questions; null for an unsupported one. @param code such as `de-AT` */
export function questionLanguage(code: string | null): QuestionLanguage | null {
  const language = code?.split(/[-_]/)[0]?.toLowerCase() ?? '';
  return Object.hasOwn(QUESTION_WORDS, language) ? (language as QuestionLanguage) : null;
}
