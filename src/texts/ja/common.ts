import type { common as en } from '#texts/en/common.ts';
import type { Translation } from '#texts/base/translation.ts';

export const common = {
  cancel: 'キャンセル',
  close: '閉じる',
  copied: 'コピーしました',
  copyFailed: 'コピーできませんでした。テキストを選択してコピーしてください。',
  delete: '削除',
  range: '{{min}}〜{{max}}',
  dismiss: '閉じる',
  more: 'その他',
  retry: '再試行',
  save: '保存',
  undo: '元に戻す',
  practice: 'お試し',
  notifications: '通知',
  'secret.show': '表示',
  'secret.hide': '非表示',
  'link.title': 'このアドレスを開きますか？',
  'link.body': 'Batonの外部のブラウザで開きます。',
  'link.blocked': 'アドレスを開きませんでした',
  'link.blockedBody': 'Batonが開くのはWebとメールのアドレスだけです：{{url}}',
  'link.open': '開く',
  'link.copy': 'アドレスをコピー',
  'link.host': '接続先：{{host}}',
  'link.notOpened': 'アドレスを開けませんでした',
} satisfies Translation<typeof en>;
