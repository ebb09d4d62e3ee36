import { join } from 'node:path';
import { generator } from '../../src/stats/distributions/generator.ts';
import { type Clause, clausesIn } from './clauses.ts';
import type { Passage } from './passages.ts';

/** A language's phrases around remarks in whole answers. `{}` is a brand. */
interface Manner {
  readonly intro: readonly string[];
  readonly verdict: readonly string[];
  readonly maker: string;
  readonly price: string;
  readonly overview: readonly string[];
  readonly conclusion: readonly string[];
  /** Neutral sentences that look like a fault or praise. */
  readonly plain: readonly string[];
  readonly closing: readonly string[];
}

const MANNERS: Readonly<Record<string, Manner>> = {
  en: {
    intro: [
      'Here is what I found.',
      'There are several options.',
      'It depends on what you need.',
      'A short overview:',
    ],
    verdict: ['Verdict', 'Our take', 'Bottom line', 'Impression'],
    maker: 'Brand',
    price: 'Price',
    overview: ['Overview', 'The candidates', 'Options at a glance', 'Details'],
    conclusion: ['Conclusion', 'In short', 'What to look at'],
    plain: [
      '{} works too.',
      'Prices for {} are not published.',
      '{} is available for emergency repairs and burst pipes.',
      'No contract is needed with {}.',
      '{} does not disclose how many customers it has.',
      '{} is not sold in shops.',
      'Too many to list: {} has forty models.',
      '{} removes stains, rust, and dirt.',
    ],
    closing: ['Would you like a comparison of the prices?', 'Tell me your budget, and I can narrow it down.'],
  },
  de: {
    intro: [
      'Hier ein kurzer Überblick.',
      'Es gibt mehrere Möglichkeiten.',
      'Das hängt davon ab, was Sie brauchen.',
    ],
    verdict: ['Fazit', 'Urteil', 'Einschätzung'],
    maker: 'Marke',
    price: 'Preis',
    overview: ['Überblick', 'Die Anbieter', 'Einzelheiten'],
    conclusion: ['Zusammenfassung', 'Kurz gesagt', 'Worauf achten?'],
    plain: [
      '{} geht auch.',
      'Preise für {} sind nicht veröffentlicht.',
      '{} kommt auch bei Rohrbruch und verstopftem Abfluss.',
      'Bei {} braucht man keinen Vertrag.',
      '{} gibt nicht an, wie viele Kunden es hat.',
      '{} entfernt Rost, Schmutz und Flecken.',
    ],
    closing: ['Soll ich die Preise vergleichen?', 'Nennen Sie mir Ihr Budget.'],
  },
  fr: {
    intro: ['Voici un aperçu.', 'Il existe plusieurs options.', 'Tout dépend de vos besoins.'],
    verdict: ['Verdict', 'Notre avis', 'Bilan'],
    maker: 'Marque',
    price: 'Prix',
    overview: ['Aperçu', 'Les candidats', 'Détails'],
    conclusion: ['Conclusion', 'En bref', 'À regarder'],
    plain: [
      '{} fonctionne aussi.',
      'Les prix de {} ne sont pas publiés.',
      '{} intervient en cas de fuite ou de panne.',
      'Avec {}, aucun contrat n’est nécessaire.',
      '{} n’indique pas combien de clients il a.',
      '{} enlève la rouille et les taches.',
    ],
    closing: ['Voulez-vous comparer les prix ?', 'Donnez-moi votre budget.'],
  },
  es: {
    intro: ['Aquí va un resumen.', 'Hay varias opciones.', 'Depende de lo que necesites.'],
    verdict: ['Veredicto', 'Opinión', 'Valoración'],
    maker: 'Marca',
    price: 'Precio',
    overview: ['Resumen', 'Las opciones', 'Detalles'],
    conclusion: ['Conclusión', 'En resumen', 'Qué mirar'],
    plain: [
      '{} también sirve.',
      'Los precios de {} no están publicados.',
      '{} acude en caso de fugas o averías.',
      'Con {} no hace falta contrato.',
      '{} no dice cuántos clientes tiene.',
      '{} quita el óxido y las manchas.',
    ],
    closing: ['¿Quieres comparar los precios?', 'Dime tu presupuesto.'],
  },
  it: {
    intro: ['Ecco una panoramica.', 'Ci sono diverse opzioni.', 'Dipende da cosa ti serve.'],
    verdict: ['Verdetto', 'Giudizio', 'Parere'],
    maker: 'Marca',
    price: 'Prezzo',
    overview: ['Panoramica', 'Le opzioni', 'Dettagli'],
    conclusion: ['Conclusione', 'In breve', 'A cosa badare'],
    plain: [
      'Anche {} va.',
      'I prezzi di {} non sono pubblicati.',
      '{} interviene in caso di perdite o guasti.',
      'Con {} non serve un contratto.',
      '{} non dice quanti clienti ha.',
      '{} toglie ruggine e macchie.',
    ],
    closing: ['Vuoi confrontare i prezzi?', 'Dimmi il tuo budget.'],
  },
  pt: {
    intro: ['Aqui vai um resumo.', 'Há várias opções.', 'Depende do que você precisa.'],
    verdict: ['Veredito', 'Opinião', 'Avaliação'],
    maker: 'Marca',
    price: 'Preço',
    overview: ['Resumo', 'As opções', 'Detalhes'],
    conclusion: ['Conclusão', 'Em resumo', 'O que observar'],
    plain: [
      '{} também serve.',
      'Os preços de {} não são publicados.',
      '{} atende em caso de vazamento ou avaria.',
      'Com {} não é preciso contrato.',
      '{} não diz quantos clientes tem.',
      '{} tira ferrugem e manchas.',
    ],
    closing: ['Quer comparar os preços?', 'Diga-me o seu orçamento.'],
  },
  nl: {
    intro: ['Hier een kort overzicht.', 'Er zijn meerdere opties.', 'Dat hangt af van wat je nodig hebt.'],
    verdict: ['Oordeel', 'Onze mening', 'Bevinding'],
    maker: 'Merk',
    price: 'Prijs',
    overview: ['Overzicht', 'De opties', 'Details'],
    conclusion: ['Conclusie', 'Kortom', 'Waar let je op?'],
    plain: [
      '{} kan ook.',
      'Prijzen van {} zijn niet gepubliceerd.',
      '{} komt bij lekkage en verstopping.',
      'Bij {} is geen contract nodig.',
      '{} zegt niet hoeveel klanten het heeft.',
      '{} is opgericht in 1998 en heeft zijn hoofdkantoor in Utrecht.',
    ],
    closing: ['Zal ik de prijzen vergelijken?', 'Noem je budget.'],
  },
  ja: {
    intro: ['概要は次のとおりです。', 'いくつか選択肢があります。', '必要なものによります。'],
    verdict: ['評価', '総評', '所感'],
    maker: 'ブランド',
    price: '価格',
    overview: ['概要', '候補', '詳細'],
    conclusion: ['まとめ', '確認すること'],
    plain: [
      '{}も使えます。',
      '{}の価格は公開されていません。',
      '{}は水漏れや故障の際に対応します。',
      '{}は契約が不要です。',
      '{}は利用者数を公表していません。',
    ],
    closing: ['価格を比べましょうか？', '予算を教えてください。'],
  },
  zh: {
    intro: ['下面是简要介绍。', '有几个选择。', '这取决于您的需要。'],
    verdict: ['评价', '总评', '看法'],
    maker: '品牌',
    price: '价格',
    overview: ['概览', '候选', '详情'],
    conclusion: ['总结', '看什么'],
    plain: [
      '{}也可以。',
      '{}的价格没有公布。',
      '{}处理漏水和故障。',
      '{}不需要合同。',
      '{}没有说明有多少客户。',
    ],
    closing: ['要比较价格吗？', '请告诉我您的预算。'],
  },
};

