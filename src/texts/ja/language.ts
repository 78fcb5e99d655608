import type { LanguageDefinition } from '../base/language-definition.ts';

export const language: LanguageDefinition = {
  name: '日本語',
  word: '言語',
  symbol: 'あ',
  unstarted:
    'Batonを起動できず、理由を説明する画面も読み込めませんでした。何も変更、削除していません。再読み込みして、もう一度お試しください。',
  paletteWords: {
    history: 'エクスポート インポート 書き出し 読み込み 復元 バックアップ アーカイブ',
    outline: 'アウトライン ブランチ 分岐 目次',
    sent: '要求 リクエスト 送信内容',
    next: '要求 リクエスト プレビュー',
    export: 'エクスポート 書き出し 保存',
    print: '印刷 紙 PDF',
  },
  letterforms: /^[^\p{Script=Hangul}]*[\p{Script=Hiragana}\p{Script=Katakana}][^\p{Script=Hangul}]*$/u,
};
