import type { StopPhrases } from '#core/reliability/asks-to-stop.ts';

export const stopPhrases: StopPhrases = {
  filler: 'bitte|jetzt|sofort|okay|ok|nein|danke|erstmal|mal|dann|und|hier|damit|alles|für heute',
  request: [
    'stop|stopp|stoppe?n?|halt|halte? an|anhalten|abbrechen|brich ab|aufhören|hör(?:e)?(?: (?:bitte|jetzt|sofort))* auf|schluss',
    '(?:das )?(?:reicht|genügt)|genug|nichts (?:mehr|weiter)(?: (?:tun|machen))?',
    '(?:tu|tue|mach|mache)(?: (?:bitte|jetzt))* nichts (?:mehr|weiter|anderes)|(?:mach(?:e)? )?nicht weiter(?:machen)?',
  ],
  ending: ['(?:und|dann|und dann) (?:stopp?|aufhören|halt|hör(?:e)? auf)'],
  neutral: 'vielen dank|danke schön|gut|sehr gut|super|prima',
};
