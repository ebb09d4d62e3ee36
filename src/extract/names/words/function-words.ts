/**
 * Function words in languages that mark names by capitals. English is here so that it can win; in a tie, the earlier
 * language wins.
 */
export const FUNCTION_WORDS = {
  english:
    'the a is are was and of to for with it its this that you your from by on or at be has have not but they which',
  spanish:
    'el la los las y es una con por del al se que en un para como más su lo está son también o pero si muy',
  german:
    'der die das und ist ein eine für mit auf den von zu im nicht sich dem auch als bei oder sind wird wie kann es',
  french:
    'le la les des et est un une pour avec dans sur que qui du il en au plus vous pas ce sont ou par aux votre',
  portuguese:
    'o do da em um uma para não e é os as no na com que mais por se dos das ao você são também ou como',
  italian: 'il di e è per che del della una con non un la sono più i le gli si da come anche nel alla o ma',
  dutch:
    'het een van en voor met de is dat op niet zijn te in ook je aan als of bij die er maar om wordt naar',
  russian: 'и в не на что с по это как для к из от но или у же за также его так если можно очень',
  polish: 'i w z na jest się nie to do że jak dla są od przez oraz o po za ale lub co może także tego bardzo',
  turkish:
    'bir ve bu için ile de da çok en daha gibi olarak var ne ama veya olan mi değil kadar sonra her iyi',
  swedish: 'och att som med är på för en ett det inte till av den i har kan om från eller de också men du så',
  danish: 'og at som med er på for en et det ikke til af den i har kan om fra eller de også men du så',
  norwegian: 'og at som med er på for en et det ikke til av den i har kan om fra eller de også men du så',
  czech: 'a je se na v že to s z do pro jsou jako i ale nebo si o by k od jak není které také může',
  indonesian:
    'yang dan di untuk dengan ini dari itu tidak pada adalah atau dalam juga akan ke bisa ada lebih sebagai anda',
  vietnamese:
    'là và của có cho không được một các với trong này những để khi người đã từ bạn cũng như đến hoặc rất',
  romanian: 'și este cu pe de la în un o nu care mai pentru din sau sunt se ca au fi dar ce al foarte cele',
  hungarian:
    'a az és hogy nem is egy van ez azt meg de ha csak mint vagy el még már nagyon lehet ami jó kell után',
  ukrainian: 'і в не на що з та для це як до від але або у за також його так якщо можна дуже є які',
  greek: 'και το να του η της με για την είναι ο τα που στο από ένα δεν σε θα τον των μια ή αλλά',
  finnish:
    'ja on se että ei ovat kuin mutta myös tai jos sen ole niin joka oli kun hyvä tämä sekä mukaan kanssa',
  slovak: 'a je sa na v že to s z do pre sú ako aj ale alebo si o by k od nie ktoré tiež môže veľmi',
  bulgarian: 'и в не на че с по за това как от но или да се са е най също като ако може много които',
  serbian: 'i je se na u da to s sa za su kao ali ili od što ne koji iz bi može ima vrlo po do nije',
  slovenian: 'in je se na v da to s z do za so kot tudi ali pa po ki ni lahko ne bi pri več zelo ima',
  catalan:
    'el la els les i és una amb per del al que en un més com també no són o però si dels aquest molt hi',
} as const;

export type Language = keyof typeof FUNCTION_WORDS;
