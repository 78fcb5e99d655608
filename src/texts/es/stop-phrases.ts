import type { StopPhrases } from '#core/reliability/asks-to-stop.ts';

/** Portuguese, too. */
export const stopPhrases: StopPhrases = {
  filler: 'por favor|ahora|agora|ya|já|no|não|vale|ok|gracias|obrigad[oa]|aquí|aqui|todo|tudo|y|e|por hoy|por hoje',
  request: [
    'para|pare|parar|stop|alto|detente|det[eé]n|deténgase|basta|chega|cancela(?:r)?',
    'no (?:hagas|haga) (?:nada )?más(?: nada)?|no (?:sigas|siga|continúes|continúe)(?: más)?',
    'não (?:faça|faz) (?:mais )?nada(?: mais)?|não (?:continue|continua)(?: mais)?',
  ],
  ending: ['(?:y|e|luego|depois) (?:para|pare|detente)'],
  neutral: 'muchas gracias|muito obrigad[oa]|muy bien|muito bem|perfecto|perfeito|bien|bem',
};
