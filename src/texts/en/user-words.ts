import type { UserWords } from '../base/user-words-definition.ts';

export const userWords: UserWords = {
  keywords: {
    ultrathink: 'ultra ?think',
    modes: {
      ultrawork: 'ultra ?work|ulw',
      search: 'search[ -]mode',
      analyze: 'analy[sz]e[ -]mode|analysis[ -]mode',
    },
    thinking:
      /(?<=^|[.,!?;:\n(–—-]\s{0,3}|(?<![\p{L}\p{N}])(?:please|and|then|but|now|so|to)\s)think\s(?:(?:very|really)\s)?(?:hard(?:er)?|deep(?:er|ly)|carefully|thoroughly)(?![\p{L}\p{N}_-])/iu,
  },
  commands: {
    compact: 'summarise summarize room',
    analyze: 'analyse',
    search: 'find',
    ultrawork: 'ulw',
    instructions: 'system prompt',
  },
  courtesies: {
    before: String.raw`(?:hi|hello|hey)(?: there)?[,.!]+|(?:can|could|would|will) you(?: please)?|please|i(?:’d|'d| would) like (?:you )?to|i (?:want|need) (?:you )?to|help me(?: to)?|tell me(?: about)?`,
    after: String.raw`,? (?:please|thanks|thank you)`,
  },
  numberUnits: { k: 1e3, m: 1e6 },
  tokens: 'tokens?',
  secrets: String.raw`pass(?:word|wd|phrase|code)?\b|(?:api|access|private|secret)[-_ ]?key|\btoken\b|[-_]token|\bsecret|[-_]secret|credential|\bpin\b|seed phrase`,
  passphrases: ['baton', 'passphrase'],
};
