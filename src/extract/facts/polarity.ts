import type { Range } from '../text/ranges.ts';
import { NAME } from './statements.ts';

/** Whether a sentence says that the brand has something: read from a verb or a negator right before it, or a mark behind it. */

const anyOf = (...lists: readonly string[]) => lists.join('|');

const HAS = anyOf(
  'has|have|offers?|includes?|provides?|supports?|comes with|features?|there is|there are|gives? you|you get|you can get',
  'hat|haben|bietet|bieten|enthält|umfasst|verfügt über|unterstützt|stellt|gibt es|es gibt|kommt mit',
  `(?<=${NAME}\\s)a|ont|propose|proposent|offre|offrent|inclut|comprend|dispose d['’]?(?:e|un|une)?|prend en charge|il y a|existe`,
  'tiene|tienen|ofrece|ofrecen|incluye|incluyen|cuenta con|dispone de|hay|existe|soporta|admite',
  "ha|hanno|offre|offrono|include|includono|dispone di|prevede|propone|c['’]è|esiste|supporta",
  'tem|têm|oferece|oferecem|inclui|incluem|possui|conta com|dispõe de|há|existe|suporta',
  'heeft|hebben|biedt|bieden|bevat|omvat|beschikt over|ondersteunt|er is|kent',
  'ma|mają|oferuje|oferują|zawiera|obejmuje|zapewnia|udostępnia|obsługuje|jest dostępn[ayeo]',
);

/** What may stand between the verb and the thing. */
const FILLER =
  '(?:(?:a|an|the|its|also|even|currently|both|ein|eine|einen|einem|auch|sogar|den|die|das|un|une|le|la|également|aussi|una|el|también|anche|il|também|um|uma|o|een|de|ook|też|także|również)\\s+|(?:generous|great|good|full|robust|solid|großzügig\\p{L}*|vollständig\\p{L}*|généreux|generos[oa]|ruim)\\s+){0,3}';

const POSITIVE = new RegExp(`(?<![\\p{L}\\p{N}])(?:${HAS})\\s+\\**${FILLER}$`, 'iu');
/** `Acme's free plan includes …`: what does something is there. */
const OWNED = new RegExp(
  `${NAME}(?:['’]s)?\\s+\\**$|(?<!\\p{L})(?:its|seine?|ihre?|son|sa|su|il suo|la sua|seu|sua|zijn|haar)\\s+\\**$`,
  'iu',
);
const DOES =
  /^\**\s+(?:includes?|allows?|covers?|supports?|lets|gives|offers?|provides?|enthält|umfasst|erlaubt|bietet|inclut|permet|comprend|incluye|permite|include|consente|inclui|bevat|omvat|obejmuje|pozwala)(?!\p{L})/iu;
const AVAILABLE =
  /^\**\s+(?:is|are|ist|sind|est|está|es|è|é|is|jest)\s+(?:also |auch |également |también |anche |também |ook )?(?:available|included|offered|supported|verfügbar|enthalten|inbegriffen|disponible|incluse?|incluid[oa]|disponibile|inclus[oa]|disponível|incluíd[oa]|beschikbaar|inbegrepen|dostępn[ayeo])(?!\p{L})/iu;