const NAMES = [
  'Vorlune',
  'Kestaro',
  'Brimmeld',
  'Ostavia',
  'Quenlo',
  'Draviso',
  'Talvex',
  'Merrowin',
  'Sundrake',
  'Polvera',
];
const SIGNS = ['', '', '', '🏷️ ', '📌 ', '🔹 '];

/** The kind for generated passages. */
export const MADE = 'made';

/**
 * Whole Markdown answers with several brands, made from a folder's clauses and remarks: this many in each
 * language.
 */
export async function answerPassages(folder: string, times: number): Promise<Passage[]> {
  const clauses = Map.groupBy(
    await clausesIn(join(folder, 'clauses'), 'clauses'),
    ({ language }) => language,
  );
  const remarks = Map.groupBy(
    await clausesIn(join(folder, 'remarks'), 'remarks'),
    ({ language }) => language,
  );
  const random = generator(11);
  return Object.entries(MANNERS).flatMap(([language, manner]) => {
    const said = { clauses: clauses.get(language) ?? [], remarks: remarks.get(language) ?? [] };
    const maker = new AnswerMaker(language, manner, said, random);
    return Array.from({ length: times }, () => maker.make());
  });
}

interface Sayable {
  readonly clauses: readonly Clause[];
  readonly remarks: readonly Clause[];
}

