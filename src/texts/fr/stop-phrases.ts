import type { StopPhrases } from '#core/reliability/asks-to-stop.ts';

export const stopPhrases: StopPhrases = {
  filler: "s'il (?:te|vous) pla[iî]t|stp|svp|maintenant|tout de suite|ok|non|merci|là|ici|et|puis|donc|alors",
  request: [
    'stop|arr[eê]te(?:z|r)?(?: (?:tout|[çc]a|tout [çc]a|le travail))?|halte|annule(?:z|r)?(?: tout)?',
    "[çc]a suffit|assez|plus rien|ne (?:fais|faites) (?:plus )?rien(?: de plus| d'autre)?|ne continue(?:z)? (?:pas|plus)",
  ],
  ending: ['(?:et|puis|et puis) (?:arr[eê]te(?:z)?(?:-toi|-vous)?|stop)'],
  neutral: 'merci (?:beaucoup|bien)|très bien|parfait|bien',
};
