import type { temporary as en } from '#texts/en/temporary.ts';
import type { Translation } from '#texts/base/translation.ts';

export const temporary = {
  title: '一時チャット',
  begin: '新しい一時チャット',
  open: '一時チャットに戻る',
  mark: '一時チャットです。',
  markBody: 'このウィンドウのメモリにだけあります。保存も検索も同期もされません。',
  keep: 'このチャットを残す',
  keepRunning: '回答が終わると残せます',
  discard: '破棄',
  emptyTitle: 'このチャットは保存されません',
  emptyBody:
    '離れるまで、このウィンドウのメモリにだけあります。送った内容は選んだプロバイダーに届きます。ツール、エージェントの実行、ウェブ検索、分岐、書き出しはここでは使えません。',
  leaveTitle: '一時チャットを離れますか？',
  leaveBody: 'メッセージは保存されていません。破棄すると元に戻せません。',
  back: '戻る',
  kept: '通常の会話として残しました',
  keepFailed: 'チャットを保存できませんでした',
} satisfies Translation<typeof en>;
