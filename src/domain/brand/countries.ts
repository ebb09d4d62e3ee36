export interface Country {
  /** ISO 3166-1 alpha-2. */
  readonly code: string;
  /** The capital's coordinates in degrees, for engines that take nothing else. */
  readonly latitude: number;
  readonly longitude: number;
}

/**
 * The countries of ISO 3166-1: numeric code, alpha-2 code, and the capital's latitude and longitude. Without a capital,
 * it is the largest settlement or a point in the country.
 */
const TABLE = `
020 AD  42.51    1.52 Andorra la Vella
784 AE  24.45   54.38 Abu Dhabi
004 AF  34.53   69.17 Kabul
028 AG  17.12  -61.85 Saint John's
660 AI  18.22  -63.06 The Valley
008 AL  41.33   19.82 Tirana
051 AM  40.18   44.51 Yerevan
024 AO  -8.84   13.23 Luanda
010 AQ -77.85  166.67 McMurdo Station
032 AR -34.60  -58.38 Buenos Aires
016 AS -14.28 -170.70 Pago Pago
040 AT  48.21   16.37 Vienna
036 AU -35.28  149.13 Canberra
533 AW  12.52  -70.03 Oranjestad
248 AX  60.10   19.94 Mariehamn
031 AZ  40.41   49.87 Baku
070 BA  43.86   18.41 Sarajevo
052 BB  13.10  -59.62 Bridgetown
050 BD  23.81   90.41 Dhaka
056 BE  50.85    4.35 Brussels
854 BF  12.37   -1.52 Ouagadougou
100 BG  42.70   23.32 Sofia
048 BH  26.23   50.58 Manama
108 BI  -3.43   29.93 Gitega
204 BJ   6.50    2.60 Porto-Novo
652 BL  17.90  -62.85 Gustavia
060 BM  32.29  -64.78 Hamilton
096 BN   4.90  114.94 Bandar Seri Begawan
068 BO -19.03  -65.26 Sucre
535 BQ  12.15  -68.27 Kralendijk
076 BR -15.79  -47.88 Brasilia
044 BS  25.05  -77.35 Nassau
064 BT  27.47   89.64 Thimphu
074 BV -54.42    3.36 Bouvet Island
072 BW -24.65   25.91 Gaborone
112 BY  53.90   27.57 Minsk
084 BZ  17.25  -88.77 Belmopan
124 CA  45.42  -75.70 Ottawa
166 CC -12.16   96.83 West Island
180 CD  -4.32   15.31 Kinshasa
140 CF   4.39   18.56 Bangui
178 CG  -4.26   15.28 Brazzaville
756 CH  46.95    7.45 Bern
384 CI   6.82   -5.28 Yamoussoukro
184 CK -21.21 -159.78 Avarua
152 CL -33.45  -70.67 Santiago
120 CM   3.87   11.52 Yaounde
156 CN  39.90  116.41 Beijing
170 CO   4.71  -74.07 Bogota
188 CR   9.93  -84.08 San Jose
192 CU  23.11  -82.37 Havana
132 CV  14.93  -23.51 Praia
531 CW  12.11  -68.93 Willemstad
162 CX -10.42  105.68 Flying Fish Cove
196 CY  35.17   33.36 Nicosia
203 CZ  50.08   14.44 Prague
276 DE  52.52   13.41 Berlin
262 DJ  11.59   43.15 Djibouti
208 DK  55.68   12.57 Copenhagen
212 DM  15.30  -61.39 Roseau
214 DO  18.49  -69.93 Santo Domingo
012 DZ  36.75    3.06 Algiers
218 EC  -0.18  -78.47 Quito
233 EE  59.44   24.75 Tallinn
818 EG  30.04   31.24 Cairo
732 EH  27.15  -13.20 Laayoune
232 ER  15.32   38.93 Asmara
724 ES  40.42   -3.70 Madrid
231 ET   9.03   38.74 Addis Ababa
246 FI  60.17   24.94 Helsinki
242 FJ -18.14  178.44 Suva
238 FK -51.70  -57.85 Stanley
583 FM   6.92  158.16 Palikir
234 FO  62.01   -6.77 Torshavn
250 FR  48.86    2.35 Paris
266 GA   0.42    9.47 Libreville
826 GB  51.51   -0.13 London
308 GD  12.06  -61.75 Saint George's
268 GE  41.72   44.78 Tbilisi
254 GF   4.92  -52.31 Cayenne
831 GG  49.46   -2.54 Saint Peter Port
288 GH   5.60   -0.19 Accra
292 GI  36.14   -5.35 Gibraltar
304 GL  64.18  -51.74 Nuuk
270 GM  13.45  -16.58 Banjul
324 GN   9.64  -13.58 Conakry
312 GP  16.00  -61.73 Basse-Terre
226 GQ   3.75    8.78 Malabo
300 GR  37.98   23.73 Athens
239 GS -54.28  -36.51 King Edward Point
320 GT  14.63  -90.51 Guatemala City
316 GU  13.47  144.75 Hagatna
624 GW  11.86  -15.60 Bissau
328 GY   6.80  -58.16 Georgetown
344 HK  22.28  114.16 Hong Kong
334 HM -53.08   73.51 Heard Island
340 HN  14.07  -87.19 Tegucigalpa
191 HR  45.81   15.98 Zagreb
332 HT  18.54  -72.34 Port-au-Prince
348 HU  47.50   19.04 Budapest
360 ID  -6.21  106.85 Jakarta
372 IE  53.35   -6.26 Dublin
376 IL  31.77   35.21 Jerusalem
833 IM  54.15   -4.48 Douglas
356 IN  28.61   77.21 New Delhi
086 IO  -7.31   72.41 Diego Garcia
368 IQ  33.31   44.37 Baghdad
364 IR  35.69   51.39 Tehran
352 IS  64.15  -21.94 Reykjavik
380 IT  41.90   12.50 Rome
832 JE  49.19   -2.11 Saint Helier
388 JM  18.00  -76.79 Kingston
400 JO  31.95   35.93 Amman
392 JP  35.68  139.69 Tokyo
404 KE  -1.29   36.82 Nairobi
417 KG  42.87   74.59 Bishkek
116 KH  11.56  104.92 Phnom Penh
296 KI   1.33  172.98 South Tarawa
174 KM -11.70   43.26 Moroni
659 KN  17.30  -62.72 Basseterre
408 KP  39.02  125.75 Pyongyang
410 KR  37.57  126.98 Seoul
414 KW  29.38   47.98 Kuwait City
136 KY  19.29  -81.38 George Town
398 KZ  51.17   71.45 Astana
418 LA  17.98  102.63 Vientiane
422 LB  33.89   35.50 Beirut
662 LC  14.01  -60.99 Castries
438 LI  47.14    9.52 Vaduz
144 LK   6.89   79.92 Sri Jayawardenepura Kotte
430 LR   6.30  -10.80 Monrovia
426 LS -29.31   27.48 Maseru
440 LT  54.69   25.28 Vilnius
442 LU  49.61    6.13 Luxembourg
428 LV  56.95   24.11 Riga
434 LY  32.89   13.19 Tripoli
504 MA  34.02   -6.84 Rabat
492 MC  43.73    7.42 Monaco
498 MD  47.01   28.86 Chisinau
499 ME  42.43   19.26 Podgorica
663 MF  18.07  -63.08 Marigot
450 MG -18.88   47.51 Antananarivo
584 MH   7.09  171.38 Majuro
807 MK  42.00   21.43 Skopje
466 ML  12.64   -8.00 Bamako
104 MM  19.76   96.08 Naypyidaw
496 MN  47.92  106.91 Ulaanbaatar
446 MO  22.20  113.54 Macao
580 MP  15.18  145.75 Saipan
474 MQ  14.60  -61.07 Fort-de-France
478 MR  18.08  -15.98 Nouakchott
500 MS  16.79  -62.21 Brades
470 MT  35.90   14.51 Valletta
480 MU -20.16   57.50 Port Louis
462 MV   4.18   73.51 Male
454 MW -13.96   33.79 Lilongwe
484 MX  19.43  -99.13 Mexico City
458 MY   3.14  101.69 Kuala Lumpur
508 MZ -25.97   32.57 Maputo
516 NA -22.56   17.08 Windhoek
540 NC -22.27  166.44 Noumea
562 NE  13.51    2.11 Niamey
574 NF -29.06  167.96 Kingston
566 NG   9.06    7.49 Abuja
558 NI  12.11  -86.24 Managua
528 NL  52.37    4.90 Amsterdam
578 NO  59.91   10.75 Oslo
524 NP  27.72   85.32 Kathmandu
520 NR  -0.55  166.92 Yaren
570 NU -19.06 -169.92 Alofi
554 NZ -41.29  174.78 Wellington
512 OM  23.59   58.41 Muscat
591 PA   8.98  -79.52 Panama City
604 PE -12.05  -77.04 Lima
258 PF -17.54 -149.57 Papeete
598 PG  -9.44  147.18 Port Moresby
608 PH  14.60  120.98 Manila
586 PK  33.68   73.05 Islamabad
616 PL  52.23   21.01 Warsaw
666 PM  46.78  -56.18 Saint-Pierre
612 PN -25.07 -130.10 Adamstown
630 PR  18.47  -66.11 San Juan
275 PS  31.90   35.20 Ramallah
620 PT  38.72   -9.14 Lisbon
585 PW   7.50  134.62 Ngerulmud
600 PY -25.26  -57.58 Asuncion
634 QA  25.29   51.53 Doha
638 RE -20.88   55.45 Saint-Denis
642 RO  44.43   26.10 Bucharest
688 RS  44.79   20.45 Belgrade
643 RU  55.76   37.62 Moscow
646 RW  -1.94   30.06 Kigali
682 SA  24.71   46.68 Riyadh
090 SB  -9.43  159.95 Honiara
690 SC  -4.62   55.45 Victoria
729 SD  15.50   32.56 Khartoum
752 SE  59.33   18.07 Stockholm
702 SG   1.29  103.85 Singapore
654 SH -15.93   -5.72 Jamestown
705 SI  46.06   14.51 Ljubljana
744 SJ  78.22   15.65 Longyearbyen
703 SK  48.15   17.11 Bratislava
694 SL   8.48  -13.23 Freetown
674 SM  43.94   12.45 San Marino
686 SN  14.72  -17.47 Dakar
706 SO   2.05   45.32 Mogadishu
740 SR   5.85  -55.20 Paramaribo
728 SS   4.85   31.58 Juba
678 ST   0.34    6.73 Sao Tome
222 SV  13.69  -89.22 San Salvador
534 SX  18.03  -63.05 Philipsburg
760 SY  33.51   36.29 Damascus
748 SZ -26.31   31.14 Mbabane
796 TC  21.46  -71.14 Cockburn Town
148 TD  12.13   15.06 N'Djamena
260 TF -49.35   70.22 Port-aux-Francais
768 TG   6.13    1.22 Lome
764 TH  13.76  100.50 Bangkok
762 TJ  38.56   68.79 Dushanbe
772 TK  -9.38 -171.22 Fakaofo
626 TL  -8.56  125.57 Dili
795 TM  37.96   58.33 Ashgabat
788 TN  36.81   10.18 Tunis
776 TO -21.14 -175.20 Nuku'alofa
792 TR  39.93   32.86 Ankara
780 TT  10.65  -61.52 Port of Spain
798 TV  -8.52  179.19 Funafuti
158 TW  25.03  121.57 Taipei
834 TZ  -6.17   35.74 Dodoma
804 UA  50.45   30.52 Kyiv
800 UG   0.35   32.58 Kampala
581 UM  19.28  166.65 Wake Island
840 US  38.91  -77.04 Washington
858 UY -34.90  -56.16 Montevideo
860 UZ  41.30   69.24 Tashkent
336 VA  41.90   12.45 Vatican City
670 VC  13.16  -61.22 Kingstown
862 VE  10.48  -66.90 Caracas
092 VG  18.43  -64.62 Road Town
850 VI  18.34  -64.93 Charlotte Amalie
704 VN  21.03  105.85 Hanoi
548 VU -17.73  168.32 Port Vila
876 WF -13.28 -176.17 Mata-Utu
882 WS -13.83 -171.76 Apia
887 YE  15.35   44.21 Sanaa
175 YT -12.78   45.23 Mamoudzou
710 ZA -25.75   28.19 Pretoria
894 ZM -15.39   28.32 Lusaka
716 ZW -17.83   31.05 Harare
`;

/** Google's geo target ids of countries are this plus the ISO 3166-1 numeric code. */
const FIRST_LOCATION_CODE = 2000;

/** By the location codes of Google and DataForSEO: 2840 is the United States. */
export const COUNTRIES: ReadonlyMap<number, Country> = new Map(TABLE.trim().split('\n').map(entryOf));

function entryOf(line: string): [number, Country] {
  const [numeric, code = '', latitude, longitude] = line.split(/\s+/);
  return [
    FIRST_LOCATION_CODE + Number(numeric),
    { code, latitude: Number(latitude), longitude: Number(longitude) },
  ];
}
