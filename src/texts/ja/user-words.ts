import type { UserWords } from '../base/user-words-definition.ts';

export const userWords: UserWords = {
  keywords: {
    ultrathink: 'ウルトラ ?シンク',
    modes: { ultrawork: 'ウルトラ ?ワーク', search: '検索モード', analyze: '分析モード' },
    thinking:
      /(?:じっくり|よく|深く|慎重に|しっかり|徹底的に)\s?考え(?:て(?!い(?:た|る|ます)|(?:み|しま)た)|た(?:上|うえ|後|あと)で)/u,
  },
  commands: {
    compact: '要約 圧縮',
    analyze: '分析',
    search: '検索',
    ultrawork: 'ウルトラワーク',
    instructions: '指示 システムプロンプト',
    model: 'モデル',
    plan: '計画',
  },
  courtesies: {
    before: 'こんにちは[、。,.!]*|こんばんは[、。,.!]*|すみません(?:が)?[、。,.!]*|お願いします[、。,.!]*',
    after:
      '(?:について|を)?(?:教えて|説明して|まとめて)(?:ください|下さい|もらえますか|くれますか|いただけますか|ほしいです)?|を?お願い(?:します|いたします|できますか)',
  },
  numberUnits: { 千: 1e3, 万: 1e4, 百万: 1e6 },
  tokens: 'トークン',
  secrets: 'パスワード|暗証番号|パスフレーズ|トークン|証明書|API ?キー|秘密鍵|シークレット',
  passphrases: ['パスワード', 'パスフレーズ', 'バトン'],
};
