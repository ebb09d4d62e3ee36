import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pluck } from '../../test/support/pluck.ts';
import { duplicateFinder, groupDuplicates } from './near-duplicates.ts';
import { readPage } from './page-reading.ts';
import { proposalsOf } from './proposals.ts';
import { questionProposals } from './questions.ts';

function questions(lang: string, title: string, headings: readonly string[] = [], path = 'a') {
  const html = `<html lang="${lang}"><title>${title} | Tandemly</title>${headings.map((each) => `<h2>${each}</h2>`).join('')}`;
  const first = readPage(`<html lang="${lang}"><title>Tandemly</title>`, 'https://tandemly.example/');
  const pages = [first, readPage(html, `https://tandemly.example/${path}`)];
  return proposalsOf({ host: 'tandemly.example', typed: 'tandemly.example', pages }).filter(
    ({ kind }) => kind === 'question',
  );
}

for (const [lang, title, expected] of [
  [
    'en-US',
    'The Best Project Management Software for Small Agencies',
    'best project management software for small agencies',
  ],
  ['de', 'Projektmanagement-Software für Agenturen', 'beste Projektmanagement-Software für Agenturen'],
  ['fr', 'Logiciel de gestion de projet pour agences', 'meilleur logiciel de gestion de projet pour agences'],
  [
    'es',
    'Software de gestión de proyectos para agencias',
    'mejor software de gestión de proyectos para agencias',
  ],
  ['it', 'Software di gestione progetti per agenzie', 'miglior software di gestione progetti per agenzie'],
  [
    'pt-BR',
    'Software de gestão de projetos para agências',
    'melhor software de gestão de projetos para agências',
  ],
  ['nl', 'Projectmanagementsoftware voor bureaus', 'beste projectmanagementsoftware voor bureaus'],
  [
    'pl',
    'Oprogramowanie do zarządzania projektami dla agencji',
    'najlepsze oprogramowanie do zarządzania projektami dla agencji',
  ],
] as const) {
  test(`${lang}: a page about a product category asks for the best product`, () =>
    assert.deepEqual(pluck(questions(lang, title), 'text', 'evidence', 'isAdvised'), [
      [expected, ['your page /a'], true],
    ]));
}

for (const [lang, title, best] of [
  ['de', 'CRM-System für Agenturen', 'bestes'],
  ['de', 'Anbieter für Rechnungen', 'bester'],
  ['de', 'Tools für Agenturen', 'beste'],
  ['fr', 'Plateforme de gestion de projet', 'meilleure'],
  ['fr', 'Logiciels de gestion', 'meilleurs'],
  ['fr', 'CMS pour agences', 'meilleur'],
  ['es', 'Herramientas de gestión de proyectos', 'mejores'],
  ['it', 'Piattaforma di gestione progetti', 'migliore'],
  ['it', 'Strumenti di gestione progetti', 'migliori'],
  ['pt', 'Ferramentas de gestão de projetos', 'melhores'],
  ['pl', 'Aplikacja do zarządzania projektami', 'najlepsza'],
  ['pl', 'System do zarządzania projektami', 'najlepszy'],
  ['pl', 'Narzędzia do zarządzania projektami', 'najlepsze'],
] as const) {
  test(`${lang}: a search for ${title} begins with ${best}`, () =>
    assert.equal(questions(lang, title)[0]?.text.split(' ')[0], best));
}

for (const [lang, asked, ofCustomers] of [
  ['en', 'How do agencies track billable hours?', 'How do I cancel my account?'],
  ['de', 'Wie erfassen Agenturen abrechenbare Stunden?', 'Wie kann ich mein Konto kündigen?'],
  ['fr', 'Comment les agences suivent-elles leurs heures ?', 'Comment résilier mon abonnement ?'],
  ['es', '¿Cómo registran las agencias horas facturables?', '¿Cómo cancelo mi suscripción mensual?'],
  ['it', 'Come registrano le ore le agenzie?', 'Come posso disdire il mio abbonamento?'],
  ['pt', 'Como as agências registram horas?', 'Como cancelar minha assinatura mensal?'],
  ['nl', 'Hoe registreren bureaus declarabele uren?', 'Hoe kan ik mijn abonnement opzeggen?'],
  ['pl', 'Jak agencje rejestrują godziny pracy?', 'Jak anulować moje konto teraz?'],
] as const) {
  test(`${lang}: anybody’s question becomes a proposal, a customer’s does not`, () => {
    const found = questions(lang, 'Fragen', [asked, ofCustomers]).map(({ text }) => text);
    assert.deepEqual(found, [asked.replace(/^¿/, '')]);
  });
}

test('a question that names the brand is last, without a tick', () => {
  const found = questions('en', 'Questions', [
    'Is Tandemly any good?',
    'How do agencies track billable hours?',
  ]);
  assert.deepEqual(pluck(found, 'text', 'isAdvised', 'caution'), [
    ['How do agencies track billable hours?', true, null],
    ['Is Tandemly any good?', false, 'names your brand, so it does not show whether engines find you'],
  ]);
});

test('a heading that only advertises is no question', () => {
  const asked = [
    'Not a member yet of the club?',
    'Ready to get started today?',
    'What’s a fair rent in Lisbon?',
  ];
  assert.deepEqual(pluck(questions('en', 'Questions', asked), 'text'), ['What’s a fair rent in Lisbon?']);
});

test('at most twelve start ticked', () => {
  const kinds =
    'red blue green yellow purple orange silver golden wooden metal paper glass stone cotton'.split(' ');
  const found = questions(
    'en',
    'Questions',
    kinds.map((kind) => `How do agencies buy ${kind} chairs?`),
  );
  assert.deepEqual([found.length, found.filter(({ isAdvised }) => isAdvised).length], [14, 12]);
});

test('near duplicates are one question', () => {
  const groups = groupDuplicates(
    [
      'best project management tools for agencies',
      'What is the best project management tool for agencies?',
      'project management tool for agency',
      'best project management tools for freelancers',
      'mejores herramientas para agencias',
      'Was kostet das?',
      'was kostet das',
    ].map((text) => ({ text })),
  );
  assert.deepEqual(pluck(groups, 'length'), [3, 1, 1, 2]);
});

test('a question repeats one of many exactly if grouping would join both', () => {
  const words = ['agency', 'agencies', 'planning', 'tool', 'tools', 'best', 'for', 'small', 'big', 'rota'];
  const texts = words.flatMap((one, at) =>
    words.map((other, index) => [one, other, words[(at + index) % 7], words[(at * index) % 10]].join(' ')),
  );
  const [asked, others] = [texts.slice(0, 40), texts.slice(40)];
  const isLike = duplicateFinder(asked);
  const expected = others.filter((text) =>
    asked.some((each) => groupDuplicates([{ text: each }, { text }]).length === 1),
  );
  assert.ok(expected.length > 5 && expected.length < others.length - 5, String(expected.length));
  assert.deepEqual(others.filter(isLike), expected);
});

test('a duplicate of an existing question is no proposal, and a joined one appears in the evidence', () => {
  const found = questionProposals(
    ['a plan for small teams', 'plans for small teams', 'rota tools for nurses'].map((text) => ({
      text,
      source: 'a list',
    })),
    () => 'none',
    { asked: ['What are the best rota tools for nurses?'] },
  );
  const told = found.map(({ text, evidence }) => [text, ...evidence]);
  assert.deepEqual(told, [['a plan for small teams', 'a list', 'like “plans for small teams”']]);
});
