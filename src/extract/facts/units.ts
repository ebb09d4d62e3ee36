/** A unit that may differ between fact and answer: 100 GB are 0.1 TB, and two years are 24 months. */

interface Unit {
  /** Its spellings in lower case. */
  readonly names: readonly string[];
  /** Its size in the family's smallest unit, in each way to count: a GB has 1000 or 1024 MB. */
  readonly sizes: readonly number[];
}

const unit = (names: string, ...sizes: readonly number[]): Unit => ({ names: names.split(' '), sizes });

const FAMILIES: readonly (readonly Unit[])[] = [
  [
    unit('mb mo megabytes megabyte', 1, 1),
    unit('gb go gigabytes gigabyte gigas gigaoctets', 1000, 1024),
    unit('tb to terabytes terabyte téraoctets', 1_000_000, 1024 * 1024),
  ],
  [
    unit(
      'month months monat monate monaten mois mes meses mese mesi mês maand maanden miesiąc miesiące miesięcy ヶ月 か月 개월',
      1,
    ),
    unit(
      "year years year's years' jahr jahre jahren an ans année années año años anno anni ano anos jaar rok lata lat 年 年間",
      12,
    ),
  ],
  [
    unit('minute minutes min minuten minutos minuti minut 分', 1),
    unit(
      'hour hours h hrs hr stunde stunden heure heures hora horas ora ore uur uren godzina godziny godzin 時間',
      60,
    ),
  ],
  [
    unit('g gram grams gramm grammes gramos grammi gramas グラム', 1),
    unit('kg kilo kilos kilograms kilogramm kilogrammes kilogramos chili quilos', 1000),
  ],
];

/** A possible unit in answers, with its factors to the fact's unit, in each way to count. */
interface UnitForm {
  readonly name: string;
  readonly factors: readonly number[];
}

export function unitForms(units: readonly string[]): UnitForm[] {
  const own = new Set(units.map((name) => name.toLowerCase()));
  const forms: UnitForm[] = units.map((name) => ({ name, factors: [1] }));
  for (const family of FAMILIES) {
    const declared = family.find(({ names }) => names.some((name) => own.has(name)));
    if (declared === undefined) continue;
    for (const { names, sizes } of family) {
      const factors = sizes.map((size, way) => size / (declared.sizes[way] ?? 1));
      for (const name of names) if (!own.has(name)) forms.push({ name, factors });
    }
  }
  return forms;
}