const NO =
  /(?<![\p{L}\p{N}])(?:no|without(?: an?)?|lacks?(?: an?)?|lacking(?: an?)?|kein(?:en|e|er|em)?|ohne(?: einen?| eine)?|aucun|aucune|sans|pas de|pas d['’]un|sin(?: una?)?|carece de|ning[uú]n[ao]?|senza(?: una?)?|nessun[ao]?|sem(?: um| uma)?|nenhum[ao]?|geen|zonder(?: een)?|brak|bez|nie ma)\s+\**(?:dedicated |true |permanent |forever |longer |echten |dauerhaft\p{L}* |vrai |verdadero |vero |echt )?$/iu;
const VERB_DENIED = new RegExp(
  `(?:no longer (?:has|have|offers?|includes?|provides?|supports?)|n['’](?:a|offre|inclut) plus|ne (?:propose|dispose|comprend) plus|ya no (?:tiene|ofrece|incluye|hay|existe)|non (?:ha|offre|include) più|não (?:tem|oferece|inclui) mais|nie (?:ma|oferuje) już|do(?:es)?(?: not|n['’]t) (?:currently )?(?:have|offer|include|provide|support|come with|feature)|(?:has|have) no|cannot offer|n['’](?:a|offre|inclut|existe) pas|ne (?:propose|dispose|comprend|prend) pas|no (?:tiene|ofrece|incluye|cuenta con|dispone de|hay|existe|admite)|non (?:ha|offre|include|prevede|dispone di|propone|esiste|supporta|c['’]è)|não (?:tem|oferece|inclui|possui|conta com|dispõe de|há|existe|suporta)|nie (?:ma|oferuje|zawiera|obejmuje|obsługuje))\\s+\\**(?:d['’](?:un|une)?\\s*|de\\s+)?${FILLER}$`,
  'iu',
);
const UNAVAILABLE =
  /^\**\s+(?:is|are|ist|sind|est|está|es|è|é|jest|n['’]est|no está|non è|não está)\s+(?:not|nicht|pas|niet|nie)?\s*(?:available|included|offered|supported|verfügbar|enthalten|disponible|incluse?|incluid[oa]|disponibile|disponível|incluíd[oa]|beschikbaar|dostępn[ayeo])/iu;

const YES_FIELD =
  /^\**\s*[:：|–—-]\s*\**\s*(?:yes|ja|oui|sí|sì|sim|tak|はい|あり|有|✅|✔️?|✓|available|included|verfügbar|disponible)(?![\p{L}])/iu;
const NO_FIELD =
  /^\**\s*[:：|–—-]\s*\**\s*(?:no(?:ne)?|nein|non|não|nee|nie|いいえ|なし|无|❌|✗|✘|not (?:available|included|offered|supported)|nicht (?:verfügbar|enthalten))(?![\p{L}])/iu;

const YES_CJK =
  /^(?:が|も|は|を)?(?:あり(?:ます)?(?!ません)|ある(?!わけ)|提供して(?:います|いる)|用意されています|利用できます|含まれ(?:ます|ています))|^(?:が|も)?(?:使えます)/u;
const NO_CJK =
  /^(?:が|も|は|を)?(?:ありません|ない|なし|提供していません|用意されていません|利用できません|含まれ(?:ません|ていません))/u;

/** It holds for some only, or is about something else than having it. */
const LIMITED =
  /(?<![\p{L}])(?:only|limited to|except|instead of|just for|nur|ausschließlich|seulement|uniquement|solo|sólo|solamente|soltanto|apenas|somente|alleen|slechts|tylko|jedynie|not only|nicht nur|neither|nor|weder|noch)(?![\p{L}])|のみ|だけ/iu;

/** `free plan limits`: something of it. */
const OF_IT =
  /^\s+(?:\p{L}+\s+){0,2}?(?:limits?|limitations?|restrictions?|users?|caps?|expir\p{L}+|beschränkung\p{L}*|limitations?|límites?|limiti|limites)(?!\p{L})/iu;

/**
 * Whether a text says that the brand has what stands at a place: true or false, or null where that cannot be told.
 */
export function polarityOf(text: string, { from, to }: Range): boolean | null {
  const [before, after] = [text.slice(0, from), text.slice(to)];
  if (LIMITED.test(text) || OF_IT.test(after) || isOfAnotherNoun(text, after)) return null;
  const denied =
    NO.test(before) ||
    VERB_DENIED.test(before) ||
    NO_FIELD.test(after) ||
    NO_CJK.test(after) ||
    isUnavailable(after);
  if (denied && OF_SOME.test(after)) return null;
  const stated =
    !denied &&
    (POSITIVE.test(before) ||
      YES_FIELD.test(after) ||
      YES_CJK.test(after) ||
      AVAILABLE.test(after) ||
      (OWNED.test(before) && DOES.test(after)));
  return denied ? false : stated ? true : null;
}

/** `no free plan for teams`: there may be one for others. */
const OF_SOME = new RegExp(
  `^\\**\\s+(?:for|on|in|with|für|auf|pour|sur|para|en|per|su|voor|op|dla|na)\\s+(?!(?:the\\s|der\\s|la\\s)?${NAME})`,
  'iu',
);

/** `supports SOC 2 reporting`: in English, a noun behind the words makes them another thing. */
function isOfAnotherNoun(text: string, after: string): boolean {
  const next = /^\**\s+(\p{Ll}+)/u.exec(after)?.[1];
  return next !== undefined && ENGLISH.test(text) && !GOES_ON.test(next);
}

const ENGLISH =
  /(?<!\p{L})(?:has|have|offers?|includes?|provides?|supports?|no|does|do|is|there|with|the)(?!\p{L})/iu;
const GOES_ON =
  /^(?:for|that|which|with|to|and|but|or|so|on|at|in|from|by|as|is|are|of|option|options|plan|tier|version|access|support|available|without|via|when|if|you|where|while|because|called|named|includes?|allows?|covers?|lets|gives|offers?|provides?|limited|only|too|also|now|though|since|compliant|compliance|certified|certification|forever|alongside|plus|then|until|who|this|it|um|an|ist|ein|de|du|pour|avec|para|con|per|met|voor|dla|z)$/u;

function isUnavailable(after: string): boolean {
  const found = UNAVAILABLE.exec(after)?.[0];
  return found !== undefined && /(?:not|nicht|pas|niet|nie|no está|non è|não está)\s/iu.test(found);
}
