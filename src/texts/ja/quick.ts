import type { quick as en } from '#texts/en/quick.ts';
import type { Translation } from '#texts/base/translation.ts';

export const quick = {
  title: 'クイック質問',
  goOn: 'Batonで続ける',
  goOnLater: 'このウィンドウでの実行がまだ続いています',
  goOnLaterBody: '実行中の確認には、このウィンドウでしか答えられません。答えるか、待つか、停止してください。',
  goOnStopped: '停止して続ける',
  another: '新しい質問',
  hide: '隠す',
  hint: '入力欄が空のときに{{keys}}を押すと、Batonで続けられます。Escでこのウィンドウを隠しても、実行中の処理は続きます。',
  hintBrowser: '入力欄が空のときに{{keys}}を押すと、Batonで続けられます。',
  clipboard: 'クリップボードを追加',
  clipboardEmpty: 'クリップボードに文字も画像もありません',
  clipboardRefused: 'クリップボードの読み取りが許可されませんでした',
  clipboardFailed: 'クリップボードを読み取れませんでした',
  screen: 'スクリーンショットを追加',
  screenFailed: 'スクリーンショットを撮れませんでした',
} satisfies Translation<typeof en>;
