import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countsOf } from '../../../test/support/extraction.ts';

/** Answers with the names, and each name's expected count. */
function named(title: string, rows: readonly (readonly [string, readonly string[], readonly number[]])[]) {
  for (const [answer, names, expected] of rows) {
    test(`${title}: ${answer.slice(0, 60)}`, () => assert.deepEqual(countsOf(answer, names), expected));
  }
}

named('a German noun, which always has its capital', [
  ['Die Welt ist groß, und die Welt ist bunt.', ['Die Welt'], [0]],
  ['Wer das sagt, hat Die Welt und auch die Zeit nicht gelesen.', ['Die Welt', 'Zeit'], [1, 0]],
  ['Das Bild ist scharf und der Spiegel im Bad ist groß.', ['Bild', 'Spiegel'], [0, 0]],
  ['Laut Bild ist der Preis zu hoch, und Spiegel Online sieht es auch so.', ['Bild', 'Spiegel'], [1, 1]],
  ['Der Spiegel berichtet über die Firma, die das Auto baut.', ['Spiegel'], [1]],
  ['Die BILD und der Stern sind die Zeitungen mit der größten Auflage.', ['Bild'], [1]],
  ['Das Bild auf dem Fernseher ist gut. Laut Bild ist er günstig, und Bild meldet mehr.', ['Bild'], [2]],
  ['Für die meisten ist das Modell gut. Ich empfehle Teufel.', ['Teufel'], [1]],
  ['Zeit ist Geld. Das spart Zeit, und die Zeit ist knapp.', ['Zeit'], [0]],
  [
    '- **Spiegel** – Nachrichten aus der Welt und dem Land\n- **Stern** – Fotos und mehr\n\nSpiegel ist am besten.',
    ['Spiegel', 'Stern'],
    [2, 1],
  ],
]);

named('an ordinary word of the answer’s language', [
  ['Claro, aquí tienes los planes que ofrecen las compañías.', ['Claro'], [0]],
  ['¡Claro! Estos son los mejores planes de telefonía.', ['Claro'], [0]],
  ['¡Claro!\n\nEstos son los mejores planes de telefonía.', ['Claro'], [0]],
  ['Está claro que la mejor opción es otra. Lo tengo claro.', ['Claro'], [0]],
  ['Los planes de Claro son más baratos que los de Movistar.', ['Claro'], [1]],
  ['Claro ofrece planes con datos ilimitados para el hogar.', ['Claro'], [1]],
  ['Claro, Movistar y Entel son las tres operadoras del país.', ['Claro'], [1]],
  ['- **Claro**: buena cobertura en el país\n- **Entel**: la más rápida de la zona', ['Claro'], [1]],
  ['Vivo e Claro são as operadoras com mais cobertura.', ['Vivo', 'Claro'], [1, 1]],
  ['Vivo em São Paulo e uso o celular para tudo.', ['Vivo'], [0]],
  ['Ao vivo, o show é melhor. Eu vivo aqui.', ['Vivo'], [0]],
  ['Oi! Tudo bem? Aqui estão as melhores opções para você.', ['Oi'], [0]],
  ['A Oi tem planos de fibra em todo o país.', ['Oi'], [1]],
  ['O Novo celular não é ruim, um novo modelo é melhor.', ['Novo'], [1]],
  ['Sin duda, es la mejor opción para la empresa. Duda si es cara.', ['Duda'], [0]],
  ['Duda es un creador de sitios web para agencias.', ['Duda'], [1]],
  ['El Día de la Madre es un buen día para comprar.', ['Día'], [0]],
  ['Los supermercados Día tienen precios bajos en la zona.', ['Día'], [1]],
  ['Voi che ne pensate? Secondo me la scelta è per voi.', ['Voi'], [0]],
  ['I monopattini di Voi sono i più economici della città.', ['Voi'], [1]],
  ['Notion est un outil de prise de notes pour les équipes.', ['Notion'], [1]],
  ['La notion de temps est au cœur de la question.', ['Notion'], [0]],
  ['Use claro if you are in Brazil and want the best of it.', ['Claro'], [1]],
  ['Prime Video est le service de streaming le plus complet.', ['Prime'], [1]],
]);

