import type { StopPhrases } from '#core/reliability/asks-to-stop.ts';

export const stopPhrases: StopPhrases = {
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
};