/**
 * Clauses that can stand without a name, because they have no place for one. Without the particle that would
 * follow it.
 */
function nameless(clauses: readonly Clause[]): Clause[] {
  return clauses
    .filter(({ text }) => !text.includes('{}'))
    .map((each) => ({ ...each, text: each.text.replace(/^[、,はがのもをにで]\s*/u, '') }));
}

class AnswerMaker {
  readonly #language: string;
  readonly #manner: Manner;
  readonly #said: Sayable;
  readonly #random: () => number;
  readonly #blank: string;
  readonly #end: string;
  #evidence: Record<string, string[]> = {};

  constructor(language: string, manner: Manner, said: Sayable, random: () => number) {
    this.#language = language;
    this.#manner = manner;
    this.#said = said;
    this.#random = random;
    const isDense = language === 'ja' || language === 'zh';
    this.#blank = isDense ? '' : ' ';
    this.#end = isDense ? '。' : '.';
  }

  make(): Passage {
    const from = Math.floor(this.#random() * NAMES.length);
    const names = Array.from(
      { length: 2 + Math.floor(this.#random() * 4) },
      (_, at) => NAMES[(from + at) % NAMES.length] ?? '',
    );
    this.#evidence = Object.fromEntries(names.map((name) => [name, []]));
    const shape = this.#one([this.#sections, this.#items, this.#table, this.#lines, this.#paragraphs]).bind(
      this,
    );
    const parts = [this.#one(this.#manner.intro)];
    if (this.#random() < 0.4) parts.push(`## ${this.#one(SIGNS)}${this.#one(this.#manner.overview)}`);
    parts.push(...shape(names));
    if (this.#random() < 0.6)
      parts.push(
        this.#one([`## ${this.#one(this.#manner.conclusion)}`, `**${this.#one(this.#manner.verdict)}**`]),
        this.#random() < 0.3
          ? this.#one(this.#manner.plain).replace('{}', this.#one(names))
          : this.#named(this.#one(names)),
      );
    if (this.#random() < 0.5) parts.push(this.#one(this.#manner.closing));
    return {
      language: this.#language,
      trade: 'any',
      kind: MADE,
      text: parts.join('\n\n'),
      evidence: this.#evidence,
    };
  }

  /** Headings with the names, and bullets or sentences under them. */
  #sections(names: readonly string[]): string[] {
    const isNumbered = this.#random() < 0.5;
    const mark = this.#one(['###', '##', '####']);
    return names.flatMap((name, at) => [
      `${mark} ${isNumbered ? `${at + 1}. ` : ''}${this.#one(SIGNS)}${name}`,
      this.#random() < 0.6
        ? this.#points(name, 1 + Math.floor(this.#random() * 3))
            .map((each) => `- ${each}`)
            .join('\n')
        : this.#sentences(name),
    ]);
  }

  /** Items with the name in bold, followed by remarks or a nested list. */
  #items(names: readonly string[]): string[] {
    const isNested = this.#random() < 0.5;
    const own = names.map((name, at) => {
      const points = this.#points(name, 1 + Math.floor(this.#random() * 2));
      const lead = `${at + 1}. **${name}**`;
      return isNested
        ? `${lead}\n${points.map((each) => `   - ${each}`).join('\n')}`
        : `${lead}: ${points.map((each) => this.#ended(each)).join(this.#blank)}`;
    });
    return [own.join('\n')];
  }

  #table(names: readonly string[]): string[] {
    const { maker, price, verdict } = this.#manner;
    const rows = names.map(
      (name) =>
        `| **${name}** | $${5 + Math.floor(this.#random() * 90)} | ${this.#points(name, 1).join('')} |`,
    );
    return [[`| ${maker} | ${price} | ${this.#one(verdict)} |`, '|---|---|---|', ...rows].join('\n')];
  }

  /** Bold lines as headings. */
  #lines(names: readonly string[]): string[] {
    return names.flatMap((name) => [
      `**${name}**`,
      this.#points(name, 1 + Math.floor(this.#random() * 2))
        .map((each) => `* ${each}`)
        .join('\n'),
    ]);
  }

  #paragraphs(names: readonly string[]): string[] {
    return names.map((name) => this.#sentences(name));
  }

  /** A sentence that names the brand, and perhaps more. */
  #sentences(name: string): string {
    const sign = this.#lean();
    const { text } = this.#say(name, this.#said.clauses, sign);
    const first = this.#ended(/^[、,]/.test(text) ? name + text : name + this.#blank + text);
    const others = Array.from({ length: Math.floor(this.#random() * 3) }, () =>
      this.#ended(this.#say(name, nameless(this.#said.remarks), sign).text),
    );
    const named = this.#random() < 0.3 ? [this.#named(name, sign)] : [];
    const plain = this.#random() < 0.3 ? [this.#one(this.#manner.plain).replace('{}', name)] : [];
    return [first, ...others, ...named, ...plain].join(this.#blank);
  }

  /** This many points about a brand, mostly on one side: clauses and remarks without its name. */
  #points(name: string, count: number): string[] {
    const sign = this.#lean();
    return Array.from({ length: count }, () => {
      const own = this.#random() < 0.5 ? this.#said.clauses : this.#said.remarks;
      return this.#say(name, nameless(own), sign).text;
    });
  }

  /** A remark that names a brand. */
  #named(name: string, sign = this.#lean()): string {
    const own = this.#said.remarks.filter(({ text }) => text.includes('{}'));
    return this.#say(name, own, sign).text;
  }

  #lean(): Clause['sign'] {
    return this.#one(['+', '+', '-', '-', '0'] as const);
  }

  /** One clause about a brand, which mostly leans to a side. */
  #say(name: string, clauses: readonly Clause[], lean: Clause['sign']): Clause {
    const sign = this.#random() < 0.75 ? lean : '0';
    const chosen = this.#one(clauses.filter((each) => each.sign === sign));
    const text = chosen.text.replace('{}', name);
    if (sign !== '0') this.#evidence[name]?.push(sign + text);
    return { ...chosen, text };
  }

  #ended(text: string): string {
    return /[.!?。！？]$/u.test(text) ? text : text + this.#end;
  }

  #one<Item>(items: readonly Item[]): Item {
    const item = items[Math.floor(this.#random() * items.length)];
    if (item === undefined) throw new Error(`nothing to choose from in ${this.#language}`);
    return item;
  }
}