named('an English word, and small letters beside the name', [
  ['Zorba sells shoes. A zorba-like dance, the zorba, is old.', ['Zorba'], [1]],
  ['Meta bought it. A meta-analysis of the meta description says so.', ['Meta'], [1]],
  ['A meta-analysis of the studies.', ['Meta'], [0]],
  ['Meta descriptions help search engines.', ['Meta'], [0]],
  ['The company behind it is Meta.', ['Meta'], [1]],
  ['Remix of the song. A remix is fun.', ['Remix'], [0]],
  ['They axe the plan.', ['Axe'], [0]],
  ['Opening a pandora of problems', ['Pandora'], [0]],
  ['Google paid for it last year.', ['Google'], [1]],
  ['Dell worked closely with it.', ['Dell'], [1]],
  ['Ford says so.', ['Ford'], [1]],
]);

named('a name after a label, in lines with signs, and in sayings', [
  ['Winner: Notion', ['Notion'], [1]],
  ['**Winner:** Notion', ['Notion'], [1]],
  ['Tool: Notion', ['Notion'], [1]],
  ['Tool: Notion (for notes)', ['Notion'], [1]],
  ['Consider Notion.', ['Notion'], [1]],
  ['- Consider Notion.', ['Notion'], [1]],
  ['🥇 Notion\n🥈 Linear\n🥉 Coda', ['Notion', 'Linear', 'Coda'], [1, 1, 1]],
  ['🥇 Notion – notes\n🥈 Linear – issues\n🥉 Coda – docs', ['Notion', 'Linear', 'Coda'], [1, 1, 1]],
  ['Shape: Square', ['Square'], [0]],
  ['Best overall: Linear', ['Linear'], [1]],
  ['Testsieger: Bild', ['Bild'], [1]],
  ['The Gemini horoscope says so, and the star sign Gemini is air.', ['Gemini'], [0]],
  ['As of now the Gemini app is free.', ['Gemini'], [1]],
  ['It opens Pandora’s box for all.', ['Pandora'], [0]],
  ['He likes Pandora and its radio.', ['Pandora'], [1]],
  ['It is a Systematic Review and Meta-Analysis of trials.', ['Meta'], [0]],
  ['Vivo a dos cuadras de la casa y me gusta.', ['Vivo'], [0]],
  ['Keep It Linear. Then stop.', ['Linear'], [0]],
]);

named('a spelling that no ordinary word has', [
  ["T-fal's rival is a great option.", ['T-fal'], [1]],
  ['飞书 is a great app. T-fal is Finnish.', ['T-fal'], [1]],
  ['T-fal a longtemps été notre coup de cœur.', ['T-fal'], [1]],
  ['T-fal a legjobb, és nem is drága.', ['T-fal'], [1]],
  ['A fal egy nagy fal, és nem is drága. Fal.', ['Fal'], [0]],
  ['WorkDay software is for teams. WorkDay plans vary.', ['WorkDay'], [2]],
  ['Workday hours vary, and a workday is long.', ['WorkDay', 'Workday'], [0, 0]],
  ['Plan 9 ist gut, und der Plan ist gut.', ['Plan 9'], [1]],
  ['You can watch it on discovery+, a new discovery.', ['Discovery+'], [1]],
  ['Discovery+ costs less. Get the discovery+ app.', ['Discovery+'], [2]],
  ['I write c++, and some c#.', ['C++', 'C#'], [1, 1]],
  ['Läuft alles auf welt+ und in der Welt.', ['Welt+'], [1]],
  ['E-mail software is for teams.', ['E-mail'], [0]],
]);

named('accents, which the name or the text lacks', [
  ['Škoda estates hold a lot of luggage.', ['Skoda', 'Škoda'], [1, 1]],
  ['CITROËN BUILDS SMALL CARS', ['Citroen'], [1]],
  ['Biura: Żywiec, Tyskie', ['Zywiec'], [1]],
  ['Löwenbräu kommt aus München.', ['Lowenbrau'], [1]],
  ['Über uns: Wir sind ein Team.', ['Uber'], [0]],
  ['Nestlé water is sold in bottles.', ['Nestlé'], [1]],
  ['Røde mics suit beginners. They rode the bus.', ['RØDE'], [1]],
  ['Move the chair to the window.', ['Möve'], [0]],
  ['Le groupe rachète nestlé pour le café.', ['Nestlé'], [1]],
]);

