import type { AskPhrases } from '#core/reliability/asks-the-user.ts';

const WHICH = 'which|what|how|where|when|who|whether|if';
const DECIDE =
  'confirm|choose|pick|decide|advise|clarify|specify|answer|reply|respond|approve|let me know|tell me|share your|give me|send me|provide';

export const askPhrases: AskPhrases = {
  request: [
    `(?:so |just |please |then |and )*(?:let me know|tell me|advise) (?:${WHICH}|your (?:decision|choice|answer|preference|thoughts))`,
    `(?:so |then |and |before i [^,.]{1,60} )?(?:please|kindly) (?:${DECIDE})`,
    '(?:so |then |and |before i [^,.]{1,60} |first )*(?:i|we) (?:still )?need (?:you to|your|to know|an answer|a decision)',
    "(?:i'll|i will|i'm|i am|we'll) (?:wait|waiting|hold off|pause here) (?:for|until) (?:you|your)",
    '(?:waiting|awaiting|pending)(?: for)? your',
    '(?:just )?(?:reply|answer|respond|say|type) (?:with )?[^.,]{1,40} (?:to|if|and|so|when) (?:i|you|we|continue|proceed|confirm|approve|go|start|choose)',
    "(?:it's |it is |the (?:choice|decision) is )(?:your call|up to you|yours)",
    'your call',
  ],
  offer: [
    "(?:if|whenever|should) (?:you (?:have|need|find|notice|run into|see|get stuck|want (?:anything|any|something|more|changes)|would like (?:anything|any|more|changes)|'d like (?:anything|any|more|changes))|anything|something|there (?:is|are|'s)|that (?:is|'s) (?:unclear|not))",
    "(?:any|more|other|further) questions|anything else(?: (?:i can|you|that))?|happy to (?:help|answer)|feel free to|don't hesitate",
  ],
  closing: [
    "(?:many )?thanks?(?: you)?(?: [^.]{0,30})?|cheers|i'll (?:continue|proceed|go on|start|do the rest) (?:then|as soon as|once|when|after that)[^.]*|then i(?:'ll| will| can) [^.]*|once (?:i|you) [^.]*|(?:these|those|here) are the options|options|or(?: something else)?",
  ],
};
