const list = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** Words that end a noun phrase and begin the next part of a sentence. */
export const PREPOSITIONS = list(
  "about across after against along among around as at before behind below between beyond by during for from in inside into near of off on onto out over per since through to toward towards under until up upon using via with within without",
);

export const DETERMINERS = list(
  "a an the this that these those its your my our their his her any some each every all one two three several multiple many more both either no another other",
);

/** Words before a noun that say which one without saying anything of it. */
export const POINTERS = list(
  "given specified specific particular certain single existing current new provided selected desired target named individual requested chosen following corresponding respective relevant appropriate",
);

/** Words that carry no subject: they are neither searched nor counted. */
export const STOPWORDS = list(`
  a an the this that these those it its is are was were be been being do does did have has had will would can could shall should may might must
  i me my mine we us our you your he she they them their one ones who whom whose which what where when why how
  and or but nor so if then than as of at by for from in into on onto to with within without about over under up out off per via through during
  please just only also too very really quite some any all each every both either neither no not yes more most less least own same other another such
  there here now today again still already ever never once away back let lets want wants need needs like know see make made get got give gives gave take takes
  use uses used using tool tools user users agent api call calls based etc e.g i.e via new given specific specified particular current existing
`);
