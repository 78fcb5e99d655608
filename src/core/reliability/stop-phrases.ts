/**
 * How one language asks to end the work. Every string is the source of a regular expression without capturing groups.
 */
export interface StopPhrases {
  /** Written without spaces between words, or with inconsistent spaces. Matched with all spaces removed. */
  spaceless?: true;
  /** Words that may surround a request without changing it. When two begin alike, the longer one comes first. */
  filler: string;
  /** A clause that asks to end all work and names nothing else to stop. */
  request: readonly string[];
  /** The end of a message that names some last work first. */
  ending: readonly string[];
  /** A clause that neither asks for anything nor forbids it. */
  neutral: string;
}

const KOREAN_POLITE = '(?:요|줘요?|주세요|주십시오|줄래요?|주실래요|주시겠어요|도돼요?|도됩니다|야돼요?|야지)?';
const KOREAN_NOUN_ENDING = `(?:하?(?:자|지|세요|십시오|시오)|해라?${KOREAN_POLITE}|합시다|하(?:시)?면(?:돼요?|됩니다)|할게요?|바랍니다|부탁(?:해요?|드려요|드립니다|합니다))?`;
const KOREAN_VERB = [
  `그만(?:${KOREAN_NOUN_ENDING}|둬${KOREAN_POLITE}|두(?:자|세요|십시오)|할래요?)`,
  `멈(?:춰라?${KOREAN_POLITE}|추(?:자|세요|십시오|시오|면(?:돼요?|됩니다))|춤)`,
];

/**
 * Phrases with which users end work in plain language. A word that is only part of other work (“stop the server”, “서버를
 * 중지하고”) is never enough: a complete clause must say it.
 */