named('labels in Title Case', [
  ['**Target Heart Rate:** 120 to 140', ['Target'], [0]],
  ['Key Ring Holder: holds six keys.', ['Ring'], [0]],
  ['Made In Germany: a mark of quality', ['Made In'], [0]],
  ['- **Ring Video Doorbell 4:** easy to install', ['Ring'], [1]],
  ['Amazon Prime Video: a big library', ['Amazon', 'Prime'], [1, 1]],
]);

named('parts of compounds', [
  ['Choose a Clip-On light and a Sugar-Free drink.', ['On', 'Free'], [0, 0]],
  ['A Hard-Shell case is a Box-Office hit.', ['Shell', 'Box'], [0, 0]],
  ['It needs a Square-compatible or Visa-branded reader.', ['Square', 'Visa'], [1, 1]],
  ['זה טוב יותר מ-Bolt.', ['Bolt'], [1]],
]);

named('a sentence’s first word', [
  ['Later models have more memory. Still, most people like both.', ['Later', 'Still'], [0, 0]],
  ['Everything you need is inside. Native apps run faster.', ['Everything', 'Native'], [0, 0]],
  ['Monitor with a tool. Coach with patience, and praise often.', ['Monitor', 'Coach'], [0, 0]],
  ['Simple, flexible pricing', ['Simple'], [0]],
  ['Dawn breaks early.', ['Dawn'], [0]],
  ['Tide turns. Gap widens further.', ['Tide', 'Gap'], [0, 0]],
  ['Dove flies away. Stripe runs down the side.', ['Dove', 'Stripe'], [0, 0]],
  ['Dawn breaks down grease. Tide comes in pods.', ['Dawn', 'Tide'], [1, 1]],
  ['Bolt operates in 45 countries.', ['Bolt'], [1]],
  ['Linear separates issues from projects.', ['Linear'], [1]],
  ['Wise moves money abroad.', ['Wise'], [1]],
  ['Smart sports watches cost more. Clear signs help visitors.', ['Smart', 'Clear'], [0, 0]],
  ['1. Free People', ['Free'], [0]],
  ['- **Smart Features** (optional)', ['Smart'], [0]],
  ['- **Brave Browser** – blocks ads', ['Brave'], [1]],
  ['Later is a scheduling tool for creators.', ['Later'], [1]],
  ['Next sells clothes in Britain.', ['Next'], [1]],
  ['Pick Toast for POS.', ['Toast'], [1]],
  ['Connect Stripe to QuickBooks.', ['Stripe'], [1]],
]);

named('a letter beside a sign', [
  ['R&B and R & D, AT&T, and C++ are no letters.', ['R', 'T', 'C'], [0, 0, 0]],
  ['Post it on X, or write it in C.', ['X', 'C'], [1, 1]],
]);

named('Title Case with a full stop', [
  ['Loosen the Bolt.', ['Bolt'], [0]],
  ['Crush Mint Leaves With Sugar.', ['Mint'], [0]],
  ['Draw a Line Between Points. Then stop.', ['Line'], [0]],
  ['Pick Frame Color.', ['Frame'], [0]],
  ['Send Alerts to Slack.', ['Slack'], [1]],
  ['Use Zoom with Outlook.', ['Zoom'], [1]],
  ['Use Signal or Telegram for Chats.', ['Signal'], [1]],
  ['Try the Box API.', ['Box'], [1]],
  ['Consider Coda.', ['Coda'], [1]],
  ['The winner is Linear.', ['Linear'], [1]],
]);

named('a word with accents, and a name that has them in the text', [
  ['Hôtel avec piscine.', ['Hotel'], [0]],
  ['Lámpara de mesa: 20 W', ['Lampara'], [0]],
  ['Der Schlüssel liegt hier.', ['Schlussel'], [0]],
  ['Möbel und Bad.', ['Mobel'], [0]],
  ['Entrée prices start at 20 euros.', ['Entree'], [0]],
  ['- Étape 2 : fermer', ['Etape'], [0]],
  ['Éxito es una cadena de supermercados.', ['Exito'], [1]],
  ['Škoda, Seat und VW sind Marken.', ['Skoda'], [1]],
  ['Nestlé sells water.', ['Nestle'], [1]],
  ['Décathlon vend des vélos.', ['Decathlon'], [1]],
  ['He has great elan.', ['Élan'], [0]],
]);