export const STOP_PHRASES: readonly StopPhrases[] = [
  {
    // English
    filler:
      "please|pls|plz|ok|okay|now|just|hey|no|nope|so|well|actually|alright|right away|right now|right|and|then|but|also|baton|claude|chatgpt|gemini|immediately|at once|for now|for today|here|there|completely|i said|thanks|thank you|(?:can|could|would|will) you|you (?:can|may|should|must)|(?:i|we) (?:want|need|would like) you to|i'd like you to|let's|let us|we can",
    request: [
      "stop(?: it| that| this| all(?: of it| this| work| tasks)?| everything| working| going| continuing| doing (?:it|that|this|anything|things|everything)| what you(?:'re| are) doing| (?:the|this|your) (?:run|work|plan|tasks?|todos?))?",
      'halt|abort|quit|pause|cease',
      '(?:abort|cancel|pause|end) (?:it|this|that|everything|(?:the|this|your) (?:run|work|plan|tasks?|todos?|rest))',
      "enough|that(?:'s| is| will be) (?:all|enough)|no more(?: work| tasks| todos)?|nothing (?:more|else|further)",
      'do (?:nothing|no)(?: more| else| further)?(?: work)?',
      "(?:don't|do not|dont) (?:do (?:anything|any more|more)(?: more| else| further| work)?|continue|proceed|go on|keep going|carry on)(?: any (?:further|more)| anymore)?(?: with (?:it|this|that|(?:the|this|your) (?:work|plan|tasks?|todos?|rest|list)))?",
      'leave (?:it (?:there|at that)|the rest|the remaining (?:tasks|todos))',
      "we(?:'re| are) done|i(?:'m| am) done",
      'stop after (?:this|that|it|(?:this|that|the (?:current|next|first)) (?:one|task|todo|step|item)|(?:task|todo|step|item) #?\\d+)',
    ],
    ending: ['(?:and|then|and then) stop(?: working| there| here| after that)?'],
    neutral:
      '(?:very |so )?(?:good|great|nice|perfect|fine|cool)(?: job| work)?|well done|good job|sorry|a lot|very much',
  },
  {
    // Korean
    spaceless: true,
    filler:
      '이제|이만|오늘은|지금|당장|즉시|바로|일단|우선|잠깐|잠시|여기서|거기서|여기까지만?하고|좀|제발|그냥|다|모두|전부|그리고|하던(?:일|거|것)(?:을|은)?|(?:모든)?(?:작업|일|진행|실행|계획)(?:을|은)?|하는거|이거|그거|아니|네|응|자',
    request: [
      ...KOREAN_VERB,
      `(?:중지|중단|정지|스톱|스탑|취소|종료)${KOREAN_NOUN_ENDING}`,
      '여기까지(?:만?(?:하자|해요?|합시다|할게요?|할래요?|하세요)|만|예요|입니다|로하자)?',
      '(?:더(?:이상)?(?:은)?)?(?:아무(?:것|일)도|진행|계속|작업|일)?(?:은|을)?(?:더)?하지(?:마라?요?|마세요|마십시오|말아?(?:줘요?|주세요|라)?|맙시다|말자)',
      '(?:더(?:이상)?(?:은)?)?(?:안해도|하지않아도)(?:돼요?|됩니다|괜찮아요?)',
    ],
    ending: [
      `(?:하고|한(?:다음|뒤|후)에?|만하고|까지만?하고|끝나면|끝내고|나서|되면)(?:나서|는|이제|바로|거기서|여기서|작업을|일을)*(?:${KOREAN_VERB.join('|')})`,
      '까지만(?:진행)?(?:해라?요?|하자|하세요|해줘요?|해주세요)',
    ],
    neutral:
      '(?:정말)?고마워요?|(?:정말)?감사(?:해요|합니다)|수고(?:했어요?|하셨(?:어요|습니다))|(?:아주)?좋(?:아요?|습니다|네요?)|알겠(?:어요?|습니다)|됐(?:어요?|습니다)|충분(?:해요?|합니다)|잠깐만요?|아니요?|네|응|미안(?:해요?|합니다)?',
  },
  {
    // Japanese
    spaceless: true,
    filler:
      'もう|今すぐ|今|すぐに?|ここで|そこで|いったん|一旦|一度|とりあえず|全部|すべて|作業(?:を|は)?|それ(?:を|は)?|はい|いや|ちょっと',
    request: [
      '(?:やめ|止め|とめ|止まっ|とまっ)(?:て|ろ|ましょう)(?:ください|下さい|くれ(?:ますか|る)?|ね|よ|おいて)*',
      '(?:ストップ|中止|停止|中断|終了)(?:して|しろ|しましょう|で)?(?:ください|下さい|くれ|お願いします|ね)*',
      '(?:これ以上|もう)?(?:何も|なにも)?(?:し|やら|続け|進め)ないで(?:ください|下さい|くれ|ね)*',
      'ここまで(?:で|に)?(?:いい|十分|して|しよう|終わり)?(?:です|ください|下さい|ましょう)*',
    ],
    ending: ['(?:たら|てから|した後|したあと)(?:やめ|止め|止まっ|ストップし|終了し)て(?:ください|下さい|くれ|ね)*'],
    neutral:
      'ありがとう(?:ございます|ございました)?|お疲れ様(?:です|でした)?|すみません|お願いします|十分(?:です)?|もういい(?:です)?',
  },
  {
    // Chinese
    spaceless: true,
    filler:
      '请|請|麻烦|麻煩|现在|現在|立刻|马上|馬上|先|就|都|全部|你|可以|给我|給我|那|好的|好|不|吧|了|啊|吗|嗎|这里|這裡|工作|任务|任務|执行|執行|一切',
    request: [
      '停(?:止|下|下来|下來|一下|手)?|住手|中止|中断|中斷|终止|終止|暂停|暫停|取消',
      '(?:别|別|不要|不用|不必)(?:再)?(?:做|继续|繼續|执行|執行|干|弄)(?:下去)?(?:任何事|别的|別的|了|什么|什麼)?',
      '(?:什么|什麼)都(?:别|別|不要)(?:再)?做',
      '到此为止|到此為止|(?:就)?到这(?:里|儿)?(?:就好)?|到這裡(?:就好)?|够了|夠了',
    ],
    ending: ['(?:然后|然後|之后|之後|就|再)(?:停(?:止|下|下来|下來)?|住手)(?:吧|了)?'],
    neutral: '谢谢(?:你)?|謝謝(?:你)?|辛苦了|好的?|行|可以了|ok',
  },
  {
    // German
    filler: 'bitte|jetzt|sofort|okay|ok|nein|danke|erstmal|mal|dann|und|hier|damit|alles|für heute',
    request: [
      'stop|stopp|stoppe?n?|halt|halte? an|anhalten|abbrechen|brich ab|aufhören|hör(?:e)?(?: (?:bitte|jetzt|sofort))* auf|schluss',
      '(?:das )?(?:reicht|genügt)|genug|nichts (?:mehr|weiter)(?: (?:tun|machen))?',
      '(?:tu|tue|mach|mache)(?: (?:bitte|jetzt))* nichts (?:mehr|weiter|anderes)|(?:mach(?:e)? )?nicht weiter(?:machen)?',
    ],
    ending: ['(?:und|dann|und dann) (?:stopp?|aufhören|halt|hör(?:e)? auf)'],
    neutral: 'vielen dank|danke schön|gut|sehr gut|super|prima',
  },
  {
    // French
    filler: "s'il (?:te|vous) pla[iî]t|stp|svp|maintenant|tout de suite|ok|non|merci|là|ici|et|puis|donc|alors",
    request: [
      'stop|arr[eê]te(?:z|r)?(?: (?:tout|[çc]a|tout [çc]a|le travail))?|halte|annule(?:z|r)?(?: tout)?',
      "[çc]a suffit|assez|plus rien|ne (?:fais|faites) (?:plus )?rien(?: de plus| d'autre)?|ne continue(?:z)? (?:pas|plus)",
    ],
    ending: ['(?:et|puis|et puis) (?:arr[eê]te(?:z)?(?:-toi|-vous)?|stop)'],
    neutral: 'merci (?:beaucoup|bien)|très bien|parfait|bien',
  },
  {
    // Spanish and Portuguese
    filler: 'por favor|ahora|agora|ya|já|no|não|vale|ok|gracias|obrigad[oa]|aquí|aqui|todo|tudo|y|e|por hoy|por hoje',
    request: [
      'para|pare|parar|stop|alto|detente|det[eé]n|deténgase|basta|chega|cancela(?:r)?',
      'no (?:hagas|haga) (?:nada )?más(?: nada)?|no (?:sigas|siga|continúes|continúe)(?: más)?',
      'não (?:faça|faz) (?:mais )?nada(?: mais)?|não (?:continue|continua)(?: mais)?',
    ],
    ending: ['(?:y|e|luego|depois) (?:para|pare|detente)'],
    neutral: 'muchas gracias|muito obrigad[oa]|muy bien|muito bem|perfecto|perfeito|bien|bem',
  },
];
